"""Reads Parquet and Feather files with pyarrow, in the child process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

import core.io.pyarrow_alone  # noqa: F401 - before the first array
from core.io.arrow.arrow_fields import ARROW, labels_of_field, nearest_numbers, type_name
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
    """Read the header and the cells; cells of column `i` are sent as ``c{i}``.

    Raises
    ------
    CannotRead
        If the file is damaged or has nested columns.
    """
    with library("table-damaged"):
        schema, rows, batches = _of_parts(request) if request.parts else _of_file(request)
    return send_batches(schema, rows, batches, request.rows)


def send_batches(
    schema: pa.Schema, rows: int, batches: Batches, row_limit: int | None
) -> tuple[TableHeader, Batches]:
    """Describe the columns of a table that any reader makes with pyarrow, and convert its cells.

    Parameters
    ----------
    rows : int
        How many records will come, as far as is known; 0 if nothing is.
    row_limit : int, optional
        How many are sent at most.

    Raises
    ------
    CannotRead
        If a column is nested or has no readable name.
    """
    with library("table-damaged"):
        # Names that are not UTF-8 are only detected on access.
        nested = tuple(field.name for field in schema if _cells(field.type) is None)
        columns = () if nested else tuple(_head_column(field) for field in schema)
    if nested:
        raise CannotRead("columns-nested", names=nested[:5])
    return TableHeader(columns, rows), _convert(batches, row_limit)


def _of_file(request: TableRequest) -> tuple[pa.Schema, int, Batches]:
    path, is_parquet = request.path, request.kind is FileKind.PARQUET
    if request.second:
        # Libraries in Rust share no code with pyarrow, which only takes over the arrays here.
        from arro3.io import read_ipc, read_parquet

        read = read_parquet(path, batch_size=_ROWS_AT_ONCE) if is_parquet else read_ipc(path)
        stream = pa.RecordBatchReader.from_stream(read)
        # Only the number of records comes from pyarrow, so that memory is made for as many.
        rows = pq.read_metadata(path).num_rows if is_parquet else 0
        return stream.schema, rows, (some_rows for batch in stream for some_rows in _slice(batch))
    if is_parquet:
        # Page checksums are verified if the file has them. Buffers read ahead would stay in memory
        # until the end of the file.
        table = pq.ParquetFile(path, page_checksum_verification=True, pre_buffer=False)
        columns = max(len(table.schema_arrow), 1)
        step = max(1, min(_ROWS_AT_ONCE, 1_000_000 // columns))
        batches = table.iter_batches(step, use_threads=False)
        return table.schema_arrow, table.metadata.num_rows, batches
    with pa.OSFile(path) as source:
        if source.read(4) == b"FEA1":
            raise CannotRead("feather-old")
    file = pa.ipc.open_file(path)
    batches = (file.get_batch(i) for i in range(file.num_record_batches))
    return (
        file.schema,
        file.count_rows(),
        (some_rows for batch in batches for some_rows in _slice(batch)),
    )


def _of_parts(request: TableRequest) -> tuple[pa.Schema, int, Batches]:
    """Return the schema of the first part, the rows of all parts, and their batches in order.

    Raises
    ------
    CannotRead
        If another part has other columns, or columns of other types.
    """
    parts = [replace(request, path=path, parts=()) for path in request.parts]
    schema, rows = None, 0
    for part_request in parts:
        name = Path(part_request.path).name
        with library("table-damaged", name):
            part_schema, count, _ = _of_file(part_request)
        schema, rows = part_schema if schema is None else schema, rows + count
        # Each part has the columns of the first one, in the same order.
        lacking = [column for column in schema.names if column not in set(part_schema.names)]
        extra = [column for column in part_schema.names if column not in set(schema.names)]
        pairs = zip(part_schema.names, schema.names, strict=False)
        moved = [
            name_there for name_there, name_expected in pairs if name_there != name_expected
        ] or part_schema.names[len(schema.names) :]
        columns_by_fault = {
            "part-lacks-column": lacking,
            "part-adds-column": extra,
            "part-moves-column": moved,
        }
        for code, names in columns_by_fault.items():
            if names:
                raise CannotRead(code, names=(names[0],), part=name)
        for field, first_field in zip(part_schema, schema, strict=True):
            if field.type != first_field.type:
                raise CannotRead("part-other-type", names=(field.name,), part=name)
    assert schema is not None

    def batches() -> Batches:
        for part_request in parts:
            with library("table-damaged", Path(part_request.path).name):
                yield from _of_file(part_request)[2]

    return schema, rows, batches()


def _slice(batch: pa.RecordBatch) -> Batches:
    for start in range(0, batch.num_rows, _ROWS_AT_ONCE):
        yield batch.slice(start, _ROWS_AT_ONCE)


def _cells(kind: pa.DataType) -> Cells | None:
    """Find the type in which a column's cells are sent; ``None`` if they are not scalars."""
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


def _convert(batches: Batches, row_limit: int | None) -> Batches:
    """Yield batches as they are sent, until `row_limit` rows are reached."""
    done = 0
    with library("table-damaged"):
        for batch in batches:
            # The reader does not check offsets and category indices, and later code would access
            # cells that do not exist.
            batch.validate(full=True)
            arrays = [_plain(column) for column in batch.columns]
            sent = pa.record_batch(arrays, names=[f"c{i}" for i in range(len(arrays))])
            if row_limit is not None and done + batch.num_rows > row_limit:
                yield sent.slice(0, row_limit - done)
                return
            done += batch.num_rows
            yield sent


def _plain(column: pa.Array) -> pa.Array:
    """Convert a column's cells to the type in which they are sent."""
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
