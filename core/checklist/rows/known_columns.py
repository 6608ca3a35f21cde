"""Rows A1 and A7: records that few others resemble in columns that others may know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from core.array_types import Bools
from core.checklist.evidence import Evidence
from core.checklist.row import Family, Publicity, Row
from core.encode.agreeing_records import count_agreeing
from core.jobs import CancellableSequence
from core.kernels.numerics.grouping import Labels, refine
from core.model import Column
from core.model.checklist import RowCount

# A record that some known columns single out has few alike in all of them.
_FEW_ALIKE = Row(
    "A1",
    "few-alike",
    Publicity.ANSWERED,
    includes=("rare-combination", "special-unique", "rare-value"),
    field="method",
)
_FEW_CANDIDATES = Row("A1", "few-candidates", Publicity.ANSWERED, field="attributes")
_COMBINATION = Row("A7", "rare-combination", Publicity.ANSWERED, field="attributes")
_PAIR = Row("A7", "rare-pair", Publicity.ANSWERED, field="attributes")
_RECORD = Row(
    "A7", "rare-record", Publicity.ANSWERED, includes=("plain-amount",), field="attributes"
)


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
    labels, units = evidence.alike(columns)
    count = _count_records_of(labels, units < profile.k)
    is_never = bool(np.any(units < profile.least))
    removable = evidence.known_published or columns
    without_each = [
        f"{name}: {_count_records_of(labels, units_without < profile.k)}"
        for name, labels, units_without in (
            evidence.alike_without_each(columns, removable) if count else ()
        )
    ]
    return _FEW_ALIKE.count(
        profile,
        count,
        0,
        {
            "count": count,
            "rows": len(evidence.released),
            "columns": columns,
            "others": profile.k - 1,
            "what": evidence.unit_word,
            "alone": _count_records_of(labels, units == 1),
            "without": without_each,
        },
        columns=columns,
        is_never=is_never,
    )


def _count_records_of(labels: Labels, is_chosen: Bools) -> int:
    """Count the records of some groups."""
    return int(np.count_nonzero(is_chosen[labels])) if is_chosen.any() else 0


def _count_candidates(evidence: Evidence) -> Iterator[RowCount]:
    """Count the records that may be somebody's whose true values are known.

    Columns whose masked values may be false are compared by distance instead (row A11).
    """
    profile, blanked = evidence.profile, evidence.schema.blanked
    if not blanked:
        return
    fixed = evidence.released.groups(evidence.known_published)
    pairs = [
        _codes_before_and_after(evidence.original.column(name), evidence.released.column(name))
        for name in blanked
    ]
    true_codes, codes = zip(*pairs, strict=True)
    n_candidates = count_agreeing(codes, fixed, evidence.job, (true_codes, fixed))
    count = int(np.count_nonzero(n_candidates < profile.k))
    is_never = bool(np.any(n_candidates < profile.least))
    columns = [*blanked, *evidence.known_published]
    params = {
        "count": count,
        "rows": len(fixed),
        "columns": columns,
        "k": profile.k,
        "alone": int(np.count_nonzero(n_candidates == 1)),
    }
    yield _FEW_CANDIDATES.count(profile, count, 0, params, columns=columns, is_never=is_never)


def _codes_before_and_after(original: Column, released: Column) -> tuple[Labels, Labels]:
    """Give the categories of a column numbers from 1, 0 where one is missing; shape (n,) each."""
    codes = {category: code for code, category in enumerate(released.categories, start=1)}
    # No record has a category that is nowhere released; a missing cell, -1, selects the last entry.
    lost = len(codes) + 1
    true_codes = np.array([*(codes.get(c, lost) for c in original.categories), 0], dtype=np.int32)
    return true_codes[original.values], released.values.astype(np.int32) + 1


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
    count, drivers = evidence.count_alone(columns, limit)
    return row.count(
        evidence.profile,
        count,
        limit,
        {
            "count": count,
            "rows": evidence.n_units,
            "columns": columns,
            "what": evidence.unit_word,
            "drivers": drivers or columns,
        },
        columns=columns,
    )


def _count_pairs(evidence: Evidence, columns: Sequence[str]) -> RowCount:
    """Count the units that are alone with a pair of published categories, though not with one.

    Pairs of which others may know both are counted together with all that they may know.
    """
    labels = {name: evidence.groups([name]) for name in columns}
    is_alone_with_one: Bools = np.zeros(len(evidence.released), dtype=np.bool_)
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
    return _PAIR.count(
        evidence.profile,
        count,
        limit,
        {
            "count": count,
            "rows": evidence.n_units,
            "columns": by_units_alone,
            "what": evidence.unit_word,
        },
        columns=columns,
    )


CANDIDATES = Family((_FEW_CANDIDATES,), _count_candidates)
FAMILY = Family(
    (_FEW_ALIKE, _COMBINATION, _PAIR, _RECORD), _count, is_of_release=True, is_of_core=True
)
