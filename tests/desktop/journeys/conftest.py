"""A user in front of the real window, with real threads and the real engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_app import closing
from tests.desktop.journeys.driver import Traveller

ADULT_RECORDS = 600


@pytest.fixture
def traveller(traveller: Traveller, monkeypatch: pytest.MonkeyPatch, book: Path) -> Traveller:
    """Return a user whose window closes unasked, whatever is going on in it."""
    assert not book.exists()
    monkeypatch.setattr(closing, "confirm_closing", lambda *_: closing.Answer.CLOSE)
    return traveller


@pytest.fixture
def adult(reference_data: Path, tmp_path: Path) -> Path:
    """Write the first records of Adult."""
    lines = (reference_data / "adult.csv").read_text(encoding="utf-8").splitlines(keepends=True)
    path = tmp_path / "adult.csv"
    path.write_text("".join(lines[: 1 + ADULT_RECORDS]), encoding="utf-8")
    return path
