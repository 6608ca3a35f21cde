"""Draws records from a core: the values of groups, pooled covariances and a seed.

Nothing else is known here, so that a file can be drawn again from what is kept with it. The values
of a group are multiples of its value in the core by factors of mean 1, or, in columns with negative
values, that value plus deviations of mean 0 (after Aggarwal and Yu 2004). Manual: methods#spread.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.array_types import Bools, Floats, Ints
from core.encode.distance_scale import (
    exponential_less_one,
    on_log_scale,
    unit_of_logarithms,
)
from core.encode.standard import FEWEST_AMOUNTS, LEAST_SKEWNESS, skewness_of_sizes, standard
from core.kernels.numerics.choosing_in_groups import choose_largest
from core.kernels.numerics.orthogonal_columns import NOTHING_LEFT
from core.kernels.numerics.philox_deviates import PhiloxDeviates
from core.kernels.numerics.sums import group_means, weighted_group_means
from core.protect.representatives.drawn.rotation import orthonormalise
from core.protect.representatives.drawn.spread_columns import SpreadColumns
from core.protect.representatives.drawn.spread_pools import form_pools
from core.protect.representatives.largest_amounts import N_LARGEST

# No factor is smaller, so that no amount becomes 0.
_SMALLEST_FACTOR = 0.05
# Evans et al. (1998): the factors of a group keep off from 1, which changes nothing.
_SMALLEST_CHANGE = 0.05
_RECORDS_AT_ONCE = 2**15
# What a quotient may be off by and still be whole.
_NEARLY_WHOLE = 1e-9


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
    units : numpy.ndarray of float64, shape (d,)
        Of the logarithms, as for the distance.
    pools : numpy.ndarray of int64, shape (g,)
        As in `form_pools`.
    is_top : numpy.ndarray of bool, shape (g, d)
        Groups that hold one of the `N_LARGEST` largest amounts of a column, and keep their values.
    limits : numpy.ndarray of float64, shape (d,)
        The least of these, which no drawn amount exceeds; infinite in a column without amounts.
    published : numpy.ndarray of float64, shape (n, m)
        How far the published values are from the mean of their group, 0 where one is missing.
    """

    columns: SpreadColumns
    values: Floats
    labels: Ints
    weights: Floats | None
    is_log: Bools
    is_signed: Bools
    units: Floats
    pools: Ints
    is_top: Bools
    limits: Floats
    published: Floats

    def scale(self, values: Floats, column: int) -> Floats:
        """Bring the values of a column to the scale on which they are spread."""
        return on_log_scale(values, self.units[column]) if self.is_log[column] else values

    def means(self, values: Floats) -> Floats:
        """Compute the mean of each group, which no order of its records changes."""
        return means_of_groups(values, self.labels, self.weights, len(self.values))

    def share_of_means(self) -> Floats:
        """Compute the share of each record in the mean of its group, shape (n,)."""
        weights = np.ones(len(self.labels)) if self.weights is None else self.weights
        return np.asarray(weights / np.bincount(self.labels, weights)[self.labels])

    def order(self) -> Ints:
        """Order the records by group, and in it by what is published.

        No order in which a file has them matters then.
        """
        return np.lexsort((*self.published.T, self.labels))

    def take(self, is_taken: Bools) -> Core:
        """Return the core of some groups; their records keep their order."""
        numbers = np.cumsum(is_taken) - 1
        records = is_taken[self.labels]
        return replace(
            self,
            values=self.values[is_taken],
            labels=numbers[self.labels[records]],
            weights=None if self.weights is None else self.weights[records],
            pools=self.pools[is_taken],
            is_top=self.is_top[is_taken],
            published=self.published[records],
        )


def means_of_groups(values: Floats, labels: Ints, weights: Floats | None, n_groups: int) -> Floats:
    """Compute the mean of each group over its values that are not NaN, 0 of a group without any."""
    # The kernels are compiled for one layout.
    values = np.ascontiguousarray(values)
    if weights is None:
        return np.nan_to_num(group_means(values, labels, n_groups))
    return np.nan_to_num(weighted_group_means(values, weights, labels, n_groups))


