"""Entries with a tick each, and a new one: scenarios of what is known, totals that stay."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from core.model import AMOUNTS, ColumnKind, DomainTotals, Role, Scale, Scenario, Schema
from core.recipe.declared import keys_of
from desktop_app.text import number, tr
from desktop_app.theme import sizes
from desktop_app.views.fields.declared_fields import (
    DeclaredColumns,
    DeclaredField,
    DeclaredOption,
    DeclaredText,
    field_of,
)
from desktop_app.views.forms import label_for, note, push_button, say
from desktop_app.views.layouts import STRETCH, Gap, fill, in_column, in_row
from desktop_app.wizard.method.entries_list import EntriesList, Entry

if TYPE_CHECKING:
    from core.io import ColumnProfile

_USUAL_K = 10


class EntriesForm(EntriesList[Entry]):
    """The entries of a list in the recipe, and a control for each key of a new one.

    Parameters
    ----------
    key : str
        The list in the recipe.
    kind : type
        What it holds.
    texts : tuple of str
        Title of the fold, what it is for, and title of the button that adds an entry.

    Signals
    -------
    edited()
        The new entry was changed.
    """

    edited = Signal()

    def __init__(
        self,
        key: str,
        kind: type[Entry],
        texts: tuple[str, str, str],
        parent: QWidget | None,
    ) -> None:
        title, about, add = texts
        super().__init__(key, title, about, parent)
        self._kind = kind
        declared = keys_of(kind)
        self.fields = {k.name: field_of(f"{key}-{k.key}", k.hint, self.edited) for k in declared}
        self._defaults = {k.name: k.default for k in declared if k.name in self.fields}
        self._first_field = next(iter(self.fields.values())).widget
        self.add_button = push_button(add, self._add)
        self.sentence = note(kind="caution")
        self._lay_out(about)
        self.edited.connect(self._show_readiness)
        self._clear()

    def _lay_out(self, about: str) -> None:
        fields = self.fields.values()
        texts = [f for f in fields if isinstance(f, DeclaredText)]
        lists = [f for f in fields if isinstance(f, DeclaredColumns)]
        options = [f.widget for f in fields if isinstance(f, DeclaredOption)]
        numbers = [
            f for f in fields if not isinstance(f, DeclaredText | DeclaredColumns | DeclaredOption)
        ]
        fill(
            self.fold.fill(self),
            note(about),
            self.entries,
            Gap(sizes.UNIT),
            *chain.from_iterable((label_for(f.widget, f.title), f.widget) for f in texts),
            in_row(*((_add_title(field), 1) for field in lists), spacing=sizes.MARGIN),
            in_row(
                *chain.from_iterable((label_for(f.widget, f.title), f.widget) for f in numbers),
                *options,
                self.add_button,
                STRETCH,
            ),
            self.sentence,
        )

    def offer(self, **names: Sequence[str]) -> None:
        """Offer columns for a new entry, by key."""
        for key, columns in names.items():
            cast(DeclaredColumns, self.fields[key]).offer(columns)
        self._show_readiness()

    def forget(self) -> None:
        """Forget what was taken out and typed: another file was opened."""
        super().forget()
        self._clear()

    def _clear(self) -> None:
        for name, field in self.fields.items():
            if isinstance(field, DeclaredColumns | DeclaredText):
                field.forget()
            else:
                field.show(self._defaults[name])
        self._show_readiness()

    def _new(self) -> Entry | None:
        """Return the entry that the controls show, or ``None`` if something is missing."""
        if any(field.complaint() for field in self.fields.values()):
            return None
        return self._kind(**{name: field.value() for name, field in self.fields.items()})

    def refusal(self, new: Entry) -> str:  # noqa: ARG002 - as declared
        """Say why a new entry cannot be added; empty if it can."""
        return ""

    @Slot()
    def _show_readiness(self) -> None:
        new = self._new()
        refusal = "" if new is None else self.refusal(new)
        say(self.sentence, refusal)
        self.add_button.setEnabled(new is not None and not refusal)

    @Slot()
    def _add(self) -> None:
        new = self._new()
        if new is None:
            return
        self._clear()
        if new not in self._listed:
            self.chosen.emit((*self._listed, new))


def _add_title(field: DeclaredField) -> QVBoxLayout:
    title = label_for(field.widget, field.title)
    return in_column(title, field.widget, STRETCH, spacing=sizes.HALF)


class TotalsForm(EntriesForm[DomainTotals]):
    """Totals that stay, and lists of columns and domains for another one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        about = tr(
            "Masking keeps the total of the file, but not those of its domains. Tick columns of "
            "amounts and the columns by which users add them up: the values of groups are "
            "multiplied so that each total is near the original’s. The totals are counted in the "
            "written file."
        )
        texts = (tr("Totals by domain"), about, tr("Add these totals"))
        super().__init__("totals", DomainTotals, texts, parent)

    def text_of(self, entry: DomainTotals) -> str:
        """Return an entry in words."""
        return tr(
            "{columns} by {by}, within {percent} %",
            columns=", ".join(entry.columns),
            by=" × ".join(entry.by),
            percent=number(100 * entry.within),
        )

    def show_totals(
        self,
        totals: Sequence[DomainTotals],
        profiles: Sequence[ColumnProfile],
        schema: Schema,
        strata: Sequence[str],
        weight: str | None,
    ) -> None:
        """Show the totals of the recipe, and the columns for further ones."""
        self.show_entries(totals)
        masked = [a for a in schema.with_role(Role.QUASI_IDENTIFIER) if a.name not in strata]
        amounts = [a.name for a in masked if a.scale in AMOUNTS and a.name != weight]
        self.offer(columns=amounts, by=_domains(profiles, schema))


def _domains(profiles: Sequence[ColumnProfile], schema: Schema) -> list[str]:
    """Return the released columns of categories and whole numbers, those of few values first."""
    attributes = {a.name: a for a in schema.attributes}
    listed = [
        profile
        for profile in profiles
        if attributes[profile.name].role.is_released
        and attributes[profile.name].role is not Role.LINK
        and attributes[profile.name].scale is not Scale.CONTINUOUS
        and profile.kind is not ColumnKind.NUMBER
    ]
    return [profile.name for profile in sorted(listed, key=lambda profile: profile.distinct)]


class ScenariosForm(EntriesForm[Scenario]):
    """Scenarios of what is known, and fields for another one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        about = tr(
            "Columns that somebody who looks for a record may know. The risk of each scenario is "
            "assessed. With a k, groups are merged until at least k records share each combination "
            "of its values in the release."
        )
        texts = (tr("Scenarios"), about, tr("Add this scenario"))
        super().__init__("scenarios", Scenario, texts, parent)
        cast(DeclaredOption, self.fields["k"]).number.show(_USUAL_K)

    def text_of(self, entry: Scenario) -> str:
        """Return a scenario in words."""
        if entry.k is None:
            return tr("{name}: {columns}", name=entry.name, columns=entry.key)
        return tr(
            "{name}: {columns}, k = {k}", name=entry.name, columns=entry.key, k=number(entry.k)
        )

    def show_scenarios(self, scenarios: Sequence[Scenario], schema: Schema) -> None:
        """Show the scenarios of the recipe, and the columns for further ones."""
        self.show_entries(scenarios)
        released = (a for a in schema.attributes if a.role.is_released)
        self.offer(columns=[a.name for a in released if a.role is not Role.LINK])

    def refusal(self, new: Scenario) -> str:
        """Return that another scenario has the name."""
        is_taken = new.name in {scenario.name for scenario in self._listed}
        return tr("Another scenario has this name.") if is_taken else ""
