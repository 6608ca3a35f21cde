"""A list in the recipe, shown in a fold: what it holds has a tick, what was taken out has none."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QWidget

from desktop_app.views.fields.tick_list import TickList
from desktop_app.views.fold import Fold
from desktop_app.views.forms import named

Entry = TypeVar("Entry", bound=Hashable)


class EntriesList(QWidget, Generic[Entry]):
    """A fold with the entries of a list in the recipe.

    Those that were taken out of it or only offered stay in sight, without a tick, until another
    file is opened.

    Parameters
    ----------
    key : str
        The list in the recipe.
    title, about : str
        Title of the fold, and what it is for.

    Signals
    -------
    chosen(object)
        Tuple of the entries with a tick.
    """

    chosen = Signal(object)

    def __init__(self, key: str, title: str, about: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self._key = key
        self.fold, self.entries = Fold(title), TickList()
        self._listed: tuple[Entry, ...] = ()
        self._offered: list[Entry] = []
        self._shown_entries: object = None
        # Where the keyboard goes while the list is empty.
        self._first_field: QWidget = self.entries
        self.entries.hide()
        named(self.entries, title, about)
        self.entries.ticked.connect(self._tick)

    # Hooks

    def text_of(self, entry: Entry) -> str:
        """Return an entry in words."""
        return str(entry)

    def name_of(self, entry: Entry) -> str:
        """Name an entry in the list."""
        return str(self._offered.index(entry))

    def choose(self, entries: tuple[Entry, ...]) -> None:
        """Take over the entries that the user ticked."""
        self.chosen.emit(entries)

    # Showing

    def show_entries(self, entries: Sequence[Entry]) -> None:
        """Show the entries of the recipe as ticked, and the others as not."""
        if entries and not self._listed:
            self.fold.set_open(True)
        self._listed = tuple(entries)
        self.offer_entries(entries)

    def offer_entries(self, entries: Sequence[Entry]) -> None:
        """Show more entries, which need not be in the recipe."""
        self._offered += [entry for entry in dict.fromkeys(entries) if entry not in self._offered]
        texts = {self.name_of(entry): self.text_of(entry) for entry in self._offered}
        state = (tuple(texts.items()), self._listed)
        if state == self._shown_entries:
            return
        self._shown_entries = state
        ticked = [self.name_of(entry) for entry in self._offered if entry in self._listed]
        self.entries.show_names(texts, ticked)
        self.entries.setVisible(bool(self._offered))

    def take_focus(self, field: str) -> bool:
        """Put the keyboard on the entry of a field such as ``totals[0].by``; return whether."""
        key, _, index_text = field.partition("[")
        if key != self._key:
            return False
        self.fold.set_open(True)
        number = index_text.partition("]")[0]
        if number.isdigit() and int(number) < len(self._listed):
            self.entries.setCurrentRow(self._offered.index(self._listed[int(number)]))
        widget = self.entries if self._listed else self._first_field
        widget.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def forget(self) -> None:
        """Forget what was taken out and offered: another file was opened."""
        self._offered, self._shown_entries, self._listed = [], None, ()

    @Slot(object)
    def _tick(self, ticked: tuple[str, ...]) -> None:
        self.choose(tuple(entry for entry in self._offered if self.name_of(entry) in ticked))