def describe_core(
    columns: SpreadColumns,
    values: Floats,
    labels: Ints,
    weights: Floats | None,
    published: Floats | None = None,
) -> Core:
    """Describe the groups of a core.

    Whatever is decided by a sum is decided by one that is rounded once: another machine, and
    records in another order, come to the same core.

    Parameters
    ----------
    values : numpy.ndarray of float64, shape (n, d)
        Equal for all records of a group.
    labels : numpy.ndarray of int64, shape (n,)
        From 0, in an order that follows from what the groups contain.
    published : numpy.ndarray of float64, shape (n, m), or None
        Values of the published columns, NaN where they are missing; ``None``: there are none.
    """
    first_records = np.unique(labels, return_index=True)[1]
    group_values, sizes = values[first_records], np.bincount(labels)
    is_signed = np.asarray((group_values < 0).any(axis=0))
    is_signed[[*columns.signed]] = True
    is_log = np.isin(np.arange(len(columns.names)), columns.on_logs)
    has_top = np.zeros(len(columns.names), dtype=np.bool_)
    if not columns.is_of_groups:
        is_skewed = np.array([skewness_of_sizes(column) > LEAST_SKEWNESS for column in values.T])
        is_log = np.logical_and(~is_signed, is_skewed)
        has_top = is_skewed & np.array([_has_amounts(column) for column in group_values.T])
    units = np.array([unit_of_logarithms(v, np.empty(len(v))) for v in group_values.T])
    no_pools = np.full(len(first_records), -1, dtype=np.int64)
    core = Core(
        columns=columns,
        values=group_values,
        labels=labels,
        weights=weights,
        is_log=is_log,
        is_signed=is_signed,
        units=units,
        pools=no_pools,
        is_top=np.zeros(group_values.shape, dtype=np.bool_),
        limits=np.full(len(columns.names), np.inf),
        published=np.empty((len(labels), 0)),
    )
    core = _keep_largest(core, np.flatnonzero(has_top).tolist())
    if published is not None:
        apart = [_deviate_from_groups(core, column) for column in published.T]
        core = replace(core, published=np.column_stack(apart))
    pools = np.arange(len(sizes)) if columns.is_of_groups else _form_pools(core, sizes)
    return cap_groups(replace(core, pools=pools), columns)


def cap_groups(core: Core, columns: SpreadColumns) -> Core:
    """Let the columns that are capped keep their largest amounts, besides those that do already.

    Parameters
    ----------
    columns : SpreadColumns
        Those of the core, with further ones that are capped.
    """
    return replace(_keep_largest(core, columns.capped), columns=columns)


def _keep_largest(core: Core, indices: Sequence[int]) -> Core:
    """Let columns keep the amounts of the groups that hold the largest ones."""
    is_top, sizes = core.is_top.copy(), np.bincount(core.labels)
    for j in indices:
        is_top[:, j] = _hold_top(np.abs(core.values[:, j]), sizes)
    limits = np.where(is_top, np.abs(core.values), np.inf).min(axis=0)
    return replace(core, is_top=is_top, limits=limits)


def _form_pools(core: Core, sizes: Ints) -> Ints:
    """Form pools of the groups of a core, by the columns that lead others; shape (g,)."""
    leads = np.array(core.columns.leaders) == np.arange(len(core.columns.names))
    points = np.column_stack(
        [core.scale(core.values[:, j], j) for j in np.flatnonzero(leads).tolist()]
    )
    points = np.column_stack([standard(column).apply(column) for column in points.T])
    is_zero = (core.values == 0) & ~core.is_signed & leads
    patterns = np.unique(is_zero, axis=0, return_inverse=True)[1]
    return form_pools(points, sizes, patterns.reshape(-1))


