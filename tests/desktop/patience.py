"""Waits that end when something has happened, however busy the machine is."""

from __future__ import annotations

from functools import partialmethod

from pytestqt.qtbot import QtBot

# A test that waits so long has failed; no test passes because time has passed.
_PATIENCE = 120_000


class PatientBot(QtBot):
    """pytest-qt's helper with a limit that only what never comes exceeds, instead of 5 s."""

    waitActive = partialmethod(QtBot.waitActive, timeout=_PATIENCE)  # noqa: N815
    waitExposed = partialmethod(QtBot.waitExposed, timeout=_PATIENCE)  # noqa: N815
    waitSignal = partialmethod(QtBot.waitSignal, timeout=_PATIENCE)  # noqa: N815
    waitSignals = partialmethod(QtBot.waitSignals, timeout=_PATIENCE)  # noqa: N815
    waitUntil = partialmethod(QtBot.waitUntil, timeout=_PATIENCE)  # noqa: N815
