"""Calibrates the values of groups to the original's totals by domain (manual: conditions#totals).

The values of a column in a group are multiplied by one factor, so the groups stay as they are, and
with them k, t, and what rests on the original amounts of a group. Nothing changes its sign, and a
zero stays one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.conditions import Records
from core.conditions.domain_sums import (
    Targets,
    TotalRequest,
    released_weights,
    targets_of,
    total_requests,
)
from core.encode.not_applicable import all_set_apart, unanswered
from core.jobs import Job
from core.kernels.numerics.grouping import refine
from core.model import Column, ColumnKind, Scale, Step
from core.protect.totals.raking import Margin, rake
from core.protect.totals.rule_bounds import (
    columns_of_equation,
    newly_violating,
    order_bounds,
    orders_of,
)
from core.protect.totals.whole_values import rounded_values

Bools: TypeAlias = NDArray[np.bool_]
Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]

LARGEST_FACTOR = 10.0
"""A value is multiplied by at most this, and divided by at most this."""
KEPT_VARIANCE = 0.85
"""Share of a column's variance that calibration is to leave."""
# How much less the values of large groups change: all alike, or the larger the less.
# The change falls with the size to the power 0, 1/8, 1/4 or 1/2; so many square roots give that.
_ROOTS = (None, 3, 2, 1)
_CLOSE = 0.01
_MOST_ROUNDS = 4
_LARGEST_WHOLE = 2.0**53


