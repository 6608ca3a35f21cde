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
    """Find the last row of cells merged over several rows, by column."""
    last_rows: dict[int, int] = {}
    for merge in merges:
        if merge.bottom > merge.top:
            for column in range(merge.left, merge.right + 1):
                last_rows[column] = max(last_rows.get(column, 0), merge.bottom)
    return last_rows


def fill_merged(rows: Rows, merges: Sequence[MergedRange]) -> Rows:
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
            position = merge.left - first
            if merge.top == number and 0 <= position < len(cells):
                open_ones.append((merge, cells[position]))
        yield number, first, _fill(first, cells, open_ones) if open_ones else cells


def _fill(
    first: int, cells: Sequence[object], merges: Sequence[tuple[MergedRange, object]]
) -> Sequence[object]:
    filled_cells = list(cells)
    covered = {
        position
        for merge, _ in merges
        for position in range(
            max(merge.left - first, 0), min(merge.right - first + 1, len(filled_cells))
        )
    }
    if all(
        cell in ("", None) for position, cell in enumerate(filled_cells) if position not in covered
    ):
        return cells
    for merge, value in merges:
        for position in range(
            max(merge.left - first, 0), min(merge.right - first + 1, len(filled_cells))
        ):
            filled_cells[position] = value
    return filled_cells