def draw_records(core: Core, covariances: Floats, seed: str, trial: int = 0) -> Floats:
    """Draw the values of all records of a core.

    Parameters
    ----------
    covariances : numpy.ndarray of float64, shape (pools, m + d, m + d)
        Of the spread inside the groups of each pool, on the scale of each column; those of the
        published columns come first. Where they are of groups, lower triangles whose products are
        the covariances.
    seed : str
        32 hexadecimal digits.
    trial : int
        0 for the records that are released.

    Returns
    -------
    numpy.ndarray of float64, shape (n, d)
    """
    by_group = core.order()
    deviations = _draw_deviations(core, covariances, by_group, PhiloxDeviates(seed, trial))
    factors, values = np.ones_like(deviations), core.values[core.labels]
    for j in range(len(core.columns.names)):
        if core.is_signed[j]:
            deviations[:, j] = _limit_deviations(core, j, deviations[:, j])
        elif core.columns.leaders[j] == j:
            factors[:, j] = _to_factors(core, j, deviations[:, j])
    drawn = np.empty_like(values)
    for j in _order_by_size(core.columns.larger):
        if core.is_signed[j]:
            exact = values[:, j] + deviations[:, j]
        else:
            exact = values[:, j] * factors[:, core.columns.leaders[j]]
        caps = np.full(len(exact), np.inf)
        for larger in core.columns.larger[j]:
            caps = np.minimum(caps, drawn[:, larger])
        drawn[:, j] = _to_steps(core, j, exact, caps, by_group)
    return drawn


def _has_amounts(values: Floats) -> bool:
    return len(np.unique(np.abs(values[values != 0]))) >= FEWEST_AMOUNTS


def _hold_top(values: Floats, sizes: Ints) -> Bools:
    """Find the groups that hold the largest values."""
    ordered = np.argsort(-values, kind="stable")
    is_top = np.zeros(len(values), dtype=np.bool_)
    is_top[ordered[np.cumsum(sizes[ordered]) - sizes[ordered] < N_LARGEST]] = True
    return is_top


def _deviate_from_groups(core: Core, values: Floats) -> Floats:
    """Compute how far published values are from the mean of their group; amounts by logarithms."""
    present = values[~np.isnan(values)]
    if len(present) and present.min() >= 0 and skewness_of_sizes(present) > LEAST_SKEWNESS:
        values = on_log_scale(values, unit_of_logarithms(present, np.empty(len(present))))
    return np.nan_to_num(values - core.means(values)[core.labels])


def _draw_deviations(
    core: Core, covariances: Floats, by_group: Ints, deviates: PhiloxDeviates
) -> Floats:
    """Draw deviations with the covariances of the pools, given those of published columns.

    With the root of the joint covariances, published columns first, the deviates of the published
    ones follow from their values; those of the others are drawn, group by group.
    """
    n_columns, n_published = len(core.columns.names), core.published.shape[1]
    if core.columns.is_of_groups:
        return _rotate(core, np.tril(covariances)[core.pools], by_group, deviates)
    roots = _roots_of(covariances)
    deviations = np.zeros((len(by_group), n_columns), order="F")
    roots_of_drawn = np.moveaxis(roots[:, n_published:, n_published:], 0, -1).copy()
    for start in range(0, len(by_group), _RECORDS_AT_ONCE):
        records = by_group[start : start + _RECORDS_AT_ONCE]
        normal = deviates.draw(len(records), n_columns)
        pools = core.pools[core.labels[records]]
        is_pooled = pools >= 0
        records, pools, normal = records[is_pooled], pools[is_pooled], normal[is_pooled].T.copy()
        for i in range(n_columns):
            sums = np.zeros(len(records))
            for j in range(i + 1):
                sums += roots_of_drawn[i, j][pools] * normal[j]
            deviations[records, i] = sums
    deviations = _centre(core, deviations)
    pooled = np.flatnonzero(core.pools[core.labels] >= 0)
    pools, standardised = core.pools[core.labels[pooled]], np.zeros((len(pooled), n_published))
    for j in range(n_published):
        remainders, pivots = core.published[pooled, j].copy(), roots[pools, j, j]
        for i in range(j):
            remainders -= roots[pools, j, i] * standardised[:, i]
        is_free = pivots > 0
        standardised[:, j] = np.where(is_free, remainders / np.where(is_free, pivots, 1.0), 0.0)
        for i in range(n_columns):
            deviations[pooled, i] += roots[pools, n_published + i, j] * standardised[:, j]
    return deviations


