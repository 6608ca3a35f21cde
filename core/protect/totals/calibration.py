"""Calibrates the values of groups to the original's totals by domain (manual: conditions#totals).

The values of a column in a group are multiplied by one factor, so the groups stay as they are, and
with them k, t, and what rests on the original amounts of a group. Nothing changes its sign, and a
zero stays one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.array_types import Bools, Floats, Ints
from core.conditions import Records
from core.conditions.column_orders import columns_of_equation, orders_of
from core.conditions.domain_sums import (
    Targets,
    TotalRequest,
    read_released_weights,
    targets_of,
    total_requests,
)
from core.conditions.rule_counts import newly_violating
from core.encode.not_applicable import set_all_apart, unanswered
from core.encode.rounding import Rounding
from core.jobs import Job
from core.kernels.numerics.grouping import refine
from core.model import AMOUNTS, Column, ColumnKind, Recipe, Schema, Step
from core.model.recipe_conditions import USUAL_FACTOR
from core.protect.edit_rules.roundings import roundings_of
from core.protect.totals.raking import Margin, find_factors, round_values
from core.protect.totals.rule_bounds import narrow_bounds

_MOST_ROUNDS = 4
# Values are released in steps, so that a factor may be a little above its bound.
_ROUNDED = 1e-3
_LARGEST = 9e18  # which 64 bits hold


@dataclass(frozen=True, slots=True, eq=False)
class _Groups:
    """The groups of a column before its calibration; arrays have shape (g,).

    `factor` is by how much their values may be multiplied or divided.
    """

    values: Floats
    weights: Floats
    sizes: Ints
    cells: Ints
    margins: tuple[Margin, ...]
    factor: float


@dataclass(frozen=True, slots=True, eq=False)
class _Parts:
    """Pairs of a group and a domain, with the weight of their records; shape (p,)."""

    groups: Ints
    domains: Ints
    weights: Floats


@dataclass(frozen=True, slots=True, eq=False)
class _File:
    """The records of a file with their groups.

    Attributes
    ----------
    records : Records
        The `n` original records.
    released : Mapping of str to Column
        Their released columns, in which masked columns are constant within groups.
    labels : Mapping of str to numpy.ndarray of int64, shape (n,)
        For each masked column, the group of each record.
    """

    records: Records
    released: Mapping[str, Column]
    labels: Mapping[str, Ints]

    @property
    def recipe(self) -> Recipe:
        """What is asked for."""
        return self.records.recipe

    @property
    def schema(self) -> Schema:
        """What the columns mean."""
        return self.records.schema


def calibrate_totals(
    records: Records, released: Sequence[Column], labels: Mapping[str, Ints], job: Job
) -> tuple[tuple[Column, ...], tuple[Step, ...]]:
    """Calibrate the values of the released columns; return the log's step, too.

    Parameters
    ----------
    records : Records
        The original records.
    released : sequence of Column
        Their released columns, in which masked columns are constant within groups.
    labels : Mapping of str to numpy.ndarray of int64, shape (n,)
        For each masked column, the group of each record.
    """
    requests = total_requests(records.recipe)
    if not requests:
        return tuple(released), ()
    file = _File(records, {column.name: column for column in released}, labels)
    followed = [*requests, *_followers(requests, file)]
    names = list(dict.fromkeys(request.column for request in followed))
    groups_by_column = {
        name: _groups_of([r for r in followed if r.column == name], file, job) for name in names
    }
    is_fixed = {
        name: np.zeros(len(column_groups.values), dtype=np.bool_)
        for name, column_groups in groups_by_column.items()
    }
    for _ in range(_MOST_ROUNDS):
        values = _all_values(file, groups_by_column, is_fixed, job)
        broken = _find_broken(file, values, job)
        if not broken:
            break
        for name, groups in broken.items():
            is_fixed[name][groups] = True
    step = _step(requests, groups_by_column, values, is_fixed)
    return tuple(_fill_values(file, values).values()), (step,)


def _followers(requests: Sequence[TotalRequest], file: _File) -> list[TotalRequest]:
    """Find the columns that move along to keep an order, with the total of the whole file.

    Otherwise TURNOVER could not fall anywhere below PURCHASES.
    """
    orders, names = orders_of(file.recipe.rules), [request.column for request in requests]
    if not orders:
        return []
    fixed = {name for text in file.recipe.rules for name in columns_of_equation(text)}
    movable = _movable(file)
    for name in names:  # which grows
        for order in orders:
            pair = (order.small, order.large)
            if name in pair:
                follower = pair[1] if name == pair[0] else pair[0]
                if follower not in (*names, *fixed) and follower in movable:
                    names.append(follower)
    listed = {request.column for request in requests}
    within = min(request.within for request in requests)
    factor = max(request.factor for request in requests)
    return [TotalRequest(name, (), within, factor) for name in names if name not in listed]


def _movable(file: _File) -> set[str]:
    """Find the masked columns of amounts without an unanswered cell."""
    return {
        name
        for name in file.labels
        if file.schema.named(name).scale in AMOUNTS
        and name != file.recipe.weight
        and not unanswered(file.records.named(name), file.schema.named(name)).any()
    }


def _groups_of(requests: Sequence[TotalRequest], file: _File, job: Job) -> _Groups:
    """Collect the groups of a column with the margins of its totals."""
    name = requests[0].column
    targets = [targets_of(request, file.records) for request in requests]
    job.check()
    labels, weights = file.labels[name], read_released_weights(file.recipe, file.released)
    (column,) = set_all_apart([file.released[name]], file.schema)
    first = np.unique(labels, return_index=True)[1]
    values = np.where(column.missing[first], 0.0, column.values[first].astype(np.float64))
    sizes = np.bincount(labels)
    of_groups = np.bincount(labels, weights=weights).astype(np.float64, copy=False)
    cells, margins = np.zeros(len(sizes), dtype=np.int64), []
    for target, request in zip(targets, requests, strict=True):
        domains = target.domains.of(file.released, len(labels))
        cells = refine(cells, domains[first])
        parts = _pairs_of(labels, domains, weights)
        margins.append(_margin(parts, target, of_groups, values, request.within))
    factor = max(request.factor for request in requests)
    return _Groups(values, of_groups, sizes, cells, tuple(margins), factor)


def _pairs_of(groups: Ints, domains: Ints, weights: Floats) -> _Parts:
    """List the pairs of a group and a domain, by first appearance."""
    pairs = refine(groups, domains)
    first = np.unique(pairs, return_index=True)[1]
    sums = np.bincount(pairs, weights=weights).astype(np.float64, copy=False)
    return _Parts(groups[first], domains[first], sums)


def _margin(
    parts: _Parts, targets: Targets, of_groups: Floats, values: Floats, within: float
) -> Margin:
    """Build the margin of the domains that can be met: those apart and empty ones cannot."""
    domains = len(targets.totals)
    amounts = parts.weights * values[parts.groups]
    here = np.minimum(parts.domains, domains)
    filled = np.bincount(here, weights=np.abs(amounts), minlength=domains + 1)[:domains] > 0
    used = ~targets.apart & filled
    number = np.append(np.where(used, np.cumsum(used) - 1, -1), -1)[here]
    is_met = number >= 0
    groups = parts.groups[is_met]
    return Margin(
        groups=groups,
        domains=number[is_met],
        amounts=amounts[is_met],
        shares=parts.weights[is_met] / of_groups[groups],
        targets=targets.totals[used],
        within=within,
    )


def _all_values(
    file: _File, groups_by_column: Mapping[str, _Groups], is_fixed: Mapping[str, Bools], job: Job
) -> dict[str, Floats]:
    """Calibrate the values of the groups of each column, one after the other."""
    values, names = dict[str, Floats](), list(groups_by_column)
    roundings = roundings_of(file.records, names)
    for position, name in enumerate(names):
        groups = groups_by_column[name]
        low, high = _limit_factors(
            file, name, values, names[position + 1 :], len(groups.sizes), job
        )
        low = np.clip(low, 1 / groups.factor, groups.factor)
        high = np.clip(high, 1 / groups.factor, groups.factor)
        # A group for which there are no bounds within those of all factors stays.
        stays = is_fixed[name] | (low > high)
        low, high = np.where(stays, 1.0, low), np.where(stays, 1.0, high)
        values[name] = _calibrate(groups, low, high, roundings[name], job)
    return values


def _limit_factors(
    file: _File,
    name: str,
    values: Mapping[str, Floats],
    later: Collection[str],
    groups: int,
    job: Job,
) -> tuple[Floats, Floats]:
    """Bound the factors of a column's groups so that orders are kept, each shape (g,)."""
    orders = orders_of(file.recipe.rules)
    bounds = np.zeros(groups), np.full(groups, np.inf)
    if not orders:
        return bounds
    job.check()
    start = {
        side: column.floats(0.0)
        for order in orders
        for side in (order.small, order.large)
        if (column := file.released.get(side)) is not None
    }
    current = start | {side: calibrated[file.labels[side]] for side, calibrated in values.items()}
    narrow_bounds(bounds, name, orders, (start, current), later, file.labels[name])
    return bounds


