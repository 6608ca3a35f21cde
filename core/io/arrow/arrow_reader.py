"""Reads Parquet and Feather files with pyarrow, in the child process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from core.io.arrow.arrow_metadata import labels_of_field
from core.io.arrow.arrow_types import ARROW, nearest_numbers, type_name
from core.io.child_processes.unreadable import CannotRead
from core.io.child_processes.worker import library
from core.io.typed_tables.table_file import TableRequest
from core.io.typed_tables.table_header import Cells, ColumnHeader, TableHeader
from core.model import FileKind

_ROWS_AT_ONCE = 50_000
# A float64 represents all numbers with this many digits.
_EXACT_DIGITS = 15
_DAY_MICROSECONDS = 86_400e6

Batches = Iterator[pa.RecordBatch]


def open_arrow(request: TableRequest) -> tuple[TableHeader, Batches]:
    """Return the header and the cells; cells of column `i` are sent as ``c{i}``.

    Raises
    ------
    CannotRead
        If the file is damaged or has nested columns.
    """
    with library("table-damaged"):
        if request.second:
            schema, rows, batches = _second(request)
        elif request.kind is FileKind.PARQUET:
            schema, rows, batches = _parquet(request.path)
        else:
            schema, rows, batches = _feather(request.path)
        # Names that are not UTF-8 are only detected on access.
        nested = tuple(field.name for field in schema if _cells(field.type) is None)
        columns = () if nested else tuple(_head_column(field) for field in schema)
    if nested:
        raise CannotRead("columns-nested", names=nested[:5])
    head = TableHeader(columns, rows)
    return head, _few(_converted(batches), request.rows)


def _parquet(path: str) -> tuple[pa.Schema, int, Batches]:
    # Page checksums are verified if the file has them. Buffers read ahead would stay in memory
    # until the end of the file.
    file = pq.ParquetFile(path, page_checksum_verification=True, pre_buffer=False)
    columns = max(len(file.schema_arrow), 1)
    step = max(1, min(_ROWS_AT_ONCE, 1_000_000 // columns))
    batches = file.iter_batches(step, use_threads=False)
    return file.schema_arrow, file.metadata.num_rows, batches


def _feather(path: str) -> tuple[pa.Schema, int, Batches]:
    with pa.OSFile(path) as source:
        if source.read(4) == b"FEA1":
            raise CannotRead("feather-old")
    file = pa.ipc.open_file(path)
    batches = (file.get_batch(i) for i in range(file.num_record_batches))
    return file.schema, 0, (part for batch in batches for part in _sliced(batch))


def _second(request: TableRequest) -> tuple[pa.Schema, int, Batches]:
    from core.io.arrow.arrow_second_reader import second_stream

    stream = second_stream(request.path, request.kind, _ROWS_AT_ONCE)
    return stream.schema, 0, (part for batch in stream for part in _sliced(batch))


def _sliced(batch: pa.RecordBatch) -> Batches:
    for start in range(0, batch.num_rows, _ROWS_AT_ONCE):
        yield batch.slice(start, _ROWS_AT_ONCE)


def _few(batches: Batches, most: int | None) -> Batches:
    """Yield batches until `most` rows are reached."""
    done = 0
    for batch in batches:
        if most is not None and done + batch.num_rows > most:
            yield batch.slice(0, most - done)
            return
        done += batch.num_rows
        yield batch


def _cells(kind: pa.DataType) -> Cells | None:
    """Return the type in which a column's cells are sent; ``None`` if they are not scalars."""
    if pa.types.is_dictionary(kind):
        return _cells(kind.value_type)
    for matches, cells in _KINDS:
        if matches(kind):
            return cells
    if pa.types.is_decimal(kind):
        return Cells.NUMBER if kind.precision <= _EXACT_DIGITS else Cells.TEXT
    return None


_KINDS: tuple[tuple[Callable[[pa.DataType], bool], Cells], ...] = (
    (pa.types.is_uint64, Cells.TEXT),
    (pa.types.is_integer, Cells.INTEGER),
    (pa.types.is_floating, Cells.NUMBER),
    (pa.types.is_date, Cells.DATE),
    (pa.types.is_timestamp, Cells.STAMP),
    (pa.types.is_time, Cells.TIME),
    (pa.types.is_boolean, Cells.BOOLEAN),
    (pa.types.is_string, Cells.TEXT),
    (pa.types.is_large_string, Cells.TEXT),
    (pa.types.is_string_view, Cells.TEXT),
    (pa.types.is_null, Cells.TEXT),
)


def _head_column(field: pa.Field) -> ColumnHeader:
    kind = field.type
    name = type_name(kind)
    labels = replace(labels_of_field(field), format=name, dialect=ARROW if name else "")
    if pa.types.is_dictionary(kind):
        measure = labels.measure or ("ordinal" if kind.ordered else "nominal")
        labels = replace(labels, measure=measure)
        kind = kind.value_type
    scale = kind.scale if pa.types.is_decimal(kind) and kind.scale >= 0 else None
    cells = _cells(field.type)
    assert cells is not None
    return ColumnHeader(field.name, cells, labels, True, scale)


def _converted(batches: Batches) -> Batches:
    with library("table-damaged"):
        for batch in batches:
            # The reader does not check offsets and category indices, and later code would access
            # cells that do not exist.
            batch.validate(full=True)
            arrays = [_plain(column) for column in batch.columns]
            yield pa.record_batch(arrays, names=[f"c{i}" for i in range(len(arrays))])


def _plain(column: pa.Array) -> pa.Array:
    """Return a column's cells in the type in which they are sent."""
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    cells = _cells(column.type)
    if cells is Cells.TEXT:
        return pc.cast(column, pa.string())
    if cells is Cells.INTEGER:
        return pc.cast(column, pa.int64())
    if cells is Cells.STAMP:
        return pc.cast(column, pa.string())
    if cells is Cells.DATE:
        stamps = pc.cast(pc.cast(column, pa.timestamp("us"), safe=False), pa.int64())
        return pc.divide(pc.cast(stamps, pa.float64(), safe=False), _DAY_MICROSECONDS)
    if cells is Cells.TIME:
        seconds = pc.cast(pc.cast(column, pa.time64("us"), safe=False), pa.int64())
        return pc.divide(pc.cast(seconds, pa.float64()), _DAY_MICROSECONDS)
    if cells is Cells.BOOLEAN:
        return pc.cast(pc.cast(column, pa.uint8()), pa.float64())
    if pa.types.is_decimal(column.type):
        return nearest_numbers(column)
    return pc.cast(column, pa.float64(), safe=False)
