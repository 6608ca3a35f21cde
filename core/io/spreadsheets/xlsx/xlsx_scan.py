"""Scans a sheet's XML before it is read: its extent and unreadable cells.

Runs in the child process. The parser is expat, which stores nothing; document types, and with them
entities, are refused before they take effect.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from xml.parsers import expat

from core.io.child_processes.unreadable import CannotRead
from core.io.spreadsheets.merged_cells import MOST_MERGES, MergedRange
from core.io.spreadsheets.number_formats import NumberDisplay, Styles, Suspects, is_suspect
from core.io.spreadsheets.sheet_cells import SheetFaults

LARGEST_ROW = 1_048_576
LARGEST_COLUMN = 16_384

_RANGE = re.compile("([A-Z]{1,3})([0-9]{1,7}):([A-Z]{1,3})([0-9]{1,7})")


class SheetScan:
    """The scan of a sheet.

    Attributes
    ----------
    first_row, last_row : int
        First and last row with filled cells, counted from 1.
    hidden_rows : int
        Number of hidden rows with filled cells.
    suspects : dict
        Numbers shown as dates or times that the readers misinterpret.

    Parameters
    ----------
    styles, from_1904 : Mapping and bool
        The styles of dates and times, and whether the workbook counts days from 1904.
    """

    def __init__(self, styles: Styles | None = None, from_1904: bool = False) -> None:
        self.filled = 0
        self.first_row = self.last_row = 0
        self._row = self._column = 0
        self._row_digits, self._row_hidden = "0", False
        self._styles, self._from_1904 = styles or {}, from_1904
        self._shown: NumberDisplay | None = None
        self._shared = self._filled = False
        self._text: list[str] = []
        self.suspects: Suspects = {}
        self.hidden_rows = 0
        self._hidden_columns: list[tuple[int, int]] = []
        self._cell: dict[str, str] = {}
        self._formula = self._text_seen = False
        self._errors: dict[int, tuple[int, int]] = {}
        self._formulas, self._formula_place = 0, (0, 0)
        # Columns with filled cells, by letters.
        self._columns: dict[str, int] = {}
        self._known: dict[str, int] = {}
        self._parser = expat.ParserCreate()
        self._parser.StartElementHandler = self._start
        self._parser.StartDoctypeDeclHandler = refuse_doctype
        self._steps = {"c": self._open, "v": self._fill, "is": self._fill}
        self._steps |= {
            "col": self._note_columns,
            "row": self._next_row,
            "f": self._note_formula,
            "mergeCell": self._merge,
        }
        self._steps["extLst"] = self._stop_text
        self.merges: list[MergedRange] = []

    def feed(self, blocks: Iterator[bytes], reached: Callable[[int], None]) -> None:
        """Parse the blocks; raise ``expat.ExpatError`` if they are malformed."""
        for block in blocks:
            self._parser.Parse(block, False)
            reached(len(block))
        self._parser.Parse(b"", True)
        self._close()

    @property
    def area(self) -> int:
        """Number of cells in the rectangle around the filled cells."""
        if not self.filled:
            return 0
        columns = self._columns.values()
        width = max(columns) - min(columns) + 1
        return (self.last_row - self.first_row + 1) * width

    def faults(self) -> SheetFaults:
        """Find the unreadable cells."""
        return SheetFaults(self._errors, self._formulas, *self._formula_place)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        step = self._steps.get(name)
        if step is None:
            # Elements may have a prefix; the result is cached because there are millions of them.
            step = self._steps.get(name.rpartition(":")[2], lambda _: None)
            self._steps[name] = step
        step(attributes)

    def _next_row(self, attributes: dict[str, str]) -> None:
        self._close()
        digits = attributes.get("r") or str(self._row + 1)
        if not (digits.isascii() and digits.isdecimal() and 1 <= int(digits) <= LARGEST_ROW):
            raise expat.ExpatError("a row outside the sheet")
        if int(digits) <= self._row:
            raise CannotRead("rows-out-of-order", int(digits))
        self._row, self._row_digits, self._column = int(digits), digits, 0
        self._row_hidden = attributes.get("hidden") in _TRUE

    def _open(self, attributes: dict[str, str]) -> None:
        if self._formula or self._shown or self._shared:
            self._close()
        self._cell, self._filled = attributes, False
        self._column = self._place(attributes.get("r"))
        if self._styles and attributes.get("t", "n") == "n":
            self._shown = self._styles.get(attributes.get("s", "0"))

    def _place(self, reference: str | None) -> int:
        """Find the column of a cell, which must follow the previous cell."""
        if not reference:
            return self._column + 1
        letters = reference.rstrip("0123456789")
        column = self._known.get(letters) or self._number(letters)
        self._known[letters] = column
        if column <= self._column or reference[len(letters) :] != self._row_digits:
            raise CannotRead("cells-out-of-order", self._row)
        return column

    def _fill(self, _: dict[str, str]) -> None:
        """Note that the current cell is filled."""
        if self._filled:
            raise CannotRead("cells-out-of-order", self._row)
        self.filled, self._filled = self.filled + 1, True
        self._shared = self._cell.get("t") == "s"
        self.last_row = max(self.last_row, self._row)
        if not self.first_row:
            self.first_row = self._row
        self.hidden_rows += self._row_hidden
        self._row_hidden = False
        letters = self._cell.get("r", "").rstrip("0123456789")
        if letters not in self._columns:
            self._columns[letters or f"#{self._column}"] = self._number(letters)
        if self._formula or self._shown or self._shared:
            # Only here, because the text of all other cells is not needed.
            self._parser.CharacterDataHandler = self._characters
        if self._cell.get("t") == "e":
            count, first = self._errors.get(self._number(letters), (0, self._row))
            self._errors[self._number(letters)] = (count + 1, first)

    def _number(self, letters: str) -> int:
        """Find a column's number; a cell without a reference follows the previous one."""
        if not letters:
            return self._column
        number = 0
        for letter in letters[:4]:
            if not "A" <= letter <= "Z":
                raise expat.ExpatError("a column of no letters")
            number = number * 26 + ord(letter) - 64
        if not 1 <= number <= LARGEST_COLUMN:
            raise expat.ExpatError("a column outside the sheet")
        return number

    def _merge(self, attributes: dict[str, str]) -> None:
        """Note a merged range."""
        match = _RANGE.fullmatch(attributes.get("ref", ""))
        if match is None or len(self.merges) >= MOST_MERGES:
            return
        first_letters, top, last_letters, bottom = match.groups()
        self.merges.append(
            MergedRange(
                int(top), self._number(first_letters), int(bottom), self._number(last_letters)
            )
        )

    def _note_formula(self, _: dict[str, str]) -> None:
        self._formula, self._text_seen = True, False

    def _characters(self, text: str) -> None:
        self._text_seen = True
        self._text.append(text)

    def _stop_text(self, _: dict[str, str]) -> None:
        """End the cell's value."""
        self._parser.CharacterDataHandler = None

    def _note_columns(self, attributes: dict[str, str]) -> None:
        """Note hidden columns."""
        if attributes.get("hidden") in _TRUE:
            self._hidden_columns.append(
                (int(attributes.get("min", "0")), int(attributes.get("max", "0")))
            )

    @property
    def hidden_columns(self) -> int:
        """Number of hidden columns with filled cells."""
        return sum(
            any(first <= column <= last for first, last in self._hidden_columns)
            for column in self._columns.values()
        )

    def _close(self) -> None:
        """Check the previous cell: a formula must have a value (or an empty text)."""
        text, self._text = "".join(self._text).strip(), []
        self._parser.CharacterDataHandler = None
        if self._shown and text and is_suspect(self._shown, float(text), self._from_1904):
            self.suspects.setdefault(self._row, {})[self._column] = (self._shown, float(text))
        if self._shared and not (text.isascii() and text.isdecimal()):
            # Without a number, readers use the first or the last shared string.
            raise expat.ExpatError("a shared text without a place")
        self._shown, self._shared = None, False
        if not self._formula:
            return
        if not self._text_seen and self._cell.get("t") != "str":
            if not self._formulas:
                letters = self._cell.get("r", "").rstrip("0123456789")
                self._formula_place = (self._row, self._number(letters))
            self._formulas += 1
        self._formula = False


_TRUE = frozenset({"1", "true"})


def refuse_doctype(*_: object) -> None:
    """Raise at a document type, which no spreadsheet writes."""
    raise CannotRead("workbook-hostile")
