"""Writes an XLSX workbook with one sheet, reproducibly."""

from __future__ import annotations

import datetime
import tempfile
from collections.abc import Sequence
from typing import Any

from numpy.typing import NDArray
from xlsxwriter import Workbook
from xlsxwriter.exceptions import FileCreateError
from xlsxwriter.worksheet import Worksheet

from core.io.files.atomic_writing import new_file
from core.io.format import Output
from core.io.spreadsheets.written_cells import ColumnCells, number_format
from core.model import Column

# Building the cells of this many rows takes some milliseconds.
ROWS_AT_ONCE = 100

# A workbook contains its creation time, which is fixed so that a table always gives the same bytes.
_MADE = datetime.datetime(2000, 1, 1)


def write_xlsx(columns: Sequence[Column], order: NDArray[Any], to: Output) -> None:
    """Write a workbook; see `WritableFormat.write`."""
    # The writer stores rows in a temporary file. It is placed next to the target, on the same disk,
    # so that nothing is left elsewhere.
    with (
        new_file(to.path) as handle,
        tempfile.TemporaryDirectory(dir=to.path.parent, ignore_cleanup_errors=True) as folder,
    ):
        book = Workbook(
            handle,
            {
                "constant_memory": True,
                "tmpdir": folder,
                "strings_to_formulas": False,
                "strings_to_numbers": False,
                "strings_to_urls": False,
            },
        )
        book.set_properties({"created": _MADE})
        book.use_zip64()
        sheet = book.add_worksheet()
        try:
            _fill(book, sheet, columns, order, to)
            book.close()
        except FileCreateError as error:
            # The writer's wrapper of a system error.
            raise error.args[0] from None
        finally:
            sheet.row_data_fh.close()


def _fill(
    book: Workbook,
    sheet: Worksheet,
    columns: Sequence[Column],
    order: NDArray[Any],
    to: Output,
) -> None:
    formats = [number_format(column, column.name in to.masked) for column in columns]
    styles = [book.add_format({"num_format": code}) if code else None for code in formats]
    cells = [ColumnCells(column, column.name in to.masked) for column in columns]
    top = 0
    if to.options.header:
        top = 1
        for index, column in enumerate(columns):
            sheet.write_string(0, index, column.name)
    for start in range(0, len(order), ROWS_AT_ONCE):
        rows = order[start : start + ROWS_AT_ONCE]
        values = zip(*(column.of(rows) for column in cells), strict=True)
        for row, record in enumerate(values, start=top + start):
            for index, value in enumerate(record):
                if isinstance(value, str):
                    sheet.write_string(row, index, value)
                elif value is not None:
                    sheet.write_number(row, index, value, styles[index])
        to.job.update(start + len(rows))
