"""Finds columns of amounts that are better compared by their logarithms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from core.array_types import Floats
from core.encode.standard import FEWEST_AMOUNTS, LEAST_SKEWNESS, skewness_of_sizes
from core.inspect.profiling.known_variables import Clue
from core.inspect.profiling.name_clues import clue_of
from core.inspect.profiling.name_words import CLASSIFIED, CODES, matches_words
from core.inspect.structure.column_values import examine_columns
from core.jobs import Job
from core.model import Column, Dataset

_NO_AMOUNTS = (Clue.WEIGHT, Clue.REPLICATE, Clue.DESIGN, Clue.IDENTIFIER, Clue.LOCATION)


@dataclass(frozen=True, slots=True)
class SkewedAmounts:
    """A column whose amounts are many small and few large ones.

    Attributes
    ----------
    skewness : float
        Its third standardised moment.
    reason : str
        Key into the text catalogue.
    """

    column: str
    skewness: float
    reason: str = "compare-logarithms"

    @property
    def reason_params(self) -> Mapping[str, object]:
        """The parameters of the sentence."""
        return {"skewness": f"{self.skewness:.1f}"}


def find_skewed_amounts(dataset: Dataset, job: Job | None = None) -> tuple[SkewedAmounts, ...]:
    """Find the columns of amounts, never negative, with a skewness above 1.

    Returns
    -------
    tuple of SkewedAmounts
        In column order.
    """
    return examine_columns(dataset, _examine, job)


def _examine(column: Column) -> SkewedAmounts | None:
    values = positive_amounts(column)
    if values is None:
        return None
    skewness = skewness_of_sizes(values)
    if skewness <= LEAST_SKEWNESS or len(np.unique(values[values > 0.0])) < FEWEST_AMOUNTS:
        return None
    return SkewedAmounts(column.name, skewness)


def positive_amounts(column: Column) -> Floats | None:
    """Select the present values of a column of amounts that are never negative.

    ``None`` if it holds others, or is a weight, a number of a unit or a code by its name.
    """
    if not column.kind.is_numeric or (
        clue_of(column.name, column.name, firms=False) in _NO_AMOUNTS
        or matches_words(column.name, f"{CLASSIFIED} {CODES}")
    ):
        return None
    present = column.values[~column.missing] if column.missing.any() else column.values
    values = present.astype(np.float64, copy=False)
    if not len(values) or values.min() < 0.0 or not np.isfinite(values).all():
        return None
    return values
