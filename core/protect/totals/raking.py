"""Finds factors of groups with which totals by domain are met: raking with bounds.

Deville and Särndal (1992), section 2, with the multiplicative method, whose factors are the
products of one part for each margin, held within bounds. There the factors are those of sampling
weights; here they are those of the groups' values, and a group's part of a total takes the place of
its weight. Values are then rounded to steps so that totals stay near their targets.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.encode.rounding import Rounding
from core.jobs import Job

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]

_MOST_CYCLES = 400
_LONGEST_STEP = 1.0
# Exponentials may differ in their last digit between processors; these decimals never do.
_DECIMALS = 6


@dataclass(frozen=True, slots=True, eq=False)
class Margin:
    """The parts of groups in the totals of the domains of one margin.

    Attributes
    ----------
    groups, domains : numpy.ndarray of int64, shape (p,)
        A group and a domain in which it has records.
    amounts : numpy.ndarray of float64, shape (p,)
        The part of the domain's total that comes from the group.
    shares : numpy.ndarray of float64, shape (p,)
        The share of the group's weight that is in the domain.
    targets : numpy.ndarray of float64, shape (d,)
        The totals to be met.
    within : float
        Largest deviation, as a share of the target.
    """

    groups: Ints
    domains: Ints
    amounts: Floats
    shares: Floats
    targets: Floats
    within: float

    def sums(self, factors: Floats) -> Floats:
        """Return the totals with the values of the groups times `factors`, shape (d,)."""
        weights = self.amounts * factors[self.groups]
        return np.bincount(self.domains, weights=weights, minlength=len(self.targets)).astype(
            np.float64
        )

    def excess(self, factors: Floats) -> float:
        """Return the largest deviation as a multiple of `within`."""
        if not len(self.targets):
            return 0.0
        off = np.abs(self.sums(factors) - self.targets) / np.abs(self.targets)
        return float(off.max()) / self.within


def rake(
    margins: Sequence[Margin], lower: Floats, upper: Floats, pace: Floats, close: float, job: Job
) -> Floats:
    """Return a factor for each group, shape (g,).

    Margins are met in turn: the logarithms of the factors in a domain move by the same step times
    their pace, as far as the bounds let them. It ends when no total is farther from its target than
    `close` times what is allowed, or after some hundred cycles; what is not met then shows when the
    totals are counted.

    Parameters
    ----------
    margins : sequence of Margin
        The totals to be met.
    lower, upper : numpy.ndarray of float64, shape (g,)
        Bounds of the factors, above 0.
    pace : numpy.ndarray of float64, shape (g,)
        How easily the factors of a group change, above 0.
    close : float
        Share of the deviation that is allowed, below which a total counts as met.
    """
    low, high = np.log(lower), np.log(upper)
    logs = np.clip(np.zeros(len(lower)), low, high)
    for _ in range(_MOST_CYCLES):
        job.check()
        for margin in margins:
            logs = np.clip(logs + _move(margin, logs, low, high, pace), low, high)
        factors = np.exp(logs)
        if all(margin.excess(factors) <= close for margin in margins):
            break
    return np.clip(np.round(np.exp(logs), _DECIMALS), lower, upper)


def _move(margin: Margin, logs: Floats, low: Floats, high: Floats, pace: Floats) -> Floats:
    """Return by how much the logarithms move to meet one margin."""
    here, domains = margin.groups, len(margin.targets)
    factors = np.exp(logs)
    gap = margin.targets - margin.sums(factors)
    rises = margin.amounts * gap[margin.domains] > 0
    can_move = np.where(rises, logs[here] < high[here], logs[here] > low[here])
    easily = np.where(rises, 1.0 / pace[here], pace[here])
    # Other domains move a group that has records in them, too, so its whole part counts.
    slope = np.abs(margin.amounts) * factors[here] * easily * can_move
    total = np.bincount(margin.domains, weights=slope, minlength=domains)
    step = np.divide(gap, total, out=np.zeros(domains), where=total > 0)
    step = np.clip(step, -_LONGEST_STEP, _LONGEST_STEP)
    moved = np.sign(margin.amounts) * easily * margin.shares * step[margin.domains]
    return np.bincount(here, weights=moved, minlength=len(logs)).astype(np.float64)


def rounded_values(
    values: Floats, parts: tuple[Floats, Ints], bounds: tuple[Floats, Floats], rounding: Rounding
) -> Floats:
    """Return steps near some values, whose weighted sum in each cell is nearly the same.

    Within a cell, what rounding one value adds to the sum is taken from the next one; groups with
    large weights come first, so that little is left over.

    Parameters
    ----------
    values : numpy.ndarray of float64, shape (g,)
        Values of groups.
    parts : (numpy.ndarray of float64, numpy.ndarray of int64), shape (g,)
        Sum of the weights of each group's records, above 0, and its cell: groups in the same
        domains.
    bounds : pair of numpy.ndarray of float64, shape (g,)
        Steps between which a value has to lie.
    rounding : Rounding
        The steps.
    """
    (weights, cells), (least, most), upwards = parts, bounds, np.ones(len(values))
    below, above = rounding.of(values, -upwards), rounding.of(values, upwards)
    rounded = values.copy()
    owed: dict[int, float] = {}
    # Ties go to the smallest value, and then to the group that comes first.
    for group in np.lexsort((values, -weights, cells)).tolist():
        value, weight, cell = float(values[group]), float(weights[group]), int(cells[group])
        low, high = float(below[group]), float(above[group])
        over = owed.get(cell, 0.0)
        excess = (value + over / weight - low) - (high - value - over / weight)
        is_even = low == high or round(low / (high - low)) % 2 == 0
        wanted = low if excess < 0 or (excess == 0 and is_even) else high
        step = min(max(wanted, float(least[group])), float(most[group]))
        owed[cell] = over + weight * (value - step)
        rounded[group] = step
    return rounded
