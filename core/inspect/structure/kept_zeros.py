"""Finds columns of amounts in which zero means "none"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from core.encode.standard import FEWEST_AMOUNTS, LEAST_SKEWNESS, skewness_of_sizes
from core.inspect.structure.column_values import examine_columns
from core.inspect.structure.skewed_amounts import positive_amounts
from core.jobs import Job
from core.model import Column, Dataset

# Zeros must be more than this share of the present cells.
_LEAST_SHARE = 0.05
# Otherwise all but one amount in twenty must be above this share of their median.
_LEAST_DISTANCE = 0.25


@dataclass(frozen=True, slots=True)
class KeptZeros:
    """A column of amounts whose zeros probably mean "none".

    Attributes
    ----------
    zeros, rows : int
        Number of zeros and of present cells.
    reason : str
        Key into the text catalogue.
    """

    column: str
    zeros: int
    rows: int
    reason: str = "keep-zeros"

    @property
    def share(self) -> float:
        """Share of zeros in the present cells, from 0 to 1."""
        return self.zeros / self.rows

    @property
    def reason_params(self) -> Mapping[str, object]:
        """The parameters of the sentence."""
        share = f"{100.0 * self.share:.1f}"
        return {"count": self.zeros, "rows": self.rows, "share": share}


def find_kept_zeros(dataset: Dataset, job: Job | None = None) -> tuple[KeptZeros, ...]:
    """Find the columns of amounts whose zeros probably mean "none".

    They are numeric and never negative, have more than 5 % zeros and at least 20 different amounts,
    and no amount is as frequent as zero. They are skewed to the right, or the amounts keep away
    from zero, as rents do.

    Returns
    -------
    tuple of KeptZeros
        In column order.
    """
    return examine_columns(dataset, _examine, job)


def _examine(column: Column) -> KeptZeros | None:
    values = positive_amounts(column)
    if values is None:
        return None
    zeros = int(np.count_nonzero(values == 0.0))
    if zeros <= _LEAST_SHARE * len(values):
        return None
    amounts, cells = np.unique(values[values > 0.0], return_counts=True)
    if len(cells) < FEWEST_AMOUNTS or cells.max() >= zeros:
        return None
    below = np.cumsum(cells)
    low, median = np.searchsorted(below, [0.05 * below[-1], 0.5 * below[-1]])
    # Nearly all amounts may be far above zero.
    keep_away = amounts[low] >= _LEAST_DISTANCE * amounts[median]
    if skewness_of_sizes(values) < LEAST_SKEWNESS and not keep_away:
        return None
    return KeptZeros(column.name, zeros, len(values))
