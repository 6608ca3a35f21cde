"""A sheet as the readers of workbooks give it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from core.io.spreadsheets.merged_cells import Merge, Rows
from core.io.spreadsheets.sheet_cells import SheetFaults


@dataclass(frozen=True, slots=True, eq=False)
class BookSheet:
    """Rows of a sheet, and what was found before they are read.

    Attributes
    ----------
    rows : iterator of tuple
        Each row's number and its first cell's column, counted from 1, and its cells.
    merges : sequence of Merge
        Cells shown as one.
    faults : SheetFaults
        Cells that cannot be read.
    last_row : int
        The last that holds something.
    hidden_rows, hidden_columns : int
        Filled ones that the user does not see.
    """

    rows: Rows
    merges: Sequence[Merge]
    faults: SheetFaults
    last_row: int
    hidden_rows: int = 0
    hidden_columns: int = 0


class Book(Protocol):
    """A workbook: its sheets with whether the user sees them, and one of them."""

    sheets: list[tuple[str, bool]]

    def sheet(self, name: str) -> BookSheet:
        """Return the sheet called `name`, which there is."""


OpenBook = Callable[[str], Book]
