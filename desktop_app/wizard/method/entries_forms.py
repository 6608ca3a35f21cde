"""Entries with a tick each, and a new one: scenarios of what is known, totals that stay."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QLineEdit, QVBoxLayout, QWidget

from core.model import ColumnKind, DomainTotals, Role, Scale, Scenario, Schema
from core.model.recipe_conditions import USUAL_DEVIATION
from desktop_app.text import number, tr
from desktop_app.theme import sizes
from desktop_app.views.fields.declared_fields import bound_as
from desktop_app.views.fields.number_field import NumberField
from desktop_app.views.fields.tick_list import TickList
from desktop_app.views.fold import Fold
from desktop_app.views.forms import label_for, named, note, push_button
from desktop_app.views.layouts import STRETCH, Gap, fill, in_column, in_row

if TYPE_CHECKING:
    from core.io import ColumnProfile

_AMOUNTS = (Scale.CONTINUOUS, Scale.INTEGER)
_ROWS = 5
_USUAL = 10


Entry = TypeVar("Entry", bound=Hashable)


class EntriesForm(QWidget, Generic[Entry]):
    """A fold with the entries of a list in the recipe.

    Those that are taken out of it stay in sight, without a tick, until another file is opened.

    Signals
    -------
    chosen(object)
        Tuple of the entries with a tick.
    """

    chosen = Signal(object)

    def __init__(
        self, key: str, title: str, text_of: Callable[[Entry], str], parent: QWidget | None
    ) -> None:
        super().__init__(parent)
        self._key, self._text_of = key, text_of
        self.fold, self.entries = Fold(title), TickList()
        self._listed: tuple[Entry, ...] = ()
        self._offered: list[Entry] = []
        self._shown: object = None
        # The names of columns that a new entry can have, as they are shown.
        self._names: object = None
        self.entries.hide()
        self.entries.ticked.connect(self._tick)

    def show_entries(self, entries: Sequence[Entry]) -> None:
        """Show the entries of the recipe as ticked, and those taken out of it as not."""
        if entries and not self._listed:
            self.fold.set_open(True)
        self._listed = tuple(entries)
        self._offered += [one for one in dict.fromkeys(entries) if one not in self._offered]
        shown = (tuple(self._offered), self._listed)
        if shown == self._shown:
            return
        self._shown = shown
        texts = {str(at): self._text_of(one) for at, one in enumerate(self._offered)}
        ticked = [str(at) for at, one in enumerate(self._offered) if one in self._listed]
        self.entries.show_names(texts, ticked)
        self.entries.setVisible(bool(self._offered))

    def take_focus(self, field: str) -> bool:
        """Put the keyboard on the entry of a field such as ``totals[0].by``; return whether."""
        key, _, rest = field.partition("[")
        if key != self._key:
            return False
        self.fold.set_open(True)
        number = rest.partition("]")[0]
        if number.isdigit() and int(number) < len(self._listed):
            self.entries.setCurrentRow(self._offered.index(self._listed[int(number)]))
        widget = self.entries if self._listed else self.first_field()
        widget.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def first_field(self) -> QWidget:
        """Return where a new entry begins."""
        raise NotImplementedError

    def forget(self) -> None:
        """Forget what was taken out: another file was opened."""
        self._offered, self._shown = [], None
        self._listed, self._names = (), None

    @Slot(object)
    def _tick(self, ticked: tuple[str, ...]) -> None:
        self.chosen.emit(tuple(self._offered[int(at)] for at in ticked))


class TotalsForm(EntriesForm[DomainTotals]):
    """Totals that stay, and lists of columns and domains for another one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("totals", tr("Totals by domain"), totals_text, parent)
        self.columns, self.by = TickList(rows=_ROWS), TickList(rows=_ROWS)
        self.within = NumberField(whole=False)
        self.add_button = push_button(tr("Add these totals"), self._add)
        self._lay_out()
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
        bound_as(self.within, DomainTotals, "within", parts=100)
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
        self.show_entries(totals)
        masked = [a for a in schema.with_role(Role.QUASI_IDENTIFIER) if a.name not in strata]
        amounts = [a.name for a in masked if a.scale in _AMOUNTS and a.name != weight]
        domains = _domains(profiles, schema)
        if (amounts, domains) != self._names:
            self._names = (amounts, domains)
            self.columns.show_names({n: n for n in amounts}, self.columns.names)
            self.by.show_names({n: n for n in domains}, self.by.names)
            self._show_readiness()

    def first_field(self) -> QWidget:
        """Return the list of columns."""
        return self.columns

    def forget(self) -> None:
        """Forget what was taken out and typed: another file was opened."""
        super().forget()
        self.within.show_number(100 * USUAL_DEVIATION)

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
        if new not in self._listed:
            self.chosen.emit((*self._listed, new))


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


class ScenariosForm(EntriesForm[Scenario]):
    """Scenarios of what is known, and fields for another one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("scenarios", tr("Scenarios"), scenario_text, parent)
        self.name, self.columns = QLineEdit(), TickList()
        self.held, self.k = QCheckBox(tr("k to be held in the release")), NumberField(True)
        self.add_button = push_button(tr("Add this scenario"), self._add)
        self.said = note(kind="caution")
        self._lay_out()
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
        bound_as(self.k, Scenario, "k")
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
        self.show_entries(scenarios)
        known = [
            a.name for a in schema.attributes if a.role.is_released and a.role is not Role.LINK
        ]
        if known != self._names:
            self._names = known
            self.columns.show_names({n: n for n in known}, self.columns.names)
        self._show_readiness()

    def first_field(self) -> QWidget:
        """Return the field of the name."""
        return self.name

    def forget(self) -> None:
        """Forget what was taken out and typed: another file was opened."""
        super().forget()
        self.name.clear()
        self.held.setChecked(False)
        self.k.show_number(_USUAL)

    def _new(self) -> Scenario | None:
        """Return the scenario that is entered, or ``None`` if something is missing."""
        name, columns, k = self.name.text().strip(), self.columns.names, self.k.number()
        if not name or not columns or (self.held.isChecked() and k is None):
            return None
        return Scenario(name, columns, int(k) if self.held.isChecked() and k is not None else None)

    @Slot()
    def _show_readiness(self) -> None:
        self.k.setEnabled(self.held.isChecked())
        new = self._new()
        taken = new is not None and new.name in {each.name for each in self._listed}
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
        self.chosen.emit((*self._listed, new))


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
