"""Scenarios: sets of columns that somebody may know, each with a k or without."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QLineEdit, QPushButton, QWidget

from core.model import Role, Scenario, Schema
from desktop_app.text import number, tr
from desktop_app.theme import sizes
from desktop_app.views.fields.number_field import NumberField
from desktop_app.views.fields.offered_list import OfferedEntries
from desktop_app.views.fields.tick_list import TickList
from desktop_app.views.fold import Fold
from desktop_app.views.forms import named, note

_LEAST, _MOST, _USUAL = 2, 1_000_000, 10


class ScenariosForm(QWidget):
    """A fold with the scenarios of the recipe, and fields for another one.

    Signals
    -------
    chosen(object)
        Tuple of `Scenario`.
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fold = Fold(tr("Scenarios"))
        self.entries, self.name, self.columns = TickList(), QLineEdit(), TickList()
        self.held, self.k = (
            QCheckBox(tr("k to be held in the release")),
            NumberField(True),
        )
        self.add_button, self.said = QPushButton(tr("Add this scenario")), note(kind="caution")
        self._offered = OfferedEntries[Scenario](self.entries, scenario_text)
        self._scenarios: tuple[Scenario, ...] = ()
        self._names: object = None
        self._lay_out()
        self.entries.ticked.connect(self._tick)
        self.add_button.clicked.connect(self._add)
        self.name.textChanged.connect(self._show_readiness)
        self.columns.ticked.connect(self._show_readiness)
        self.held.toggled.connect(self._show_readiness)
        self.k.judged.connect(self._show_readiness)

    def _lay_out(self) -> None:
        body = self.fold.fill(self)
        about = tr(
            "Columns that somebody who looks for a record may know. The risk of each scenario is "
            "assessed. With a k, groups are merged until at least k records share each combination "
            "of its values in the release."
        )
        named(self.entries, tr("Scenarios"), about)
        named(self.name, tr("Who knows the columns"), tr("It stays in the office."))
        self.name.setPlaceholderText(tr("neighbour"))
        named(self.columns, tr("Columns that are known"), tr("Any released columns."))
        named(self.k, tr("k to be held in the release"), _about_k())
        named(self.held, tr("k to be held in the release"), _about_k())
        self.k.set_bounds(_LEAST, _MOST)
        self.k.show_number(_USUAL)
        for widget in (note(about), self.entries):
            body.addWidget(widget)
        body.addSpacing(sizes.UNIT)
        for title, field in (
            (tr("Who knows the columns"), self.name),
            (tr("Columns that are known"), self.columns),
        ):
            label = QLabel(title)
            label.setBuddy(field)
            body.addWidget(label)
            body.addWidget(field)
        row = QHBoxLayout()
        row.setSpacing(sizes.UNIT)
        for part in (self.held, self.k, self.add_button):
            row.addWidget(part)
        row.addStretch(1)
        body.addLayout(row)
        body.addWidget(self.said)
        self._show_readiness()

    def show_scenarios(self, scenarios: Sequence[Scenario], schema: Schema) -> None:
        """Show the scenarios of the recipe, and the columns of which others can be made."""
        if scenarios and not self._scenarios:
            self.fold.set_open(True)
        self._scenarios = tuple(scenarios)
        self._offered.show(self._scenarios)
        known = [
            a.name for a in schema.attributes if a.role.is_released and a.role is not Role.LINK
        ]
        if known != self._names:
            self._names = known
            self.columns.show_names({n: n for n in known}, self.columns.names)
        self._show_readiness()

    def take_focus(self, field: str) -> bool:
        """Put the keyboard on the scenario of a recipe's ``scenarios[0]``; return whether."""
        if field.partition("[")[0] != "scenarios":
            return False
        self.fold.set_open(True)
        if not self._offered.take_focus(self._scenarios, field):
            widget = self.entries if self._scenarios else self.name
            widget.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def forget(self) -> None:
        """Forget what was taken out: another file was opened."""
        self._offered.forget()
        self._scenarios, self._names = (), None
        self.name.clear()
        self.held.setChecked(False)
        self.k.show_number(_USUAL)

    def _new(self) -> Scenario | None:
        """Return the scenario that is entered, or ``None`` if something is missing."""
        name, columns, k = self.name.text().strip(), self.columns.names, self.k.number()
        if not name or not columns or (self.held.isChecked() and k is None):
            return None
        return Scenario(name, columns, int(k) if self.held.isChecked() and k is not None else None)

    @Slot(object)
    def _tick(self, ticked: tuple[str, ...]) -> None:
        self.chosen.emit(self._offered.entries(ticked))

    @Slot()
    def _show_readiness(self) -> None:
        self.k.setEnabled(self.held.isChecked())
        new = self._new()
        taken = new is not None and new.name in {each.name for each in self._scenarios}
        self.said.setText(tr("Another scenario has this name.") if taken else "")
        self.said.setVisible(taken)
        self.add_button.setEnabled(new is not None and not taken)

    @Slot()
    def _add(self) -> None:
        new = self._new()
        if new is None:
            return
        self.name.clear()
        self.held.setChecked(False)
        items = (self.columns.item(row).text() for row in range(self.columns.count()))
        self.columns.show_names({n: n for n in items}, ())
        self.chosen.emit((*self._scenarios, new))


def _about_k() -> str:
    return tr("At least so many records, or units, share each combination of its values.")


def scenario_text(scenario: Scenario) -> str:
    """Return a scenario in words."""
    if scenario.k is None:
        return tr("{name}: {columns}", name=scenario.name, columns=scenario.key)
    return tr(
        "{name}: {columns}, k = {k}",
        name=scenario.name,
        columns=scenario.key,
        k=number(scenario.k),
    )
