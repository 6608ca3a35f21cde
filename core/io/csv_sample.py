"""Looks at the head of a CSV file: its first records, ragged or not."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.errors import Problem, Refused, Where
from core.io.csv_records import FAULTS, ragged_problem, texts_of
from core.io.encodings import utf8_blocks
from core.io.opening import opened
from core.kernels import delimited

SAMPLE_BYTES = 1 << 20


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """The head of a text file as UTF-8.

    Attributes
    ----------
    text : bytes
        Whole characters; if `complete` is false it may end within a record.
    complete : bool
        Whether this is the whole file.
    problems : tuple of Problem
        Why the text ends early.
    """

    text: bytes
    complete: bool
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class CutSample:
    """The records of a sample under one delimiter.

    Attributes
    ----------
    block : numpy.ndarray of uint8
        The text.
    starts, ends, styles : numpy.ndarray, shape (cells,)
        The cells, record after record.
    firsts : numpy.ndarray of int32, shape (records + 1,)
        Index of each record's first cell.
    lines : numpy.ndarray of int64, shape (records,)
        Line on which each record begins.
    ragged : int
        Records with another number of cells than the first.
    complete : bool
        Whether these are all records of the file.
    problems : tuple of Problem
        What is wrong with the text.
    """

    block: NDArray[np.uint8]
    starts: NDArray[np.int32]
    ends: NDArray[np.int32]
    styles: NDArray[np.uint8]
    firsts: NDArray[np.int32]
    lines: NDArray[np.int64]
    ragged: int
    complete: bool
    problems: tuple[Problem, ...]

    @property
    def records(self) -> int:
        """Number of records."""
        return len(self.lines)

    @property
    def columns(self) -> int:
        """Cells of the first record."""
        return int(self.firsts[1]) if self.records else 0

    def record(self, index: int) -> tuple[str, ...]:
        """Return the cells of one record."""
        part = slice(self.firsts[index], self.firsts[index + 1])
        return texts_of(self.block, self.starts[part], self.ends[part], self.styles[part])


def read_sample(path: Path, encoding: str, size: int = SAMPLE_BYTES) -> Sample:
    """Read the head of a file; raise `Refused` if it cannot be opened."""
    pieces: list[bytes] = []
    got, complete = 0, False
    problems: tuple[Problem, ...] = ()
    with opened(path) as handle:
        complete = os.fstat(handle.fileno()).st_size <= size
        try:
            for text, _ in utf8_blocks(handle, path, encoding, lambda _: None, min(size, 1 << 16)):
                pieces.append(text)
                got += len(text)
                if got >= size and not complete:
                    break
        except Refused as refused:
            problems, complete = refused.problems, False
    return Sample(b"".join(pieces), complete, problems)


def cut_sample(sample: Sample, delimiter: str, file: str) -> CutSample:
    """Cut a sample into records, keeping those with another number of cells."""
    block = np.frombuffer(sample.text, dtype=np.uint8)
    state = delimited.new_state(keep_ragged=True)
    room = len(block) + 3
    starts, ends, firsts = (np.empty(room, dtype=np.int32) for _ in range(3))
    styles, lines = np.empty(room, dtype=np.uint8), np.empty(room, dtype=np.int64)
    delimited.scan(
        block, sample.complete, ord(delimiter), state, starts, ends, styles, lines, firsts
    )
    records = int(state[delimited.RECORDS])
    cells = int(firsts[records])
    fault = FAULTS.get(int(state[delimited.STATUS]))
    problems = sample.problems
    if fault:
        where = Where(row=int(state[delimited.STATUS_LINE]))
        problems = (*problems, Problem(fault, where, {"file": file}))
    return CutSample(
        block,
        starts[:cells],
        ends[:cells],
        styles[:cells],
        firsts[: records + 1],
        lines[:records],
        int(state[delimited.RAGGED]),
        sample.complete,
        (*problems, ragged_problem(state)) if state[delimited.RAGGED] else problems,
    )
