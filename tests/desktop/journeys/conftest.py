"""A user in front of the real window, with real threads and the real engine."""

from __future__ import annotations

import pytest

from desktop_app import closing
from tests.desktop.journeys.driver import Traveller


@pytest.fixture
def traveller(traveller, monkeypatch, book) -> Traveller:
    """Return a user whose window closes unasked, whatever is going on in it."""
    assert not book.exists()
    monkeypatch.setattr(closing, "confirm_closing", lambda *_: closing.Answer.CLOSE)
    return traveller
