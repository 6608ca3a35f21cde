"""The means and covariances to which the numbers of a file are restored.

Manual: methods#moments.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

import numpy as np

from core.array_types import Bools, Floats, Ints
from core.conditions import Records
from core.conditions.dominance_condition import once_each, strictest_p
from core.encode.rounding import step_of
from core.encode.unit_groups import first_records
from core.kernels.numerics.small_matrices import scatter_of
from core.kernels.numerics.sums import group_means, weighted_group_means
from core.model import Column, ColumnKind, Scale
from core.protect.representatives.drawn.spread_pools import FEWEST_POOLED
from core.protect.representatives.moments.moment_scales import MomentScales, convert_amounts
from core.protect.representatives.moments.value_limits import ValueLimits, find_limits
from core.table import pieces

MOST_STRETCHED = 1.25
"""Up to which ratio of standard deviations, of the original and of the means, one is restored."""


@dataclass(frozen=True, slots=True)
class Left:
    """Why a column keeps its means, and the share of its variance that these lose."""

    reason: str
    lost: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class MomentTargets:
    """Columns masked by the same groups, with their original means and covariances.

    Attributes
    ----------
    names, published : tuple of str
        The `d` columns that are restored, and the `m` released ones to which their covariances are.
    group_means : numpy.ndarray of float64, shape (g, d)
        What is restored; in groups without a value the mean of their stratum.
    is_empty : numpy.ndarray of bool, shape (g, d)
        Groups without a value, which get none and count as their stratum's mean.
    published_means : numpy.ndarray of float64, shape (g, m)
        Of the released values, as deviations from the stratum, in units of the original ones.
    weights : numpy.ndarray of float64, shape (g,)
    strata : numpy.ndarray of int64, shape (g,)
    centres : numpy.ndarray of float64, shape (h, d)
        Means of the strata, which no map moves.
    scales : numpy.ndarray of float64, shape (d,)
        Original deviations within strata.
    covariances, published_covariances : numpy.ndarray of float64, shape (d, d) and (d, m)
        Original ones within strata, in units of the scales, times the share of the groups with
        values of both columns.
    rounding : numpy.ndarray of float64, shape (d,)
        Variance that rounding to whole numbers adds, in units of the scales.
    whole_means, whole_covariances : numpy.ndarray of float64, shape (d + m,) and (d, d + m)
        Original ones of all records, in their own units.
    limits : ValueLimits
    on_scales : MomentScales
        The scales of the columns. All but `group_means`, the limits and what follows is on these.
    amount_means : numpy.ndarray of float64, shape (h, d)
        Means of the strata, which logarithms do not fix.
    amount_deviations : numpy.ndarray of float64, shape (d,)
        Of the means of groups, within strata.
    scaled_means : numpy.ndarray of float64, shape (g, d)
        `group_means`, scaled.
    """

    names: tuple[str, ...]
    published: tuple[str, ...]
    group_means: Floats
    is_empty: Bools
    published_means: Floats
    weights: Floats
    strata: Ints
    centres: Floats
    scales: Floats
    covariances: Floats
    published_covariances: Floats
    rounding: Floats
    whole_means: Floats
    whole_covariances: Floats
    limits: ValueLimits
    on_scales: MomentScales
    amount_means: Floats
    amount_deviations: Floats
    scaled_means: Floats = field(init=False)

    def __post_init__(self) -> None:
        """Scale the means once for all maps that are tried."""
        object.__setattr__(self, "scaled_means", self.scale(self.group_means))

    def scale(self, values: Floats) -> Floats:
        """Subtract the means of the strata from values of groups, and divide by the scales."""
        converted = self.on_scales.convert(values)
        scaled = np.asarray((converted - of_groups(self.centres, self.strata)) / self.scales)
        # The logarithm of a mean is not the mean of logarithms.
        return np.where(self.is_empty & (self.on_scales.units > 0), 0.0, scaled)


def strata_of_groups(records: Records, labels: Ints) -> Ints:
    """Find the stratum of each group, one for all where groups reach over strata; shape (g,)."""
    firsts, strata_of_records = first_records(labels), records.strata().astype(np.int64)
    strata: Ints = strata_of_records[firsts]
    if (strata[labels] != strata_of_records).any():
        # The groups of whole units reach over the waves of a panel.
        return np.zeros(len(firsts), dtype=np.int64)
    return strata


def means_of_strata(values: Floats, weights: Floats, strata: Ints) -> Floats:
    """Compute the weighted mean of values of groups in each stratum, shape (h, d)."""
    whole = np.bincount(strata, weights)
    return np.column_stack(
        [np.bincount(strata, weights * column) / whole for column in values.T]
        or [np.zeros((len(whole), 0))]
    )


def deviations(values: Floats, weights: Floats, strata: Ints) -> tuple[Floats, Floats]:
    """Subtract from the values of groups the mean of their stratum; return the means, too."""
    means = means_of_strata(values, weights, strata)
    return values - of_groups(means, strata), means


def of_groups(values: Floats, strata: Ints) -> Floats:
    """Give each group what its stratum has, shape (g, d); where there is one stratum (1, d)."""
    return values if len(values) == 1 else values[strata]


def find_targets(
    records: Records,
    released: Mapping[str, Column],
    names: Sequence[str],
    labels: Ints,
    published: Sequence[str],
    log_units: Mapping[str, float],
) -> MomentTargets:
    """Compute the means and covariances of columns that the same groups mask.

    Parameters
    ----------
    records : Records
        The `n` original records.
    released : Mapping of str to Column
        Their released columns.
    names : sequence of str
        The columns.
    labels : numpy.ndarray of int64, shape (n,)
        Group of each record.
    published : sequence of str
        Released columns of numbers without a missing value.
    log_units : Mapping of str to float
        Of the logarithms by which columns are restored.
    """
    weights, strata = record_weights(records, names)[0], strata_of_groups(records, labels)
    sizes = np.bincount(labels, weights).astype(np.float64)
    answers = [_answers_of(records.named(n), released[n]) for n in (*names, *published)]
    on_scales = MomentScales(np.array([log_units.get(name, 0.0) for name in names]))
    columns = [*map(_convert_column, answers, on_scales.units.tolist()), *answers[len(names) :]]
    moments = _measure_moments(columns, labels, weights, strata)
    d, scales, present = len(names), moments.scales, np.diag(moments.shares_with_both)
    amounts = np.column_stack([_means_of(column, labels, weights) for column in answers[:d]])
    amounts = _fill_empty(amounts, sizes)
    amounts_apart, amount_means = deviations(amounts, sizes, strata)
    known_means = [_means_of(released[name], labels, weights) for name in published]
    published_means, _ = deviations(np.column_stack([amounts[:, :0], *known_means]), sizes, strata)
    scaled = moments.covariances / np.outer(scales, scales)
    noise = _noise_of_rounding(records, names, amounts, on_scales) * present[:d]
    whole_means, whole_covariances = _add_strata(moments, sizes, strata)
    return MomentTargets(
        names=tuple(names),
        published=tuple(published),
        group_means=amounts,
        is_empty=moments.is_empty[:, :d],
        published_means=published_means / scales[d:],
        weights=sizes,
        strata=strata,
        centres=moments.centres[:, :d],
        scales=scales[:d],
        covariances=scaled[:d, :d].copy(),
        published_covariances=scaled[:d, d:].copy(),
        rounding=noise / scales[:d] ** 2,
        whole_means=whole_means,
        whole_covariances=whole_covariances[:d],
        limits=find_limits(records, names, log_units),
        on_scales=on_scales,
        amount_means=amount_means,
        amount_deviations=_deviations_of(amounts_apart, sizes),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Moments:
    """Means and covariances of `c` columns, of those that are restored on their scales.

    Attributes
    ----------
    group_means : numpy.ndarray of float64, shape (g, c)
    is_empty : numpy.ndarray of bool, shape (g, c)
        Groups without a value, which have the mean of the others.
    centres : numpy.ndarray of float64, shape (h, c)
        Means of the strata.
    covariances, shares_with_both : numpy.ndarray of float64, shape (c, c)
        Within strata, times the share of the groups with values of both columns; that share.
    """

    group_means: Floats
    is_empty: Bools
    centres: Floats
    covariances: Floats
    shares_with_both: Floats

    @property
    def scales(self) -> Floats:
        """Deviations within strata, 1 where there are none; shape (c,)."""
        variances = np.diag(self.covariances)
        return np.asarray(np.sqrt(np.where(variances > 0, variances, 1.0)))


def _measure_moments(
    columns: Sequence[Column], labels: Ints, weights: Floats, strata: Ints
) -> _Moments:
    sizes = np.bincount(labels, weights).astype(np.float64)
    means = np.column_stack([_means_of(column, labels, weights) for column in columns])
    is_empty = np.isnan(means)
    shares_with_both = _share_with_both(~is_empty, sizes)
    covariances = _covariances_within(columns, labels, means, weights)
    means = _fill_empty(means, sizes)
    apart, centres = deviations(means, sizes, strata)
    covariances *= np.sqrt(np.outer(np.diag(shares_with_both), np.diag(shares_with_both)))
    covariances += scatter_of(apart, apart, sizes) / sizes.sum()
    return _Moments(means, is_empty, centres, covariances, shares_with_both)


def _deviations_of(apart: Floats, sizes: Floats) -> Floats:
    """Compute standard deviations of centred means of groups, 1 where there are none."""
    variances = np.diag(scatter_of(apart, apart, sizes)) / sizes.sum()
    return np.asarray(np.sqrt(np.where(variances > 0, variances, 1.0)))


def _add_strata(moments: _Moments, sizes: Floats, strata: Ints) -> tuple[Floats, Floats]:
    """Compute the means and covariances of all records from those within strata."""
    shares, shares_with_both = np.bincount(strata, sizes) / sizes.sum(), moments.shares_with_both
    overall = (shares[:, None] * moments.centres).sum(axis=0)
    spread = moments.covariances / np.where(shares_with_both > 0, shares_with_both, 1.0)
    apart = moments.centres - overall
    return overall, spread + scatter_of(apart, apart, shares)


def _share_with_both(has_value: Bools, sizes: Floats) -> Floats:
    """Compute for each two columns the share of the groups, by size, with values of both."""
    present = has_value.astype(np.float64)
    return np.asarray(scatter_of(present, present, sizes) / sizes.sum())


def _fill_empty(means: Floats, sizes: Floats) -> Floats:
    """Give groups without a value the mean of the others, from which they do not deviate."""
    filled = means.copy()
    for column in filled.T:
        has_value = (~np.isnan(column)).astype(np.int64)
        if not has_value.all():
            # Sums in the order of the groups, on every machine.
            totals = np.bincount(has_value, sizes * np.nan_to_num(column))
            column[has_value == 0] = totals[1] / np.bincount(has_value, sizes)[1]
    return filled


def record_weights(records: Records, names: Sequence[str]) -> tuple[Floats, bool]:
    """Weight records as the means of some columns that are masked together are.

    Returns
    -------
    weights : numpy.ndarray of float64, shape (n,)
    counts_units : bool
        Whether each unit counts once: of columns of units whose records count differently.
    """
    weights, unit, numbers = records.weights(), records.recipe.unit, records.units()
    of_records = np.ones(len(records)) if weights is None else weights
    if unit is None or numbers is None or not set(names) <= set(unit.columns):
        return of_records, False
    means = np.bincount(numbers, of_records) / np.bincount(numbers)
    if unit.is_whole and bool((means[numbers] == of_records).all()):
        return of_records, False
    return np.asarray((means / np.bincount(numbers))[numbers]), True


def _answers_of(original: Column, released: Column) -> Column:
    """Leave out the answers of groups that have too few of them to be released."""
    return replace(original, missing=original.missing | released.missing)


def _means_of(column: Column, labels: Ints, weights: Floats) -> Floats:
    """Compute the weighted means of groups over the values that are not missing."""
    values = column.floats()
    groups = int(labels.max()) + 1
    if (weights == weights[0]).all():
        return group_means(values, labels, groups)
    return weighted_group_means(values, weights, labels, groups)


def _covariances_within(
    columns: Sequence[Column], labels: Ints, means: Floats, weights: Floats
) -> Floats:
    """Compute the covariances within groups, of each column over its observed values.

    They are divided by the weights of the observed values, so that they are those of a file in
    which missing values spread as the others do. Those of two columns of which few records have
    both values are 0: they would disclose one value to anybody who knows the other.
    """
    total, observed = np.zeros((len(columns), len(columns))), np.zeros(len(columns))
    for piece in pieces(len(labels)):
        rest = np.empty((len(labels[piece]), len(columns)))
        for j, column in enumerate(columns):
            apart = column.values[piece].astype(np.float64) - means[labels[piece], j]
            rest[:, j] = np.where(column.missing[piece], 0.0, apart)
            observed[j] += weights[piece][~column.missing[piece]].sum()
        total += scatter_of(rest, rest, weights[piece])
    for i, j in combinations(range(len(columns)), 2):
        if have_few(~(columns[i].missing | columns[j].missing)):
            total[i, j] = total[j, i] = 0.0
    return np.asarray(total / np.sqrt(np.outer(observed, observed)))


def have_few(has_both: Bools) -> bool:
    """Decide whether fewer records than form a pool have the values of two columns, and not all."""
    return bool(np.count_nonzero(has_both) < min(FEWEST_POOLED, len(has_both)))


def _convert_column(column: Column, unit: float) -> Column:
    """Convert a column to logarithms with a unit, or leave it where the unit is 0."""
    if not unit:
        return column
    values = convert_amounts(np.where(column.missing, 0.0, column.floats()), unit)
    return replace(column, kind=ColumnKind.NUMBER, values=values)


def _noise_of_rounding(
    records: Records, names: Sequence[str], means: Floats, on_scales: MomentScales
) -> Floats:
    """Compute the variance that rounding to whole numbers adds to the means of groups."""
    noise = np.zeros(len(names))
    for j, name in enumerate(names):
        if records.schema.named(name).scale is Scale.INTEGER:
            noise[j] = max(step_of(records.numbers(name)), 1.0) ** 2 / 12
    for j in on_scales.log_columns:
        if noise[j]:
            # By the slope of the logarithm; zeros stay.
            slopes = 1 / (np.abs(means[:, j]) + on_scales.units[j])
            noise[j] *= np.mean(np.where(means[:, j] == 0, 0.0, slopes * slopes))
    return noise


def find_unrestorable(
    records: Records, released: Mapping[str, Column], targets: MomentTargets
) -> dict[str, Left]:
    """Find the columns whose moments must not or cannot be restored."""
    apart, _ = deviations(targets.scaled_means, targets.weights, targets.strata)
    shares = targets.weights[:, None] / targets.weights.sum()
    kept = (shares * apart**2).sum(axis=0)
    left = {}
    for j, name in enumerate(targets.names):
        if kept[j] * MOST_STRETCHED**2 < targets.covariances[j, j]:
            left[name] = Left("spread", float(1 - kept[j]))
        elif not _hides_largest(records, released[name], float(targets.on_scales.units[j])):
            left[name] = Left("dominated")
    return left


def read_present_numbers(records: Records, released: Column, unit: float) -> Floats:
    """Read the numbers of the records that have one in the release, 0 for the others.

    They are logarithms with a unit where it is not 0.
    """
    numbers = np.where(released.missing, 0.0, np.nan_to_num(records.numbers(released.name)))
    return convert_amounts(numbers, unit)


def _hides_largest(records: Records, released: Column, unit: float) -> bool:
    """Decide whether the sum of squares hides the largest amount as p% hides it in a total.

    The second largest unit takes its own square off the sum; what the others add must put it off by
    p per cent of the largest amount.
    """
    p = strictest_p(records.recipe, released.name)
    weights = record_weights(records, [released.name])[0]
    squares = weights * read_present_numbers(records, released, unit) ** 2
    squares, _ = once_each(records, squares, np.zeros(len(squares), dtype=np.int64))
    if len(squares) < 3:
        return False
    ordered = np.partition(squares, len(squares) - 2)
    hiding_squares = float(ordered[:-2].sum())
    return hiding_squares >= ((1 + p / 100) ** 2 - 1) * float(ordered[-1])
