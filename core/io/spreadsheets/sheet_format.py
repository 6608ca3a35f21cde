"""The interface of workbook formats."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from core.io.files.input_files import opened
from core.io.findings import DeclaredOptions, Preview, Probe
from core.io.format import Format
from core.jobs import Job
from core.model import Dataset, FileKind, ReadOptions

if TYPE_CHECKING:
    from core.io.spreadsheets.sheet_source import Reached, SheetData, SheetFile, SheetRequest
    from core.io.spreadsheets.workbook_protocol import OpenBook


@dataclass(frozen=True)
class SheetFormat(Format):
    """A workbook format.

    Attributes
    ----------
    guess : str
        Code of the probe's sentence on such a file.
    """

    guess: str

    @abstractmethod
    def find_sheet(self, sheet_request: SheetRequest, job: Job, reached: Reached) -> SheetData:
        """Read a sheet; `reached` is called with the finished share of the work, 0 to 1.

        Raises
        ------
        Refused, Cancelled
            If it cannot be read, or the job is cancelled.
        """

    def probe(self, path: Path, given: DeclaredOptions) -> Probe:
        """Guess sheet, header and missing codes."""
        from core.io.spreadsheets.sheet_probe import probe_sheet

        return probe_sheet(self._file(path), given)

    def preview(self, path: Path, options: ReadOptions, rows: int) -> Preview:
        """Return the first rows of a sheet."""
        from core.io.spreadsheets.sheet_probe import preview_sheet

        return preview_sheet(self._file(path), options, rows)

    def read(self, path: Path, options: ReadOptions, job: Job, as_text: frozenset[str]) -> Dataset:
        """Read a sheet."""
        from core.io.spreadsheets.sheet_reader import read_sheet

        return read_sheet(self._file(path), options, job, as_text)

    def _file(self, path: Path) -> SheetFile:
        from core.io.spreadsheets.sheet_source import SheetFile

        return SheetFile(path, self, self.guess, self.find_sheet)


@dataclass(frozen=True)
class WorkbookFormat(SheetFormat):
    """A workbook format that a library opens as a `Book` in the child process.

    Attributes
    ----------
    open : callable
        Function that opens it, defined in a module.
    """

    open: OpenBook

    def find_sheet(self, sheet_request: SheetRequest, job: Job, reached: Reached) -> SheetData:
        """Read a sheet."""
        from core.io.spreadsheets.workbook_child import BookRequest
        from core.io.spreadsheets.workbook_process import find_workbook_sheet

        with opened(sheet_request.path) as handle:
            self.refuse_others(handle, sheet_request.path)
        request = BookRequest(
            str(sheet_request.path.absolute()), self.open, sheet_request.sheet, sheet_request.rows
        )
        return find_workbook_sheet(request, job, reached)


def workbook_kind(parts: frozenset[str]) -> FileKind:
    """Return the kind of a zipped workbook by its parts; XLSX if they do not decide."""
    if "content.xml" in parts and "[Content_Types].xml" not in parts:
        return FileKind.ODS
    return FileKind.XLSB if "xl/workbook.bin" in parts else FileKind.XLSX
