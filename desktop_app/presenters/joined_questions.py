"""Joins questions that say the same of many columns: one box asks them, one reason answers."""

from __future__ import annotations

from collections.abc import Iterable

from core.model.checklist import RowCount

# These can concern hundreds of columns. More than a few are joined: nobody reads a hundred.
_OF_MANY = frozenset({"rare-value", "plain-amount"})
_MOST_APART = 4


def join_questions(counts: Iterable[RowCount]) -> tuple[tuple[RowCount, ...], ...]:
    """Put those questions together that one box asks, in their order."""
    by_row: dict[str, list[RowCount]] = {}
    for count in counts:
        by_row.setdefault(count.row, []).append(count)
    questions: list[tuple[RowCount, ...]] = []
    for row, alike in by_row.items():
        is_joined = row in _OF_MANY and len(alike) > _MOST_APART
        questions += [tuple(alike)] if is_joined else [(count,) for count in alike]
    return tuple(questions)
