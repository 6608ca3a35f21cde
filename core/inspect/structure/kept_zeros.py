"""Finds columns of amounts in which zero means "none"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np

from core.inspect.profiling.known_variables import Clue
from core.inspect.profiling.name_clues import clue_of
from core.inspect.profiling.name_words import CLASSIFIED, CODES, matches_words
from core.inspect.structure.column_values import Floats, is_numeric
from core.jobs import CancellableSequence, Job, run_cancellable
from core.model import Column, Dataset

# Zeros must be more than this share of the present cells.
_LEAST_SHARE = 0.05
# Counts such as children have fewer different values above zero.
_FEWEST_VALUES = 20
# Moment skewness of the column, zeros included; 2 for the exponential distribution.
_LEAST_SKEWNESS = 1.0
# Otherwise all but one amount in twenty must be above this share of their median.
_LEAST_DISTANCE = 0.25
_NO_AMOUNTS = (Clue.WEIGHT, Clue.REPLICATE, Clue.DESIGN, Clue.IDENTIFIER, Clue.LOCATION)


@dataclass(frozen=True, slots=True)
class KeptZeros:
    """A column of amounts whose zeros probably mean "none".

    Attributes
    ----------
    column : str
        Its name.
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
    job = job or Job()
    found = (
        run_cancellable(partial(_examine, column), job, len(column))
        for column in CancellableSequence(dataset.columns, job)
    )
    return tuple(zeros for zeros in found if zeros is not None)


def _examine(column: Column) -> KeptZeros | None:
    if not is_numeric(column) or (
        clue_of(column.name, column.name, firms=False) in _NO_AMOUNTS
        or matches_words(column.name, f"{CLASSIFIED} {CODES}")
    ):
        return None
    present = column.values[~column.missing] if column.missing.any() else column.values
    values = present.astype(np.float64, copy=False)
    if not len(values) or values.min() < 0.0 or not np.isfinite(values).all():
        return None
    zeros = int(np.count_nonzero(values == 0.0))
    if zeros <= _LEAST_SHARE * len(values):
        return None
    amounts, cells = np.unique(values[values > 0.0], return_counts=True)
    if len(cells) < _FEWEST_VALUES or cells.max() >= zeros:
        return None
    below = np.cumsum(cells)
    low, median = np.searchsorted(below, [0.05 * below[-1], 0.5 * below[-1]])
    # Nearly all amounts may be far above zero.
    keep_away = amounts[low] >= _LEAST_DISTANCE * amounts[median]
    if _skewness(values) < _LEAST_SKEWNESS and not keep_away:
        return None
    return KeptZeros(column.name, zeros, len(values))


def _skewness(values: Floats) -> float:
    """Return the third standardised moment; 0 for a constant column."""
    largest = float(np.abs(values).max())
    if largest == 0.0:
        return 0.0
    # Cubes of amounts in units of the largest one cannot overflow.
    apart = values / largest
    apart -= apart.mean()
    spread = float(np.sqrt(np.mean(apart * apart)))
    return float(np.mean(apart**3)) / spread**3 if spread > 0.0 else 0.0
