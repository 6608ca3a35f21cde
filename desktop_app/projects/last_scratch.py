"""The folder that is proposed for scratch files."""

from __future__ import annotations

from PySide6.QtCore import QSettings

from desktop_app.preferences.in_force import SCRATCH, value_of
from desktop_app.settings import SCRATCH_FOLDER


def proposed_scratch() -> str:
    """Return the folder that Preferences name, or the one that was used last; empty if neither."""
    return value_of(SCRATCH) or str(QSettings().value(SCRATCH_FOLDER, "") or "")


def remember_scratch(folder: str) -> None:
    """Propose this folder the next time."""
    QSettings().setValue(SCRATCH_FOLDER, folder)
