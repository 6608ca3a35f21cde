"""Writes Parquet and Feather files, with the input's types where the values allow it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from numpy.typing import NDArray

from core.array_types import Ints
from core.errors import Problem, Refused, Severity, Where
from core.io.arrow.arrow_fields import ARROW, field_metadata, nearest_numbers, type_name, type_of
from core.io.columns.conversion import as_stored
from core.io.columns.spelling import spell
from core.io.columns.text_columns import without_zeros
from core.io.files.atomic_writing import new_file, new_folder
from core.io.files.part_files import MOST_PARTS
from core.io.format import Expected, Output, missing_spellings
from core.jobs import Job
from core.model import Column, ColumnKind, FileKind
from core.table import index_type

ROWS_AT_ONCE = 50_000

_PLAIN = {
    ColumnKind.INTEGER: pa.int64(),
    ColumnKind.NUMBER: pa.float64(),
    ColumnKind.DATE: pa.date32(),
    ColumnKind.TEXT: pa.string(),
}


def arrow_problems(columns: Sequence[Column], masked: frozenset[str]) -> tuple[Problem, ...]:
    """List warnings of what these files hold differently from the input."""
    problems = []
    for column in columns:
        missing_codes = None if column.name in masked else column.missing_text
        lost = sum(code != "" for code in missing_codes[0]) if missing_codes else 0
        if lost:
            params = {"count": lost}
            problems.append(
                Problem("missing-codes-lost", Where(column.name), params, Severity.WARNING)
            )
    return tuple(problems)


def write_arrow(columns: Sequence[Column], order: NDArray[Any], kind: FileKind, to: Output) -> None:
    """Write a Parquet or Feather file of the records at these positions, or a folder of files."""
    schema = pa.schema(_fields(columns, order, to))
    made = (
        pa.record_batch(
            [
                _cells(column, rows, field.type)
                for column, field in zip(columns, schema, strict=True)
            ],
            schema=schema,
        )
        for rows in _pieces(order)
    )
    batches = _report_rows(made, to.job)
    if to.part is None:
        _write_file(batches, to.path, kind, schema)
    else:
        with new_folder(to.path):
            for number, pieces in groupby(_number_parts(batches, to.part), lambda piece: piece[0]):
                if number > MOST_PARTS:
                    raise Refused(Problem("output-parts", params={"most": MOST_PARTS}))
                of_part = to.path / f"part-{number:06}.{kind}"
                _write_file((piece for _, piece in pieces), of_part, kind, schema)


def _write_file(
    batches: Iterable[pa.RecordBatch], path: Path, kind: FileKind, schema: pa.Schema
) -> None:
    with new_file(path) as handle:
        if kind is FileKind.PARQUET:
            writer = pq.ParquetWriter(handle, schema, store_schema=True, write_page_checksum=True)
        else:
            options = pa.ipc.IpcWriteOptions(compression="lz4", unify_dictionaries=True)
            writer = pa.ipc.new_file(handle, schema, options=options)
        with writer:
            for batch in batches:
                writer.write_batch(batch)


def _report_rows(batches: Iterable[pa.RecordBatch], job: Job) -> Iterator[pa.RecordBatch]:
    """Yield the batches and report the rows that have been written."""
    done = 0
    for batch in batches:
        yield batch
        done += batch.num_rows
        job.update(done)


def _number_parts(
    batches: Iterable[pa.RecordBatch], part_rows: int
) -> Iterator[tuple[int, pa.RecordBatch]]:
    """Yield the rows with the number of their part, from 1; each part has `part_rows` rows."""
    done = 0
    for batch in batches:
        start = 0
        while start < batch.num_rows:
            piece = batch.slice(start, part_rows - done % part_rows)
            yield done // part_rows + 1, piece
            start += piece.num_rows
            done += piece.num_rows


def _pieces(order: NDArray[Any]) -> Iterator[Ints]:
    """Yield the positions of records that are converted together, as a group of rows of a file."""
    for start in range(0, len(order), ROWS_AT_ONCE):
        yield order[start : start + ROWS_AT_ONCE]


def _fields(columns: Sequence[Column], order: NDArray[Any], to: Output) -> list[pa.Field]:
    """Build the Arrow fields of the columns: their types in the input if these hold all values."""
    fields = []
    for column in columns:
        input_type, kind = _input_type(column, column.name in to.masked), _PLAIN[column.kind]
        if input_type is not None and _all_fit(column, order, input_type, to.job):
            kind = input_type
        fields.append(pa.field(column.name, kind, metadata=field_metadata(column.labels)))
    return fields


def _all_fit(column: Column, order: NDArray[Any], kind: pa.DataType, job: Job) -> bool:
    """Check whether all cells in another type are read back as they are."""
    return all(_fits(column, rows, kind) for rows in job.each(_pieces(order)))


def _input_type(column: Column, masked: bool) -> pa.DataType | None:
    """Find the column's type in the input if the file may have it, too."""
    input_type = type_of(column.labels.format) if column.labels.dialect == ARROW else None
    return None if masked and column.kind is ColumnKind.NUMBER else input_type


def _fits(column: Column, rows: Ints, kind: pa.DataType) -> bool:
    """Check whether cells in another type are read back as they are."""
    plain = _PLAIN[column.kind]
    try:
        stored = _cells(column, rows, kind)
        if pa.types.is_decimal(kind) and pa.types.is_floating(plain):
            read_back = nearest_numbers(stored)
        else:
            read_back = stored.cast(plain)
            if pa.types.is_boolean(kind):
                read_back = pc.utf8_upper(read_back)
            elif pa.types.is_timestamp(kind) and pa.types.is_string(plain):
                read_back = without_zeros(read_back)
        return bool(read_back.equals(_plain(column, rows)))
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError, pa.ArrowTypeError):
        return False


def expect_in_arrow(input_column: Column, masked: bool) -> Expected:
    """Describe the metadata of a column that reading a Parquet or Feather file must find."""
    column = as_stored(input_column)
    input_type = _input_type(column, masked)
    fits = input_type is not None and _all_fit(
        column, np.arange(len(column), dtype=index_type(len(column))), input_type, Job()
    )
    labels = replace(column.labels, format=type_name(input_type if fits else _PLAIN[column.kind]))
    return Expected(column.kind, labels, ("",) * len(missing_spellings(input_column, masked)))


def _cells(column: Column, rows: Ints, kind: pa.DataType) -> pa.Array:
    plain = _plain(column, rows)
    if pa.types.is_dictionary(kind):
        # All row groups share one dictionary of categories.
        used = pa.array(column.categories, kind.value_type)
        index = pa.array(column.values[rows], kind.index_type, mask=column.missing[rows])
        return pa.DictionaryArray.from_arrays(index, used, ordered=kind.ordered)
    return plain if plain.type == kind else pc.cast(plain, kind)


def _plain(column: Column, rows: Ints) -> pa.Array:
    missing = column.missing[rows]
    if column.kind is ColumnKind.TEXT:
        texts = spell(column, rows, True, ".")
        return pc.if_else(pa.array(missing), pa.scalar(None, pa.string()), texts)
    values = column.values[rows]
    if column.kind is ColumnKind.DATE:
        values = values.astype(np.int32)
    return pa.array(values, mask=missing).cast(_PLAIN[column.kind])
