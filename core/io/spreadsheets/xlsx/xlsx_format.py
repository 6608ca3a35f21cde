"""The format of Excel workbooks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.errors import Problem
from core.io.format import WritableFormat
from core.io.signatures import ZIP, FileStart
from core.io.spreadsheets.sheet_format import SheetFormat, workbook_kind
from core.jobs import Job
from core.model import Column, FileKind, ReadOptions

if TYPE_CHECKING:
    from core.io.spreadsheets.sheet_source import Reached, SheetData, SheetRequest


@dataclass(frozen=True)
class XlsxFormat(SheetFormat, WritableFormat):
    """Excel workbooks."""

    def recognises(self, start: FileStart) -> bool:
        """Return whether the file is a zip archive and not another workbook format."""
        return start.head.startswith(ZIP) and workbook_kind(start.parts) is self.kind

    def find_sheet(self, sheet_request: SheetRequest, job: Job, reached: Reached) -> SheetData:
        """Read a sheet."""
        from core.io.spreadsheets.xlsx.xlsx_process import find_xlsx_sheet

        return find_xlsx_sheet(sheet_request, job, reached)

    def write(
        self,
        columns: Sequence[Column],
        path: Path,
        order: NDArray[np.int64],
        masked: frozenset[str],
        options: ReadOptions,
        job: Job,
    ) -> tuple[Problem, ...]:
        """Write the file."""
        from core.io.spreadsheets.xlsx.xlsx_writer import write_xlsx

        return write_xlsx(columns, path, order, masked, options, job)

    def write_problems(
        self, columns: Sequence[Column], masked: frozenset[str], options: ReadOptions
    ) -> tuple[Problem, ...]:
        """Return why the columns cannot be written (errors), and what would change (warnings)."""
        from core.io.spreadsheets.sheet_limits import sheet_problems

        rows = np.arange(len(columns[0]) if columns else 0, dtype=np.int64)
        return sheet_problems(columns, rows, masked, options)


XLSX = XlsxFormat(FileKind.XLSX, (".xlsx", ".xlsm"), "guess-kind-workbook")
