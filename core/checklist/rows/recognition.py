"""Row A11: records and units that the masked columns link to the right original."""

from __future__ import annotations

from collections.abc import Iterator

from core.checklist.evidence import Evidence
from core.checklist.row import Family, Publicity, Row, judge
from core.model.checklist import RowCount
from core.protect import promise_of

_LINKED = Row("A11", "linked", Publicity.ANSWERED)

_MOST_LINKED_FOR_ANYBODY = 50.0
"""Per cent linked beyond which no reason is taken where some number alike is demanded."""


def _count(evidence: Evidence) -> Iterator[RowCount]:
    yield from _count_linked(evidence)


def _count_linked(evidence: Evidence) -> Iterator[RowCount]:
    """Judge how many are linked, as it was measured, by all masked columns or by three."""
    profile = evidence.profile
    of_file = {m.name: m.value for m in evidence.measures if m.attribute is None}
    if "linkage" not in of_file:
        return
    # Of a method that promises nothing, its question states the share already.
    is_stated = promise_of(evidence.recipe.method).is_nothing
    by_three = of_file.get("linkage-three", 0.0)
    share = round(max(of_file["linkage"], by_three), 1)
    limit = round(100 * profile.linked, 1)
    is_never = bool(profile.least) and share > _MOST_LINKED_FOR_ANYBODY
    if is_stated and not is_never:
        return
    verdict = judge(profile, _LINKED, share, limit, is_never=is_never)
    are_units = evidence.unit_of_record is not None and bool(evidence.schema.links)
    params = {
        "share": share,
        "columns": evidence.masked,
        "three": round(by_three, 1),
        "what": "word-units" if are_units else "word-records",
    }
    yield RowCount(
        _LINKED.code, None, share, limit, verdict, params, tuple(evidence.masked), field="method"
    )


FAMILY = Family((_LINKED,), _count)
