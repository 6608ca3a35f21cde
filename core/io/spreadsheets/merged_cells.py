"""Merged cells: all of them have the value of the first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

# A sheet with more merged ranges is not a table.
MOST_MERGES = 100_000

Rows = Iterator[tuple[int, int, Sequence[object]]]


@dataclass(frozen=True, slots=True)
class MergedRange:
    """A merged range: its first and last row and column, counted from 1."""

    top: int
    left: int
    bottom: int
    right: int


def spans(merges: Sequence[MergedRange]) -> dict[int, int]:
    """Return the last row of cells merged over several rows, by column."""
    found: dict[int, int] = {}
    for merge in merges:
        if merge.bottom > merge.top:
            for column in range(merge.left, merge.right + 1):
                found[column] = max(found.get(column, 0), merge.bottom)
    return found


def filled(rows: Rows, merges: Sequence[MergedRange]) -> Rows:
    """Yield the rows with merged cells filled.

    A row with only merged cells is left unchanged: it is a title or not a record.
    """
    if not merges:
        yield from rows
        return
    waiting = sorted(merges, key=lambda merge: merge.top, reverse=True)
    open_ones: list[tuple[MergedRange, object]] = []
    for number, first, cells in rows:
        open_ones = [(merge, value) for merge, value in open_ones if merge.bottom >= number]
        while waiting and waiting[-1].top <= number:
            merge = waiting.pop()
            at = merge.left - first
            if merge.top == number and 0 <= at < len(cells):
                open_ones.append((merge, cells[at]))
        yield number, first, _filled(first, cells, open_ones) if open_ones else cells


def _filled(
    first: int, cells: Sequence[object], merges: Sequence[tuple[MergedRange, object]]
) -> Sequence[object]:
    found = list(cells)
    covered = {
        at
        for merge, _ in merges
        for at in range(max(merge.left - first, 0), min(merge.right - first + 1, len(found)))
    }
    if all(cell in ("", None) for at, cell in enumerate(found) if at not in covered):
        return cells
    for merge, value in merges:
        for at in range(max(merge.left - first, 0), min(merge.right - first + 1, len(found))):
            found[at] = value
    return found
