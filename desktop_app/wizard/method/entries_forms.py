"""Entries with a tick each, and a new one: scenarios of what is known, totals that stay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from core.model import ColumnKind, DomainTotals, Role, Scale, Scenario, Schema
from core.model.domain_totals import USUAL_DEVIATION
from desktop_app.text import number, tr
from desktop_app.theme import sizes
from desktop_app.views.fields.number_field import NumberField
from desktop_app.views.fields.offered_list import OfferedEntries
from desktop_app.views.fields.tick_list import TickList
from desktop_app.views.fold import Fold
from desktop_app.views.forms import label_for, named, note, push_button
from desktop_app.views.layouts import STRETCH, Gap, fill, in_column, in_row

if TYPE_CHECKING:
    from core.io import ColumnProfile

_AMOUNTS = (Scale.CONTINUOUS, Scale.INTEGER)
_ROWS = 5
_LEAST, _MOST, _USUAL = 2, 1_000_000, 10


class TotalsForm(QWidget):
    """A fold with the entries of the recipe, and lists of columns and domains for another one.

    Signals
    -------
    chosen(object)
        Tuple of `DomainTotals`.
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fold = Fold(tr("Totals by domain"))
        self.entries = TickList()
        self.columns, self.by = TickList(rows=_ROWS), TickList(rows=_ROWS)
        self.within = NumberField(whole=False)
        self.add_button = push_button(tr("Add these totals"), self._add)
        self._offered = OfferedEntries[DomainTotals](self.entries, totals_text)
        self._totals: tuple[DomainTotals, ...] = ()
        self._names: object = None
        self._lay_out()
        self.entries.ticked.connect(self._tick)
        for widget in (self.columns, self.by):
            widget.ticked.connect(self._show_readiness)
        self.within.judged.connect(self._show_readiness)
        self.within.edited.connect(self._show_readiness)

    def _lay_out(self) -> None:
        body = self.fold.fill(self)
        about = tr(
            "Masking keeps the total of the file, but not those of its domains. Tick columns of "
            "amounts and the columns by which users add them up: the values of groups are "
            "multiplied so that each total is near the original’s. The totals are counted in the "
            "written file."
        )
        named(self.entries, tr("Totals by domain"), about)
        of = _titled(self.columns, tr("Totals of"), tr("Masked columns of numbers."))
        about_by = tr("Columns whose combinations of values are the domains.")
        by = _titled(self.by, tr("By"), about_by)
        lists = in_row((of, 1), (by, 1), spacing=sizes.MARGIN)
        fill(body, note(about), self.entries, Gap(sizes.UNIT), lists)
        self.within.set_bounds(0.001, 100)
        self.within.show_number(100 * USUAL_DEVIATION)
        named(
            self.within,
            tr("Largest deviation, in per cent"),
            tr("How far a total may be from the original’s."),
        )
        title = label_for(self.within, tr("Largest deviation (%)"))
        body.addLayout(in_row(title, self.within, self.add_button, STRETCH))
        self._show_readiness()

    def show_totals(
        self,
        totals: Sequence[DomainTotals],
        profiles: Sequence[ColumnProfile],
        schema: Schema,
        strata: Sequence[str],
        weight: str | None,
    ) -> None:
        """Show the totals of the recipe, and the columns of which others can be chosen."""
        if totals and not self._totals:
            self.fold.set_open(True)
        self._totals = tuple(totals)
        self._offered.show(self._totals)
        masked = [a for a in schema.with_role(Role.QUASI_IDENTIFIER) if a.name not in strata]
        amounts = [a.name for a in masked if a.scale in _AMOUNTS and a.name != weight]
        domains = _domains(profiles, schema)
        if (amounts, domains) != self._names:
            self._names = (amounts, domains)
            self.columns.show_names({n: n for n in amounts}, self.columns.names)
            self.by.show_names({n: n for n in domains}, self.by.names)
            self._show_readiness()

    def take_focus(self, field: str) -> bool:
        """Put the keyboard on the entry of a recipe's ``totals[0]``; return whether it is one."""
        if field.partition("[")[0] != "totals":
            return False
        self.fold.set_open(True)
        if not self._offered.take_focus(self._totals, field):
            widget = self.entries if self._totals else self.columns
            widget.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def forget(self) -> None:
        """Forget what was taken out: another file was opened."""
        self._offered.forget()
        self._totals, self._names = (), None
        self.within.show_number(100 * USUAL_DEVIATION)

    @Slot(object)
    def _tick(self, ticked: tuple[str, ...]) -> None:
        self.chosen.emit(self._offered.entries(ticked))

    @Slot()
    def _show_readiness(self) -> None:
        ready = bool(self.columns.names and self.by.names) and self.within.number() is not None
        self.add_button.setEnabled(ready)

    @Slot()
    def _add(self) -> None:
        within = self.within.number()
        if within is None:
            return
        new = DomainTotals(self.columns.names, self.by.names, float(within) / 100)
        for widget in (self.columns, self.by):
            items = (widget.item(row) for row in range(widget.count()))
            names = (str(item.data(Qt.ItemDataRole.UserRole)) for item in items)
            widget.show_names({name: name for name in names}, ())
        self._show_readiness()
        if new not in self._totals:
            self.chosen.emit((*self._totals, new))


def totals_text(totals: DomainTotals) -> str:
    """Return an entry in words."""
    return tr(
        "{columns} by {by}, within {percent} %",
        columns=", ".join(totals.columns),
        by=" × ".join(totals.by),
        percent=number(100 * totals.within),
    )


def _domains(profiles: Sequence[ColumnProfile], schema: Schema) -> list[str]:
    """Return the released columns of categories and whole numbers, those of few values first."""
    known = {a.name: a for a in schema.attributes}
    listed = [
        profile
        for profile in profiles
        if known[profile.name].role.is_released
        and known[profile.name].role is not Role.LINK
        and known[profile.name].scale is not Scale.CONTINUOUS
        and profile.kind is not ColumnKind.NUMBER
    ]
    return [profile.name for profile in sorted(listed, key=lambda profile: profile.distinct)]


def _titled(names: TickList, title: str, about: str) -> QVBoxLayout:
    named(names, title, about)
    return in_column(label_for(names, title), names, STRETCH, spacing=sizes.HALF)


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
        fill(
            body,
            note(about),
            self.entries,
            Gap(sizes.UNIT),
            label_for(self.name, tr("Who knows the columns")),
            self.name,
            label_for(self.columns, tr("Columns that are known")),
            self.columns,
            in_row(self.held, self.k, self.add_button, STRETCH),
            self.said,
        )
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
