"""What is asked of a workbook, and what is read of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from core.jobs import Job
from core.model import FileKind

if TYPE_CHECKING:
    from core.io.spreadsheets.sheet_cells import SheetCells


@dataclass(frozen=True, slots=True, eq=False)
class SheetData:
    """Cells of a sheet, its name, and the names of all sheets of the workbook."""

    cells: SheetCells
    name: str
    sheets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SheetRequest:
    """A request for a sheet, by name or the first visible one, with all rows or about `rows`."""

    path: Path
    sheet: str | None
    rows: int | None = None


Reached = Callable[[float], None]


class SheetSource(Protocol):
    """What reading a sheet needs of the format of its workbook."""

    @property
    def kind(self) -> FileKind:
        """The kind of file."""
        ...

    @property
    def guess(self) -> str:
        """Code of the probe's sentence on such a file."""
        ...

    def find_sheet(self, sheet_request: SheetRequest, job: Job, reached: Reached) -> SheetData:
        """Read a sheet; `reached` is called with the finished share of the work, 0 to 1.

        Raises
        ------
        Refused, Cancelled
            If it cannot be read, or the job is cancelled.
        """
        ...
