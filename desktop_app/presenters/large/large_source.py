"""How large a file is that is not open yet. Not for the window's thread."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from core.errors import StatveilError
from core.model import Source
from desktop_app.presenters.large.large_file import LargeFile, large_file


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
