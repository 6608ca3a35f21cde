"""Who gets the file: the profile whose limits decide what is asked before the release."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QWidget

from core.model.checklist import PROFILES, ProfileName, list_changed_limits
from desktop_app.text import message, tr
from desktop_app.theme import sizes
from desktop_app.views.fields.choice_box import ChoiceBox
from desktop_app.views.forms import label_for, named, note
from desktop_app.views.layouts import STRETCH, in_column, in_row


class ProfileChoice(QWidget):
    """A list of the profiles, with a sentence on the chosen one.

    Signals
    -------
    chosen(object)
        The `ProfileName` that the user chose.
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.box, self.said = ChoiceBox(), note()
        named(self.box, tr("Profile"), tr("Its limits decide what is asked before the release."))
        for name in PROFILES:
            self.box.addItem(message(f"profile-{name}"), name)
            meaning = message(f"profile-{name}-meaning")
            self.box.setItemData(self.box.count() - 1, meaning, Qt.ItemDataRole.ToolTipRole)
        self.box.activated.connect(self._emit_chosen)
        row = in_row(label_for(self.box, tr("Pr&ofile")), self.box, STRETCH, spacing=sizes.MARGIN)
        in_column(row, self.said, inside=self, spacing=sizes.HALF)

    def show_profile(self, name: ProfileName, limits: Iterable[tuple[str, float]]) -> None:
        """Show the profile in force, and which of its limits are changed."""
        self.box.setCurrentIndex(self.box.findData(name))
        sentences = [message(f"profile-{name}-meaning")]
        changed = "; ".join(
            message("limit-changed", **params) for params in list_changed_limits(name, limits)
        )
        if changed:
            sentences.append(message("limits-changed", said=changed))
        self.said.setText(" ".join(sentences))

    def take_focus(self, field: str) -> bool:
        """Put the keyboard on the list if `field` is the profile."""
        if field == "profile":
            self.box.setFocus(Qt.FocusReason.OtherFocusReason)
        return field == "profile"

    @Slot(int)
    def _emit_chosen(self, _index: int) -> None:
        self.chosen.emit(self.box.currentData())
