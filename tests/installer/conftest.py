"""What the tests of the two commands share."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder to set up: all that the shared part needs of a project."""
    made = tmp_path / "My Programs (new)" / "Statveil é '%"
    made.mkdir(parents=True)
    (made / "pyproject.toml").write_text("[project]\n")
    return made


@pytest.fixture
def base() -> Iterator[Path]:
    """A folder that every account may enter and only this one may write to."""
    made = Path(tempfile.mkdtemp(prefix="statveil-"))
    made.chmod(0o755)
    yield made
    shutil.rmtree(made)