def _rotate(core: Core, roots: Floats, by_group: Ints, deviates: PhiloxDeviates) -> Floats:
    """Draw deviations that have exactly the covariances of their group.

    A frame of normal deviates has every direction alike: it is what a random rotation about the
    mean makes of the records of the group (Langsrud 2019, section 6).
    """
    vectors = np.empty((len(core.labels), len(core.columns.names)))
    vectors[by_group] = deviates.draw(*vectors.shape)
    # Records of few dimensions must not lose any to columns that do not vary.
    varies = np.diagonal(roots, axis1=1, axis2=2) > 0
    frame = orthonormalise(core, np.where(varies[core.labels], vectors, 0.0))[0]
    deviations = np.zeros_like(frame)
    for i, j in zip(*np.tril_indices(frame.shape[1]), strict=True):
        deviations[:, i] += roots[core.labels, i, j] * frame[:, j]
    return deviations


def _roots_of(matrices: Floats) -> Floats:
    """Compute lower triangles whose products are some matrices (Cholesky), which may lack rank.

    Terms are added one after the other, because the libraries behind numpy have orders of their
    own.
    """
    roots, n_columns = np.zeros_like(matrices), matrices.shape[-1]
    for j in range(n_columns):
        for i in range(j, n_columns):
            remainders = matrices[:, i, j].copy()
            for m in range(j):
                remainders -= roots[:, i, m] * roots[:, j, m]
            if i == j:
                is_free = remainders > NOTHING_LEFT * matrices[:, j, j]
                pivots = np.sqrt(np.where(is_free, remainders, 0.0))
                roots[:, j, j] = pivots
            else:
                roots[:, i, j] = np.where(is_free, remainders / np.where(is_free, pivots, 1.0), 0.0)
    return roots


def share_explained(covariances: Floats, n_published: int) -> Floats:
    """Compute the share of the variance of each column that follows from published ones.

    Parameters
    ----------
    covariances : numpy.ndarray of float64, shape (1, m + d, m + d)
        Those of the `m` published columns come first.

    Returns
    -------
    numpy.ndarray of float64, shape (d, m)
        What each published column adds to those before it; their sum is R squared.
    """
    root = _roots_of(covariances)[0, n_published:, :n_published]
    variances = np.diagonal(covariances[0])[n_published:, None]
    return np.asarray(root * root / np.where(variances > 0, variances, 1.0))


def _centre(core: Core, deviations: Floats) -> Floats:
    """Give deviations the mean 0 in each group, and the spread that they had before."""
    sizes = np.bincount(core.labels)
    stretches = np.sqrt(sizes / np.maximum(sizes - 1, 1))
    centred = np.empty_like(deviations)
    for j, column in enumerate(deviations.T):
        centred[:, j] = (column - core.means(column)[core.labels]) * stretches[core.labels]
    return centred


def _to_factors(core: Core, column: int, deviations: Floats) -> Floats:
    """Compute by what the value of its group is multiplied for each record; their mean is 1."""
    labels, values = core.labels, core.values[:, column]
    lowest, highest = _bounds_of_factors(core, column)
    is_drawn = (values > 0) & (core.pools >= 0) & (lowest < 1) & (highest > 1)
    amounts = core.scale(values, column)[labels] + deviations
    if core.is_log[column]:
        amounts = core.units[column] * exponential_less_one(np.maximum(amounts, 0.0))
    factors = np.where(is_drawn[labels], amounts / np.where(is_drawn, values, 1.0)[labels], 1.0)
    changes = np.sqrt(core.means((factors - 1) * (factors - 1)))
    is_stretched = core.is_log[column] & (changes > 0) & (changes < _SMALLEST_CHANGE)
    is_stretched &= not core.columns.is_of_groups
    stretches = np.where(is_stretched, _SMALLEST_CHANGE / np.where(is_stretched, changes, 1.0), 1.0)
    factors = 1 + (factors - 1) * stretches[labels]
    bounds = np.where(is_drawn, lowest, 0.0), np.where(is_drawn, highest, 2.0)
    factors = _bring_to_means(core, factors, np.ones(len(values)), bounds)
    return np.asarray(np.where(is_drawn[labels], factors, 1.0))


