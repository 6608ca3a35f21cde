"""Conditions of the release besides k and t: zeros, questions not asked, a dominance rule."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import cast

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from core.inspect.profiling.name_words import AGES, YEARS, matches_words
from core.io.findings import ColumnProfile
from core.model import NK, Dominance, DominanceRule, PPercent, Role, Schema
from core.recipe.declared import keys_of
from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.fields.declared_fields import (
    DeclaredChoice,
    DeclaredField,
    DeclaredNumber,
    field_of,
)
from desktop_app.views.fields.tick_list import TickList
from desktop_app.views.fold import Fold
from desktop_app.views.forms import label_for, named, note
from desktop_app.views.layouts import STRETCH, in_row

_RULES: Mapping[DominanceRule, type[PPercent | NK]] = {
    DominanceRule.P_PERCENT: PPercent,
    DominanceRule.N_K: NK,
}
# Numbers with so few different values, each of many records, count persons or children.
_FEW_VALUES, _OFTEN = 20, 10


class ConditionsForm(QWidget):
    """Columns to tick and the numbers of the rule; folded away while nothing is set.

    Signals
    -------
    zeros_chosen(object)
        Tuple of the columns whose zeros are kept.
    unasked_chosen(object)
        The columns with cells that mean "does not apply", each with its codes.
    dominance_chosen(object, str)
        The `Dominance` rule, or ``None``; and the field that was changed.
    judged()
        A field became right or wrong.
    """

    zeros_chosen = Signal(object)
    unasked_chosen = Signal(object)
    dominance_chosen = Signal(object, str)
    judged = Signal()
    _rule_edited = Signal()
    _number_edited = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fold = Fold(tr("Zeros, questions that do not apply, dominance"))
        self.zeros, self.unasked = TickList(), TickList()
        self.columns = TickList()
        self.rule = DeclaredChoice("dominance-rule", self._rule_edited, DominanceRule)
        # By rule, the keys that it has besides those of all.
        self._declared = {
            rule: tuple(key for key in keys_of(kind) if key.name not in ("columns", "rule"))
            for rule, kind in _RULES.items()
        }
        self.fields: dict[str, DeclaredField] = {
            key.name: field_of(f"dominance-{key.key}", key.hint, self._number_edited)
            for keys in self._declared.values()
            for key in keys
        }
        self._instead: dict[TickList, QLabel] = {}
        self._shown_state: object = None
        self._is_set = False
        # Codes that were found or given: unticked and ticked again, a column has them again.
        self._codes: dict[str, tuple[str, ...]] = {}
        self._dominance: Dominance | None = None
        self._lay_out()
        self.zeros.ticked.connect(self.zeros_chosen)
        self.unasked.ticked.connect(self._choose_unasked)
        self.columns.ticked.connect(self._choose_columns)
        self._rule_edited.connect(self._choose_rule)
        self._number_edited.connect(self._edit)
        self.forget()

    def _lay_out(self) -> None:
        body = self.fold.fill(self)
        about_zeros = tr(
            "For columns in which zero means “none”, such as no exports. Records with a zero are "
            "grouped only with others that have one, so zeros stay zeros, except in patterns too "
            "rare to be kept apart."
        )
        about_unasked = tr(
            "For columns whose empty cells mean that the question was not asked, such as a "
            "child’s hours of work. Such records are grouped only with others that were not asked, "
            "except in patterns too rare to be kept apart, and none is left out for it."
        )
        about_rule = tr(
            "Readers know the total of each group: its size times its mean. With a rule, no "
            "group’s total discloses the amount of a single record."
        )
        no_amounts = tr("No masked column holds amounts.")
        self._add(
            tr("&Zeros that stay zeros"),
            self.zeros,
            tr("Zeros that stay zeros"),
            about_zeros,
            no_amounts,
        )
        body.addSpacing(sizes.UNIT)
        self._add(
            tr("Em&pty means “does not apply”"),
            self.unasked,
            tr("Empty means “does not apply”"),
            about_unasked,
            tr("No masked column has empty cells."),
        )
        body.addSpacing(sizes.UNIT)
        self._add(
            tr("&Dominance rule for"),
            self.columns,
            tr("Dominance rule for"),
            about_rule,
            no_amounts,
        )
        body.addLayout(self._rule_row())

    def _add(self, title: str, list_: TickList, name: str, about: str, none: str) -> None:
        label = label_for(list_, title)
        named(list_, name, about)
        # An empty list would look like a field to type in.
        instead = note(none, kind="")
        self._instead[list_] = instead
        for widget in (label, list_, instead, note(about)):
            self.fold.body.addWidget(widget)

    def _show_names(self, list_: TickList, names: dict[str, str], ticked: Collection[str]) -> None:
        list_.show_names(names, ticked)
        list_.setVisible(bool(names))
        self._instead[list_].setHidden(bool(names))

    def _rule_row(self) -> QHBoxLayout:
        self._labels = {
            name: label_for(field.widget, field.title) for name, field in self.fields.items()
        }
        pairs = ((self._labels[name], field.widget) for name, field in self.fields.items())
        return in_row(self.rule.widget, *chain.from_iterable(pairs), STRETCH)

    def show_conditions(
        self,
        schema: Schema,
        strata: Sequence[str],
        dominance: Dominance | None,
        profiles: Sequence[ColumnProfile],
        rows: int,
    ) -> None:
        """Show the columns that can be chosen, those that are, and the rule.

        `profiles` are those of all columns of a file with so many `rows`.
        """
        empty = {profile.name for profile in profiles if profile.missing}
        summed = {profile.name for profile in profiles if _are_summed(profile, rows)}
        masked = [a for a in schema.with_role(Role.QUASI_IDENTIFIER) if a.name not in strata]
        amounts = [a.name for a in masked if a.scale is not None and a.scale.has_amounts]
        summable = [name for name in amounts if name in summed]
        zero_columns = [a.name for a in schema.attributes if a.keeps_zeros]
        now = {a.name: a.not_applicable for a in schema.attributes if a.not_applicable}
        self._codes |= now
        # Each with the codes, besides the empty cell, that do not apply.
        spelled = {name: [code for code in codes if code] for name, codes in self._codes.items()}
        coded = {
            name: f"{name} ({', '.join(codes)})" if codes else name
            for name, codes in spelled.items()
        }
        unasked = [a.name for a in masked if a.name in empty or a.name in coded]
        is_set = dominance is not None or bool(zero_columns) or bool(now)
        if is_set and not self._is_set:
            self.fold.set_open(True)
        self._is_set = is_set
        state = (
            tuple(amounts),
            tuple(summable),
            tuple(zero_columns),
            tuple(unasked),
            tuple(now.items()),
            dominance,
        )
        if state == self._shown_state:
            return
        self._shown_state = state
        ruled = dominance.columns if dominance is not None else ()
        # What a recipe names wrongly stays in sight, so that it can be unticked.
        self._show_names(
            self.zeros,
            {n: n for n in (*_find_unoffered(zero_columns, amounts), *amounts)},
            zero_columns,
        )
        offered = {n: coded.get(n, n) for n in (*_find_unoffered(list(now), unasked), *unasked)}
        self._show_names(self.unasked, offered, now)
        self._show_names(
            self.columns, {n: n for n in (*_find_unoffered(ruled, summable), *summable)}, ruled
        )
        self._show_rule(dominance)

    def forget(self) -> None:
        """Forget the codes and the rule of the file that was open."""
        self._codes, self._shown_state, self._dominance = {}, None, None
        self.rule.show(DominanceRule.P_PERCENT)
        for keys in self._declared.values():
            for key in keys:
                self.fields[key.name].show(key.default)
        self._show_rule(None)

    def complaint(self) -> str:
        """Say what is wrong with the first wrong field of the rule; empty if nothing is."""
        return next((c for field in self._list_fields().values() if (c := field.complaint())), "")

    def _list_fields(self) -> Mapping[str, DeclaredField]:
        """Return the controls of the chosen rule, by name."""
        keys = self._declared[DominanceRule(self.rule.value())]
        return {key.name: self.fields[key.name] for key in keys}

    def take_focus(self, field: str) -> bool:
        """Put the keyboard on the control of ``dominance``, ``zeros`` or ``not_applicable``.

        Return whether `field` is one of these keys of a recipe.
        """
        section, _, key = field.partition(".")
        lists = {"zeros": self.zeros, "not_applicable": self.unasked}
        if section != "dominance" and section not in lists:
            return False
        self.fold.set_open(True)
        fields = {"rule": self.rule, **self.fields}
        rule_widget = fields[key].widget if key in fields else self.columns
        widget = lists.get(section, rule_widget)
        widget.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def _show_rule(self, dominance: Dominance | None) -> None:
        """Show the rule; without one, what it was before its last column was unticked."""
        # What fields report meanwhile is no edit.
        self._dominance = None
        if dominance is None:
            self._drop_wrong_texts()
        else:
            self.rule.show(dominance.rule)
            for name, field in self._list_fields().items():
                field.show(getattr(dominance, name))
        for name, field in self.fields.items():
            for widget in (self._labels[name], field.widget):
                widget.setVisible(name in self._list_fields())
            field.widget.setEnabled(dominance is not None)
        self.rule.widget.setEnabled(dominance is not None)
        self._dominance = dominance

    def _rule(self, columns: tuple[str, ...]) -> Dominance:
        declare = cast("Callable[..., Dominance]", _RULES[DominanceRule(self.rule.value())])
        return declare(
            columns, **{name: field.value() for name, field in self._list_fields().items()}
        )

    def _drop_wrong_texts(self) -> None:
        for field in self.fields.values():
            if isinstance(field, DeclaredNumber):
                field.widget.reset()

    @Slot(object)
    def _choose_columns(self, names: tuple[str, ...]) -> None:
        rule = self._rule(names) if self._dominance is None else self._dominance
        self.dominance_chosen.emit(replace(rule, columns=names) if names else None, "columns")

    @Slot()
    def _choose_rule(self) -> None:
        dominance, self._dominance = self._dominance, None
        self._drop_wrong_texts()
        self._dominance = dominance
        self._choose("rule")

    @Slot(object)
    def _choose_unasked(self, names: tuple[str, ...]) -> None:
        self.unasked_chosen.emit({name: self._codes.get(name, ("",)) for name in names})

    @Slot()
    def _edit(self) -> None:
        self.judged.emit()
        self._choose("numbers")

    def _choose(self, key: str) -> None:
        if self._dominance is not None and not self.complaint():
            self.dominance_chosen.emit(self._rule(self._dominance.columns), key)


def _find_unoffered(names: Sequence[str], offered: Sequence[str]) -> list[str]:
    return [name for name in names if name not in offered]


def _are_summed(profile: ColumnProfile, rows: int) -> bool:
    """Return whether the sum of a column can disclose a value; nobody adds ages or years."""
    often = rows - profile.missing >= _OFTEN * profile.distinct
    is_count = profile.distinct < _FEW_VALUES and often
    return not is_count and not matches_words(profile.name, f"{AGES} {YEARS}")
