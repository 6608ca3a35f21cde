"""Rows A9 and A10: households, firms or schools that are not declared, or that a column reveals."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from core.checklist.evidence import Evidence
from core.checklist.row import Family, Publicity, Row, judge
from core.encode import take
from core.encode.unit_groups import first_records
from core.inspect.structure.likely_units import find_units
from core.model.checklist import RowCount, RowVerdict
from core.model.uniqueness import MOST_DISTINCT, is_nearly_unique

_UNDECLARED = Row("A9", "caution-unit", Publicity.ANSWERED)
_VALUES = Row("A10", "caution-unit-values", Publicity.ANSWERED)


def _count(evidence: Evidence) -> Iterator[RowCount]:
    if evidence.recipe.unit is not None:
        yield from count_unit_values(evidence)
    elif not evidence.recipe.records_are_units:
        yield _count_undeclared(evidence)


def _count_undeclared(evidence: Evidence) -> RowCount:
    """Count the units of the column that most likely numbers some, if nothing is said of it."""
    found = find_units(evidence.dataset, evidence.job)
    if not found:
        return RowCount(_UNDECLARED.code, None, 0, 0, RowVerdict.HELD, {})
    likely = found[0]
    params = {
        "id": likely.column,
        "count": likely.units,
        "rows": likely.rows,
        "largest": likely.largest,
    }
    verdict = judge(evidence.profile, _UNDECLARED, likely.units, 0)
    return RowCount(_UNDECLARED.code, likely.column, likely.units, 0, verdict, params, field="unit")


def count_unit_values(evidence: Evidence) -> Iterator[RowCount]:
    """Count the values of each published column of which most point to one unit.

    A column that is equal in all records of a unit, such as the weight of a household, may have few
    values for the number of records and still give the unit away.
    """
    unit = evidence.unit_of_record
    assert unit is not None
    first = first_records(unit)
    for name in evidence.published:
        column = evidence.original.column(name)
        once = take(column, first)
        values = once.values[~once.missing]
        distinct, present = len(np.unique(values)), len(column.values) - int(column.missing.sum())
        # Where records already are nearly unique, that is said of them.
        if not is_nearly_unique(distinct, len(values)) or is_nearly_unique(distinct, present):
            continue
        same = np.where(once.missing[unit], column.missing, once.values[unit] == column.values)
        if same.all():
            limit, params = MOST_DISTINCT * len(values), {"count": distinct, "units": len(values)}
            verdict = judge(evidence.profile, _VALUES, distinct, limit)
            yield RowCount(_VALUES.code, name, distinct, limit, verdict, params)


FAMILY = Family((_UNDECLARED, _VALUES), _count)
