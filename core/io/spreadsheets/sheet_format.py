"""The formats of workbooks."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from core.errors import Problem
from core.io.files.input_files import open_input
from core.io.findings import DeclaredOptions, Preview, Probe
from core.io.format import Format, Output, Unwritten, WritableFormat
from core.io.signatures import OLE, ZIP, FileStart
from core.jobs import Job
from core.model import Column, Dataset, FileKind, ReadOptions

if TYPE_CHECKING:
    from core.io.spreadsheets.sheet_source import Reached, SheetData, SheetRequest
    from core.io.spreadsheets.workbook_protocol import Book, OpenBook


@dataclass(frozen=True)
class SheetFormat(Format):
    """A workbook format.

    Attributes
    ----------
    guess : str
        Code of the probe's sentence on such a file.
    """

    guess: str

    def recognises(self, start: FileStart) -> bool:
        """Check whether the file is a zip archive with the parts of such a workbook."""
        return start.head.startswith(ZIP) and _kind_by_parts(start.parts) is self.kind

    @abstractmethod
    def find_sheet(self, sheet_request: SheetRequest, job: Job, reached: Reached) -> SheetData:
        """Read a sheet; see `core.io.spreadsheets.sheet_source.SheetSource.find_sheet`."""

    def probe(self, path: Path, declared: DeclaredOptions) -> Probe:
        """Guess sheet, header and missing codes."""
        from core.io.spreadsheets.sheet_reader import probe_sheet

        return probe_sheet(self, path, declared)

    def preview(self, path: Path, options: ReadOptions, rows: int) -> Preview:
        """Read the first rows of a sheet."""
        from core.io.spreadsheets.sheet_reader import preview_sheet

        return preview_sheet(self, path, options, rows)

    def read(self, path: Path, options: ReadOptions, job: Job, as_text: frozenset[str]) -> Dataset:
        """Read a sheet."""
        from core.io.spreadsheets.sheet_reader import read_sheet

        return read_sheet(self, path, options, job, as_text)


@dataclass(frozen=True)
class XlsxFormat(SheetFormat, WritableFormat):
    """Excel workbooks, which are what a zip archive is held for if its parts do not decide."""

    def find_sheet(self, sheet_request: SheetRequest, job: Job, reached: Reached) -> SheetData:
        """Read a sheet."""
        from core.io.spreadsheets.xlsx.xlsx_process import find_xlsx_sheet

        return find_xlsx_sheet(sheet_request, job, reached)

    def write(self, columns: Sequence[Column], order: NDArray[Any], to: Output) -> None:
        """Write the file."""
        from core.io.spreadsheets.xlsx.xlsx_writer import write_xlsx

        write_xlsx(columns, order, to)

    def problems(self, table: Unwritten) -> tuple[Problem, ...]:
        """List why the columns cannot be written (errors), and what would change (warnings)."""
        from core.io.spreadsheets.sheet_limits import sheet_problems

        return sheet_problems(table)


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
        from core.io.spreadsheets.workbook_process import BookRequest, find_workbook_sheet

        with open_input(sheet_request.path) as handle:
            self.refuse_others(handle, sheet_request.path)
        request = BookRequest(
            str(sheet_request.path.absolute()), self.open, sheet_request.sheet, sheet_request.rows
        )
        return find_workbook_sheet(request, job, reached)


@dataclass(frozen=True)
class XlsFormat(WorkbookFormat):
    """Workbooks of Excel before 2007."""

    def recognises(self, start: FileStart) -> bool:
        """Check whether the file is a compound document."""
        return start.head.startswith(OLE)


@dataclass(frozen=True)
class OdsFormat(WorkbookFormat, WritableFormat):
    """OpenDocument spreadsheets."""

    def write(self, columns: Sequence[Column], order: NDArray[Any], to: Output) -> None:
        """Write the file."""
        from core.io.spreadsheets.ods.ods_writer import write_ods

        write_ods(columns, order, to)

    def problems(self, table: Unwritten) -> tuple[Problem, ...]:
        """List why the columns cannot be written (errors), and what would change (warnings)."""
        from core.io.spreadsheets.ods.ods_writer import ods_problems

        return ods_problems(table)


def _kind_by_parts(parts: frozenset[str]) -> FileKind:
    """Find the kind of a zipped workbook by its parts; XLSX if they do not decide."""
    is_ods = "content.xml" in parts and "[Content_Types].xml" not in parts
    return FileKind.ODS if is_ods else FileKind.XLSX


def _open_xls(path: str) -> Book:
    from core.io.spreadsheets.xls_reader import XlsBook

    return XlsBook(path)


def _open_ods(path: str) -> Book:
    from core.io.spreadsheets.ods.ods_reader import OdsBook

    return OdsBook(path)


XLSX = XlsxFormat(FileKind.XLSX, (".xlsx", ".xlsm"), "guess-kind-workbook")
XLS = XlsFormat(FileKind.XLS, (".xls",), "guess-kind-xls", _open_xls)
ODS = OdsFormat(FileKind.ODS, (".ods",), "guess-kind-ods", _open_ods)
