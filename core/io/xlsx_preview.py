"""Shows the first rows of a sheet."""

from __future__ import annotations

from pathlib import Path

from core.io.findings import Preview
from core.model import ReadOptions


def preview_xlsx(path: Path, options: ReadOptions, rows: int) -> Preview:
    """Return the first rows of a sheet; see `core.io.previewing.preview`."""
    raise NotImplementedError(path, options, rows)
