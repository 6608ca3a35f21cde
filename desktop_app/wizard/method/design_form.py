"""What splits a file: the strata of the survey's design, and blocks of a large file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QWidget

from core.model import BlockScale, Role, Schema
from core.model.uniqueness import is_nearly_unique
from core.protect import METHODS
from core.recipe.declared import keys_of
from core.recipe.recipe_document import RecipeDocument
from desktop_app.presenters.method.block_time import USUAL_BLOCK, BlockTime
from desktop_app.text import message, tr, tr_n
from desktop_app.text.durations import duration_text
from desktop_app.theme import sizes
from desktop_app.views.fields.choice_box import ChoiceBox
from desktop_app.views.fields.declared_fields import DeclaredOption, field_of
from desktop_app.views.fields.number_field import NumberField
from desktop_app.views.fields.tick_list import TickList
from desktop_app.views.fold import Fold
from desktop_app.views.forms import named, note
from desktop_app.views.layouts import STRETCH, Gap, at_left, fill, in_row
from desktop_app.views.plain import PlainLabel

if TYPE_CHECKING:
    from core.io import ColumnProfile

# A column of more values would cut most files into strata too small to protect.
FEW_VALUES = 50
_LEAST_BLOCK = 20


class DesignForm(QWidget):
    """Strata as a list to tick, the weight as a choice; folded away while neither is set.

    Signals
    -------
    strata_chosen(object)
        Tuple of the ticked columns, in the file's order.
    weight_chosen(object)
        Name of the column of weights, or ``None``.
    fraction_chosen(object)
        Share of the population that the file holds, or ``None``.
    judged()
        The share became right or wrong.
    """

    strata_chosen = Signal(object)
    weight_chosen = Signal(object)
    fraction_chosen = Signal(object)
    judged = Signal()
    _fraction_edited = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fold = Fold(tr("Strata, survey weight, share of the population"))
        self.strata, self.weight = TickList(), ChoiceBox()
        hint = next(key.hint for key in keys_of(RecipeDocument) if key.name == "fraction")
        self.fraction = cast(DeclaredOption, field_of("fraction", hint, self._fraction_edited))
        self._fraction_edited.connect(self._emit_fraction)
        self.strata.ticked.connect(self._emit_strata)
        self.weight.activated.connect(self._emit_weight)
        self._order: tuple[str, ...] = ()
        self._shown_design: object = None
        self._is_set = False
        self._fraction: float | None = None
        by, weight = PlainLabel(tr("S&trata")), PlainLabel(tr("Survey &weight"))
        by.setBuddy(self.strata)
        weight.setBuddy(self.weight)
        about_strata = tr(
            "A stratum is a part of the file, such as a region. Records of different strata never "
            "come into the same cluster, so each stratum needs at least k records. A column ticked "
            "here is released as it is."
        )
        about_weight = tr("Clusters get the mean weighted by this column, so that totals are kept.")
        named(self.strata, tr("Strata"), about_strata)
        named(self.weight, tr("Survey weight"), about_weight)
        self.weight.setMinimumContentsLength(16)
        body = self.fold.fill(self)
        for widget in (by, self.strata, note(about_strata)):
            body.addWidget(widget)
        body.addSpacing(sizes.UNIT)
        fill(body, weight, at_left(self.weight), note(about_weight), Gap(sizes.UNIT))
        fill(body, at_left(self.fraction.widget), note(message("setting-fraction-hint")))

    def show_design(
        self,
        profiles: Sequence[ColumnProfile],
        schema: Schema,
        strata: Sequence[str],
        weight: str | None,
        rows: int = 0,
        fraction: float | None = None,
    ) -> None:
        """Show the columns that can be chosen, and those that are, of a file of `rows` records."""
        is_set = bool(strata) or weight is not None or fraction is not None
        if is_set and not self._is_set:
            self.fold.set_open(True)
        self._is_set = is_set
        if fraction != self._fraction:
            self._fraction = fraction
            # What is shown is no edit.
            with QSignalBlocker(self):
                self.fraction.show(fraction)
        design = (schema, tuple(strata), weight)
        if design == self._shown_design:
            return
        self._shown_design = design
        self._order = tuple(p.name for p in profiles)
        # Where hardly two records have the same value, no stratum could be masked.
        possible_strata = [
            p
            for p in profiles
            if p.name != weight and not is_nearly_unique(p.distinct, rows - p.missing)
        ]
        self._fill_strata(possible_strata, schema, strata)
        self._fill_weight(profiles, weight)

    def forget(self) -> None:
        """Drop what was typed: another file was opened."""
        self._fraction = None
        with QSignalBlocker(self):
            self.fraction.show(None)

    def complaint(self) -> str:
        """Say what is wrong with the share, if there is one; else an empty text."""
        return self.fraction.complaint()

    def take_focus(self, field: str) -> bool:
        """Put the keyboard on the strata, the weight or the share; return whether it is one."""
        fields = {"strata": self.strata, "weight": self.weight, "fraction": self.fraction.box}
        if field not in fields:
            return False
        self.fold.set_open(True)
        fields[field].setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def _fill_strata(
        self, profiles: Sequence[ColumnProfile], schema: Schema, strata: Sequence[str]
    ) -> None:
        listed = possible_strata(profiles, schema)
        names = [profile.name for profile in listed]
        counts = {profile.name: profile.distinct for profile in listed}
        # What a recipe names wrongly stays in sight, so that it can be unticked.
        odd = [name for name in strata if name not in names]
        texts = {name: name for name in odd} | {
            name: tr_n("{name} ({count} value)", "{name} ({count} values)", count, name=name)
            for name, count in counts.items()
        }
        self.strata.show_names(texts, strata)

    def _fill_weight(self, profiles: Sequence[ColumnProfile], weight: str | None) -> None:
        names = [p.name for p in profiles if p.kind.is_numeric]
        offered = dict.fromkeys((*names, weight))
        titles = {name: name or "" for name in offered if name is not None}
        self.weight.offer({None: tr("None")} | titles, weight)

    @Slot(object)
    def _emit_strata(self, ticked: tuple[str, ...]) -> None:
        in_file_order = [name for name in self._order if name in ticked]
        self.strata_chosen.emit((*in_file_order, *sorted(set(ticked) - set(in_file_order))))

    @Slot()
    def _emit_fraction(self) -> None:
        self.judged.emit()
        if self.complaint():
            return
        self._fraction = self.fraction.value()
        self.fraction_chosen.emit(self._fraction)

    @Slot(int)
    def _emit_weight(self, _index: int) -> None:
        self.weight_chosen.emit(self.weight.currentData())


def possible_strata(profiles: Sequence[ColumnProfile], schema: Schema) -> tuple[ColumnProfile, ...]:
    """Return the columns that may split a file, those of many values last.

    Confidential ones would disclose what they hide, and identifiers are not released.
    """
    roles = {a.name: a.role for a in schema.attributes}
    barred = (Role.CONFIDENTIAL, Role.IDENTIFIER, Role.DROP, Role.LINK)
    listed = [profile for profile in profiles if roles.get(profile.name) not in barred]
    return tuple(sorted(listed, key=lambda profile: profile.distinct > FEW_VALUES))


class ScaleForm(QWidget):
    """A fold with a tick and a number of records.

    Signals
    -------
    chosen(object)
        The most records of a block, or ``None``.
    judged()
        The number became right or wrong.
    """

    chosen = Signal(object)
    judged = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fold = Fold(tr("Blocks of a large file"))
        self.tick = QCheckBox(tr("Protect in blocks of at most"))
        self.block = NumberField(whole=True, step=0)
        self._time = note()
        self._offered: object = None
        body = self.fold.fill(self)
        about = tr(
            "Some methods compare each record with all others, so that a file of ten times the "
            "size takes a hundred times as long. In blocks, each block of similar records is "
            "protected by itself, and the groups at the borders are then repaired. Guarantees are "
            "counted over the whole file; slightly more information may be lost."
        )
        fill(body, note(about), self._time)
        self.block.set_bounds(_LEAST_BLOCK, None)
        self.block.show_number(USUAL_BLOCK)
        named(self.tick, tr("Protect in blocks"), about)
        named(self.block, tr("Records of a block, at most"), about)
        body.addLayout(in_row(self.tick, self.block, PlainLabel(tr("records")), STRETCH))
        self.tick.clicked.connect(self._emit)
        self.block.edited.connect(self._emit)
        self.block.judged.connect(self.judged)

    def show_scale(self, scale: BlockScale | None, method: str, time: BlockTime | None) -> None:
        """Show the recipe's scale, what may be chosen with a method, and the times of both ways."""
        possible = method in METHODS and METHODS[method].in_blocks
        self.tick.setEnabled(possible or scale is not None)
        self.tick.setChecked(scale is not None)
        self.block.setEnabled(scale is not None)
        if scale is not None:
            self.block.show_number(scale.block)
        self._time.setText(self._describe_time(possible, time))
        offered = (scale is not None, time is not None and time.is_long)
        # It opens once when there is a reason, and stays as the user leaves it.
        if any(offered) and offered != self._offered:
            self.fold.set_open(True)
        self._offered = offered

    @staticmethod
    def _describe_time(possible: bool, time: BlockTime | None) -> str:
        if not possible:
            return tr("The chosen method needs no blocks.")
        if time is None:
            return ""
        return tr(
            "This file takes {whole} as a whole, and {parts} in blocks.",
            whole=duration_text(time.whole),
            parts=duration_text(time.parts),
        )

    def complaint(self) -> str:
        """Say what is wrong with the number of records, if it is used; else an empty text."""
        return self.block.complaint() if self.tick.isChecked() else ""

    def take_focus(self, field: str) -> bool:
        """Put the keyboard on the field of the recipe's ``scale``; return whether it is one."""
        if field.partition(".")[0] != "scale":
            return False
        self.fold.set_open(True)
        widget = self.block if field == "scale.block" else self.tick
        widget.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    @Slot()
    def _emit(self) -> None:
        number = self.block.number()
        if not self.tick.isChecked():
            self.chosen.emit(None)
        elif number is not None:
            self.chosen.emit(int(number))
