"""The chooser of a project's file."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from desktop_app.projects.opening import is_project_name
from desktop_app.text import tr
from desktop_app.views.choosers import remember_folder, suffixed


def choose_project_place(parent: QWidget, near: Path) -> Path | None:
    """Let the user choose where a project is saved; the chooser asks before it replaces a file."""
    chosen, _ = QFileDialog.getSaveFileName(
        parent,
        tr("Save the project"),
        str(near),
        ";;".join((tr("Projects (*.statveil)"), tr("Recipes (*.recipe.json *.json)"))),
    )
    if not chosen:
        return None
    path: Path | None = Path(chosen)
    if not is_project_name(chosen):
        path = suffixed(parent, chosen, ".statveil")
    if path is not None:
        remember_folder(path)
    return path
