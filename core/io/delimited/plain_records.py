"""Splits text without quotes into cells with Arrow's reader.

It is many times as fast as Python's `csv` module but knows no lines, and what it makes of unusual
text is not documented. So it only splits text from which both readers make the same cells: without
quotes, blanks around cells, blank lines, single carriage returns and ragged records. All other text
is left to the strict reader, which also finds the place of every fault.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from pyarrow import csv

# Arrow's reader skips a byte order mark at the start of any text.
_MARK = "\ufeff".encode()
_LINE_FEED = ord("\n")
# A longer text could hold a cell that the strict reader refuses.
_LONGEST_TEXT = 1 << 30


class PlainSplitter:
    """Splits text into cells if that is certain to give those of the strict reader.

    Parameters
    ----------
    delimiter : str
        The sign between cells.
    columns : int
        Number of cells of each record, at least 2.
    """

    def __init__(self, delimiter: str, columns: int) -> None:
        names = [str(column) for column in range(columns)]
        self._columns = columns
        self._blanks = tuple(ord(blank) for blank in " \t" if blank != delimiter)
        self._ends = np.zeros(256, dtype=np.bool_)
        self._ends[[ord(delimiter), _LINE_FEED, ord("\r")]] = True
        self._reading = csv.ReadOptions(
            use_threads=False, block_size=_LONGEST_TEXT, column_names=names
        )
        self._parsing = csv.ParseOptions(
            delimiter=delimiter, quote_char=False, double_quote=False, ignore_empty_lines=True
        )
        self._converting = csv.ConvertOptions(
            check_utf8=False,
            column_types=dict.fromkeys(names, pa.string()),
            null_values=[],
            strings_can_be_null=False,
        )

    def cells(self, texts: Sequence[str]) -> list[pa.Array] | None:
        """Return the cells of whole lines by column; ``None`` if the strict reader must split them.

        Parameters
        ----------
        texts : sequence of str
            Successive parts of a text, each of whole lines.

        Returns
        -------
        list of pyarrow.Array of string, or None
            A record for each line.
        """
        try:
            text = "".join(texts).encode()
        except UnicodeEncodeError:  # lone surrogates
            return None
        if not text or b'"' in text or b"\0" in text or text.startswith(_MARK):
            return None
        if b"\r" in text and text.count(b"\r") != text.count(b"\r\n"):
            return None
        signs = np.frombuffer(text, dtype=np.uint8)
        if self._padded(signs):
            return None
        lines = np.count_nonzero(signs == _LINE_FEED) + (signs[-1] != _LINE_FEED)
        return self._split(text, int(lines))

    def _padded(self, signs: NDArray[np.uint8]) -> bool:
        """Return whether there are blanks at the start or end of a cell."""
        if signs[0] in self._blanks or signs[-1] in self._blanks:
            return True
        for blank in self._blanks:
            places = np.flatnonzero(signs == blank)
            if self._ends[signs[places - 1]].any() or self._ends[signs[places + 1]].any():
                return True
        return False

    def _split(self, text: bytes, lines: int) -> list[pa.Array] | None:
        """Return the cells, unless there are other than `lines` records or any is ragged."""
        try:
            table = csv.read_csv(
                pa.BufferReader(text), self._reading, self._parsing, self._converting
            )
        except pa.ArrowInvalid:
            return None
        if table.num_rows != lines:
            return None
        return [column.chunk(0) for column in table.columns]
