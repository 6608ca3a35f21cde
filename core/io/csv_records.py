"""Cuts the text of a CSV file into records, batch by batch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.errors import Problem, Refused, Where
from core.kernels import delimited

# A longer record is a quote that was never closed.
LONGEST_RECORD = 64 << 20
MOST_COLUMNS = 16_384

FAULTS = {
    delimited.UNCLOSED_QUOTE: "quote-unclosed",
    delimited.TEXT_AFTER_QUOTE: "quote-stray",
    delimited.NUL: "text-has-nul",
}


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Whole records of one block of text, in the form in which the kernels take them.

    Attributes
    ----------
    block : numpy.ndarray of uint8
        The text.
    starts, ends, styles : numpy.ndarray, shape (records, columns)
        Where each cell stands in the block and whether it was quoted.
    lines : numpy.ndarray of int64, shape (records,)
        Line on which each record begins, counted from 1.
    """

    block: NDArray[np.uint8]
    starts: NDArray[np.int32]
    ends: NDArray[np.int32]
    styles: NDArray[np.uint8]
    lines: NDArray[np.int64]

    def without(self, records: int) -> Batch:
        """Return the batch without its first records."""
        return Batch(
            self.block,
            self.starts[records:],
            self.ends[records:],
            self.styles[records:],
            self.lines[records:],
        )

    def column(self, index: int) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
        """Return a column's cells as offsets and the bytes behind each other."""
        starts, ends = self.starts[:, index], self.ends[:, index]
        offsets = np.empty(len(starts) + 1, dtype=np.int32)
        room = int((ends - starts).sum(dtype=np.int64))
        text = np.empty(room, dtype=np.uint8)
        used = delimited.gather(self.block, starts, ends, self.styles[:, index], offsets, text)
        return offsets, text if used == room else text[:used].copy()

    def record(self, index: int) -> tuple[str, ...]:
        """Return the cells of one record."""
        return texts_of(self.block, self.starts[index], self.ends[index], self.styles[index])


def texts_of(
    block: NDArray[np.uint8],
    starts: NDArray[np.int32],
    ends: NDArray[np.int32],
    styles: NDArray[np.uint8],
) -> tuple[str, ...]:
    """Return cells as Python texts."""
    return tuple(
        block[start:end]
        .tobytes()
        .decode("utf-8")
        .replace('""' if style == delimited.QUOTED_TWICE else "\0", '"')
        for start, end, style in zip(starts, ends, styles, strict=True)
    )


def ragged_problem(state: NDArray[np.int64]) -> Problem:
    """Say how many records have another number of cells than the first, and where."""
    count = int(state[delimited.RAGGED])
    first = delimited.RAGGED_LINES
    lines = state[first : first + min(count, delimited.RAGGED_KEPT)]
    return Problem(
        "rows-ragged",
        Where(row=int(lines[0])),
        {
            "count": count,
            "columns": int(state[delimited.COLUMNS]),
            "rows": tuple(int(line) for line in lines),
        },
    )


class RecordCutter:
    """Turns blocks of text into batches and keeps count of the records that do not fit."""

    def __init__(self, path: Path, delimiter: str) -> None:
        self._path = path
        self._delimiter = ord(delimiter)
        self._state = delimited.new_state()
        self._room = 0
        self._make_room(0)

    def batches(self, blocks: Iterable[tuple[bytes, bool]]) -> Iterator[Batch]:
        """Yield the records of the blocks; raise `Refused` where the text is malformed."""
        rest = b""
        wanted = 0
        for piece, last in blocks:
            rest += piece
            # A record that is longer than a block is looked at again only when the text has
            # doubled, so that the work stays linear.
            if len(rest) < min(wanted, LONGEST_RECORD + 1) and not last:
                continue
            used, batch = self._scan(rest, last)
            rest = rest[used:]
            wanted = 0 if used else 2 * len(rest)
            if not used and len(rest) > LONGEST_RECORD and not last:
                raise self._refused("record-too-long", int(self._state[delimited.LINE]))
            if len(batch.lines):
                yield batch

    @property
    def ragged(self) -> int:
        """How many records had another number of cells than the first."""
        return int(self._state[delimited.RAGGED])

    def ragged_problem(self) -> Problem:
        """Say how many records do not fit and where the first ones are."""
        return ragged_problem(self._state)

    def _scan(self, text: bytes, last: bool) -> tuple[int, Batch]:
        block = np.frombuffer(text, dtype=np.uint8)
        self._make_room(len(block) + 2)
        used = delimited.scan(
            block,
            last,
            self._delimiter,
            self._state,
            self._starts,
            self._ends,
            self._styles,
            self._lines,
            self._firsts,
        )
        fault = FAULTS.get(int(self._state[delimited.STATUS]))
        if fault:
            raise self._refused(fault, int(self._state[delimited.STATUS_LINE]))
        return used, self._batch(block)

    def _batch(self, block: NDArray[np.uint8]) -> Batch:
        columns = int(self._state[delimited.COLUMNS])
        if columns > MOST_COLUMNS:
            raise Refused(
                Problem(
                    "columns-too-many",
                    params={"file": self._path.name, "count": columns, "most": MOST_COLUMNS},
                )
            )
        records = int(self._state[delimited.RECORDS])
        shape, cells = (records, columns), records * columns
        return Batch(
            block,
            self._starts[:cells].reshape(shape),
            self._ends[:cells].reshape(shape),
            self._styles[:cells].reshape(shape),
            self._lines[:records],
        )

    def _make_room(self, size: int) -> None:
        """Have arrays for `size` cells; pages that are never used cost no memory."""
        if size > self._room or size == 0:
            self._room = size
            self._starts = np.empty(size, dtype=np.int32)
            self._ends = np.empty(size, dtype=np.int32)
            self._styles = np.empty(size, dtype=np.uint8)
            self._lines = np.empty(size, dtype=np.int64)
            self._firsts = np.empty(size + 1, dtype=np.int32)

    def _refused(self, code: str, line: int) -> Refused:
        return Refused(Problem(code, Where(row=line), {"file": self._path.name}))
