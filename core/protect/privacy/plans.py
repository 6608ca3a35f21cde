"""Previews the noise of a plan without the data."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import exp

import numpy as np

from core.array_types import Floats
from core.model import Plan, Scale, TypicalError
from core.protect.privacy.category_candidates import Candidates
from core.protect.privacy.design import design_of
from core.protect.privacy.entropy import supply
from core.protect.privacy.modes import noisy_groups

_UNITS = {Scale.DATE: "days", Scale.ORDINAL: "ranks"}


def typical_errors(plan: Plan) -> tuple[TypicalError, ...]:
    """Compute the typical error of each masked column.

    For numbers: the mean absolute value of discrete Laplace noise, ``1 / sinh(1 / scale)``, divided
    by the group size. For categories: the share of groups of equal records that are assigned
    another category, averaged over the categories.

    Parameters
    ----------
    plan : Plan
        Without errors, of a method that adds noise.
    """
    design = design_of(plan.project, plan.records)
    errors, k = [], design.groups.k
    for column in design.columns:
        if isinstance(column.domain, Candidates):
            weights = np.exp(-float(column.noise) * k * column.domain.costs)
            share_kept = float((np.diag(weights) / weights.sum(axis=1)).mean())
            errors.append(TypicalError(column.name, 1.0 - share_kept, "share"))
            continue
        # The mean of ``|x|`` for probabilities proportional to ``exp(-|x| / scale)``.
        ratio = exp(-(1 / float(column.noise)))
        mean_size = 2 * ratio / ((1 - ratio) * (1 + ratio))
        unit = _UNITS.get(column.attribute.scale or Scale.CONTINUOUS, "column")
        size = mean_size / k * float(column.domain.step)
        errors.append(TypicalError(column.name, size, unit))
    return tuple(errors)


@dataclass(frozen=True, slots=True, eq=False)
class NoisePreview:
    """Values spread evenly over a declared domain, and their released counterparts.

    Attributes
    ----------
    before, after : numpy.ndarray of float64, shape (points,)
        In the column's own units (days since 1970-01-01, ranks of a declared order), or positions
        in `categories` for a nominal column. `after` is not smoothed.
    categories : tuple of str
        The declared categories of a nominal column in total order; otherwise empty.
    """

    before: Floats
    after: Floats
    categories: tuple[str, ...] = ()


def noise_preview(
    plan: Plan, column: str, points: int = 200, seed: int | None = None
) -> NoisePreview:
    """Draw a preview of the noise on one column for artificial groups.

    Every point represents a group of k records with the same artificial value.

    Parameters
    ----------
    plan : Plan
        Without errors, of a method that adds noise.
    seed : int, optional
        Makes the preview reproducible; it contains nothing private.

    Raises
    ------
    KeyError
        If the column is not masked.
    """
    design = design_of(plan.project, plan.records)
    masked = {masked_column.name: masked_column for masked_column in design.columns}[column]
    domain, groups = masked.domain, replace(design.groups, records=points * design.groups.k)
    last = len(domain.names) - 1 if isinstance(domain, Candidates) else domain.steps
    made_up = np.rint(np.linspace(0, last, points)).astype(np.int64)
    noisy = noisy_groups(masked, np.repeat(made_up, groups.k), groups, supply(seed))
    if isinstance(domain, Candidates):
        return NoisePreview(made_up.astype(np.float64), noisy, domain.names)
    return NoisePreview(domain.values(made_up), domain.values(noisy))
