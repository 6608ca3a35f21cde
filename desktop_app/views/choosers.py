"""File choosers; they remember the last folder and nothing else."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop_app.text import tr

_LAST = "files/last_folder"


def last_folder() -> str:
    """Return the folder that was used last; the home folder at first."""
    stored = str(QSettings().value(_LAST, ""))
    return stored if stored and Path(stored).is_dir() else str(Path.home())


def remember_folder(path: Path) -> None:
    """Note the folder of `path`."""
    QSettings().setValue(_LAST, str(path.parent))


def choose_data_file(parent: QWidget) -> Path | None:
    """Let the user choose a data file or a recipe; ``None`` if they think better of it."""
    filters = (
        tr("Data and recipes (*.csv *.txt *.tsv *.xlsx *.recipe.json)"),
        tr("All files (*)"),
    )
    chosen, _ = QFileDialog.getOpenFileName(
        parent, tr("Open a file"), last_folder(), ";;".join(filters)
    )
    if not chosen:
        return None
    remember_folder(Path(chosen))
    return Path(chosen)
