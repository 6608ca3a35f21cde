"""The format of OpenDocument spreadsheets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.errors import Problem
from core.io.format import WritableFormat
from core.io.signatures import FileStart
from core.io.spreadsheets.sheet_format import WorkbookFormat, workbook_kind
from core.jobs import Job
from core.model import Column, FileKind, ReadOptions

if TYPE_CHECKING:
    from core.io.spreadsheets.workbook_protocol import Book


@dataclass(frozen=True)
class OdsFormat(WorkbookFormat, WritableFormat):
    """OpenDocument spreadsheets."""

    def recognises(self, start: FileStart) -> bool:
        """Return whether a zip archive has the parts of such a workbook."""
        return bool(start.parts) and workbook_kind(start.parts) is self.kind

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
        from core.io.spreadsheets.ods.ods_writer import write_ods

        return write_ods(columns, path, order, masked, options, job)

    def write_problems(
        self, columns: Sequence[Column], masked: frozenset[str], options: ReadOptions
    ) -> tuple[Problem, ...]:
        """Return why the columns cannot be written (errors), and what would change (warnings)."""
        from core.io.spreadsheets.ods.ods_writer import ods_problems

        rows = np.arange(len(columns[0]) if columns else 0, dtype=np.int64)
        return ods_problems(columns, rows, masked, options)


def _open_ods(path: str) -> Book:
    from core.io.spreadsheets.ods.ods_reader import OdsBook

    return OdsBook(path)


ODS = OdsFormat(FileKind.ODS, (".ods",), "guess-kind-ods", _open_ods)
