"""Calibrates the values of groups to the original's totals by domain (manual: conditions#totals).

The values of a column in a group are multiplied by one factor, so the groups stay as they are, and
with them k, t, and what rests on the original amounts of a group. Nothing changes its sign, and a
zero stays one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

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
from core.model import Column, ColumnKind, Recipe, Scale, Schema, Step
from core.model.recipe_conditions import USUAL_FACTOR
from core.protect.edit_rules.roundings import roundings_of
from core.protect.totals.raking import Margin, least_factors, rounded_values
from core.protect.totals.rule_bounds import narrow_bounds

Bools: TypeAlias = NDArray[np.bool_]
Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]

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
    """Return the released columns with calibrated values, and the log's step.

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
    found = {
        name: _groups_of([r for r in followed if r.column == name], file, job) for name in names
    }
    held = {name: np.zeros(len(each.values), dtype=np.bool_) for name, each in found.items()}
    for _ in range(_MOST_ROUNDS):
        values = _all_values(file, found, held, job)
        broken = _newly_broken(file, values, job)
        if not broken:
            break
        for name, groups in broken.items():
            held[name][groups] = True
    step = _step(requests, found, values, held)
    return tuple(_with_values(file, values).values()), (step,)


def _followers(requests: Sequence[TotalRequest], file: _File) -> list[TotalRequest]:
    """Return the columns that move along to keep an order, with the total of the whole file.

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
                other = pair[1] if name == pair[0] else pair[0]
                if other not in (*names, *fixed) and other in movable:
                    names.append(other)
    listed = {request.column for request in requests}
    within = min(request.within for request in requests)
    factor = max(request.factor for request in requests)
    return [TotalRequest(name, (), within, factor) for name in names if name not in listed]


def _movable(file: _File) -> set[str]:
    """Return the masked columns of amounts of which every cell has an answer."""
    return {
        name
        for name in file.labels
        if file.schema.named(name).scale in (Scale.CONTINUOUS, Scale.INTEGER)
        and name != file.recipe.weight
        and not unanswered(file.records.named(name), file.schema.named(name)).any()
    }


def _groups_of(requests: Sequence[TotalRequest], file: _File, job: Job) -> _Groups:
    """Return the groups of a column with the margins of its totals."""
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
    """Return the pairs of a group and a domain, by first appearance."""
    pairs = refine(groups, domains)
    first = np.unique(pairs, return_index=True)[1]
    sums = np.bincount(pairs, weights=weights).astype(np.float64, copy=False)
    return _Parts(groups[first], domains[first], sums)


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
    file: _File, found: Mapping[str, _Groups], held: Mapping[str, Bools], job: Job
) -> dict[str, Floats]:
    """Return the calibrated values of the groups of each column, one after the other."""
    values, names = dict[str, Floats](), list(found)
    roundings = roundings_of(file.records, names)
    for at, name in enumerate(names):
        groups = found[name]
        low, high = _ordered(file, name, values, names[at + 1 :], len(groups.sizes), job)
        low = np.clip(low, 1 / groups.factor, groups.factor)
        high = np.clip(high, 1 / groups.factor, groups.factor)
        # A group for which there are no bounds within those of all factors stays.
        stays = held[name] | (low > high)
        low, high = np.where(stays, 1.0, low), np.where(stays, 1.0, high)
        values[name] = _calibrate(groups, low, high, roundings[name], job)
    return values


def _ordered(
    file: _File,
    name: str,
    values: Mapping[str, Floats],
    later: Collection[str],
    groups: int,
    job: Job,
) -> tuple[Floats, Floats]:
    """Return the bounds on the factors of a column's groups that keep orders, each shape (g,)."""
    orders = orders_of(file.recipe.rules)
    bounds = np.zeros(groups), np.full(groups, np.inf)
    if not orders:
        return bounds
    job.check()
    start = {
        each: np.where(column.missing, 0.0, column.values.astype(np.float64))
        for order in orders
        for each in (order.small, order.large)
        if (column := file.released.get(each)) is not None
    }
    current = start | {each: own[file.labels[each]] for each, own in values.items()}
    narrow_bounds(bounds, name, orders, (start, current), later, file.labels[name])
    return bounds


def _newly_broken(file: _File, values: Mapping[str, Floats], job: Job) -> dict[str, Ints]:
    """Return for each column the groups in which a rule on it broke, if one did anywhere."""
    if not file.recipe.rules:
        return {}
    job.check()
    after = _with_values(file, values)
    broken = newly_violating(file.records, file.released, after, values)
    return {name: np.unique(file.labels[name][where]) for name, where in broken.items()}


def _with_values(file: _File, values: Mapping[str, Floats]) -> dict[str, Column]:
    """Return the released columns with calibrated values of groups."""
    found = dict(file.released)
    for name, own in values.items():
        column, numbers = found[name], own[file.labels[name]]
        # Cells without a value keep none; minus zero would be another spelling of zero.
        if column.kind is ColumnKind.NUMBER:
            cells = np.where(column.missing, np.nan, numbers + 0.0)
        else:
            cells = np.where(column.missing, 0.0, numbers).astype(np.int64)
        found[name] = replace(column, values=cells)
    return found


def _calibrate(groups: _Groups, low: Floats, high: Floats, rounding: Rounding, job: Job) -> Floats:
    """Multiply the values of groups by factors within bounds so that totals are met.

    They are released in steps again: a total that a single group makes up would otherwise state the
    mean of its amounts with all digits.
    """
    # What a group adds to totals for each of its records, if its logarithm moves by one.
    effects = np.abs(groups.values) * groups.weights / groups.sizes
    factors = least_factors(groups.margins, (low, high), groups.sizes, effects, job)
    values = np.asarray(groups.values * factors)
    ends = np.sort(np.stack((groups.values * low, groups.values * high)), axis=0)
    upwards = np.ones(len(values))
    least, most = rounding.of(ends[0], upwards), rounding.of(ends[1], -upwards)
    # A value that no other step may replace stays.
    least, most = np.minimum(least, groups.values), np.minimum(most, _LARGEST)
    most = np.maximum(most, groups.values)
    return rounded_values(values, (groups.weights, groups.cells), (least, most), rounding)


def _step(
    requests: Sequence[TotalRequest],
    found: Mapping[str, _Groups],
    values: Mapping[str, Floats],
    held: Mapping[str, Bools],
) -> Step:
    """Describe the calibration for the log.

    ``far:NAME`` is the share of the records whose value of a column was multiplied or divided by
    more than is usual.
    """
    factors, far = [np.ones(1)], dict[str, float]()
    for name, groups in found.items():
        some = groups.values != 0
        factors.append(values[name][some] / groups.values[some])
        is_far = np.maximum(factors[-1], 1 / factors[-1]) > USUAL_FACTOR * (1 + _ROUNDED)
        far[f"far:{name}"] = int(groups.sizes[some][is_far].sum()) / int(groups.sizes.sum())
    every = np.concatenate(factors)
    counts: dict[str, int | float | str] = {
        "totals": len(requests),
        "columns": len(found),
        "smallest": float(every.min()),
        "largest": float(every.max()),
        "held": float(sum(int(np.count_nonzero(each)) for each in held.values())),
        **far,
    }
    return Step("totals", counts)
