"""Files that a recipe names: population counts, published tables, files released earlier."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from core.model import PopulationFile
from desktop_app.text import tr
from desktop_app.views.choosers import choose_table
from desktop_app.views.forms import note, push_button
from desktop_app.views.layouts import at_left, fill
from desktop_app.wizard.method.entries_list import EntriesList, Entry


class FilesForm(EntriesList[Entry]):
    """The files of the recipe, and a button to add another one.

    Parameters
    ----------
    key : str
        The list in the recipe.
    texts : tuple of str
        Title of the fold, what it is for, and title of the button that adds a file.
    path_of, entry_of : callable
        The path of an entry, and the entry of a path.
    """

    def __init__(
        self,
        key: str,
        texts: tuple[str, str, str],
        path_of: Callable[[Entry], str],
        entry_of: Callable[[str], Entry],
        parent: QWidget | None = None,
    ) -> None:
        title, about, add = texts
        super().__init__(key, title, about, parent)
        self._title, self._path_of, self._entry_of = title, path_of, entry_of
        self.add_button = push_button(add, self._choose_file)
        self._first_field = self.add_button
        fill(self.fold.fill(self), note(about), self.entries, at_left(self.add_button))

    def text_of(self, entry: Entry) -> str:
        """Return the name of a file."""
        return Path(self._path_of(entry)).name

    @Slot()
    def _choose_file(self) -> None:
        path = choose_table(self, self._title)
        if path is None:
            return
        entry = self._entry_of(str(path))
        if entry not in self._listed:
            self.chosen.emit((*self._listed, entry))


def population_form() -> FilesForm[PopulationFile]:
    """Build the form of the files that count the people of the population."""
    about = tr(
        "Files that count people by columns of the data, such as inhabitants by region. The "
        "checklist counts rare categories and small areas by them instead of the weights."
    )
    texts = (tr("Population counts"), about, tr("Add a &file…"))
    return FilesForm("population", texts, lambda entry: entry.path, PopulationFile)


def sources_form() -> FilesForm[str]:
    """Build the form of the published tables of the same units."""
    about = tr(
        "Tables that others have and that count the same units by columns of the data. The "
        "checklist counts classes whose bounds differ."
    )
    texts = (tr("Published tables"), about, tr("Add a &published table…"))
    return FilesForm("sources", texts, str, str)


def earlier_files_form() -> FilesForm[str]:
    """Build the form of the files that others have already."""
    about = tr(
        "Files from the same data that others already have. The checklist counts the records "
        "that can be matched with one of theirs."
    )
    texts = (tr("Files released earlier"), about, tr("Add an &earlier file…"))
    return FilesForm("earlier_files", texts, str, str)
