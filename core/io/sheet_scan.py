"""Goes through a sheet's XML before it is read: how far it reaches and what cannot be read.

Runs in the reading process. The parser is expat, which keeps nothing; document types, and with
them entities, are refused before they can do anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from xml.parsers import expat

from core.io.sheet_cells import SheetFaults

LARGEST_ROW = 1_048_576
LARGEST_COLUMN = 16_384


class HostileXml(Exception):  # noqa: N818 - says what it is
    """The XML has a document type, which no spreadsheet writes."""


class SheetScan:
    """Counts of a sheet.

    Attributes
    ----------
    filled : int
        Cells that hold something.
    first_row, last_row, first_column, last_column : int
        The smallest rectangle around them, counted from 1.
    """

    def __init__(self) -> None:
        self.filled = 0
        self.first_row, self.last_row = LARGEST_ROW, 0
        self.first_column, self.last_column = LARGEST_COLUMN, 0
        self._row = self._column = 0
        self._type = ""
        self._formula = self._text_seen = False
        self._errors: dict[int, tuple[int, int]] = {}
        self._formulas, self._formula_place = 0, (0, 0)
        self._columns: dict[str, int] = {}
        self._parser = expat.ParserCreate()
        self._parser.StartElementHandler = self._start
        self._parser.StartDoctypeDeclHandler = _refuse_doctype

    def feed(self, blocks: Iterator[bytes], reached: Callable[[int], None]) -> None:
        """Parse the blocks; raise ``expat.ExpatError`` if they are malformed."""
        for block in blocks:
            self._parser.Parse(block, False)
            reached(len(block))
        self._parser.Parse(b"", True)
        self._close()

    @property
    def area(self) -> int:
        """Cells of the rectangle around the filled ones."""
        if not self.filled:
            return 0
        height = self.last_row - self.first_row + 1
        return height * (self.last_column - self.first_column + 1)

    def faults(self) -> SheetFaults:
        """Return the cells that cannot be read."""
        return SheetFaults(self._errors, self._formulas, *self._formula_place)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        name = name.rpartition(":")[2]
        if name == "c":
            self._close()
            self._place(attributes.get("r", ""))
            self._type = attributes.get("t", "")
        elif name in ("v", "is"):
            self._fill()
        elif name == "row":
            self._close()
            self._row = int(attributes.get("r", self._row + 1))
            self._column = 0
        elif name == "f":
            self._formula, self._text_seen = True, False

    def _place(self, reference: str) -> None:
        """Take the cell's place from its reference, or count on from the cell before."""
        letters = reference.rstrip("0123456789")
        self._column = self._column_of(letters) if letters else self._column + 1
        if not (1 <= self._column <= LARGEST_COLUMN and 1 <= self._row <= LARGEST_ROW):
            raise expat.ExpatError("a cell outside the sheet")

    def _column_of(self, letters: str) -> int:
        number = self._columns.get(letters, 0)
        if not number:
            for letter in letters[:4]:
                number = number * 26 + ord(letter) - 64
            self._columns[letters] = number
        return number

    def _fill(self) -> None:
        """Note that the open cell holds something."""
        if self._formula:
            # Only now, since the text of all other cells is of no account here.
            self._parser.CharacterDataHandler = self._characters
        row, column = self._row, self._column
        self.filled += 1
        self.first_row, self.last_row = min(self.first_row, row), max(self.last_row, row)
        self.first_column = min(self.first_column, column)
        self.last_column = max(self.last_column, column)
        if self._type == "e":
            count, first = self._errors.get(column, (0, row))
            self._errors[column] = (count + 1, min(first, row))

    def _characters(self, _: str) -> None:
        self._text_seen = True

    def _close(self) -> None:
        """Look back at the cell before: a formula must have left a value (or an empty text)."""
        if not self._formula:
            return
        if not self._text_seen and self._type != "str":
            if not self._formulas:
                self._formula_place = (self._row, self._column)
            self._formulas += 1
        self._formula = False
        self._parser.CharacterDataHandler = None


def _refuse_doctype(*_: object) -> None:
    raise HostileXml
