"""Finds factors of groups with which totals by domain are met: raking with bounds.

Deville and Särndal (1992), section 2, with the multiplicative method, whose factors are the
products of one part for each margin, held within bounds. There the factors are those of sampling
weights; here they are those of the groups' values, and a group's part of a total takes the place of
its weight. Values are then rounded to steps so that totals stay near their targets.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.array_types import Floats, Ints
from core.encode.rounding import Rounding
from core.jobs import Job

_TURNS = 8
_MOST_CYCLES = 400
# Share of the deviation that is allowed, below which a total counts as met.
_CLOSE = 0.01
_LONGEST_MOVE = 1.0
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
        """Compute the totals with the values of the groups times `factors`, shape (d,)."""
        weights = self.amounts * factors[self.groups]
        return np.bincount(self.domains, weights=weights, minlength=len(self.targets)).astype(
            np.float64
        )

    def excess(self, factors: Floats) -> float:
        """Compute the largest deviation as a multiple of `within`."""
        if not len(self.targets):
            return 0.0
        off = np.abs(self.sums(factors) - self.targets) / np.abs(self.targets)
        return float(off.max()) / self.within


def find_factors(
    margins: Sequence[Margin],
    bounds: tuple[Floats, Floats],
    sizes: Ints,
    effects: Floats,
    job: Job,
) -> Floats:
    """Find factors of groups that meet totals and change few records, shape (g,).

    The sum of the absolute logarithms, weighted by records, is to be small. It is made smaller by
    raking again and again, each time with less ease for groups that hardly changed the time before
    (iteratively reweighted least squares: Daubechies et al. 2010). Factors that miss totals by
    less count more than those that change less.

    Parameters
    ----------
    margins : sequence of Margin
        The totals to be met.
    bounds : pair of numpy.ndarray of float64, shape (g,)
        Lower and upper bounds of the factors, above 0.
    sizes : numpy.ndarray of int64, shape (g,)
        Records of each group.
    effects : numpy.ndarray of float64, shape (g,)
        The size of what a group adds to totals for each of its records.
    """
    lower, upper = bounds
    ease, trials = (effects > 0).astype(np.float64), []
    for turn in range(_TURNS):
        factors = np.clip(
            np.round(_rake(margins, lower, upper, ease, job), _DECIMALS), lower, upper
        )
        changes = np.round(np.abs(np.log(factors)), _DECIMALS)
        excess = max(margin.excess(factors) for margin in margins)
        # Rounded, so that the smallest changes are taken where all miss the same total.
        trials.append((round(max(excess, 1.0), 2), float(sizes @ changes), turn, factors))
        if turn == 1 and min(trial[0] for trial in trials) > 1.0:
            break
        ease = effects * (changes + 0.1 * 0.2**turn)
        ease /= ease.max(initial=0.0) or 1.0
    return min(trials, key=lambda trial: trial[:3])[3]


def _rake(
    margins: Sequence[Margin], lower: Floats, upper: Floats, ease: Floats, job: Job
) -> Floats:
    """Meet margins in turn: the logarithms of factors in a domain move in proportion to their ease.

    It ends when no total is farther from its target than a hundredth of what is allowed, or after
    some hundred cycles; what is not met then shows when the totals are counted.
    """
    low, high = np.log(lower), np.log(upper)
    logs = np.clip(np.zeros(len(lower)), low, high)
    for _ in range(_MOST_CYCLES):
        job.check()
        for margin in margins:
            logs = np.clip(logs + _move(margin, logs, low, high, ease), low, high)
        factors = np.exp(logs)
        if all(margin.excess(factors) <= _CLOSE for margin in margins):
            break
    return np.exp(logs)


def _move(margin: Margin, logs: Floats, low: Floats, high: Floats, ease: Floats) -> Floats:
    """Compute by how much the logarithms move to meet one margin."""
    here, domains = margin.groups, len(margin.targets)
    factors = np.exp(logs)
    gap = margin.targets - margin.sums(factors)
    rises = margin.amounts * gap[margin.domains] > 0
    can_move = np.where(rises, logs[here] < high[here], logs[here] > low[here])
    # Other domains move a group that has records in them, too, so its whole part counts.
    slope = np.abs(margin.amounts) * factors[here] * ease[here] * can_move
    total = np.bincount(margin.domains, weights=slope, minlength=domains)
    step = np.divide(gap, total, out=np.zeros(domains), where=total > 0)
    moved = np.sign(margin.amounts) * ease[here] * margin.shares * step[margin.domains]
    moves = np.bincount(here, weights=moved, minlength=len(logs))
    return np.clip(moves, -_LONGEST_MOVE, _LONGEST_MOVE)


def round_values(
    values: Floats, parts: tuple[Floats, Ints], bounds: tuple[Floats, Floats], rounding: Rounding
) -> Floats:
    """Round values to steps whose weighted sum in each cell is nearly the same.

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
    (weights, cells), (lowest, highest), upwards = parts, bounds, np.ones(len(values))
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
        nearer = low if excess < 0 or (excess == 0 and is_even) else high
        step = min(max(nearer, float(lowest[group])), float(highest[group]))
        owed[cell] = over + weight * (value - step)
        rounded[group] = step
    return rounded
