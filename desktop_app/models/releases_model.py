"""The releases in the register as a table."""

from __future__ import annotations

from PySide6.QtCore import QObject

from core.model.release import RegisteredRelease
from desktop_app.models.titled import ListModel
from desktop_app.text import message, number, tr

_RECORDS, _K = 3, 5


class ReleasesModel(ListModel[RegisteredRelease]):
    """A row for each release, the oldest first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.titles = (
            tr("Date"),
            tr("File"),
            tr("Folder"),
            tr("Records"),
            tr("Method"),
            tr("k"),
        )
        self.figures = frozenset({_RECORDS, _K})

    def write_cell(self, row: int, column: int) -> str:
        """Return a cell's text."""
        about = self.items[row]
        return (
            about.when.partition("T")[0],
            about.file.rpartition("/")[2],
            about.folder,
            number(about.released),
            message(f"method-{about.method}"),
            "–" if about.k is None else number(about.k),
        )[column]
