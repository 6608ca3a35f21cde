"""Writes Parquet and Feather files, with the input's types where the values allow it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from numpy.typing import NDArray

from core.errors import Problem, Severity, Where
from core.io.arrow.arrow_metadata import field_metadata
from core.io.arrow.arrow_types import ARROW, nearest_numbers, type_name, type_of
from core.io.columns.spelling import spelled
from core.io.columns.stored_columns import as_stored
from core.io.columns.text_columns import without_zeros
from core.io.files.atomic_writing import new_file
from core.io.format import Expected, missing_spellings
from core.jobs import Job
from core.model import Column, ColumnKind, FileKind

_ROWS_AT_ONCE = 50_000

_PLAIN = {
    ColumnKind.INTEGER: pa.int64(),
    ColumnKind.NUMBER: pa.float64(),
    ColumnKind.DATE: pa.date32(),
    ColumnKind.TEXT: pa.string(),
}


def arrow_problems(columns: Sequence[Column], masked: frozenset[str]) -> tuple[Problem, ...]:
    """Return warnings of what these files hold differently from the input."""
    found = []
    for column in columns:
        given = None if column.name in masked else column.missing_text
        lost = sum(code != "" for code in given[0]) if given else 0
        if lost:
            params = {"count": lost}
            found.append(
                Problem("missing-codes-lost", Where(column.name), params, Severity.WARNING)
            )
    return tuple(found)


def write_arrow(
    columns: Sequence[Column],
    path: Path,
    kind: FileKind,
    order: NDArray[np.int64],
    masked: frozenset[str],
    job: Job,
) -> tuple[Problem, ...]:
    """Write a Parquet or Feather file; see `core.io.writing.write`."""
    fields = [_field(column, order, column.name in masked) for column in columns]
    schema = pa.schema(fields)
    job.start_phase("writing", len(order))
    with new_file(path) as handle, _WRITERS[kind](handle, schema) as writer:
        for start in range(0, len(order), _ROWS_AT_ONCE):
            rows = order[start : start + _ROWS_AT_ONCE]
            arrays = [
                _cells(column, rows, field.type)
                for column, field in zip(columns, fields, strict=True)
            ]
            writer.write_batch(pa.record_batch(arrays, schema=schema))
            job.update(start + len(rows))
    return arrow_problems(columns, masked)


def _parquet_writer(handle: Any, schema: pa.Schema) -> Any:
    return pq.ParquetWriter(handle, schema, store_schema=True, write_page_checksum=True)


def _feather_writer(handle: Any, schema: pa.Schema) -> Any:
    options = pa.ipc.IpcWriteOptions(compression="lz4", unify_dictionaries=True)
    return pa.ipc.new_file(handle, schema, options=options)


_WRITERS: dict[FileKind, Callable[[Any, pa.Schema], Any]] = {
    FileKind.PARQUET: _parquet_writer,
    FileKind.FEATHER: _feather_writer,
}


def _field(column: Column, order: NDArray[np.int64], masked: bool) -> pa.Field:
    """Return the Arrow field of a column."""
    kind = _type(column, order, masked)
    return pa.field(column.name, kind, metadata=field_metadata(column.labels))


def arrow_type(column: Column, masked: bool) -> pa.DataType:
    """Return the type in which a column is written."""
    return _type(column, np.arange(len(column), dtype=np.int64), masked)


def _type(column: Column, order: NDArray[np.int64], masked: bool) -> pa.DataType:
    """Return the column's type in the input if it can represent all values."""
    given = type_of(column.labels.format) if column.labels.dialect == ARROW else None
    exact = not masked or column.kind is not ColumnKind.NUMBER
    fits = given is not None and exact and _fits(column, order, given)
    return given if fits else _PLAIN[column.kind]


def _fits(column: Column, order: NDArray[np.int64], kind: pa.DataType) -> bool:
    try:
        for start in range(0, len(order), _ROWS_AT_ONCE):
            rows = order[start : start + _ROWS_AT_ONCE]
            there = _cells(column, rows, kind)
            if not _again(there, _PLAIN[column.kind]).equals(_plain(column, rows)):
                return False
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError, pa.ArrowTypeError):
        return False
    return True


def expected_in_arrow(given: Column, masked: bool) -> Expected:
    """Return the metadata of a column that reading a Parquet or Feather file must find."""
    column = as_stored(given)
    labels = replace(column.labels, format=type_name(arrow_type(column, masked)))
    return Expected(column.kind, labels, ("",) * len(missing_spellings(given, masked)))


def _again(cells: pa.Array, plain: pa.DataType) -> pa.Array:
    """Return cells as they are read back."""
    if pa.types.is_decimal(cells.type) and pa.types.is_floating(plain):
        return nearest_numbers(cells)
    found = cells.cast(plain)
    if pa.types.is_boolean(cells.type):
        return pc.utf8_upper(found)
    if pa.types.is_timestamp(cells.type) and pa.types.is_string(plain):
        return without_zeros(found)
    return found


def _cells(column: Column, rows: NDArray[np.int64], kind: pa.DataType) -> pa.Array:
    plain = _plain(column, rows)
    if pa.types.is_dictionary(kind):
        # All row groups share one dictionary of categories.
        used = pa.array(column.categories, kind.value_type)
        index = pa.array(column.values[rows], kind.index_type, mask=column.missing[rows])
        return pa.DictionaryArray.from_arrays(index, used, ordered=kind.ordered)
    return plain if plain.type == kind else pc.cast(plain, kind)


def _plain(column: Column, rows: NDArray[np.int64]) -> pa.Array:
    missing = column.missing[rows]
    if column.kind is ColumnKind.TEXT:
        texts = spelled(column, rows, True, ".")
        return pc.if_else(pa.array(missing), pa.scalar(None, pa.string()), texts)
    values = column.values[rows]
    if column.kind is ColumnKind.DATE:
        values = values.astype(np.int32)
    return pa.array(values, mask=missing).cast(_PLAIN[column.kind])
