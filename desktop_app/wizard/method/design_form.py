"""The design of the survey: columns that split the file, and the column of weights."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QLabel, QWidget

from core.model import ColumnKind, Role, Schema
from core.model.uniqueness import is_nearly_unique
from desktop_app.text import tr, tr_n
from desktop_app.theme import sizes
from desktop_app.views.fields.choice_box import ChoiceBox
from desktop_app.views.fields.tick_list import TickList
from desktop_app.views.fold import Fold
from desktop_app.views.forms import named, note

if TYPE_CHECKING:
    from core.io import ColumnProfile

# A column of more values would cut most files into strata too small to protect.
FEW_VALUES = 50
_NUMERIC = (ColumnKind.INTEGER, ColumnKind.NUMBER)


class DesignForm(QWidget):
    """Strata as a list to tick, the weight as a choice; folded away while neither is set.

    Signals
    -------
    strata_chosen(object)
        Tuple of the ticked columns, in the file's order.
    weight_chosen(object)
        Name of the column of weights, or ``None``.
    """

    strata_chosen = Signal(object)
    weight_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fold = Fold(tr("Strata and survey weight"))
        self.strata, self.weight = TickList(), ChoiceBox()
        self.strata.ticked.connect(self._emit_strata)
        self.weight.activated.connect(self._emit_weight)
        self._order: tuple[str, ...] = ()
        self._shown: object = None
        self._is_set = False
        by, weight = QLabel(tr("S&trata")), QLabel(tr("Survey &weight"))
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
        body.addWidget(weight)
        body.addWidget(self.weight, 0, Qt.AlignmentFlag.AlignLeft)
        body.addWidget(note(about_weight))

    def show_design(
        self,
        profiles: Sequence[ColumnProfile],
        schema: Schema,
        strata: Sequence[str],
        weight: str | None,
        rows: int = 0,
    ) -> None:
        """Show the columns that can be chosen, and those that are, of a file of `rows` records."""
        is_set = bool(strata) or weight is not None
        if is_set and not self._is_set:
            self.fold.set_open(True)
        self._is_set = is_set
        shown = (schema, tuple(strata), weight)
        if shown == self._shown:
            return
        self._shown = shown
        self._order = tuple(p.name for p in profiles)
        others = [p for p in profiles if p.name != weight and not _cuts_up(p, rows)]
        self._fill_strata(others, schema, strata)
        self._fill_weight(profiles, weight)

    def take_focus(self, field: str) -> None:
        """Put the keyboard on the strata or on the weight."""
        self.fold.set_open(True)
        widget = self.weight if field == "weight" else self.strata
        widget.setFocus(Qt.FocusReason.OtherFocusReason)

    def _fill_strata(
        self, profiles: Sequence[ColumnProfile], schema: Schema, strata: Sequence[str]
    ) -> None:
        listed = possible_strata(profiles, schema)
        names = [profile.name for profile in listed]
        counts = {profile.name: profile.distinct for profile in listed}
        # What a recipe names wrongly stays in sight, so that it can be unticked.
        odd = [name for name in strata if name not in names]
        texts = {name: _stratum_text(name, counts.get(name)) for name in (*odd, *names)}
        self.strata.show_names(texts, strata)

    def _fill_weight(self, profiles: Sequence[ColumnProfile], weight: str | None) -> None:
        names = [p.name for p in profiles if p.kind in _NUMERIC]
        self.weight.clear()
        self.weight.addItem(tr("None"), None)
        for name in (*names, *([weight] if weight is not None and weight not in names else [])):
            self.weight.addItem(name, name)
        self.weight.setCurrentIndex(0 if weight is None else self.weight.findData(weight))

    @Slot(object)
    def _emit_strata(self, ticked: tuple[str, ...]) -> None:
        known = [name for name in self._order if name in ticked]
        self.strata_chosen.emit((*known, *sorted(set(ticked) - set(known))))

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


def _cuts_up(profile: ColumnProfile, rows: int) -> bool:
    """Return whether hardly two records have the same value, so that no stratum could be masked."""
    return is_nearly_unique(profile.distinct, rows - profile.missing)


def _stratum_text(name: str, distinct: int | None) -> str:
    if distinct is None:
        return name
    return tr_n("{name} ({count} value)", "{name} ({count} values)", distinct, name=name)
