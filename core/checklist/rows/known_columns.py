"""Rows A1 and A7: records that few others resemble in columns that others may know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from core.checklist.evidence import Evidence
from core.checklist.row import Family, Publicity, Row, judge
from core.jobs import CancellableSequence
from core.kernels.numerics.grouping import Labels, refine
from core.model.checklist import RowCount

_FEW_ALIKE = Row("A1", "few-alike", Publicity.ANSWERED)
_COMBINATION = Row("A7", "rare-combination", Publicity.ANSWERED)
_PAIR = Row("A7", "rare-pair", Publicity.ANSWERED)
_RECORD = Row("A7", "rare-record", Publicity.ANSWERED)


def _count(evidence: Evidence) -> Iterator[RowCount]:
    if evidence.known:
        yield _count_few_alike(evidence)
    # Of the same columns those who are alone are among those with few alike.
    if len(evidence.known_published) > 1 and evidence.known != evidence.known_published:
        yield _count_combination(evidence)
    paired = [n for n in evidence.published if evidence.is_of_categories(n)]
    paired = [name for name in paired if name not in evidence.weights]
    if len(paired) > 1:
        yield _count_pairs(evidence, paired)
    if len(evidence.published) > 1 + len(evidence.record_numbers):
        yield _count_records(evidence)


def _count_few_alike(evidence: Evidence) -> RowCount:
    """Count the records that share what others may know of them with too few units."""
    profile, columns = evidence.profile, evidence.known
    labels = evidence.groups(columns)
    units = evidence.units_in_groups(labels)
    count = _count_records_of(labels, units < profile.k)
    is_never = bool(np.any(units < profile.least))
    removable = evidence.known_published or columns
    without_each = [
        f"{name}: {_count_records_of(labels, evidence.units_in_groups(labels) < profile.k)}"
        for name, labels in (evidence.groups_without_each(columns) if count else ())
        if name in removable
    ]
    return RowCount(
        _FEW_ALIKE.code,
        None,
        count,
        0,
        judge(profile, _FEW_ALIKE, count, 0, is_never=is_never),
        {
            "count": count,
            "rows": len(labels),
            "columns": columns,
            "others": profile.k - 1,
            "what": evidence.unit_word,
            "alone": _count_records_of(labels, units == 1),
            "without": without_each,
        },
        tuple(columns),
        field="method",
    )


def _count_records_of(labels: Labels, is_chosen: NDArray[np.bool_]) -> int:
    """Count the records of some groups."""
    return int(np.bincount(labels)[is_chosen].sum()) if is_chosen.any() else 0


def _count_combination(evidence: Evidence) -> RowCount:
    """Count the units that are alone with what others may know of them as it is published."""
    columns = evidence.known_published
    return _count_alone(evidence, _COMBINATION, columns, evidence.profile.combinations)


def _count_records(evidence: Evidence) -> RowCount:
    """Count the units that are alone with all that is published of them as it is."""
    limit = evidence.profile.alone * evidence.n_units
    columns = [name for name in evidence.published if name not in evidence.record_numbers]
    return _count_alone(evidence, _RECORD, columns, limit)


def _count_alone(evidence: Evidence, row: Row, columns: Sequence[str], limit: float) -> RowCount:
    count = evidence.count_units(evidence.are_alone(columns))
    drivers = [
        name
        for name, labels in (evidence.groups_without_each(columns) if count > limit else ())
        if 2 * evidence.count_units(evidence.are_alone_in(labels)) < count
    ]
    return RowCount(
        row.code,
        None,
        count,
        limit,
        judge(evidence.profile, row, count, limit),
        {
            "count": count,
            "rows": evidence.n_units,
            "columns": columns,
            "what": evidence.unit_word,
            "drivers": drivers or columns,
        },
        tuple(columns),
        field="attributes",
    )


def _count_pairs(evidence: Evidence, columns: Sequence[str]) -> RowCount:
    """Count the units that are alone with a pair of published categories, though not with one.

    Pairs of which others may know both are counted together with all that they may know.
    """
    labels = {name: evidence.groups([name]) for name in columns}
    is_alone_with_one: NDArray[np.bool_] = np.zeros(len(evidence.released), dtype=np.bool_)
    for name in columns:
        is_alone_with_one |= evidence.are_alone([name])
    is_alone = np.zeros_like(is_alone_with_one)
    known_columns = set(evidence.known_published)
    singled_out = dict.fromkeys(columns, 0)
    for first, second in CancellableSequence([*combinations(columns, 2)], evidence.job):
        if known_columns.issuperset((first, second)):
            continue
        pair = refine(labels[first], labels[second])
        alone_here = (evidence.units_in_groups(pair) == 1)[pair] & ~is_alone_with_one
        is_alone |= alone_here
        for name in (first, second):
            singled_out[name] += int(np.count_nonzero(alone_here))
    count, limit = evidence.count_units(is_alone), evidence.profile.pairs
    by_units_alone = sorted((n for n in columns if singled_out[n]), key=lambda n: -singled_out[n])
    return RowCount(
        _PAIR.code,
        None,
        count,
        limit,
        judge(evidence.profile, _PAIR, count, limit),
        {
            "count": count,
            "rows": evidence.n_units,
            "columns": by_units_alone,
            "what": evidence.unit_word,
        },
        tuple(columns),
        field="attributes",
    )


FAMILY = Family(
    (_FEW_ALIKE, _COMBINATION, _PAIR, _RECORD), _count, is_of_release=True, is_of_core=True
)
