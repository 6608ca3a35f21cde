"""Cuts delimited text (RFC 4180 and its relatives) into cells, without the interpreter's lock."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

# How `scan` ended.
GOES_ON = 0
UNCLOSED_QUOTE = 1
TEXT_AFTER_QUOTE = 2
NUL = 3

# Places in the state array.
LINE = 0  # line of the next byte, counted from 1
COLUMNS = 1  # cells of a record; 0 until the first record is seen
RAGGED = 2  # records with another number of cells
STATUS = 3  # one of the constants above
STATUS_LINE = 4  # the line it is about
RECORDS = 5  # whole records in this block
KEEP_RAGGED = 6  # 1 if ragged records are not left out
RAGGED_LINES = 7  # first lines of ragged records, `RAGGED_KEPT` of them
RAGGED_KEPT = 5
STATE_SIZE = RAGGED_LINES + RAGGED_KEPT

# How a cell stood in the file.
BARE = 0
QUOTED = 1
QUOTED_TWICE = 2  # with doubled quotes inside

_QUOTE, _LF, _CR, _SPACE, _TAB = 34, 10, 13, 32, 9


def new_state(keep_ragged: bool = False) -> NDArray[np.int64]:
    """Return the state with which the scan of a text begins."""
    state = np.zeros(STATE_SIZE, dtype=np.int64)
    state[LINE] = 1
    state[KEEP_RAGGED] = keep_ragged
    return state


@njit(cache=True, nogil=True)
def scan(
    block: NDArray[np.uint8],
    last: bool,
    delimiter: int,
    state: NDArray[np.int64],
    starts: NDArray[np.int32],
    ends: NDArray[np.int32],
    styles: NDArray[np.uint8],
    lines: NDArray[np.int64],
    firsts: NDArray[np.int32],
) -> int:
    """Find the cells of all whole records of a block.

    Blanks (spaces and tabs) around a cell do not belong to it, unless they are quoted. A record
    ends with LF, CR LF or CR. Blank lines are skipped, except in a text of one column, where
    they are empty cells. Records with another number of cells than the first are counted and
    left out, unless they are to be kept.

    Parameters
    ----------
    block : numpy.ndarray of uint8, shape (b,)
        UTF-8; begins where a record begins.
    last : bool
        Whether the text ends with the block.
    delimiter : int
        Byte between two cells.
    state : numpy.ndarray of int64, shape (STATE_SIZE,)
        Carried from block to block; see `new_state`.
    starts, ends : numpy.ndarray of int32, shape (b + 2,)
        Out: where each cell's bytes begin and end, record after record.
    styles : numpy.ndarray of uint8, shape (b + 2,)
        Out: how each cell stood, ``BARE``, ``QUOTED`` or ``QUOTED_TWICE``.
    lines : numpy.ndarray of int64, shape (b + 2,)
        Out: line on which each record begins.
    firsts : numpy.ndarray of int32, shape (b + 3,)
        Out: index of each record's first cell, and behind the last record the number of cells.

    Returns
    -------
    int
        Bytes used; the rest is the beginning of a record that needs the next block.
    """
    size = block.size
    pos = 0
    cells = 0
    records = 0
    line = state[LINE]
    columns = state[COLUMNS]
    state[STATUS], state[RECORDS] = GOES_ON, 0
    firsts[0] = 0
    while pos < size:
        record_line = line
        first = cells
        p = pos
        whole = False
        while True:
            while p < size and (block[p] == _SPACE or block[p] == _TAB) and block[p] != delimiter:
                p += 1
            if p < size and block[p] == _QUOTE and delimiter != _QUOTE:
                style = QUOTED
                start = p + 1
                opened = line
                q = start
                closed = False
                while q < size:
                    byte = block[q]
                    if byte == _QUOTE:
                        if q + 1 < size and block[q + 1] == _QUOTE:
                            style = QUOTED_TWICE
                            q += 2
                            continue
                        closed = q + 1 < size or last
                        break
                    if byte == _LF or (byte == _CR and q + 1 < size and block[q + 1] != _LF):
                        line += 1
                    elif byte == 0:
                        state[STATUS], state[STATUS_LINE] = NUL, line
                        return pos
                    q += 1
                if not closed:
                    if last:
                        state[STATUS], state[STATUS_LINE] = UNCLOSED_QUOTE, opened
                        return pos
                    break
                end = q
                p = q + 1
                while (
                    p < size and (block[p] == _SPACE or block[p] == _TAB) and block[p] != delimiter
                ):
                    p += 1
                if p < size and block[p] != delimiter and block[p] != _LF and block[p] != _CR:
                    state[STATUS], state[STATUS_LINE] = TEXT_AFTER_QUOTE, line
                    return pos
            else:
                style = BARE
                start = p
                while p < size:
                    byte = block[p]
                    if byte in (delimiter, _LF, _CR):
                        break
                    if byte == 0:
                        state[STATUS], state[STATUS_LINE] = NUL, line
                        return pos
                    p += 1
                end = p
                while end > start and (block[end - 1] == _SPACE or block[end - 1] == _TAB):
                    end -= 1
            starts[cells] = start
            ends[cells] = end
            styles[cells] = style
            cells += 1
            if p >= size:
                whole = last
                break
            byte = block[p]
            p += 1
            if byte == delimiter:
                continue
            if byte == _CR:
                if p >= size and not last:
                    break
                if p < size and block[p] == _LF:
                    p += 1
            whole = True
            break
        if not whole:
            cells = first
            line = record_line
            break
        line += 1
        pos = p
        found = cells - first
        blank = found == 1 and styles[first] == BARE and starts[first] == ends[first]
        if blank and columns != 1:
            cells = first
            continue
        if columns == 0:
            columns = found
        if found != columns:
            if state[RAGGED] < RAGGED_KEPT:
                state[RAGGED_LINES + state[RAGGED]] = record_line
            state[RAGGED] += 1
            if not state[KEEP_RAGGED]:
                cells = first
                continue
        lines[records] = record_line
        records += 1
        firsts[records] = cells
        state[COLUMNS], state[RECORDS] = columns, records
    state[LINE] = line
    return pos


@njit(cache=True, nogil=True)
def gather(
    block: NDArray[np.uint8],
    starts: NDArray[np.int32],
    ends: NDArray[np.int32],
    styles: NDArray[np.uint8],
    offsets: NDArray[np.int32],
    text: NDArray[np.uint8],
) -> int:
    """Copy the cells of one column behind each other, doubled quotes made single.

    Parameters
    ----------
    block : numpy.ndarray of uint8, shape (b,)
        The text.
    starts, ends, styles : numpy.ndarray, shape (r,)
        The column's cells as `scan` found them (strided views are fine).
    offsets : numpy.ndarray of int32, shape (r + 1,)
        Out: where each cell begins in `text`, and the end.
    text : numpy.ndarray of uint8
        Out: the bytes; at least the sum of ``ends - starts``.

    Returns
    -------
    int
        Bytes written.
    """
    at = 0
    offsets[0] = 0
    for i in range(starts.size):
        q = starts[i]
        while q < ends[i]:
            text[at] = block[q]
            at += 1
            # Inside quotes a quote always comes as a pair.
            q += 2 if styles[i] == QUOTED_TWICE and block[q] == _QUOTE else 1
        offsets[i + 1] = at
    return at
