"""Waits that end when something has happened, however busy the machine is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partialmethod
from typing import Any

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

# A test that waits so long has failed; no test passes because time has passed.
PATIENCE_MILLISECONDS = 120_000
# What is waited for has mostly happened after a moment: pytest-qt would look every 10 ms.
_FIRST_PAUSES = (1, 2, 4, 7)
# What is laid out posts events that have more laid out, a few times over.
_TURNS = 10


class PatientBot(QtBot):
    """pytest-qt's helper with a limit that only what never comes exceeds, instead of 5 s."""

    waitActive = partialmethod(QtBot.waitActive, timeout=PATIENCE_MILLISECONDS)  # noqa: N815
    waitExposed = partialmethod(QtBot.waitExposed, timeout=PATIENCE_MILLISECONDS)  # noqa: N815
    waitSignal = partialmethod(QtBot.waitSignal, timeout=PATIENCE_MILLISECONDS)  # noqa: N815
    waitSignals = partialmethod(QtBot.waitSignals, timeout=PATIENCE_MILLISECONDS)  # noqa: N815
    _pauses: Iterator[int] = iter(())

    def __init__(self, request: pytest.FixtureRequest, *, is_painted: bool = False) -> None:
        super().__init__(request)
        self._is_painted = is_painted

    def addWidget(self, widget: QWidget, **options: Any) -> None:  # noqa: N802 - Qt's name
        """Close `widget` after the test, and leave it unpainted unless the test looks at it."""
        widget.setUpdatesEnabled(self._is_painted)
        super().addWidget(widget, **options)

    def waitUntil(  # noqa: N802 - Qt's name
        self, callback: Callable[[], bool | None], *, timeout: int = PATIENCE_MILLISECONDS
    ) -> None:
        """Wait until something is true, and look often at first."""
        self._pauses = iter(_FIRST_PAUSES)
        try:
            super().waitUntil(callback, timeout=timeout)
        finally:
            self._pauses = iter(())

    def wait(self, ms: int) -> None:
        """Wait so long, and until the event loop has turned some times."""
        super().wait(min(ms, next(self._pauses, ms)))
        for _ in range(_TURNS):
            QApplication.processEvents()


def activate(window: QWidget) -> None:
    """Give a window the keyboard."""
    window.activateWindow()
    assert QTest.qWaitForWindowActive(window, PATIENCE_MILLISECONDS)
