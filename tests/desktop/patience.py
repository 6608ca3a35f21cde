"""Waits that end when something has happened, however busy the machine is."""

from __future__ import annotations

from functools import partialmethod

from pytestqt.qtbot import QtBot

# A test that waits so long has failed; no test passes because time has passed.
PATIENCE_MILLISECONDS = 120_000


class PatientBot(QtBot):
    """pytest-qt's helper with a limit that only what never comes exceeds, instead of 5 s."""

    waitActive = partialmethod(QtBot.waitActive, timeout=PATIENCE_MILLISECONDS)  # noqa: N815
    waitExposed = partialmethod(QtBot.waitExposed, timeout=PATIENCE_MILLISECONDS)  # noqa: N815
    waitSignal = partialmethod(QtBot.waitSignal, timeout=PATIENCE_MILLISECONDS)  # noqa: N815
    waitSignals = partialmethod(QtBot.waitSignals, timeout=PATIENCE_MILLISECONDS)  # noqa: N815
    waitUntil = partialmethod(QtBot.waitUntil, timeout=PATIENCE_MILLISECONDS)  # noqa: N815
