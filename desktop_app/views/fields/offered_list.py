"""A list of entries to tick that were added by hand and stay in sight when they are unticked."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import Qt

from desktop_app.views.fields.tick_list import TickList

Entry = TypeVar("Entry", bound=Hashable)


class OfferedEntries(Generic[Entry]):
    """What a `TickList` lists: the entries of the recipe, and those that were taken out of it.

    Parameters
    ----------
    view : TickList
        The list; hidden while there is nothing in it.
    text_of : callable
        Returns an entry in words.
    """

    def __init__(self, view: TickList, text_of: Callable[[Entry], str]) -> None:
        self._view, self._text_of = view, text_of
        self._offered: list[Entry] = []
        self._shown: object = None
        view.hide()

    def show(self, chosen: Sequence[Entry]) -> None:
        """Show the entries of the recipe as ticked, and those taken out of it as not."""
        self._offered += [entry for entry in dict.fromkeys(chosen) if entry not in self._offered]
        shown = (tuple(self._offered), tuple(chosen))
        if shown == self._shown:
            return
        self._shown = shown
        texts = {str(at): self._text_of(entry) for at, entry in enumerate(self._offered)}
        ticked = [str(at) for at, entry in enumerate(self._offered) if entry in chosen]
        self._view.show_names(texts, ticked)
        self._view.setVisible(bool(self._offered))

    def entries(self, ticked: Sequence[str]) -> tuple[Entry, ...]:
        """Return the entries with a tick, from what `TickList.ticked` says."""
        return tuple(self._offered[int(at)] for at in ticked)

    def take_focus(self, chosen: Sequence[Entry], field: str) -> bool:
        """Put the keyboard on the entry of a field such as ``totals[0].by``; return whether."""
        number = field.partition("[")[2].partition("]")[0]
        if not number.isdigit() or int(number) >= len(chosen):
            return False
        self._view.setCurrentRow(self._offered.index(chosen[int(number)]))
        self._view.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def forget(self) -> None:
        """Forget what was taken out: another file was opened."""
        self._offered, self._shown = [], None
