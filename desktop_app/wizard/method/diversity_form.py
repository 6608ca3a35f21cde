"""How many different values of sensitive columns each group has, on the step Method."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QWidget

from core.model import Diversity, Role, Schema
from core.recipe.declared import keys_of
from desktop_app.text import tr
from desktop_app.views.fields.declared_fields import field_of
from desktop_app.views.fields.tick_list import TickList
from desktop_app.views.fold import Fold
from desktop_app.views.forms import label_for, named, note
from desktop_app.views.layouts import STRETCH, fill, in_row

_USUAL = 2


class DiversityForm(QWidget):
    """Columns to tick and l; folded away while nothing is set.

    Signals
    -------
    chosen(object, str)
        The `Diversity`, or ``None``; and the field that was changed.
    judged()
        The number became right or wrong.
    """

    chosen = Signal(object, str)
    judged = Signal()
    _number_edited = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fold = Fold(tr("Different values in each group (l)"))
        self.columns = TickList()
        hint = next(key.hint for key in keys_of(Diversity) if key.key == "l")
        self.number = field_of("diversity-l", hint, self._number_edited)
        self._diversity: Diversity | None = None
        self._none = note(tr("No column is confidential or sensitive."), kind="")
        about = tr(
            "Whoever finds somebody’s group then learns no value of these columns from it. "
            "Groups with fewer are merged with the nearest one."
        )
        named(self.columns, tr("Different values of"), about)
        label = label_for(self.columns, tr("Di&fferent values of"))
        field = self.number.widget
        row = in_row(label_for(field, self.number.title), field, STRETCH)
        fill(self.fold.fill(self), label, self.columns, self._none, note(about), row)
        self.columns.ticked.connect(self._choose_columns)
        self._number_edited.connect(self._edit)
        self.forget()

    def show_diversity(
        self, schema: Schema, strata: Collection[str], diversity: Diversity | None
    ) -> None:
        """Show the columns that can be chosen, those that are, and l."""
        sensitive = [
            a.name
            for a in schema.attributes
            if a.role in (Role.CONFIDENTIAL, Role.OTHER) and a.is_sensitive and a.name not in strata
        ]
        chosen = () if diversity is None else diversity.columns or sensitive
        # What a recipe names otherwise stays in sight, so that it can be unticked.
        offered = dict.fromkeys((*chosen, *sensitive))
        self.columns.show_names({name: name for name in offered}, chosen)
        self.columns.setVisible(bool(offered))
        self._none.setHidden(bool(offered))
        if diversity is not None and self._diversity is None:
            self.fold.set_open(True)
        # What the field reports meanwhile is no edit.
        self._diversity = None
        if diversity is not None:
            self.number.show(diversity.n_values)
        self.number.widget.setEnabled(diversity is not None)
        self._diversity = diversity

    def forget(self) -> None:
        """Forget the number of the file that was open."""
        self._diversity = None
        self.number.show(_USUAL)

    def complaint(self) -> str:
        """Say what is wrong with the number; empty if nothing is."""
        return "" if self._diversity is None else self.number.complaint()

    def take_focus(self, field: str) -> bool:
        """Put the keyboard on the control of a key of ``diversity``; return whether it is one."""
        section, _, key = field.partition(".")
        if section != "diversity":
            return False
        self.fold.set_open(True)
        widget = self.number.widget if key == "l" and self._diversity else self.columns
        widget.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    @Slot(object)
    def _choose_columns(self, names: tuple[str, ...]) -> None:
        self.chosen.emit(Diversity(self._n_values(), names) if names else None, "columns")

    @Slot()
    def _edit(self) -> None:
        self.judged.emit()
        if self._diversity is not None and not self.number.complaint():
            self.chosen.emit(Diversity(self._n_values(), self._diversity.columns), "l")

    def _n_values(self) -> int:
        value = _USUAL if self.number.complaint() else self.number.value()
        assert isinstance(value, int)
        return value
