"""The interface of workbook readers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from core.io.spreadsheets.merged_cells import MergedRange, Rows
from core.io.spreadsheets.sheet_cells import SheetFaults


@dataclass(frozen=True, slots=True, eq=False)
class BookSheet:
    """The rows of a sheet, with the results of its scan.

    Attributes
    ----------
    rows : iterator of tuple
        Each row's number and its first cell's column, counted from 1, and its cells.
    hidden_rows, hidden_columns : int
        Number of hidden rows and columns with filled cells.
    """

    rows: Rows
    merges: Sequence[MergedRange]
    faults: SheetFaults
    last_row: int
    hidden_rows: int = 0
    hidden_columns: int = 0


class Book(Protocol):
    """A workbook with its sheets and their visibility."""

    sheets: list[tuple[str, bool]]

    def sheet(self, name: str) -> BookSheet:
        """Read the existing sheet called `name`."""


OpenBook = Callable[[str], Book]
