"""A user in front of the real window, with real threads and the real engine."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from desktop_app import closing
from tests.desktop.journeys.driver import Traveller


@pytest.fixture
def traveller(qtbot, monkeypatch: pytest.MonkeyPatch) -> Iterator[Traveller]:
    """Return a user whose window is closed at the end, whatever was going on in it."""
    monkeypatch.setattr(closing, "confirm_closing", lambda *_: closing.Answer.CLOSE)
    traveller = Traveller(qtbot)
    yield traveller
    traveller.leave()
