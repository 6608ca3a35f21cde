"""The memory that a run of a file needs, estimated before the file is read."""

from __future__ import annotations

from pathlib import Path

from core.errors import Problem, Refused
from core.io.findings import DeclaredOptions
from core.io.format_registry import format_of
from core.model import FileKind, Source
from core.table import is_spooling
from core.table.memory import physical_bytes

_HEAD_BYTES = 1 << 20
# A run holds this many times the numbers of its table, with 8 bytes for each cell (measured at
# 10,000,000 records of 4 columns, reports and logs included).
_COPIES, _CELL_BYTES = 5, 8
_SHARE = 0.5
_USUAL_BYTES = 16 << 30
# No file below this size holds a large table: packed cells take a hundredth at best.
_SMALL_BYTES = 4 << 20


def refuse_beyond_memory(source: Source) -> None:
    """Refuse a file whose run would take more than half of the memory, unless tables are spooled.

    Raises
    ------
    Refused
        With the problem ``table-needs-scratch``.
    """
    if is_spooling():
        return
    needed, memory = _run_bytes(source), physical_bytes() or _USUAL_BYTES
    if needed > _SHARE * memory:
        params = {
            "file": Path(source.path).name,
            "needed": _gigabytes(needed),
            "memory": _gigabytes(memory),
        }
        raise Refused(Problem("table-needs-scratch", params=params))


def _run_bytes(source: Source) -> int:
    """Estimate the bytes of a run; 0 where it cannot be read, which its reader reports."""
    form, path = format_of(source.kind), Path(source.path)
    try:
        records = _records(path, source.kind)
        columns = len(form.preview(path, source.options, 1).names) if records else 0
    except (Refused, OSError):
        return 0
    return _COPIES * _CELL_BYTES * records * columns


def _records(path: Path, kind: FileKind) -> int:
    """Count a file's records as it declares them, or estimate them from its first lines."""
    if kind.is_sheet or not (path.is_file() or path.is_dir()):
        # Opening a pipe would wait for its writer; the reader refuses it.
        return 0
    size = path.stat().st_size
    if path.is_file() and size <= _SMALL_BYTES:
        return 0
    if not kind.is_text:
        return format_of(kind).probe(path, DeclaredOptions()).records
    with path.open("rb") as file:
        head = file.read(_HEAD_BYTES)
    lines = head.count(b"\n") or head.count(b"\r")
    return round(size * lines / len(head))


def _gigabytes(size: float) -> str:
    return f"{size / 1e9:.3g} GB"
