"""The formats of SPSS, Stata and SAS files."""

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
class StatisticalFormat(TableFormat, WritableFormat):
    """SPSS or Stata."""

    holds_labels: ClassVar[bool] = True
    declares_missing: ClassVar[bool] = True

    def write(self, columns: Sequence[Column], order: NDArray[Any], to: Output) -> None:
        """Write the file."""
        from core.io.statistical.statistics_writer import write_statistics

        write_statistics(columns, order, self.kind, to)

    def problems(self, table: Unwritten) -> tuple[Problem, ...]:
        """List what the format cannot hold, and what it changes."""
        from core.io.statistical.statistics_writer import statistics_problems

        return statistics_problems(table.columns, self.kind, table.masked)

    def expect_metadata(self, column: Column, masked: bool) -> Expected:
        """Describe the metadata of a column that reading must find."""
        from core.io.statistical.statistics_writer import expect_in_statistics

        return expect_in_statistics(column, self.kind, masked)


def _open(request: TableRequest) -> tuple[TableHeader, Iterator[pa.RecordBatch]]:
    from core.io.statistical.pyreadstat_reader import open_statistics

    return open_statistics(request)


# Before version 117 a Stata file starts with its version, its byte order, and 1.
_OLD_STATA = tuple(bytes((version, order, 1, 0)) for version in range(104, 116) for order in (1, 2))
_SAS7BDAT = bytes.fromhex("000000000000000000000000c2ea8160b31411cfbd92080009c7318c181f1011")
_TRANSPORT = (b"HEADER RECORD*******LIBRARY", b"HEADER RECORD*******LIBV8")

SPSS = StatisticalFormat(FileKind.SPSS, (".sav",), (b"$FL2", b"$FL3"), _open)
STATA = StatisticalFormat(FileKind.STATA, (".dta",), (b"<stata_dta>", *_OLD_STATA), _open)
SAS = TableFormat(FileKind.SAS, (".sas7bdat",), (_SAS7BDAT,), _open)
SAS_TRANSPORT = TableFormat(FileKind.SAS_TRANSPORT, (".xpt",), _TRANSPORT, _open)
