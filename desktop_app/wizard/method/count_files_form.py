"""The files that count people or units: of the population, and of published tables."""

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


class CountFilesForm(EntriesList[PopulationFile]):
    """The files of a key of the recipe, and a button to add another one."""

    def __init__(self, key: str, title: str, about: str, parent: QWidget | None = None) -> None:
        super().__init__(key, title, about, parent)
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


def population_form() -> CountFilesForm:
    """Build the form for the people of the population."""
    about = tr(
        "Files that count people by columns of the data, such as inhabitants by region. The "
        "checklist counts rare categories and small areas by them instead of the weights."
    )
    return CountFilesForm("population", tr("Population counts"), about)


def sources_form() -> CountFilesForm:
    """Build the form for published tables of the same units."""
    about = tr(
        "Tables that others have and that count the same units by columns of the data. The "
        "checklist counts classes whose bounds differ."
    )
    return CountFilesForm("sources", tr("Published tables"), about)
