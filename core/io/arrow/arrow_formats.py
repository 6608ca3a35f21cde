"""The formats of Parquet and Feather files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from numpy.typing import NDArray

from core.errors import Problem
from core.io.format import Expected, Output, Unwritten, WritableFormat
from core.io.typed_tables.table_file import TableRequest
from core.io.typed_tables.table_format import TableFormat
from core.io.typed_tables.table_header import TableHeader
from core.model import Column, FileKind

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True)
class ArrowFormat(TableFormat, WritableFormat):
    """Parquet or Feather."""

    holds_labels: ClassVar[bool] = True

    def write(self, columns: Sequence[Column], order: NDArray[Any], to: Output) -> None:
        """Write the file, or the folder of files."""
        from core.io.arrow.arrow_writer import write_arrow

        write_arrow(columns, order, self.kind, to)

    def problems(self, table: Unwritten) -> tuple[Problem, ...]:
        """List warnings of what such a file holds differently from the input."""
        from core.io.arrow.arrow_writer import arrow_problems

        return arrow_problems(table.columns, table.masked)

    def expect_metadata(self, column: Column, masked: bool) -> Expected:
        """Describe the metadata of a column that reading must find."""
        from core.io.arrow.arrow_writer import expect_in_arrow

        return expect_in_arrow(column, masked)


def _open(request: TableRequest) -> tuple[TableHeader, Iterator[pa.RecordBatch]]:
    from core.io.arrow.arrow_reader import open_arrow

    return open_arrow(request)


PARQUET = ArrowFormat(FileKind.PARQUET, (".parquet",), (b"PAR1",), _open)
FEATHER = ArrowFormat(FileKind.FEATHER, (".feather",), (b"ARROW1", b"FEA1"), _open)