@dataclass(frozen=True, slots=True, eq=False)
class _Groups:
    """The groups of a column before its calibration; arrays have shape (g,) but for `labels`."""

    labels: Ints
    values: Floats
    weights: Floats
    sizes: Ints
    cells: Ints
    margins: tuple[Margin, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Parts:
    """Pairs of a group and a domain, with the weight of their records; shape (p,)."""

    groups: Ints
    domains: Ints
    weights: Floats


def calibrated(
    records: Records, released: Sequence[Column], labels: Mapping[str, Ints], job: Job
) -> tuple[tuple[Column, ...], tuple[Step, ...]]:
    """Return the released columns with calibrated values, and the log's step.

    Parameters
    ----------
    records : Records
        The `n` original records.
    released : sequence of Column
        Their released columns, in which masked columns are constant within groups.
    labels : Mapping of str to numpy.ndarray of int64, shape (n,)
        For each masked column, the group of each record.
    job : Job
        Can be cancelled.
    """
    requests = total_requests(records.recipe)
    if not requests:
        return tuple(released), ()
    before = {column.name: column for column in released}
    followed = [*requests, *_followers(requests, records, labels)]
    names = list(dict.fromkeys(request.column for request in followed))
    found = {
        name: _groups_of([r for r in followed if r.column == name], records, before, labels[name])
        for name in names
    }
    held = {name: np.zeros(len(each.values), dtype=np.bool_) for name, each in found.items()}
    for _ in range(_MOST_ROUNDS):
        values = _all_values(records, before, found, held, job)
        after = before | {name: _with_values(before[name], v) for name, v in values.items()}
        broken = newly_violating(records, before, after, names)
        if not broken:
            break
        for name, where in broken.items():
            held[name][found[name].labels[where]] = True
    return tuple(after.values()), (_step(requests, found, after, held),)


def _followers(
    requests: Sequence[TotalRequest], records: Records, labels: Mapping[str, Ints]
) -> list[TotalRequest]:
    """Return the columns that move along to keep an order, with the total of the whole file.

    Otherwise TURNOVER could not fall anywhere below PURCHASES.
    """
    orders, names = orders_of(records.recipe.rules), [request.column for request in requests]
    fixed = {name for text in records.recipe.rules for name in columns_of_equation(text)}
    for name in names:  # which grows
        for order in orders:
            pair = (order.small, order.large)
            if name in pair:
                other = pair[1] if name == pair[0] else pair[0]
                if other not in (*names, *fixed) and _can_follow(other, records, labels):
                    names.append(other)
    listed = {request.column for request in requests}
    within = min(request.within for request in requests)
    return [TotalRequest(name, (), within) for name in names if name not in listed]


def _can_follow(name: str, records: Records, labels: Mapping[str, Ints]) -> bool:
    attribute = records.schema.named(name)
    return (
        name in labels
        and attribute.scale in (Scale.CONTINUOUS, Scale.INTEGER)
        and name != records.recipe.weight
        and not unanswered(records.named(name), attribute).any()
    )


def _groups_of(
    requests: Sequence[TotalRequest],
    records: Records,
    released: Mapping[str, Column],
    labels: Ints,
) -> _Groups:
    """Return the groups of a column with the margins of its totals."""
    weights, groups = released_weights(records, released), int(labels.max()) + 1
    first = np.unique(labels, return_index=True)[1]
    (column,) = all_set_apart([released[requests[0].column]], records.schema)
    values = np.where(column.missing, 0.0, column.values.astype(np.float64))[first]
    of_groups = np.bincount(labels, weights=weights, minlength=groups).astype(np.float64)
    margins, cells = [], np.zeros(groups, dtype=np.int64)
    for request in requests:
        targets = targets_of(request, records, released)
        pairs = refine(labels, targets.after)
        one = np.unique(pairs, return_index=True)[1]
        inside = np.bincount(pairs, weights=weights).astype(np.float64)
        parts = _Parts(labels[one], targets.after[one], inside)
        margins.append(_margin(parts, targets, of_groups, values, request.within))
        cells = refine(cells, targets.after[first])
    sizes = np.bincount(labels)
    return _Groups(labels, values, of_groups, sizes, cells, tuple(margins))


def _margin(
    parts: _Parts, targets: Targets, of_groups: Floats, values: Floats, within: float
) -> Margin:
    """Return the margin of the domains that can be met: those apart and empty ones cannot."""
    domains = len(targets.totals)
    amounts = parts.weights * values[parts.groups]
    here = np.minimum(parts.domains, domains)
    filled = np.bincount(here, weights=np.abs(amounts), minlength=domains + 1)[:domains] > 0
    used = ~targets.apart & filled
    number = np.append(np.where(used, np.cumsum(used) - 1, -1), -1)[here]
    kept = number >= 0
    groups = parts.groups[kept]
    return Margin(
        groups=groups,
        domains=number[kept],
        amounts=amounts[kept],
        shares=parts.weights[kept] / of_groups[groups],
        targets=targets.totals[used],
        within=within,
    )


def _all_values(
    records: Records,
    released: Mapping[str, Column],
    found: Mapping[str, _Groups],
    held: Mapping[str, Bools],
    job: Job,
) -> dict[str, Floats]:
    """Return the calibrated values of each column, one after the other, shape (n,)."""
    orders = orders_of(records.recipe.rules)
    start = {
        name: _numbers(released[name])
        for order in orders
        for name in (order.small, order.large)
        if name in released
    }
    current, values = dict(start), dict[str, Floats]()
    names = list(found)
    for at, name in enumerate(names):
        groups, attribute = found[name], records.schema.named(name)
        low, high = order_bounds(name, orders, start, current, names[at + 1 :], groups.labels)
        low, high = _limited(low, high)
        low, high = np.where(held[name], 1.0, low), np.where(held[name], 1.0, high)
        whole = attribute.scale is Scale.INTEGER
        best = _best(groups, low, high, (whole, whole and attribute.keeps_zeros), job)
        values[name] = current[name] = best[groups.labels]
    return values


def _limited(low: Floats, high: Floats) -> tuple[Floats, Floats]:
    """Return bounds within those of all factors; a group for which there are none stays."""
    low = np.clip(low, 1 / LARGEST_FACTOR, LARGEST_FACTOR)
    high = np.clip(high, 1 / LARGEST_FACTOR, LARGEST_FACTOR)
    none = low > high
    return np.where(none, 1.0, low), np.where(none, 1.0, high)


def _best(groups: _Groups, low: Floats, high: Floats, whole: tuple[bool, bool], job: Job) -> Floats:
    """Return the calibrated values of groups: the plainest that keep totals and variance.

    Without values that keep both, those that meet the totals best count more than those that keep
    more of the variance.
    """
    spread, found = _variance(groups.values, groups.sizes), []
    for at, roots in enumerate(_ROOTS):
        values = _raked(groups, low, high, _pace(groups.values, roots), whole, job)
        factors = np.divide(values, groups.values, out=np.ones(len(values)), where=values != 0)
        excess = max(margin.excess(factors) for margin in groups.margins)
        kept = _variance(values, groups.sizes) / spread if spread > 0 else 1.0
        if excess <= 1.0 and kept >= KEPT_VARIANCE:
            return values
        # Rounded, so that the plainest is taken where all are limited by the same domain.
        found.append((round(max(excess, 1.0), 2), -kept if excess <= 1.0 else at, values))
    return min(found, key=lambda one: one[:2])[2]


def _pace(values: Floats, roots: int | None) -> Floats:
    """Return how easily values change: all alike, or the larger the less."""
    found = np.ones(len(values))
    sizes = np.abs(values)
    some = sizes > 0
    if roots is None or not some.any():
        return found
    np.divide(np.median(sizes[some]), sizes, out=found, where=some)
    for _ in range(roots):  # which are the same on every processor, as powers are not
        found = np.sqrt(found)
    return found


def _raked(
    groups: _Groups, low: Floats, high: Floats, pace: Floats, whole: tuple[bool, bool], job: Job
) -> Floats:
    """Return the calibrated values of groups that change at a pace."""
    is_whole, keeps_zeros = whole
    if keeps_zeros:
        sizes = np.abs(groups.values)
        least = np.divide(1.0, sizes, out=np.ones(len(sizes)), where=sizes > 0)
        low = np.minimum(np.maximum(low, least), high)
    values = groups.values * rake(groups.margins, low, high, pace, _CLOSE, job)
    if not is_whole:
        return np.asarray(values)
    ends = np.sort(np.stack((groups.values * low, groups.values * high)), axis=0)
    least, most = np.ceil(ends[0] - 1e-9), np.floor(ends[1] + 1e-9)
    # A value that no other whole number may replace stays.
    least, most = np.minimum(least, groups.values), np.maximum(most, groups.values)
    most = np.minimum(most, _LARGEST_WHOLE)
    return rounded_values(values, groups.weights, groups.cells, least, most)


def _variance(values: Floats, sizes: Ints) -> float:
    """Return the variance of the records whose groups have these values."""
    mean = np.average(values, weights=sizes)
    return float(np.average((values - mean) ** 2, weights=sizes))


def _numbers(column: Column) -> Floats:
    found = column.values.astype(np.float64)
    found[column.missing] = 0.0
    return found


def _with_values(column: Column, values: Floats) -> Column:
    """Return a column with other values, but for cells without one."""
    if column.kind is ColumnKind.NUMBER:
        return replace(column, values=np.where(column.missing, np.nan, values + 0.0))
    whole = np.where(column.missing, 0.0, values).astype(np.int64)
    return replace(column, values=whole)


def _step(
    requests: Sequence[TotalRequest],
    found: Mapping[str, _Groups],
    after: Mapping[str, Column],
    held: Mapping[str, Bools],
) -> Step:
    """Return the log's step; the factors remain internal."""
    factors = [np.ones(1)]
    for name, groups in found.items():
        first = np.unique(groups.labels, return_index=True)[1]
        values, some = _numbers(after[name])[first], groups.values != 0
        factors.append(values[some] / groups.values[some])
    every = np.concatenate(factors)
    counts: dict[str, int | float | str] = {
        "totals": len(requests),
        "columns": len(found),
        "smallest": float(every.min()),
        "largest": float(every.max()),
        "held": float(sum(int(np.count_nonzero(each)) for each in held.values())),
    }
    return Step("totals", counts)
