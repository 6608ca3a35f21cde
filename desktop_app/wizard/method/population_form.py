"""The files that count the people of the population."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from core.model import PopulationFile
from desktop_app.text import tr
from desktop_app.views.choosers import choose_counts_file
from desktop_app.views.forms import note, push_button
from desktop_app.views.layouts import at_left, fill
from desktop_app.wizard.method.entries_list import EntriesList


class PopulationForm(EntriesList[PopulationFile]):
    """The files of the recipe, and a button to add another one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        about = tr(
            "Files that count people by columns of the data, such as inhabitants by region. The "
            "checklist counts rare categories and small areas by them instead of the weights."
        )
        super().__init__("population", tr("Population counts"), about, parent)
        self.add_button = push_button(tr("Add a &file…"), self._choose_file)
        self._first_field = self.add_button
        fill(self.fold.fill(self), note(about), self.entries, at_left(self.add_button))

    def text_of(self, entry: PopulationFile) -> str:
        """Return the name of a file."""
        return Path(entry.path).name

    @Slot()
    def _choose_file(self) -> None:
        path = choose_counts_file(self)
        if path is not None:
            self.chosen.emit((*self._listed, PopulationFile(str(path))))