def _find_broken(file: _File, values: Mapping[str, Floats], job: Job) -> dict[str, Ints]:
    """Find for each column the groups in which a rule on it broke, if one did anywhere."""
    if not file.recipe.rules:
        return {}
    job.check()
    changed = _fill_values(file, values)
    broken = newly_violating(file.records, file.released, changed, values)
    return {name: np.unique(file.labels[name][is_broken]) for name, is_broken in broken.items()}


def _fill_values(file: _File, values: Mapping[str, Floats]) -> dict[str, Column]:
    """Fill the calibrated values of groups into the released columns."""
    columns = dict(file.released)
    for name, group_values in values.items():
        column, numbers = columns[name], group_values[file.labels[name]]
        # Cells without a value keep none; minus zero would be another spelling of zero.
        if column.kind is ColumnKind.NUMBER:
            cells = np.where(column.missing, np.nan, numbers + 0.0)
        else:
            cells = np.where(column.missing, 0.0, numbers).astype(np.int64)
        columns[name] = replace(column, values=cells)
    return columns


def _calibrate(groups: _Groups, low: Floats, high: Floats, rounding: Rounding, job: Job) -> Floats:
    """Multiply the values of groups by factors within bounds so that totals are met.

    They are released in steps again: a total that a single group makes up would otherwise state the
    mean of its amounts with all digits.
    """
    # What a group adds to totals for each of its records, if its logarithm moves by one.
    effects = np.abs(groups.values) * groups.weights / groups.sizes
    factors = find_factors(groups.margins, (low, high), groups.sizes, effects, job)
    values = np.asarray(groups.values * factors)
    ends = np.sort(np.stack((groups.values * low, groups.values * high)), axis=0)
    upwards = np.ones(len(values))
    lowest_step, highest_step = rounding.of(ends[0], upwards), rounding.of(ends[1], -upwards)
    # A value that no other step may replace stays.
    lowest_step, highest_step = (
        np.minimum(lowest_step, groups.values),
        np.minimum(highest_step, _LARGEST),
    )
    highest_step = np.maximum(highest_step, groups.values)
    return round_values(
        values, (groups.weights, groups.cells), (lowest_step, highest_step), rounding
    )


def _step(
    requests: Sequence[TotalRequest],
    groups_by_column: Mapping[str, _Groups],
    values: Mapping[str, Floats],
    is_fixed: Mapping[str, Bools],
) -> Step:
    """Describe the calibration for the log.

    ``far:NAME`` is the share of the records whose value of a column was multiplied or divided by
    more than is usual.
    """
    factors, far = [np.ones(1)], dict[str, float]()
    for name, groups in groups_by_column.items():
        has_value = groups.values != 0
        factors.append(values[name][has_value] / groups.values[has_value])
        is_far = np.maximum(factors[-1], 1 / factors[-1]) > USUAL_FACTOR * (1 + _ROUNDED)
        far[f"far:{name}"] = int(groups.sizes[has_value][is_far].sum()) / int(groups.sizes.sum())
    all_factors = np.concatenate(factors)
    counts: dict[str, int | float | str] = {
        "totals": len(requests),
        "columns": len(groups_by_column),
        "smallest": float(all_factors.min()),
        "largest": float(all_factors.max()),
        "held": float(sum(int(np.count_nonzero(fixed)) for fixed in is_fixed.values())),
        **far,
    }
    return Step("totals", counts)
