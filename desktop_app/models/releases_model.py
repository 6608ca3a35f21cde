"""The releases in the register as a table."""

from __future__ import annotations

from PySide6.QtCore import QObject

from core.model.release import RegisteredRelease
from desktop_app.models.titled import ListModel, TableColumn
from desktop_app.text import message, number, tr


class ReleasesModel(ListModel[RegisteredRelease]):
    """A row for each release, the oldest first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(
            parent,
            TableColumn(tr("Date"), lambda about: about.when.partition("T")[0]),
            TableColumn(tr("File"), lambda about: about.file.rpartition("/")[2]),
            TableColumn(tr("Folder"), lambda about: about.folder),
            TableColumn(tr("Records"), lambda about: number(about.released), is_figure=True),
            TableColumn(tr("Method"), lambda about: message(f"method-{about.method}")),
            TableColumn(
                tr("k"), lambda about: "–" if about.k is None else number(about.k), is_figure=True
            ),
        )