def _bounds_of_factors(core: Core, leader: int) -> tuple[Floats, Floats]:
    """Compute the lowest and highest factor of each group for the columns that take them.

    No amount may become less than a step, unless 0 is one, or more than the smallest of the
    largest amounts, whose groups keep theirs.
    """
    with_zeros = core.columns.with_zeros
    smallest = 0.0 if leader in with_zeros else _SMALLEST_FACTOR
    lowest, highest = np.full(len(core.values), smallest), np.full(len(core.values), np.inf)
    for j, leader_of_column in enumerate(core.columns.leaders):
        if leader_of_column == leader:
            is_amount = core.values[:, j] > 0
            amounts = np.where(is_amount, core.values[:, j], 1.0)
            smallest_step = 0.0 if j in with_zeros else core.columns.steps[j]
            lowest = np.maximum(lowest, np.where(is_amount, smallest_step / amounts, 0.0))
            highest = np.minimum(highest, np.where(is_amount, core.limits[j] / amounts, np.inf))
            highest = np.where(core.is_top[:, j], 1.0, highest)
    return lowest, highest


def _limit_deviations(core: Core, column: int, deviations: Floats) -> Floats:
    """Keep a column with negative values below its largest amounts."""
    values, limit = core.values[:, column], core.limits[column]
    is_drawn = (np.abs(values) < limit) & (core.pools >= 0)
    bounds = np.full(len(values), -limit), np.full(len(values), limit)
    drawn = _bring_to_means(core, values[core.labels] + deviations, values, bounds)
    return np.where(is_drawn[core.labels], drawn - values[core.labels], 0.0)


def _bring_to_means(
    core: Core, drawn: Floats, core_means: Floats, bounds: tuple[Floats, Floats]
) -> Floats:
    """Bring the means of groups to those of the core, and all records within bounds.

    What lies outside is brought to the bound; then all records of a group come nearer to the lower
    or the upper one, by one factor.
    """
    lowest, highest = bounds[0][core.labels], bounds[1][core.labels]
    drawn = np.minimum(np.maximum(drawn, lowest), highest)
    means = core.means(drawn)
    ends = np.where(means > core_means, *bounds)
    # Without an upper bound, a mean that is too low is raised from the lower one.
    ends = np.where(np.isfinite(ends), ends, bounds[0])
    is_bounded = np.isfinite(ends) & (means != ends)
    gaps = np.where(is_bounded, means - ends, 1.0)
    shrinking = np.where(is_bounded, (core_means - ends) / gaps, 1.0)
    ends = np.where(is_bounded, ends, 0.0)
    scaled = ends[core.labels] + (drawn - ends[core.labels]) * shrinking[core.labels]
    moved = drawn + (core_means - means)[core.labels]
    return np.where(is_bounded[core.labels], scaled, moved)


def _order_by_size(larger: Sequence[Sequence[int]]) -> list[int]:
    """List columns so that each follows those that are never smaller."""
    ordered: list[int] = []
    while len(ordered) < len(larger):
        free = [j for j in range(len(larger)) if j not in ordered and {*larger[j]} <= {*ordered}]
        ordered += free or [j for j in range(len(larger)) if j not in ordered]
    return ordered


def _to_steps(core: Core, column: int, exact: Floats, caps: Floats, by_group: Ints) -> Floats:
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
    steps = np.floor(exact / step + _NEARLY_WHOLE)
    remainders, labels = exact / step - steps, core.labels
    starts = np.cumsum(np.bincount(labels)) - np.bincount(labels)
    lacking = np.rint(np.bincount(labels) * core.values[:, column] / step)
    lacking -= np.bincount(labels, steps)
    highest = np.floor(caps / step + _NEARLY_WHOLE)
    for change in (1.0, -1.0):
        while (change * lacking > 0).any():
            is_free = steps + 1 <= highest if change > 0 else np.ones(len(steps), dtype=np.bool_)
            sizes = remainders if change > 0 else steps
            is_changed = choose_largest(by_group, starts, sizes, is_free, change * lacking)
            if not is_changed.any():
                break
            steps = steps + change * is_changed
            lacking = lacking - change * np.bincount(labels, is_changed)
    return _multiples(steps, step) + 0.0


def _multiples(counts: Floats, step: float) -> Floats:
    """Multiply whole numbers by a step, as decimals are read."""
    return np.asarray(counts * step if step >= 1 else counts / np.rint(1 / step))
