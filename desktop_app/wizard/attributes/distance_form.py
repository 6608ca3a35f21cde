"""How much a column counts when groups are formed, how it is compared, and what it becomes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QButtonGroup, QRadioButton, QWidget

from core.model import CATEGORICAL, Attribute, CategoryChange, DistanceScale
from desktop_app.text import message, number, tr
from desktop_app.theme import sizes
from desktop_app.views.fields.choice_box import ChoiceBox
from desktop_app.views.forms import label_for, named, note
from desktop_app.views.layouts import STRETCH, in_column, in_row
from desktop_app.views.plain import PlainLabel

if TYPE_CHECKING:
    from core.inspect.structure import SkewedAmounts

LESS, NORMAL, MORE = 0.25, 1.0, 4.0


class DistanceForm(QWidget):
    """Sets importance, scale of distance and false categories of the quasi-identifier shown.

    Signals
    -------
    decided(object)
        With the `Attribute` as it is to be.
    """

    decided = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._attribute: Attribute | None = None
        self.title = PlainLabel()
        hint = tr("How much it counts when groups are formed.")
        self._group = QButtonGroup(self)
        self.importance: dict[float, QRadioButton] = {}
        for factor, word in ((LESS, tr("Less")), (NORMAL, tr("Normal")), (MORE, tr("More"))):
            button = QRadioButton(word)
            named(button, tr("Importance: {word}", word=word), hint)
            button.clicked.connect(self._decide)
            self._group.addButton(button)
            self.importance[factor] = button
        self.scale = ChoiceBox()
        self.scale.offer(
            {
                DistanceScale.PLAIN: tr("Amounts as they are"),
                DistanceScale.LOG: tr("Logarithms"),
                DistanceScale.ROOT: tr("Square roots"),
            }
        )
        named(self.scale, tr("Compare"), tr("What is compared when groups are formed."))
        self.scale.activated.connect(self._decide)
        self._compare = label_for(self.scale, tr("Compare"))
        self.change = ChoiceBox()
        replaced, blank = tr("Replaced"), tr("Left blank")
        self.change.offer({CategoryChange.REPLACE: replaced, CategoryChange.BLANK: blank})
        hint = tr(
            "What becomes of a category that differs from its group’s: it is replaced by that one "
            "or left blank."
        )
        named(self.change, tr("False categories"), hint)
        self.change.activated.connect(self._decide)
        self._false = label_for(self.change, tr("False categories"))
        self.why = note()
        in_column(
            self.title,
            in_row(*self.importance.values(), STRETCH, spacing=sizes.UNIT),
            in_row(self._compare, (self.scale, 1), spacing=sizes.UNIT),
            in_row(self._false, (self.change, 1), spacing=sizes.UNIT),
            self.why,
            inside=self,
            spacing=sizes.HALF,
        )

    def show_attribute(self, attribute: Attribute, skewed: SkewedAmounts | None) -> None:
        """Show what is set for a quasi-identifier, and why logarithms are suggested."""
        self._attribute = attribute
        usual = attribute.importance in self.importance
        figure = number(attribute.importance)
        self.title.setText(tr("Importance") if usual else tr("Importance: {n}", n=figure))
        # Of an exclusive group one button would stay checked.
        self._group.setExclusive(False)
        for factor, button in self.importance.items():
            button.setChecked(factor == attribute.importance)
        self._group.setExclusive(True)
        has_amounts = attribute.scale is not None and attribute.scale.has_amounts
        self.scale.setCurrentIndex(self.scale.findData(attribute.distance))
        self.scale.setVisible(has_amounts)
        self._compare.setVisible(has_amounts)
        has_categories = attribute.scale in CATEGORICAL
        self.change.setCurrentIndex(self.change.findData(attribute.change))
        self.change.setVisible(has_categories)
        self._false.setVisible(has_categories)
        is_suggested = has_amounts and skewed is not None
        self.why.setVisible(is_suggested)
        if is_suggested and skewed is not None:
            why = message(skewed.reason, **skewed.reason_params)
            self.why.setText(tr("Suggestion: {why}", why=why))

    @Slot()
    def _decide(self) -> None:
        if self._attribute is None:
            return
        checked = [factor for factor, button in self.importance.items() if button.isChecked()]
        importance = checked[0] if checked else self._attribute.importance
        distance = DistanceScale(self.scale.currentData())
        change = CategoryChange(self.change.currentData())
        self.decided.emit(
            replace(self._attribute, importance=importance, distance=distance, change=change)
        )
