"""Row B8: published columns that undo the mask of others."""

from __future__ import annotations

from collections.abc import Iterator

from core.checklist.evidence import Evidence
from core.checklist.row import Family, Publicity, Row, judge
from core.inspect.structure import UndoneMask, find_revealing_columns
from core.inspect.structure.undone_masks import LEAST_R_SQUARED
from core.model.checklist import Profile, RowCount, RowVerdict

_UNDONE = Row("B8", "undone", Publicity.ANSWERED)
_PART = Row("B8", "undone-part", Publicity.ANSWERED)
_UNIT = Row("B8", "undone-unit", Publicity.ANSWERED)
_MOST_EXPLAINED = 100 * LEAST_R_SQUARED


def _count(evidence: Evidence) -> Iterator[RowCount]:
    unit = evidence.recipe.unit
    units = () if unit is None else (unit.id,)
    undone = find_revealing_columns(
        evidence.typed, evidence.masked, evidence.published, units, evidence.job
    )
    # One question for each column: the first relation that was found.
    first_of = {mask.column: mask for mask in reversed(undone)}
    for name, mask in first_of.items():
        yield _count_mask(evidence.profile, name, mask)
    if not first_of:
        yield RowCount(_UNDONE.code, None, 0, _MOST_EXPLAINED, RowVerdict.HELD, {})


def _count_mask(profile: Profile, name: str, mask: UndoneMask) -> RowCount:
    params = dict(mask.reason_params)
    if mask.reason == "undo-unit-sum":
        row, figure, limit = _UNIT, 100 * mask.r_squared, _MOST_EXPLAINED
    elif mask.records is not None:
        row, figure, limit = _PART, float(mask.records), 0.0
    else:
        row, figure, limit = _UNDONE, round(100 * mask.r_squared, 2), _MOST_EXPLAINED
        params |= {"share": figure, "count": len(mask.published)}
    columns = (*mask.published, *mask.masked)
    # A mask is undone whatever the rounded figure; a relation below the limit is none.
    verdict = judge(profile, row, figure, limit, is_asked=True)
    return RowCount(row.code, name, figure, limit, verdict, params, columns)


FAMILY = Family((_UNDONE, _PART, _UNIT), _count)
