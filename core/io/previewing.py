"""Shows the first records of a file under given options."""

from __future__ import annotations

from pathlib import Path

from core.io.findings import Preview
from core.model import FileKind, ReadOptions


def preview(path: Path, kind: FileKind, options: ReadOptions, rows: int = 50) -> Preview:
    """Return the first `rows` records as text; problems come back in the result."""
    raise NotImplementedError(path, kind, options, rows)
