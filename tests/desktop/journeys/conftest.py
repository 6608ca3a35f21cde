"""A user in front of the real window, with real threads and the real engine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app import closing
from tests.desktop.journeys.driver import Traveller


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return where this user's ledger of privacy budgets will be: not the real one."""
    path = tmp_path / "own" / "ledger.json"
    monkeypatch.setattr("desktop_app.store.spending.ledger_path", lambda: path)
    return path


@pytest.fixture
def traveller(qtbot, monkeypatch: pytest.MonkeyPatch, book: Path) -> Iterator[Traveller]:
    """Return a user whose window is closed at the end, whatever was going on in it."""
    assert not book.exists()
    monkeypatch.setattr(closing, "confirm_closing", lambda *_: closing.Answer.CLOSE)
    traveller = Traveller(qtbot)
    yield traveller
    traveller.leave()
