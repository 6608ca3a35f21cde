"""What the tests of the two commands share."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder to set up: all that the shared part needs of a project."""
    made = tmp_path / "My Programs (new)" / "Statveil é '%"
    made.mkdir(parents=True)
    (made / "pyproject.toml").write_text("[project]\n")
    return made
