"""What the system lists of the mapped files of a scratch folder."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

linux = pytest.mark.skipif(sys.platform != "linux", reason="mapped files are listed in /proc")


def mapped_files(process: int | str, folder: Path) -> int:
    """Count the mapped files of a folder that a process holds."""
    lines = Path(f"/proc/{process}/maps").read_text(encoding="utf-8").splitlines()
    return sum(str(folder) in line for line in lines)
