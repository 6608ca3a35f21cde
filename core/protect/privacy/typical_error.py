"""Computes the typical error of masked columns before the run."""

from __future__ import annotations

from math import exp

import numpy as np

from core.model import Scale, TypicalError
from core.protect.privacy.category_candidates import Candidates
from core.protect.privacy.design import Design, MaskedColumn

_UNITS = {Scale.DATE: "days", Scale.ORDINAL: "ranks"}


def typical_errors_of(design: Design) -> tuple[TypicalError, ...]:
    """Return the typical error of each masked column.

    For numbers: the mean absolute value of discrete Laplace noise, ``1 / sinh(1 / scale)``, divided
    by the group size. For categories: the share of groups of equal records that are assigned
    another category, averaged over the categories.
    """
    return tuple(_error(column, design.groups.k) for column in design.columns)


def _error(column: MaskedColumn, k: int) -> TypicalError:
    if isinstance(column.domain, Candidates):
        weights = np.exp(-float(column.noise) * k * column.domain.costs)
        kept = float((np.diag(weights) / weights.sum(axis=1)).mean())
        return TypicalError(column.name, 1.0 - kept, "share")
    size = mean_size(1 / float(column.noise)) / k * float(column.domain.step)
    unit = _UNITS.get(column.attribute.scale or Scale.CONTINUOUS, "column")
    return TypicalError(column.name, size, unit)


def mean_size(rate: float) -> float:
    """Return the mean of ``|x|`` for probabilities proportional to ``exp(-rate |x|)``."""
    ratio = exp(-rate)
    return 2 * ratio / ((1 - ratio) * (1 + ratio))
