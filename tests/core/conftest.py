"""What tests of several packages use."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.table import spool, spooling
from tests.core.command_line.loaded_program import LoadedProgram, loaded_program


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Make a folder that is not in use yet; while it is, arrays of any size are in its files."""
    monkeypatch.setattr(spool, "LEAST_BYTES", 1)
    folder = tmp_path / "scratch"
    folder.mkdir()
    with spooling(None):
        yield folder


@pytest.fixture(scope="session")
def numba() -> Iterator[LoadedProgram]:
    """Return a process that has loaded numba, from which others are forked."""
    with loaded_program("numba") as loaded:
        yield loaded
