"""Reads ODS spreadsheets with calamine after scanning them with expat.

Repeated rows and cells, of which a few bytes can denote billions, are counted, not created.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from xml.parsers import expat

from core.io.child_processes.unreadable import CannotRead
from core.io.child_processes.worker import library
from core.io.spreadsheets.merged_cells import MOST_MERGES, MergedRange
from core.io.spreadsheets.sheet_cells import SheetFaults
from core.io.spreadsheets.workbook_protocol import BookSheet
from core.io.spreadsheets.xlsx.xlsx_scan import refuse_doctype
from core.io.spreadsheets.zipped_workbook import blocks, check_sums, parts

_CONTENT, _MANIFEST = "content.xml", "META-INF/manifest.xml"
# calamine needs about 32 bytes for each cell of the rectangle, filled or empty.
_LARGEST_AREA = 100_000_000
_LENGTH = re.compile(r"PT([0-9]+)H([0-9]+)M([0-9.]+)S")
_HIDDEN = frozenset({"collapse", "filter"})


class OdsBook:
    """An OpenDocument spreadsheet."""

    def __init__(self, path: str) -> None:
        from python_calamine import CalamineWorkbook

        with parts(path) as archive:
            check_sums(archive)
            if _MANIFEST in archive.NameToInfo and b"encryption-data" in archive.read(_MANIFEST):
                raise CannotRead("file-is-locked")
            self._scan = OdsScan()
            self._scan.feed(blocks(archive, _CONTENT))
        if any(sheet.area > _LARGEST_AREA for sheet in self._scan.sheets.values()):
            raise CannotRead("workbook-bomb")
        with library("workbook-damaged"):
            self._book = CalamineWorkbook.from_path(path)
        self.sheets = [(name, sheet.visible) for name, sheet in self._scan.sheets.items()]

    def sheet(self, name: str) -> BookSheet:
        """Read a sheet."""
        scan = self._scan.sheets[name]
        faults = SheetFaults(scan.errors, scan.formulas, *scan.formula_place)
        hidden = scan.hidden_rows, scan.hidden_columns
        return BookSheet(self._rows(name), scan.merges, faults, scan.last_row, *hidden)

    def _rows(self, name: str) -> Iterator[tuple[int, int, Sequence[object]]]:
        sheet = self._book.get_sheet_by_name(name)
        if sheet.start is None:
            return
        column = sheet.start[1] + 1
        for number, cells in enumerate(sheet.iter_rows(), start=1):
            yield number, column, [_value(cell) for cell in cells]


def _value(cell: object) -> object:
    """Return a cell; durations of more than a day come as texts."""
    if isinstance(cell, str) and cell.startswith("PT"):
        match = _LENGTH.fullmatch(cell)
        if match:
            hours, minutes, seconds = match.groups()
            return timedelta(hours=int(hours), minutes=int(minutes), seconds=float(seconds))
    return cell


@dataclass(slots=True)
class ScannedSheet:
    """The scan of a sheet; rows and columns are counted from 1."""

    visible: bool = True
    first_row: int = 0
    last_row: int = 0
    first_column: int = 0
    last_column: int = 0
    errors: dict[int, tuple[int, int]] = field(default_factory=dict)
    formulas: int = 0
    formula_place: tuple[int, int] = (0, 0)
    merges: list[MergedRange] = field(default_factory=list)
    hidden_rows: int = 0
    columns: int = 0  # up to the declared extent
    hidden_places: list[tuple[int, int]] = field(default_factory=list)

    @property
    def hidden_columns(self) -> int:
        """Number of hidden columns up to the last filled one."""
        return sum(
            max(min(last, self.last_column) - max(first, self.first_column) + 1, 0)
            for first, last in self.hidden_places
        )

    @property
    def area(self) -> int:
        """Number of cells in the rectangle around the filled cells."""
        rows = self.last_row - self.first_row + 1
        return rows * (self.last_column - self.first_column + 1) if self.last_row else 0

    def fill(self, row: int, column: int, last_row: int, last_column: int) -> None:
        """Note filled cells."""
        self.first_row = min(self.first_row or row, row)
        self.first_column = min(self.first_column or column, column)
        self.last_row = max(self.last_row, last_row)
        self.last_column = max(self.last_column, last_column)


class OdsScan:
    """The sheets of a file, in order."""

    def __init__(self) -> None:
        self.sheets: dict[str, ScannedSheet] = {}
        self._sheet: ScannedSheet | None = None
        self._depth = 0
        self._row = self._column = self._repeat = 0
        self._row_hidden = False
        self._hidden: set[str] = set()
        self._style = ""
        self._parser = expat.ParserCreate(namespace_separator=" ")
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.StartDoctypeDeclHandler = refuse_doctype

    def feed(self, blocks: Iterator[bytes]) -> None:
        """Parse the blocks; raise ``expat.ExpatError`` if they are malformed."""
        for block in blocks:
            self._parser.Parse(block, False)
        self._parser.Parse(b"", True)

    def _start(self, element: str, attributes: dict[str, str]) -> None:
        name = element.rpartition(" ")[2]
        if name in ("table-cell", "covered-table-cell"):
            self._cell(_plain(attributes))
        elif name == "table-row":
            self._row += self._repeat
            self._repeat = _count(_plain(attributes).get("number-rows-repeated"))
            self._column = 0
            self._row_hidden = _plain(attributes).get("visibility") in _HIDDEN
        elif name == "table-column":
            self._columns(_plain(attributes))
        elif name == "table":
            self._begin(_plain(attributes))
        elif name == "style":
            self._style = _plain(attributes).get("name", "")
        elif name == "table-properties" and _plain(attributes).get("display") == "false":
            self._hidden.add(self._style)

    def _begin(self, attributes: dict[str, str]) -> None:
        """Enter a sheet; nested tables are not sheets."""
        self._depth += 1
        if self._depth == 1:
            visible = attributes.get("style-name") not in self._hidden
            if attributes.get("name", "") in self.sheets:
                raise CannotRead("sheet-twice")
            self._sheet = ScannedSheet(visible)
            self.sheets[attributes.get("name", "")] = self._sheet
            self._row, self._repeat = 1, 0

    def _columns(self, attributes: dict[str, str]) -> None:
        """Note hidden columns."""
        if self._sheet is None or self._depth != 1:
            return
        first = self._sheet.columns + 1
        self._sheet.columns += _count(attributes.get("number-columns-repeated"))
        if attributes.get("visibility") in _HIDDEN and len(self._sheet.hidden_places) < MOST_MERGES:
            self._sheet.hidden_places.append((first, self._sheet.columns))

    def _end(self, element: str) -> None:
        if element.rpartition(" ")[2] == "table":
            self._depth -= 1

    def _cell(self, attributes: dict[str, str]) -> None:
        sheet, repeat = self._sheet, _count(attributes.get("number-columns-repeated"))
        first = self._column + 1
        self._column += repeat
        if sheet is None or self._depth != 1:
            return
        rows, columns = (
            _count(attributes.get(f"number-{dimension}-spanned"))
            for dimension in ("rows", "columns")
        )
        if rows * columns > 1 and len(sheet.merges) < MOST_MERGES:
            last = (self._row + rows - 1, first + columns - 1)
            sheet.merges.append(MergedRange(self._row, first, *last))
        if "value-type" in attributes:
            sheet.hidden_rows += self._repeat if self._row_hidden else 0
            self._row_hidden = False
            sheet.fill(self._row, first, self._row + self._repeat - 1, first + repeat - 1)
        if attributes.get("calc-type") == "error":
            count, row = sheet.errors.get(first, (0, self._row))
            sheet.errors[first] = (count + 1, row)
        elif "formula" in attributes and "value-type" not in attributes:
            sheet.formula_place = sheet.formula_place if sheet.formulas else (self._row, first)
            sheet.formulas += 1


def _plain(attributes: dict[str, str]) -> dict[str, str]:
    """Return attributes by name without namespace; LibreOffice has its own type attribute."""
    plain = {}
    for key, value in attributes.items():
        space, _, name = key.rpartition(" ")
        plain["calc-type" if name == "value-type" and "calc" in space else name] = value
    return plain


def _count(text: str | None) -> int:
    """Read how often a cell or row is repeated."""
    if text is None:
        return 1
    try:
        return max(int(text), 1)
    except ValueError:
        raise expat.ExpatError("a count that is no number") from None
