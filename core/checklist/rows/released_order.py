"""Row C7: what the order of the released records reveals."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from core.array_types import Floats
from core.checklist.evidence import Evidence
from core.checklist.row import Family, Publicity, Row
from core.encode import group_records, take
from core.encode.sorted_records import sort_records
from core.jobs import CancellableSequence
from core.kernels.numerics.amount_shapes import correlation_with_place
from core.model import Column, ColumnKind
from core.model.checklist import RowCount, RowVerdict

_ORDER = Row("C7", "order-kept", Publicity.ANSWERED, field="keep_order")
_MEMBERS = Row("C7", "member-order", Publicity.ANSWERED, field="keep_order")

# In fewer records every order is some order.
_FEWEST_RECORDS = 30
# Above these shares, equal values next to each other, and records of a unit, are no chance.
_MOST_EQUAL, _MOST_TOGETHER = 0.05, 0.05
# Anybody who knows one amount of a file in nearly this order knows all the others nearly.
_NEVER = 0.9
_SEVERITY = {verdict: place for place, verdict in enumerate(RowVerdict)}


def _count(evidence: Evidence) -> Iterator[RowCount]:
    # Whether the order is kept may be decided after the run; the rows apply only if it is
    # (`core.checklist.answers.applying_counts`).
    if len(evidence.released) >= _FEWEST_RECORDS:
        columns = CancellableSequence(evidence.hidden, evidence.job)
        counts = [_count_column(evidence, name) for name in columns]
        # One cure serves all columns: asked about is the one whose order is kept best.
        if counts:
            yield max(counts, key=lambda c: (_SEVERITY[c.verdict], c.figure - c.limit))
    if evidence.recipe.unit is not None and not evidence.recipe.unit.is_whole:
        yield _count_members(evidence)


def _count_column(evidence: Evidence, name: str) -> RowCount:
    """Count how far the position of records follows a column that is masked or left out."""
    column = take(evidence.typed.column(name), evidence.plan.kept)
    if column.kind is ColumnKind.TEXT:
        figure, limit, is_never = _equal_neighbours(column), _MOST_EQUAL, False
    else:
        figure = abs(_rank_correlation(column))
        limit, is_never = evidence.profile.order, figure > _NEVER
    return _ORDER.count(
        evidence.profile,
        figure,
        limit,
        {"column": name, "r": round(figure, 2)},
        columns=(name,),
        is_never=is_never,
    )


def _rank_correlation(column: Column) -> float:
    """Compute Spearman's correlation of a column with the position of its records."""
    values = column.values[~column.missing] if column.missing.any() else column.values
    if len(values) < _FEWEST_RECORDS:
        return 0.0
    in_order, is_new = sort_records(values)
    return float(correlation_with_place(in_order, is_new))


def _equal_neighbours(column: Column) -> float:
    """Compute the share of records equal to the next one, less that of a random order."""
    labels = group_records([column])
    shares: Floats = np.bincount(labels) / len(labels)
    equal = np.count_nonzero(labels[1:] == labels[:-1]) / (len(labels) - 1)
    return max(0.0, float(equal - np.sum(shares**2)))


def _count_members(evidence: Evidence) -> RowCount:
    """Count the records next to another one of their unit, of which members alone are protected.

    Together they can identify their unit, for which reason a link of members is refused.
    """
    unit = evidence.unit_of_record
    assert unit is not None
    same = unit[1:] == unit[:-1]
    beside = np.append(same, np.False_) | np.append(np.False_, same)
    count, rows = int(np.count_nonzero(beside)), len(unit)
    limit = _MOST_TOGETHER * rows
    params = {"count": count, "rows": rows}
    return _MEMBERS.count(evidence.profile, count, limit, params)


FAMILY = Family((_ORDER, _MEMBERS), _count)
