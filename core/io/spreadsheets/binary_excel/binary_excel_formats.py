"""The formats of binary Excel workbooks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.io.signatures import OLE, FileStart
from core.io.spreadsheets.sheet_format import WorkbookFormat, workbook_kind
from core.model import FileKind

if TYPE_CHECKING:
    from core.io.spreadsheets.workbook_protocol import Book


@dataclass(frozen=True)
class XlsFormat(WorkbookFormat):
    """Workbooks of Excel before 2007."""

    def recognises(self, start: FileStart) -> bool:
        """Return whether the file is a compound document."""
        return start.head.startswith(OLE)


@dataclass(frozen=True)
class XlsbFormat(WorkbookFormat):
    """Binary workbooks in a zip."""

    def recognises(self, start: FileStart) -> bool:
        """Return whether a zip archive has the parts of such a workbook."""
        return bool(start.parts) and workbook_kind(start.parts) is self.kind


def _open_xls(path: str) -> Book:
    from core.io.spreadsheets.binary_excel.xls_reader import XlsBook

    return XlsBook(path)


def _open_xlsb(path: str) -> Book:
    from core.io.spreadsheets.binary_excel.xlsb_reader import XlsbBook

    return XlsbBook(path)


XLS = XlsFormat(FileKind.XLS, (".xls",), "guess-kind-xls", _open_xls)
XLSB = XlsbFormat(FileKind.XLSB, (".xlsb",), "guess-kind-xlsb", _open_xlsb)
