"""Draws records from a core: the values of groups, pooled covariances and a seed.

Nothing else is known here, so that a file can be drawn again from what is kept with it. The values
of a group are multiples of its value in the core by factors of mean 1, or, in columns with negative
values, that value plus deviations of mean 0 (after Aggarwal and Yu 2004). Manual: methods#spread.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from core.kernels.numerics.philox_deviates import PhiloxDeviates
from core.protect.representatives.spread_pools import form_pools

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

TOP = 20
"""The largest amounts of a column, by which units are recognised."""
# No factor is smaller, so that no amount becomes 0.
_LEAST_FACTOR = 0.05
# Evans et al. (1998): the factors of a group keep off from 1, which changes nothing.
_LEAST_CHANGE = 0.05
# Amounts more skewed are spread by their logarithms.
_LEAST_SKEWNESS = 1.0
_FEWEST_AMOUNTS = 20
_HALVING = 0.1
_ROWS = 2**15
_WHOLE = 1e-9


@dataclass(frozen=True, slots=True)
class SpreadColumns:
    """What is known of the columns to be spread before a run.

    Attributes
    ----------
    names : tuple of str
        The `d` columns.
    leaders : tuple of int
        For each, the column whose factors it takes: its own, or that of a column in order with it.
    larger : tuple of tuple of int
        For each, the columns that are never smaller.
    steps : tuple of float
        Released values are multiples of them; 0: there is none.
    """

    names: tuple[str, ...]
    leaders: tuple[int, ...]
    larger: tuple[tuple[int, ...], ...]
    steps: tuple[float, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Core:
    """The groups from which records are drawn, and what follows from them alone.

    Attributes
    ----------
    columns : SpreadColumns
    values : numpy.ndarray of float64, shape (g, d)
        Those of the groups.
    labels : numpy.ndarray of int64, shape (n,)
        Group of each record.
    weights : numpy.ndarray of float64, shape (n,), or None
        Survey weights.
    is_log, is_signed : numpy.ndarray of bool, shape (d,)
        Columns that are spread by their logarithms, and those with negative values.
    halves : numpy.ndarray of float64, shape (d,)
        From what amount on the logarithm counts.
    pools : numpy.ndarray of int64, shape (g,)
        As in `form_pools`.
    is_top : numpy.ndarray of bool, shape (g, d)
        Groups that hold one of the `TOP` largest amounts of a column, and keep their values.
    limits : numpy.ndarray of float64, shape (d,)
        The least of these, which no drawn amount exceeds; infinite in a column without amounts.
    """

    columns: SpreadColumns
    values: Floats
    labels: Ints
    weights: Floats | None
    is_log: Bools
    is_signed: Bools
    halves: Floats
    pools: Ints
    is_top: Bools
    limits: Floats

    def scaled(self, values: Floats, column: int) -> Floats:
        """Bring the values of a column to the scale on which they are spread."""
        if not self.is_log[column]:
            return values
        return np.asarray(np.sign(values) * np.log1p(np.abs(values) / self.halves[column]))

    def take(self, groups: Bools) -> Core:
        """Return the core of some groups; their records keep their order."""
        numbers = np.cumsum(groups) - 1
        records = groups[self.labels]
        return replace(
            self,
            values=self.values[groups],
            labels=numbers[self.labels[records]],
            weights=None if self.weights is None else self.weights[records],
            pools=self.pools[groups],
            is_top=self.is_top[groups],
        )


def core_of(columns: SpreadColumns, values: Floats, labels: Ints, weights: Floats | None) -> Core:
    """Describe the groups of a core.

    Parameters
    ----------
    values : numpy.ndarray of float64, shape (n, d)
        Equal for all records of a group.
    labels : numpy.ndarray of int64, shape (n,)
        Numbered from 0 by first appearance.
    """
    firsts = np.unique(labels, return_index=True)[1]
    of_groups, sizes = values[firsts], np.bincount(labels)
    is_signed = np.asarray((of_groups < 0).any(axis=0))
    is_skewed = _skewness(np.abs(of_groups), sizes) > _LEAST_SKEWNESS
    is_log = np.logical_and(~is_signed, is_skewed)
    halves = np.array([_halving_amount(column) for column in of_groups.T])
    nothing = np.zeros(len(firsts), dtype=np.int64)
    is_top = np.column_stack([_hold_top(np.abs(column), sizes) for column in of_groups.T])
    is_top &= is_skewed & np.array([_has_amounts(column) for column in of_groups.T])
    limits = np.where(is_top, np.abs(of_groups), np.inf).min(axis=0)
    core = Core(
        columns, of_groups, labels, weights, is_log, is_signed, halves, nothing, is_top, limits
    )
    points = np.column_stack([core.scaled(of_groups[:, j], j) for j in range(of_groups.shape[1])])
    deviations = points.std(axis=0)
    leads = np.array(columns.leaders) == np.arange(len(columns.names))
    patterns = np.unique((of_groups == 0) & ~is_signed & leads, axis=0, return_inverse=True)[1]
    points = (points / np.where(deviations > 0, deviations, 1.0))[:, leads]
    return replace(core, pools=form_pools(points, sizes, patterns.reshape(-1)))


def draw_records(core: Core, covariances: Floats, seed: str, trial: int = 0) -> Floats:
    """Draw the values of all records of a core.

    Parameters
    ----------
    covariances : numpy.ndarray of float64, shape (pools, d, d)
        Of the spread inside the groups of each pool, on the scale of each column.
    seed : str
        32 hexadecimal digits.
    trial : int
        0 for the records that are released.

    Returns
    -------
    numpy.ndarray of float64, shape (n, d)
    """
    n_columns = len(core.columns.names)
    apart = _centred(core, _correlate(core, covariances, seed, trial))
    factors, values = np.ones_like(apart), core.values[core.labels]
    for j in range(n_columns):
        if core.columns.leaders[j] == j and not core.is_signed[j]:
            factors[:, j] = _factors_of(core, j, apart[:, j])
        elif core.is_signed[j]:
            apart[:, j] = _signed_deviations(core, j, apart[:, j])
    drawn = np.empty_like(values)
    for j in _largest_first(core.columns.larger):
        if core.is_signed[j]:
            exact = values[:, j] + apart[:, j]
        else:
            exact = values[:, j] * factors[:, core.columns.leaders[j]]
        caps = np.full(len(exact), np.inf)
        for larger in core.columns.larger[j]:
            caps = np.minimum(caps, drawn[:, larger])
        drawn[:, j] = _to_steps(core, j, exact, caps)
    return drawn


def _halving_amount(values: Floats) -> float:
    sizes = np.abs(values[values != 0])
    return _HALVING * float(np.median(sizes)) if len(sizes) else 1.0


def _skewness(values: Floats, sizes: Ints) -> Floats:
    """Compute the third standardised moment of the records of groups; 0 of constant columns."""
    apart = values - np.average(values, axis=0, weights=sizes)
    variances = np.average(apart**2, axis=0, weights=sizes)
    scales = np.where(variances > 0, variances, 1.0) ** 1.5
    return np.asarray(np.average(apart**3, axis=0, weights=sizes) / scales)


def _has_amounts(values: Floats) -> bool:
    return len(np.unique(np.abs(values[values != 0]))) >= _FEWEST_AMOUNTS


def _hold_top(values: Floats, sizes: Ints) -> Bools:
    """Find the groups that hold the largest values."""
    ordered = np.argsort(-values, kind="stable")
    is_top = np.zeros(len(values), dtype=np.bool_)
    is_top[ordered[np.cumsum(sizes[ordered]) - sizes[ordered] < TOP]] = True
    return is_top


def _correlate(core: Core, covariances: Floats, seed: str, trial: int) -> Floats:
    """Draw deviations with the covariances of the pools, in record order by group."""
    n_columns, roots = len(core.columns.names), _roots_of(covariances)
    deviates = PhiloxDeviates(seed, trial)
    in_order = np.argsort(core.labels, kind="stable")
    apart = np.zeros((len(in_order), n_columns))
    for start in range(0, len(in_order), _ROWS):
        records = in_order[start : start + _ROWS]
        normal = deviates.draw(len(records), n_columns)
        pools = core.pools[core.labels[records]]
        is_pooled = pools >= 0
        for i in range(n_columns):
            of_column = np.zeros(len(records))
            for j in range(i + 1):
                of_column[is_pooled] += roots[pools[is_pooled], i, j] * normal[is_pooled, j]
            apart[records, i] = of_column
    return apart


def _roots_of(matrices: Floats) -> Floats:
    """Compute lower triangles whose products are some matrices (Cholesky), which may lack rank."""
    roots, n_columns = np.zeros_like(matrices), matrices.shape[-1]
    for j in range(n_columns):
        pivots = matrices[:, j, j] - (roots[:, j, :j] ** 2).sum(axis=1)
        is_free = pivots > 1e-10 * matrices[:, j, j]
        roots[:, j, j] = np.sqrt(np.where(is_free, pivots, 0.0))
        for i in range(j + 1, n_columns):
            products = (roots[:, i, :j] * roots[:, j, :j]).sum(axis=1)
            quotients = (matrices[:, i, j] - products) / np.where(is_free, roots[:, j, j], 1.0)
            roots[:, i, j] = np.where(is_free, quotients, 0.0)
    return roots


def _centred(core: Core, apart: Floats) -> Floats:
    """Give deviations the mean 0 in each group, and the spread that they had before."""
    sizes = np.bincount(core.labels)
    spreads = np.sqrt(sizes / np.maximum(sizes - 1, 1))
    centred = np.empty_like(apart)
    for j, column in enumerate(apart.T):
        means = _means(core, column)
        centred[:, j] = (column - means[core.labels]) * spreads[core.labels]
    return centred


def _means(core: Core, values: Floats) -> Floats:
    weights = np.ones(len(values)) if core.weights is None else core.weights
    return np.bincount(core.labels, weights * values) / np.bincount(core.labels, weights)


def _factors_of(core: Core, column: int, apart: Floats) -> Floats:
    """Compute by what the value of its group is multiplied for each record; their mean is 1."""
    labels, values = core.labels, core.values[:, column]
    is_drawn = (values > 0) & (core.pools >= 0)
    least, most = _bounds_of_factors(core, column)
    is_drawn &= (least < 1) & (most > 1)
    scaled = core.scaled(values, column)[labels] + apart
    if core.is_log[column]:
        scaled = core.halves[column] * np.expm1(np.maximum(scaled, 0.0))
    factors = np.where(is_drawn[labels], scaled / np.where(is_drawn, values, 1.0)[labels], 1.0)
    change = np.sqrt(_means(core, (factors - 1) ** 2))
    is_moved = core.is_log[column] & (change > 0) & (change < _LEAST_CHANGE)
    stretches = np.where(is_moved, _LEAST_CHANGE / np.where(is_moved, change, 1.0), 1.0)
    factors = 1 + (factors - 1) * stretches[labels]
    bounds = np.where(is_drawn, least, 0.0), np.where(is_drawn, most, 2.0)
    factors = _with_means(core, factors, np.ones(len(values)), bounds)
    return np.asarray(np.where(is_drawn[labels], factors, 1.0))


def _bounds_of_factors(core: Core, leader: int) -> tuple[Floats, Floats]:
    """Compute the least and largest factor of each group for the columns that take them.

    No amount may become less than a step, or more than the least of the largest amounts, whose
    groups keep theirs.
    """
    least, most = np.full(len(core.values), _LEAST_FACTOR), np.full(len(core.values), np.inf)
    for j, of_column in enumerate(core.columns.leaders):
        if of_column == leader:
            is_amount = core.values[:, j] > 0
            amounts = np.where(is_amount, core.values[:, j], 1.0)
            least = np.maximum(least, np.where(is_amount, core.columns.steps[j] / amounts, 0.0))
            most = np.minimum(most, np.where(is_amount, core.limits[j] / amounts, np.inf))
            most = np.where(core.is_top[:, j], 1.0, most)
    return least, most


def _signed_deviations(core: Core, column: int, apart: Floats) -> Floats:
    """Keep deviations of a column with negative values below its largest amounts."""
    values, limit = core.values[:, column], core.limits[column]
    is_drawn = (np.abs(values) < limit) & (core.pools >= 0)
    bounds = np.full(len(values), -limit), np.full(len(values), limit)
    drawn = _with_means(core, values[core.labels] + apart, values, bounds)
    return np.where(is_drawn[core.labels], drawn - values[core.labels], 0.0)


def _with_means(core: Core, drawn: Floats, wanted: Floats, bounds: tuple[Floats, Floats]) -> Floats:
    """Bring the means of groups to the wanted ones, and all records within bounds.

    What lies outside is brought to the bound; then all records of a group come nearer to the lower
    or the upper one, by one factor.
    """
    least, most = bounds[0][core.labels], bounds[1][core.labels]
    drawn = np.minimum(np.maximum(drawn, least), most)
    means = _means(core, drawn)
    is_high = means > wanted
    ends = np.where(is_high, *bounds)
    # Without an upper bound, a mean that is too low is raised from the lower one.
    ends = np.where(np.isfinite(ends), ends, bounds[0])
    is_free = np.isfinite(ends) & (means != ends)
    gaps = np.where(is_free, means - ends, 1.0)
    shrinking = np.where(is_free, (wanted - ends) / gaps, 1.0)
    ends = np.where(is_free, ends, 0.0)
    scaled = ends[core.labels] + (drawn - ends[core.labels]) * shrinking[core.labels]
    moved = drawn + (wanted - means)[core.labels]
    return np.where(is_free[core.labels], scaled, moved)


def _largest_first(larger: Sequence[Sequence[int]]) -> list[int]:
    """List columns so that each follows those that are never smaller."""
    ordered: list[int] = []
    while len(ordered) < len(larger):
        free = [j for j in range(len(larger)) if j not in ordered and {*larger[j]} <= {*ordered}]
        ordered += free or [j for j in range(len(larger)) if j not in ordered]
    return ordered


def _to_steps(core: Core, column: int, exact: Floats, caps: Floats) -> Floats:
    """Round values so that the total of each group is that of the core.

    Whole steps are given to the values that were rounded down most, none beyond its cap. With
    weights, no rounding keeps weighted totals, so that each value is rounded on its own.
    """
    step = core.columns.steps[column]
    if not step:
        return exact
    if core.weights is not None:
        # Minus zero would be another spelling of zero.
        return np.minimum(_multiples(np.rint(exact / step), step), caps) + 0.0
    steps = np.floor(exact / step + _WHOLE)
    remainders, labels = exact / step - steps, core.labels
    wanted = np.rint(np.bincount(labels) * core.values[:, column] / step)
    lacking = wanted - np.bincount(labels, steps)
    most = np.floor(caps / step + _WHOLE)
    for is_more in (True, False):
        change = 1.0 if is_more else -1.0
        while (change * lacking > 0).any():
            is_free = steps + 1 <= most if is_more else np.ones(len(steps), dtype=np.bool_)
            order = np.lexsort((-remainders if is_more else -steps, ~is_free, labels))
            starts = np.cumsum(np.bincount(labels)) - np.bincount(labels)
            ranks = np.empty(len(order))
            ranks[order] = np.arange(len(order)) - starts[labels[order]]
            is_changed = is_free & (ranks < (change * lacking)[labels])
            if not is_changed.any():
                break
            steps = steps + change * is_changed
            lacking = lacking - change * np.bincount(labels, is_changed)
    return _multiples(steps, step) + 0.0


def _multiples(counts: Floats, step: float) -> Floats:
    """Multiply whole numbers by a step, as decimals are read."""
    return np.asarray(counts * step if step >= 1 else counts / np.rint(1 / step))
