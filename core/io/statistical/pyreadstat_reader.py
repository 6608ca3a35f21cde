"""Reads SPSS, Stata and SAS files with pyreadstat, in the child process.

A Stata file of a release is read back with pandas, independently of the library that wrote it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyreadstat

from core.io.child_processes.unreadable import CannotRead
from core.io.columns.tagged_columns import code_of
from core.io.files.input_files import neighbour
from core.io.statistical.variable_formats import DIALECTS, Clock, clock_of, date_format
from core.io.typed_tables.table_file import TableRequest
from core.io.typed_tables.table_header import Cells, ColumnHeader, TableHeader
from core.model import FileKind, Labels

# This many Python cells take some dozen megabytes.
_CELLS_AT_ONCE = 1_000_000
_BYTES_AT_ONCE = 32 << 20
_ROWS_AT_ONCE = 50_000

_READERS: dict[FileKind, Callable[..., Any]] = {
    FileKind.SPSS: pyreadstat.read_sav,
    FileKind.STATA: pyreadstat.read_dta,
    FileKind.SAS: pyreadstat.read_sas7bdat,
    FileKind.SAS_TRANSPORT: pyreadstat.read_xport,
}


def open_statistics(request: TableRequest) -> tuple[TableHeader, Iterator[pa.RecordBatch]]:
    """Read the header and the cells.

    Cells of column `i` are sent as ``c{i}``. If a file distinguishes missing numbers (Stata's .a to
    .z, SAS's .A to .Z and ._), ``m{i}`` contains the number of the letter, 0 if a value is present.
    """
    meta = _read(request, metadataonly=True)[1]
    if not all(isinstance(name, str) for name in meta.column_names):
        # A name that cannot be decoded is returned as ``None``.
        raise CannotRead("statistics-damaged")
    if request.kind is FileKind.SAS:
        meta.variable_value_labels = _catalog_labels(request, meta.variable_to_label)
    dialect = DIALECTS[request.kind]
    head = TableHeader(
        tuple(_head_column(meta, name, dialect) for name in meta.column_names),
        max(meta.number_rows or 0, 0),
    )
    clocks = [
        clock_of(dialect, meta.original_variable_types.get(name) or "")
        for name in meta.column_names
    ]
    if request.second and request.kind is FileKind.STATA:
        chunks = _stata_chunks(request.path, _step(meta))
    else:
        chunks = _chunks(request, _step(meta))
    return head, (_batch(chunk, head, clocks) for chunk in chunks)


def _read(request: TableRequest, **wishes: object) -> tuple[Any, Any]:
    plain = request.kind is FileKind.SAS_TRANSPORT
    options: dict[str, object] = {} if plain else {"user_missing": True}
    if request.encoding:
        options["encoding"] = request.encoding
    try:
        cells_and_meta: tuple[Any, Any] = _READERS[request.kind](
            request.path,
            disable_datetime_conversion=True,
            output_format="dict",
            **options,
            **wishes,
        )
    except pyreadstat.ReadstatError as error:
        encoded = "encoding" in str(error).lower() or "convert" in str(error).lower()
        raise CannotRead("statistics-encoding" if encoded else "statistics-damaged") from None
    except UnicodeDecodeError:
        raise CannotRead("statistics-encoding") from None
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        # Other exceptions of the reader on a damaged file.
        raise CannotRead("statistics-damaged") from None
    return cells_and_meta


def _step(meta: Any) -> int:
    """Count the records in a batch."""
    columns = max(len(meta.column_names), 1)
    width: int = max(sum(meta.variable_storage_width.values()), 1)
    return max(1, min(_ROWS_AT_ONCE, _CELLS_AT_ONCE // columns, _BYTES_AT_ONCE // width))


Chunk = Sequence[Sequence[object]]


def _chunks(request: TableRequest, step: int) -> Iterator[Chunk]:
    """Yield the cells of successive records, column by column."""
    done = 0
    row_limit = request.rows
    while row_limit is None or done < row_limit:
        size = step if row_limit is None else min(step, row_limit - done)
        cells_by_name, _ = _read(request, row_offset=done, row_limit=size)
        columns = list(cells_by_name.values())
        rows = len(columns[0]) if columns else 0
        if rows:
            yield columns
        done += rows
        if rows < size:
            return


def _catalog_labels(
    request: TableRequest, formats: Mapping[str, str]
) -> dict[str, Mapping[object, str]]:
    """Read the value labels of variables of a SAS file from a catalog next to it.

    The catalog has the file's name; `formats` are the variables' formats, the keys of the labels.
    """
    path = neighbour(Path(request.path), ".sas7bcat")
    if path is None:
        return {}
    try:
        catalog: Any = pyreadstat.read_sas7bcat(str(path), encoding=request.encoding or None)[1]
    except (pyreadstat.ReadstatError, UnicodeDecodeError):
        raise CannotRead("sas-catalog-unreadable") from None
    labels_by_format = catalog.value_labels
    return {
        name: labels_by_format[form] for name, form in formats.items() if form in labels_by_format
    }


def _stata_chunks(path: str, step: int) -> Iterator[Chunk]:
    """Yield the cells of successive records, column by column, as pandas reads them."""
    from pandas.io.stata import StataReader

    with StataReader(
        path,
        chunksize=step,
        convert_categoricals=False,
        convert_dates=False,
        convert_missing=True,
        preserve_dtypes=True,
    ) as reader:
        for frame in reader:
            # Pandas' own missing values convert to the texts . or .a; the letter is kept.
            yield [
                [
                    cell
                    if isinstance(cell, int | float | str)
                    else str(cell).removeprefix(".") or None
                    for cell in frame[name].tolist()
                ]
                for name in frame.columns
            ]


def _head_column(meta: Any, name: str, dialect: str) -> ColumnHeader:
    form = meta.original_variable_types.get(name) or ""
    is_text = meta.readstat_variable_types.get(name) == "string"
    measure = meta.variable_measure.get(name) or ""
    label = meta.column_names_to_labels.get(name) or ""

    def spell(code: object) -> str:
        """Spell a code like the cells: a number, or the letter of a missing value."""
        if is_text:
            return str(code)
        return code_of(float(code)) if isinstance(code, int | float) else f".{code}"

    values = meta.variable_value_labels.get(name) or {}
    ranges = meta.missing_ranges.get(name) or ()
    labels = Labels(
        label,
        tuple((spell(code), str(code_label)) for code, code_label in values.items()),
        tuple((spell(missing_range["lo"]), spell(missing_range["hi"])) for missing_range in ranges),
        "" if form == "NULL" else form,
        dialect,
        measure if measure in ("nominal", "ordinal", "scale") else "",
    )
    cells = Cells.TEXT if is_text else clock_of(dialect, form).cells
    return ColumnHeader(name, cells, labels, date_format=date_format(dialect, labels.format))


def _batch(chunk: Chunk, head: TableHeader, clocks: Sequence[Clock]) -> pa.RecordBatch:
    arrays: dict[str, pa.Array] = {}
    for i, (cells, column, clock) in enumerate(zip(chunk, head.columns, clocks, strict=True)):
        if column.cells is Cells.TEXT:
            texts = ["" if cell is None else str(cell) for cell in cells]
            try:
                arrays[f"c{i}"] = pa.array(texts, pa.string())
            except UnicodeEncodeError:
                raise CannotRead("statistics-encoding") from None
            continue
        letters: list[int] | None = None
        try:
            values = np.array(cells, dtype=np.float64)
        except (TypeError, ValueError):
            # Special missing values come as letters.
            numbers = [c if isinstance(c, int | float) else np.nan for c in cells]
            values = np.array(numbers, dtype=np.float64)
            letters = [ord(c) if isinstance(c, str) and len(c) == 1 else 0 for c in cells]
        values = values / clock.unit - clock.first if clock.cells is not Cells.NUMBER else values
        arrays[f"c{i}"] = pa.array(values, pa.float64())
        if letters is not None:
            arrays[f"m{i}"] = pa.array(np.array(letters, dtype=np.uint8))
    return pa.RecordBatch.from_pydict(arrays)
