"""Row C2: published numbers of records that follow their original numbers or their order."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from core.checklist.evidence import Evidence
from core.checklist.record_numbers import are_all_different
from core.checklist.row import Family, Publicity, Row
from core.encode import take
from core.encode.order_agreement import largest_by_chance, order_agreement
from core.model import Role
from core.model.checklist import RowCount

_NUMBER_KEPT = Row("C2", "number-kept", Publicity.NOTHING)

# Beyond so many standard deviations numbers agree by chance once in a thousand cases.
_DEVIATIONS = 3.29


def _count(evidence: Evidence) -> Iterator[RowCount]:
    if not evidence.record_numbers:
        return
    hidden = [a.name for a in evidence.schema.attributes if a.role in (Role.IDENTIFIER, Role.DROP)]
    originals = [take(evidence.typed.column(name), evidence.plan.kept) for name in hidden]
    orders: list[NDArray[np.generic]] = [np.arange(len(evidence.released))]
    orders += [column.values for column in originals if are_all_different(column)]
    for name in evidence.record_numbers:
        values = evidence.released.column(name).values
        figure = max(order_agreement(values, order) for order in orders)
        limit = largest_by_chance(len(values), _DEVIATIONS)
        yield _NUMBER_KEPT.count(
            evidence.profile,
            figure,
            limit,
            {"r": round(figure, 2)},
            column=name,
            is_never=figure > limit,
        )


FAMILY = Family((_NUMBER_KEPT,), _count)
