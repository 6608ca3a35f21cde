"""Rows B1 and B2: what is learned of all members of a group."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from core.array_types import Bools, Floats
from core.checklist.evidence import Evidence
from core.checklist.row import Family, Publicity, Row, judge
from core.encode import numbers
from core.encode.record_groups import first_of_groups
from core.inspect.profiling.known_variables import Clue
from core.inspect.profiling.name_clues import clue_of
from core.jobs import CancellableSequence
from core.kernels.numerics.agreement import count_agreeing, find_extremes
from core.kernels.numerics.grouping import Labels, refine
from core.model import Attribute, Role
from core.model.checklist import RowCount, RowVerdict

_SAME_VALUE = Row("B1", "same-value", Publicity.ANSWERED)
_NEAR_VALUE = Row("B2", "near-value", Publicity.ANSWERED, field="method")

# Nothing is learned from the fact that somebody has what nearly everybody has.
_COMMON = 0.95
# Fewer different numbers are codes or counts.
_FEWEST_AMOUNTS = 20


class _SharedGroups(NamedTuple):
    """The groups of at least two units: a group of one unit has nobody who learns of another.

    Attributes
    ----------
    records : numpy.ndarray of int, shape (r,)
        Their records.
    labels : numpy.ndarray of int, shape (r,)
        Group of each of these records.
    units : numpy.ndarray of int, shape (groups,)
        Units of each group.
    """

    records: Labels
    labels: Labels
    units: Labels


class _Sameness(NamedTuple):
    """What is learned from groups about a column.

    Attributes
    ----------
    groups : int
        Groups in which everyone has the same value.
    records : numpy.ndarray of int, shape (r,)
        Their records.
    all_but_one : int
        Groups in which all but one unit have it.
    is_informative : bool
        Whether one of these values is not that of nearly everybody.
    """

    groups: int
    records: Labels
    all_but_one: int
    is_informative: bool


def _count(evidence: Evidence) -> Iterator[RowCount]:
    groupings = list_groupings(evidence)
    if not groupings:
        return
    learnable = [
        a
        for a in evidence.schema.attributes
        if a.name in evidence.published
        and (a.role is Role.CONFIDENTIAL or a.name in evidence.sensitive)
    ]
    groups = [_groups_of_several(evidence, names) for names in groupings if learnable]
    sameness = {}
    for attribute in CancellableSequence(learnable, evidence.job):
        counts = [_sameness(evidence, grouping, attribute.name) for grouping in groups]
        sameness[attribute.name] = max(counts, key=lambda same: len(same.records))
    if sameness:
        yield _count_same_values(evidence, sameness)
    amounts = [attribute for attribute in learnable if _is_amount(evidence, attribute)]
    if evidence.known and amounts:
        yield _count_near_values(evidence, amounts)


def list_groupings(evidence: Evidence) -> list[tuple[str, ...]]:
    """List the sets of columns by which records are looked for: masked, known, of scenarios."""
    strata = [name for name in evidence.recipe.strata if name in evidence.published]
    masked = (*evidence.masked, *strata) if evidence.forms_groups else ()
    scenarios = (scenario.columns for scenario in evidence.scenarios)
    groupings = [masked, tuple(evidence.known), *scenarios]
    return list({frozenset(names): names for names in groupings if names}.values())


def _groups_of_several(evidence: Evidence, names: Collection[str]) -> _SharedGroups:
    """Group the records by some columns, without those whose unit is alone."""
    labels = evidence.groups(names)
    units = evidence.units_in_groups(labels)
    has_several = units > 1
    if has_several.all():
        return _SharedGroups(np.arange(len(labels)), labels, units)
    records = np.flatnonzero(has_several[labels])
    numbers_of_groups = np.cumsum(has_several) - 1
    return _SharedGroups(records, numbers_of_groups[labels[records]], units[has_several])


def _sameness(evidence: Evidence, groups: _SharedGroups, column: str) -> _Sameness:
    """Count the groups whose units all have one known value of a column, and all but one unit."""
    all_values = _numbered_values(evidence, column)
    values, labels, units = all_values[groups.records], groups.labels, groups.units
    counted: slice | Labels = slice(None)
    if evidence.unit_of_record is not None:
        # Each unit counts once with each of its values in a group.
        pairs = refine(labels, values)
        counted = first_of_groups(refine(pairs, evidence.unit_of_record[groups.records]))
    distinct, agreeing, value_of_group = count_agreeing(
        labels[counted], values[counted], len(units)
    )
    is_same = distinct == 1
    # Of two units each knows the other anyway.
    all_but_one = (distinct == 2) & (agreeing == units - 1) & (units > 2)
    is_informative = False
    if is_same.any():
        counts = np.bincount(all_values[all_values >= 0])
        common_from = _COMMON * max(1, int(counts.sum()))
        is_informative = bool(np.any(counts[value_of_group[is_same]] < common_from))
    return _Sameness(
        int(np.count_nonzero(is_same)),
        groups.records[is_same[labels]],
        int(np.count_nonzero(all_but_one)),
        is_informative,
    )


def _numbered_values(evidence: Evidence, column: str) -> Labels:
    """Look up a number for each value of a column, shape (n,); -1 where one is missing."""
    released = evidence.released
    if released.schema.named(column).role is Role.CONFIDENTIAL:
        # Their ranks were needed for t already.
        return released.ranks_of(column).ranks
    values: Labels = np.where(released.column(column).missing, -1, evidence.groups([column]))
    return values


def _count_same_values(evidence: Evidence, sameness: Mapping[str, _Sameness]) -> RowCount:
    """Count the records in groups in which everyone has the same value of some column.

    One cure serves all columns, so they are counted together.
    """
    informative = {name: same for name, same in sameness.items() if same.is_informative}
    counted = informative or sameness
    is_record: Bools = np.zeros(len(evidence.released), dtype=np.bool_)
    for same in counted.values():
        is_record[same.records] = True
    records, limit = int(np.count_nonzero(is_record)), evidence.profile.same
    params = {
        "count": sum(same.groups for same in counted.values()),
        "records": records,
        "more": sum(same.all_but_one for same in counted.values()),
        "columns": [*informative],
        "groups": [f"{name}: {same.groups:,}" for name, same in informative.items()],
    }
    verdict = judge(evidence.profile, _SAME_VALUE, records, limit)
    return RowCount(
        _SAME_VALUE.code,
        None,
        records,
        limit,
        verdict if informative else RowVerdict.HELD,
        params,
        tuple(informative),
        field="diversity",
    )


def _is_amount(evidence: Evidence, attribute: Attribute) -> bool:
    """Return whether a column holds amounts; years and ages lie near one another by nature."""
    name = attribute.name
    return (
        attribute.scale is not None
        and attribute.scale.has_amounts
        and clue_of(name, name, firms=False) is not Clue.QUASI
        and not evidence.released.has_few_values(name, _FEWEST_AMOUNTS - 1)
    )


def _count_near_values(evidence: Evidence, attributes: Sequence[Attribute]) -> RowCount:
    """Count the groups in which all values of an amount lie within some per cent of their median.

    One cure serves all amounts, so they are counted together.
    """
    labels, share = evidence.groups(evidence.known), evidence.profile.near / 100
    is_near = np.zeros(int(labels.max(initial=-1)) + 1, dtype=np.bool_)
    columns = []
    for attribute in attributes:
        values = numbers(evidence.released.column(attribute.name), attribute, shared=True)
        is_near_in_column = _are_near(labels, values, share)
        if is_near_in_column.any():
            columns.append(attribute.name)
        is_near |= is_near_in_column
    groups, records = int(np.count_nonzero(is_near)), int(np.count_nonzero(is_near[labels]))
    return _NEAR_VALUE.count(
        evidence.profile,
        records,
        0,
        {"count": groups, "records": records, "p": evidence.profile.near, "columns": columns},
        columns=columns,
    )


def _are_near(labels: Labels, values: Floats, share: float) -> Bools:
    """Find the groups whose values, unless all are equal, lie within a share of their median.

    `values` are NaN where missing; groups with fewer than two are not near. `share` is in [0, 1].
    """
    groups = int(labels.max(initial=-1)) + 1
    lowest, highest = find_extremes(labels, values, groups)
    # No median is larger than both; few groups need theirs, for which values are sorted.
    narrow = np.flatnonzero(lowest < highest)
    largest = np.maximum(np.abs(lowest[narrow]), np.abs(highest[narrow]))
    narrow = narrow[highest[narrow] - lowest[narrow] <= share * largest]
    is_near = np.zeros(groups, dtype=np.bool_)
    is_near[narrow] = True
    ordered = np.flatnonzero(is_near[labels] & ~np.isnan(values))
    ordered = ordered[np.lexsort((values[ordered], labels[ordered]))]
    sizes = np.bincount(labels[ordered], minlength=groups)[narrow]
    start = np.cumsum(sizes) - sizes
    amounts = values[ordered]
    medians = (amounts[start + (sizes - 1) // 2] + amounts[start + sizes // 2]) / 2
    is_near[narrow] = highest[narrow] - lowest[narrow] <= share * np.abs(medians)
    return is_near


FAMILY = Family((_SAME_VALUE, _NEAR_VALUE), _count, is_of_release=True, is_of_core=True)
