"""Looks at a workbook and guesses how its table is laid out."""

from __future__ import annotations

from pathlib import Path

from core.io.findings import Probe


def probe_xlsx(path: Path) -> Probe:
    """Guess sheet, header and missing codes; see `core.io.probing.probe`."""
    raise NotImplementedError(path)
