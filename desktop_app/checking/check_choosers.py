"""The choosers of a check."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from desktop_app.text import tr
from desktop_app.views.choosers import first_folder, remember_folder


def choose_log(parent: QWidget) -> Path | None:
    """Let the user choose an audit log."""
    return _choose(
        parent, tr("Choose the audit log"), tr("Audit logs (*.audit.json *.internal.json)")
    )


def choose_original(parent: QWidget) -> Path | None:
    """Let the user choose the original of a release."""
    return _choose(parent, tr("Choose the original file"), "")


def choose_folder(parent: QWidget) -> Path | None:
    """Let the user choose the folder of a repeated release."""
    chosen = QFileDialog.getExistingDirectory(parent, tr("Choose a new folder"), first_folder())
    return Path(chosen) if chosen else None


def _choose(parent: QWidget, title: str, kinds: str) -> Path | None:
    every = tr("All files (*)")
    filters = f"{kinds};;{every}" if kinds else every
    chosen, _ = QFileDialog.getOpenFileName(parent, title, first_folder(), filters)
    if not chosen:
        return None
    remember_folder(Path(chosen))
    return Path(chosen)
