"""Whether a file is too large for memory, and what each way of working with it takes.

Knows no Qt. The constants were measured (decision 171).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import StatveilError
from core.model import Source
from core.table.memory import physical_bytes

if TYPE_CHECKING:
    from core.io.sampling.file_extent import FileExtent

_CELL = 8
# A run in memory held 4 times the bytes of a column that only passes through, and 13.3 times those
# of a quasi-identifier, at 1,000,000 records of 4 and 8 columns, reading back and logs included.
_COPIES, _MORE_COPIES = 4, 10
# Which columns are quasi-identifiers is not known yet; files rarely have more.
_QUASI_IDENTIFIERS = 8
# The scratch folder held 199 bytes for each record of 4 columns, and 357 of 8: five files of each
# column at the same time, and a few of each record. A fifth more, since buckets differ in size.
_SCRATCH_OF_COLUMN, _SCRATCH_OF_RECORD = 48, 60
# 282 seconds for 10,000,000 records of 4 columns on two processors, and about a tenth of that for
# reading them once.
_RUN_SECONDS = 7e-6
_READ_SECONDS = 0.7e-6

_USUAL_MEMORY = 16 << 30

SHARE = 0.5
"""A file that needs more than this share of the memory is offered to be protected on disk."""


@dataclass(frozen=True, slots=True)
class LargeFile:
    """A file that needs more memory than the limit.

    Attributes
    ----------
    records, columns : int
        Its size.
    is_exact : bool
        Whether the number of records is declared, not estimated.
    memory : int
        Bytes of memory that a run of the whole file in memory needs.
    """

    records: int
    columns: int
    is_exact: bool
    memory: int

    @property
    def stated(self) -> int:
        """The number of records, to two digits if it is an estimate."""
        return self.records if self.is_exact else int(float(f"{self.records:.2g}"))

    @property
    def scratch(self) -> int:
        """Bytes that a run on disk needs in its scratch folder."""
        return scratch_bytes(self.records, self.columns)

    @property
    def reading_seconds(self) -> float:
        """Approximate time in which the whole file is read once."""
        return _READ_SECONDS * self.records * self.columns

    @property
    def run_seconds(self) -> float:
        """Approximate time of a run on disk."""
        return _RUN_SECONDS * self.records * self.columns


def usual_limit() -> int:
    """Return the bytes of memory above which a file is large on this computer."""
    known = physical_bytes()
    return int(SHARE * (_USUAL_MEMORY if known is None else known))


def memory_bytes(records: int, columns: int) -> int:
    """Return the bytes of memory that a run of a whole file in memory needs."""
    copies = _COPIES * columns + _MORE_COPIES * min(columns, _QUASI_IDENTIFIERS)
    return _CELL * copies * records


def scratch_bytes(records: int, columns: int) -> int:
    """Return the bytes that a run on disk needs in its scratch folder."""
    return records * (_SCRATCH_OF_COLUMN * columns + _SCRATCH_OF_RECORD)


def large_file(extent: FileExtent | None, columns: int, limit: int) -> LargeFile | None:
    """Return what is known of a file that is too large for memory; ``None`` if it is not.

    Parameters
    ----------
    extent : FileExtent or None
        Its number of records; ``None`` if it is unknown, or the file is not read in parts.
    columns : int
        Its number of columns.
    limit : int
        Bytes of memory above which it is too large.
    """
    if extent is None or not columns:
        return None
    memory = memory_bytes(extent.records, columns)
    if memory <= limit:
        return None
    return LargeFile(extent.records, columns, extent.is_exact, memory)


def large_source(source: Source, limit: int) -> LargeFile | None:
    """Return what is known of a file if it needs more memory than `limit` bytes.

    Faults of the file are left to its reader.
    """
    from core import io
    from core.io.sampling.file_extent import extent_of

    path = Path(source.path)
    try:
        probe = replace(io.probe(path), kind=source.kind)
        extent = extent_of(path, probe) if path.exists() else None
        columns = len(io.preview(path, source.kind, source.options).names) if extent else 0
    except (StatveilError, OSError):
        return None
    return large_file(extent, columns, limit)
