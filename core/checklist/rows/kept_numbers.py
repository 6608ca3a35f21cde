"""Row C2: published numbers of records that follow their original numbers or their order."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from core.checklist.evidence import Evidence
from core.checklist.row import Family, Publicity, Row, judge
from core.encode import take
from core.encode.order_agreement import FEWEST_NUMBERS, largest_by_chance, order_agreement
from core.inspect.profiling.known_variables import Clue
from core.inspect.profiling.name_clues import clue_of
from core.model import Column, ColumnKind, Role
from core.model.checklist import RowCount

_NUMBER_KEPT = Row("C2", "number-kept", Publicity.NOTHING)

# Beyond so many standard deviations numbers agree by chance once in a thousand cases.
_DEVIATIONS = 3.29
# Numbers of records leave out few; amounts lie far apart.
_LARGEST_SPREAD = 2.0


def _count(evidence: Evidence) -> Iterator[RowCount]:
    serials = [name for name in evidence.published if _numbers_records(evidence, name)]
    if not serials:
        return
    hidden = [a.name for a in evidence.schema.attributes if a.role in (Role.IDENTIFIER, Role.DROP)]
    originals = [take(evidence.typed.column(name), evidence.plan.kept) for name in hidden]
    orders = [np.arange(len(evidence.released))]
    orders += [column.values for column in originals if _are_all_different(column)]
    for name in serials:
        values = evidence.released.column(name).values
        figure = max(order_agreement(values, order) for order in orders)
        limit = largest_by_chance(len(values), _DEVIATIONS)
        yield RowCount(
            _NUMBER_KEPT.code,
            name,
            figure,
            limit,
            judge(evidence.profile, _NUMBER_KEPT, figure, limit, is_never=figure > limit),
            {"r": round(figure, 2)},
        )


def _numbers_records(evidence: Evidence, name: str) -> bool:
    """Return whether a published column numbers the records: nearly without gaps, or by its name."""
    column = evidence.released.column(name)
    if not _are_all_different(column) or len(column.values) < FEWEST_NUMBERS:
        return False
    spread = float(column.values.max()) - float(column.values.min())
    return (
        spread < _LARGEST_SPREAD * len(column.values)
        or clue_of(name, name, firms=False) is Clue.IDENTIFIER
    )


def _are_all_different(column: Column) -> bool:
    if column.kind is not ColumnKind.INTEGER or column.missing.any():
        return False
    return len(np.unique(column.values)) == len(column.values)


FAMILY = Family((_NUMBER_KEPT,), _count)
