"""Waits that end when something has happened, however busy the machine is."""

from __future__ import annotations

from functools import partialmethod

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

# A test that waits so long has failed; no test passes because time has passed.
PATIENCE_MILLISECONDS = 120_000
# What is laid out posts events that have more laid out, a few times over.
_TURNS = 10


class PatientBot(QtBot):
    """pytest-qt's helper with a limit that only what never comes exceeds, instead of 5 s."""

    waitActive = partialmethod(QtBot.waitActive, timeout=PATIENCE_MILLISECONDS)  # noqa: N815
    waitExposed = partialmethod(QtBot.waitExposed, timeout=PATIENCE_MILLISECONDS)  # noqa: N815
    waitSignal = partialmethod(QtBot.waitSignal, timeout=PATIENCE_MILLISECONDS)  # noqa: N815
    waitSignals = partialmethod(QtBot.waitSignals, timeout=PATIENCE_MILLISECONDS)  # noqa: N815
    waitUntil = partialmethod(QtBot.waitUntil, timeout=PATIENCE_MILLISECONDS)  # noqa: N815

    def wait(self, ms: int) -> None:
        """Wait so long, and until the event loop has turned some times."""
        super().wait(ms)
        for _ in range(_TURNS):
            QApplication.processEvents()
