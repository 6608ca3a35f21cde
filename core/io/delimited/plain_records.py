"""Splits regular text into cells with Arrow's reader.

It is many times as fast as Python's `csv` module but knows no lines, and what it makes of unusual
text is not documented. So it only splits text from which both readers make the same cells: without
blanks around cells, blank lines, single carriage returns, ragged records, and quotes other than
those of RFC 4180. All other text is left to the strict reader, which also finds the place of every
fault.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from pyarrow import csv

from core.array_types import Bools, Bytes, Ints

# Arrow's reader skips a byte order mark at the start of any text.
_MARK = "\ufeff".encode()
_LINE_FEED, _RETURN, _QUOTE = ord("\n"), ord("\r"), ord('"')
_SIGNS_AT_ONCE = 1 << 16
# A longer text could hold a cell that the strict reader refuses.
_LONGEST_TEXT = 1 << 30
# Arrow's reader takes about 7 kB for each column that it makes and gives little of it back. In
# groups of this size the next group uses it again, and the text is not split too often.
_COLUMNS_AT_ONCE = 4_096


@dataclass(frozen=True, slots=True, eq=False)
class PlainRecords:
    """The records of a text of whole lines.

    Attributes
    ----------
    cells : list of pyarrow.Array of string
        By column.
    begins : numpy.ndarray of int64, shape (n,), or None
        The line on which each record begins, counted from 0; ``None`` if each line is a record.
    """

    cells: list[pa.Array]
    lines: int
    begins: Ints | None

    def on_lines(self, first: int) -> range | Ints:
        """Find the line of each record of a text that begins on the line `first`."""
        return range(first, first + self.lines) if self.begins is None else self.begins + first


class PlainSplitter:
    """Splits text into cells if that is certain to give those of the strict reader.

    Parameters
    ----------
    columns : int
        Number of cells of each record, at least 2.
    """

    def __init__(self, delimiter: str, columns: int) -> None:
        names = [str(column) for column in range(columns)]
        self._delimiter = delimiter
        self._blanks = tuple(ord(blank) for blank in " \t" if blank != delimiter)
        self._ends = np.zeros(256, dtype=np.bool_)
        self._ends[[ord(delimiter), _LINE_FEED, _RETURN]] = True
        self._reading = csv.ReadOptions(
            use_threads=False, block_size=_LONGEST_TEXT, column_names=names
        )
        starts = range(0, columns, _COLUMNS_AT_ONCE)
        # How some columns, and no others, become texts.
        self._converting = [
            csv.ConvertOptions(
                check_utf8=False,
                column_types=dict.fromkeys(batch, pa.string()),
                include_columns=batch,
                null_values=[],
                strings_can_be_null=False,
            )
            for batch in (names[start : start + _COLUMNS_AT_ONCE] for start in starts)
        ]

    def split(self, texts: Sequence[str]) -> PlainRecords | None:
        """Split the records of whole lines; ``None`` if the strict reader must split them.

        Parameters
        ----------
        texts : sequence of str
            Successive parts of a text, each of whole lines.
        """
        try:
            text = "".join(texts).encode()
        except UnicodeEncodeError:  # lone surrogates
            return None
        if not text or b"\0" in text or text.startswith(_MARK):
            return None
        signs = np.frombuffer(text, dtype=np.uint8)
        quotes = _places(signs, _QUOTE) if b'"' in text else None
        if quotes is not None and not self._enclosing(quotes, signs):
            return None
        # A carriage return must be followed by a line feed.
        if signs[-1] == _RETURN:
            return None
        if b"\r" in text and any(
            ((stretch[:-1] == _RETURN) & (stretch[1:] != _LINE_FEED)).any()
            for _, stretch in _parts(signs)
        ):
            return None
        if self._has_padding(text, signs, quotes):
            return None
        starts = range(0, len(signs), _SIGNS_AT_ONCE)
        feeds = sum(
            int(np.count_nonzero(signs[s : s + _SIGNS_AT_ONCE] == _LINE_FEED)) for s in starts
        )
        lines = feeds + bool(signs[-1] != _LINE_FEED)
        begins = None
        if quotes is not None:
            # The line on which each record begins, counted from 0.
            line_ends = _places(signs, _LINE_FEED)
            ends = np.flatnonzero(~_is_quoted(line_ends, quotes)) + 1
            if len(line_ends) and line_ends[-1] == len(signs) - 1:
                ends = ends[:-1]
            if len(ends) + 1 != lines:
                begins = np.concatenate(([0], ends)).astype(np.int64)
        cells = self._cells(text, lines if begins is None else len(begins), quotes is not None)
        return None if cells is None else PlainRecords(cells, lines, begins)

    def _enclosing(self, quotes: NDArray[np.intp], signs: Bytes) -> bool:
        """Check whether the quotes enclose cells, and are doubled within.

        Of a pair, the first is at the start of a cell and the second at the end of one, or the
        second of a pair and the first of the next one are neighbours: a doubled quote.
        """
        if len(quotes) % 2:
            return False
        first, second = quotes[::2], quotes[1::2]
        starting = self._ends[signs[first - 1]]
        starting[0] |= first[0] == 0
        ending = self._ends[signs[np.minimum(second + 1, len(signs) - 1)]]
        ending[-1] |= second[-1] == len(signs) - 1
        doubled = second[:-1] + 1 == first[1:]
        starting[1:] |= doubled
        ending[:-1] |= doubled
        return bool(starting.all() and ending.all())

    def _has_padding(self, text: bytes, signs: Bytes, quotes: NDArray[np.intp] | None) -> bool:
        """Check whether there are blanks at the start or end of a cell, but for quoted ones."""
        if signs[0] in self._blanks or signs[-1] in self._blanks:
            return True
        blanks = [blank for blank in self._blanks if blank in text]
        ends = [ord(self._delimiter), _LINE_FEED, *([_RETURN] if b"\r" in text else [])]
        for start, stretch in _parts(signs) if blanks else ():
            edge = _among(stretch, ends)
            blank = _among(stretch, blanks)
            beside_end = (blank[:-1] & edge[1:]) | (edge[:-1] & blank[1:])
            if not beside_end.any():
                continue
            if quotes is None or not _is_quoted(np.flatnonzero(beside_end) + start, quotes).all():
                return True
        return False

    def _cells(self, text: bytes, records: int, quoted: bool) -> list[pa.Array] | None:
        """Return the cells, unless there are other than `records` records or any is ragged."""
        parsing = csv.ParseOptions(
            delimiter=self._delimiter,
            quote_char='"' if quoted else False,
            double_quote=quoted,
            newlines_in_values=quoted,
            ignore_empty_lines=True,
        )
        cells: list[pa.Array] = []
        for converting in self._converting:
            try:
                table = csv.read_csv(pa.BufferReader(text), self._reading, parsing, converting)
            except pa.ArrowInvalid:
                return None
            if table.num_rows != records:
                return None
            cells += [column.chunk(0) for column in table.columns]
        return cells


def _parts(signs: Bytes) -> Iterator[tuple[int, Bytes]]:
    """Yield the signs in parts; each begins with the last sign of the part before.

    What is found in parts of this size stays in the processor's cache.
    """
    for start in range(0, max(len(signs) - 1, 1), _SIGNS_AT_ONCE):
        yield start, signs[start : start + _SIGNS_AT_ONCE + 1]


def _among(signs: Bytes, sought: Sequence[int]) -> Bools:
    """Check whether each sign is one of the wanted."""
    is_among: Bools = signs == sought[0]
    for sign in sought[1:]:
        is_among |= signs == sign
    return is_among


def _places(signs: Bytes, sought: int) -> NDArray[np.intp]:
    """Find the positions of a sign."""
    return np.flatnonzero(signs == sought)


def _is_quoted(places: NDArray[np.intp], quotes: NDArray[np.intp]) -> Bools:
    """Check whether each place lies between the quotes of a pair."""
    is_inside: Bools = np.searchsorted(quotes, places) % 2 == 1
    return is_inside
