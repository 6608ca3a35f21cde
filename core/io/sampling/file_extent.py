"""How many records a file has, estimated from its head before it is read."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from core.io.findings import Probe
from core.io.format import Format, WritableFormat
from core.io.format_registry import format_of
from core.model import FileKind

_HEAD = 1 << 20


@dataclass(frozen=True, slots=True)
class FileExtent:
    """The number of records of a file.

    Attributes
    ----------
    records : int
        As the file declares it, or estimated from its size and first lines.
    is_exact : bool
        Whether the file declares it.
    """

    records: int
    is_exact: bool


def extent_of(path: Path, probe: Probe) -> FileExtent | None:
    """Return the extent of a file; ``None`` if it is unknown, or the file is not read in parts."""
    if not reads_in_parts(probe.kind):
        return None
    if probe.records:
        return FileExtent(probe.records, is_exact=True)
    if not probe.kind.is_text:
        return None
    with path.open("rb") as file:
        head = file.read(_HEAD)
    size, lines = path.stat().st_size, head.count(b"\n")
    if not lines:
        return None
    per_record = (head.rfind(b"\n") + 1) / lines
    return FileExtent(round(size / per_record), is_exact=False)


def reads_in_parts(kind: FileKind) -> bool:
    """Return whether files of a kind can be read in parts."""
    return type(format_of(kind)).stream is not Format.stream


def writes_in_parts(kind: FileKind) -> bool:
    """Return whether files of a kind can be written in parts."""
    form = format_of(kind)
    if not isinstance(form, WritableFormat):
        return False
    return type(form).write_parts is not WritableFormat.write_parts
