"""Who gets the file: the profile whose limits decide what is asked before the release."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QWidget

from core.model.checklist import PROFILES, ProfileName, list_changed_limits, profile_of
from core.recipe.declared import keys_of
from core.recipe.recipe_document import RecipeDocument
from desktop_app.text import message, tr
from desktop_app.theme import sizes
from desktop_app.views.fields.choice_box import ChoiceBox
from desktop_app.views.fields.declared_fields import DeclaredPattern, field_of
from desktop_app.views.forms import label_for, named, note
from desktop_app.views.layouts import STRETCH, in_column, in_row
from desktop_app.views.plain import set_entry_tip


class ProfileChoice(QWidget):
    """A list of the profiles, with a sentence on the chosen one.

    Signals
    -------
    chosen(object)
        The `ProfileName` that the user chose.
    period_chosen(object)
        The month or day to which the data refer, or ``None``.
    judged()
        The month became right or wrong.
    """

    chosen = Signal(object)
    period_chosen = Signal(object)
    judged = Signal()
    _period_edited = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.box, self.sentence = ChoiceBox(), note()
        named(self.box, tr("Profile"), tr("Its limits decide what is asked before the release."))
        for name in PROFILES:
            self.box.addItem(message(f"profile-{name}"), name)
            set_entry_tip(self.box, self.box.count() - 1, message(f"profile-{name}-meaning"))
        self.box.activated.connect(self._emit_chosen)
        row = in_row(label_for(self.box, tr("Pr&ofile")), self.box, STRETCH, spacing=sizes.MARGIN)
        hint = next(key.hint for key in keys_of(RecipeDocument) if key.name == "period")
        self.period = cast(DeclaredPattern, field_of("data-period", hint, self._period_edited))
        self._period_edited.connect(self._emit_period)
        self._shown_period: str | None = None
        self._period_row = QWidget()
        title = label_for(self.period.widget, self.period.title)
        in_row(title, self.period.widget, STRETCH, inside=self._period_row, spacing=sizes.MARGIN)
        in_column(row, self.sentence, self._period_row, inside=self, spacing=sizes.HALF)

    def show_profile(
        self, name: ProfileName, limits: Iterable[tuple[str, float]], period: str | None
    ) -> None:
        """Show the profile in force, which of its limits are changed, and the data's period.

        How old data are matters to some profiles alone.
        """
        limits = tuple(limits)
        self._period_row.setVisible(period is not None or profile_of(name, dict(limits)).months > 0)
        # What is being typed stays.
        if period != self._shown_period:
            self._shown_period = period
            self.period.show(period)
        self.box.setCurrentIndex(self.box.findData(name))
        sentences = [message(f"profile-{name}-meaning")]
        changed = "; ".join(
            message("limit-changed", **params) for params in list_changed_limits(name, limits)
        )
        if changed:
            sentences.append(message("limits-changed", said=changed))
        self.sentence.setText(" ".join(sentences))

    def take_focus(self, field: str) -> bool:
        """Put the keyboard on the profile or the period of the data; return whether it is one."""
        fields = {"profile": self.box, "period": self.period.widget}
        if field in fields:
            fields[field].setFocus(Qt.FocusReason.OtherFocusReason)
        return field in fields

    def forget(self) -> None:
        """Drop what was typed: another file was opened."""
        self._shown_period = None
        self.period.forget()

    def complaint(self) -> str:
        """Say what is wrong with the period of the data; else an empty text."""
        return "" if self._period_row.isHidden() else self.period.complaint()

    @Slot()
    def _emit_period(self) -> None:
        self.judged.emit()
        if not self.period.complaint():
            self._shown_period = self.period.value()
            self.period_chosen.emit(self._shown_period)

    @Slot(int)
    def _emit_chosen(self, _index: int) -> None:
        self.chosen.emit(self.box.currentData())
