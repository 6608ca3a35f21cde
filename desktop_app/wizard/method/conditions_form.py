"""Conditions of the release besides k and t: zeros, questions not asked, a dominance rule."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import chain

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from core.model import Dominance, DominanceRule, Role, Schema
from core.recipe.recipe_document import NK, PPercent
from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.fields.choice_box import ChoiceBox
from desktop_app.views.fields.declared_fields import bound_as
from desktop_app.views.fields.number_field import NumberField
from desktop_app.views.fields.tick_list import TickList
from desktop_app.views.fold import Fold
from desktop_app.views.forms import label_for, named, note
from desktop_app.views.layouts import STRETCH, in_row

_USUAL = Dominance(())


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

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fold = Fold(tr("Zeros, questions that do not apply, dominance"))
        self.zeros, self.unasked = TickList(), TickList()
        self.columns, self.rule = TickList(), ChoiceBox()
        self.p, self.n = NumberField(whole=False), NumberField(whole=True)
        self.share = NumberField(whole=False)
        self._instead: dict[TickList, QLabel] = {}
        self._shown: object = None
        self._is_set = False
        # Codes that were found or given: unticked and ticked again, a column has them again.
        self._codes: dict[str, tuple[str, ...]] = {}
        # What the rule was before its last column was unticked.
        self._last = _USUAL
        self._lay_out()
        self.zeros.ticked.connect(self.zeros_chosen)
        self.unasked.ticked.connect(self._choose_unasked)
        self.columns.ticked.connect(self._choose_columns)
        self.rule.activated.connect(self._choose_rule)
        for field in (self.p, self.n, self.share):
            field.edited.connect(self._edit)
            field.judged.connect(self.judged)

    def _lay_out(self) -> None:
        body = self.fold.fill(self)
        about_zeros = tr(
            "For columns in which zero means “none”, such as no exports. Records with a zero are "
            "grouped only with others that have one, so zeros stay zeros, except in patterns too "
            "rare to be kept apart."
        )
        about_unasked = tr(
            "For columns whose empty cells mean that the question was not asked, such as hours "
            "worked of children. Such records are grouped only with others that were not asked, "
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
        self.rule.addItem(tr("p% rule"), DominanceRule.P_PERCENT)
        self.rule.addItem(tr("(n,k) rule"), DominanceRule.N_K)
        named(self.rule, tr("Dominance rule"))
        bound_as(self.p, PPercent, "p")
        bound_as(self.n, NK, "n")
        bound_as(self.share, NK, "share")
        named(
            self.p,
            tr("p, in per cent"),
            tr("Nobody in a group can estimate another unit’s amount to within p per cent."),
        )
        named(self.n, tr("n"), tr("How many of the largest amounts of a group are added up."))
        named(
            self.share,
            tr("Largest share, in per cent"),
            tr("What the n largest amounts may be of the group’s total at most."),
        )
        titles = {self.p: tr("p (%)"), self.n: tr("n"), self.share: tr("share (%)")}
        self._labels = {field: label_for(field, title) for field, title in titles.items()}
        pairs = ((label, field) for field, label in self._labels.items())
        return in_row(self.rule, *chain.from_iterable(pairs), STRETCH)

    def show_conditions(
        self,
        schema: Schema,
        strata: Sequence[str],
        dominance: Dominance | None,
        empty: Collection[str] = (),
    ) -> None:
        """Show the columns that can be chosen, those that are, and the rule.

        `empty` names the columns with empty cells.
        """
        masked = [a for a in schema.with_role(Role.QUASI_IDENTIFIER) if a.name not in strata]
        amounts = [a.name for a in masked if a.scale is not None and a.scale.has_amounts]
        kept = [a.name for a in schema.attributes if a.keeps_zeros]
        now = {a.name: a.not_applicable for a in schema.attributes if a.not_applicable}
        self._codes |= now
        # Each with the codes, besides the empty cell, that do not apply.
        spelled = {name: [code for code in codes if code] for name, codes in self._codes.items()}
        coded = {
            name: f"{name} ({', '.join(codes)})" if codes else name
            for name, codes in spelled.items()
        }
        unasked = [a.name for a in masked if a.name in empty or a.name in coded]
        is_set = dominance is not None or bool(kept) or bool(now)
        if is_set and not self._is_set:
            self.fold.set_open(True)
        self._is_set = is_set
        shown = (tuple(amounts), tuple(kept), tuple(unasked), tuple(now.items()), dominance)
        if shown == self._shown:
            return
        self._shown = shown
        if dominance is not None:
            self._last = dominance
        ruled = dominance.columns if dominance is not None else ()
        # What a recipe names wrongly stays in sight, so that it can be unticked.
        self._show_names(self.zeros, {n: n for n in (*_odd(kept, amounts), *amounts)}, kept)
        offered = {n: coded.get(n, n) for n in (*_odd(list(now), unasked), *unasked)}
        self._show_names(self.unasked, offered, now)
        self._show_names(self.columns, {n: n for n in (*_odd(ruled, amounts), *amounts)}, ruled)
        self._show_rule(self._last, is_chosen=dominance is not None)

    def forget(self) -> None:
        """Forget the codes of the file that was open."""
        self._codes, self._shown = {}, None

    def complaint(self) -> str:
        """Return what is wrong with the first wrong field in sight; empty if nothing is."""
        fields = (self.p, self.n, self.share)
        return next((f.complaint() for f in fields if f.isVisibleTo(self) and f.complaint()), "")

    def take_focus(self, field: str) -> bool:
        """Put the keyboard on the control of ``dominance``, ``zeros`` or ``not_applicable``.

        Return whether `field` is one of these keys of a recipe.
        """
        section, _, key = field.partition(".")
        lists = {"zeros": self.zeros, "not_applicable": self.unasked}
        if section != "dominance" and section not in lists:
            return False
        self.fold.set_open(True)
        by_key = {"p": self.p, "n": self.n, "share": self.share, "rule": self.rule}
        widget = lists[section] if section in lists else by_key.get(key, self.columns)
        widget.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def _show_rule(self, dominance: Dominance, *, is_chosen: bool) -> None:
        self.rule.setCurrentIndex(self.rule.findData(dominance.rule))
        self.p.show_number(dominance.p)
        self.n.show_number(dominance.n)
        self.share.show_number(dominance.share)
        by_p = dominance.rule is DominanceRule.P_PERCENT
        for field in (self.p, self.n, self.share):
            wanted = by_p is (field is self.p)
            field.setVisible(wanted)
            self._labels[field].setVisible(wanted)
            field.setEnabled(is_chosen)
        self.rule.setEnabled(is_chosen)

    @Slot(object)
    def _choose_columns(self, names: tuple[str, ...]) -> None:
        chosen = replace(self._last, columns=names) if names else None
        self.dominance_chosen.emit(chosen, "columns")

    @Slot(int)
    def _choose_rule(self, _index: int) -> None:
        chosen = replace(self._last, rule=DominanceRule(self.rule.currentData()))
        self.dominance_chosen.emit(chosen, "rule")

    @Slot(object)
    def _choose_unasked(self, names: tuple[str, ...]) -> None:
        self.unasked_chosen.emit({name: self._codes.get(name, ("",)) for name in names})

    @Slot()
    def _edit(self) -> None:
        p, n, share = self.p.number(), self.n.number(), self.share.number()
        if p is None or n is None or share is None:
            return
        chosen = replace(self._last, p=float(p), n=int(n), share=float(share))
        self.dominance_chosen.emit(chosen, "numbers")


def _odd(names: Sequence[str], known: Sequence[str]) -> list[str]:
    return [name for name in names if name not in known]
