"""The settings of a step that makes bands of numbers."""

from __future__ import annotations

import re
from itertools import pairwise

from PySide6.QtWidgets import QButtonGroup, QLineEdit, QRadioButton, QWidget

from core.model import Column, ColumnKind
from core.model.declared_types import as_written
from core.model.preparing import Band, BandLabel, Preparing
from desktop_app.text import tr
from desktop_app.text.typed_number import typed_number
from desktop_app.views.fields.choice_box import ChoiceBox
from desktop_app.views.fields.number_field import NumberField
from desktop_app.views.forms import named, one_tab_stop
from desktop_app.wizard.preparing.proposed_numbers import are_codes, proposed_size
from desktop_app.wizard.preparing.settings_base import NUMBERS, Ground, StepSettings, of_kind

_BANDS, _NARROWEST = 20, 2
_AMBIGUOUS = re.compile(r"[+-]?[1-9]\d{0,2}[.,]\d{3}")


class BandSettings(StepSettings):
    """Bands of one width, or with ends of their own, and what a band becomes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_whole = False
        self.by_width = QRadioButton(tr("Bands of &one width"))
        self.by_cuts = QRadioButton(tr("Bands with &these ends"))
        self._ways = QButtonGroup(self)
        self.width_field = NumberField(whole=False, step=0)
        self.width_field.set_bounds(0, None, is_above=True)
        self.origin = NumberField(whole=False)
        self.cuts = QLineEdit()
        self.cuts.setPlaceholderText("0; 15; 25; 65; 120")
        self.label = ChoiceBox()
        for button in (self.by_width, self.by_cuts):
            self._ways.addButton(button)
            button.toggled.connect(self._switch)
        self.label.addItem(tr("a category, such as 15-24"), BandLabel.RANGE)
        self.label.addItem(tr("the number in its middle"), BandLabel.MIDDLE)
        self.label.addItem(tr("its lower end"), BandLabel.LOWER)
        self.label.activated.connect(self.edited)
        self.cuts.textEdited.connect(self.edited)
        named(self.width_field, tr("Width of a band"))
        named(self.origin, tr("One band begins at"))
        named(self.cuts, tr("Ends of the bands"), tr("Separate them by semicolons or blanks."))
        named(self.label, tr("A band becomes"))
        self.grid.addWidget(self.by_width, self.grid.rowCount(), 0, 1, 3)
        self._of_width = [
            self.add_number(tr("Wi&dth"), self.width_field),
            self.add_number(tr("One band be&gins at"), self.origin),
            self.width_field,
            self.origin,
        ]
        self.grid.addWidget(self.by_cuts, self.grid.rowCount(), 0, 1, 3)
        self._of_cuts = [self.add_row(tr("E&nds"), self.cuts, wide=True), self.cuts]
        self.add_row(tr("A band beco&mes"), self.label, wide=True)
        self.by_width.setChecked(True)
        self._switch()

    def _switch(self) -> None:
        one_tab_stop(self._ways.buttons())
        for widget in self._of_width:
            widget.setVisible(self.by_width.isChecked())
        for widget in self._of_cuts:
            widget.setVisible(self.by_cuts.isChecked())
        self.edited.emit()

    def columns(self, ground: Ground) -> tuple[str, ...]:
        """Return the columns of numbers."""
        return of_kind(ground, NUMBERS)

    def show_column(self, column: Column, ground: Ground) -> None:  # noqa: ARG002 - as declared
        """Propose about twenty bands."""
        self._is_whole = column.kind is ColumnKind.INTEGER
        self.by_width.setChecked(True)
        narrow = _NARROWEST if column.kind is ColumnKind.INTEGER else 0
        self.width_field.show_number(max(narrow, proposed_size(column, _BANDS)))
        self.origin.write_plainly(plain=are_codes(column))
        self.origin.show_number(0)
        self.cuts.clear()

    def show_action(self, action: Preparing, ground: Ground) -> None:  # noqa: ARG002 - as declared
        """Show the bands."""
        assert isinstance(action, Band)
        (self.by_cuts if action.cuts else self.by_width).setChecked(True)
        if action.width is not None:
            self.width_field.show_number(as_written(action.width))
        self.origin.show_number(as_written(action.origin))
        # Digits are not grouped here: the ends are separated by what may group digits.
        self.cuts.setText("; ".join(repr(as_written(cut)) for cut in action.cuts))
        self.label.setCurrentIndex(self.label.findData(action.label))

    def _parts(self) -> list[str]:
        text = self.cuts.text()
        parts = text.split(";") if ";" in text else text.replace(", ", " ").split()
        return [part.strip() for part in parts if part.strip()]

    def _ends(self) -> tuple[float, ...] | None:
        """Return the typed ends; ``None`` if some is no number."""
        found = [typed_number(part, self._is_whole) for part in self._parts()]
        return None if None in found else tuple(float(each) for each in found if each is not None)

    def _ambiguous(self) -> str:
        """Return an end that may be a thousand or one with three decimals; empty if none may."""
        if self._is_whole:
            return ""
        return next((part for part in self._parts() if _AMBIGUOUS.fullmatch(part)), "")

    def complaint(self) -> str:
        """Return what is wrong with the bands."""
        if self.by_width.isChecked():
            fields = (self.width_field, self.origin)
            return next((f.complaint() for f in fields if f.complaint()), "")
        ends, unclear = self._ends(), self._ambiguous()
        if unclear:
            return tr(
                "“{end}” may be read in two ways. Write thousands without a sign between them, "
                "and decimals with a zero behind them.",
                end=unclear,
            )
        if ends is None and self._is_whole:
            return tr("Type the ends as whole numbers with semicolons between them.")
        if ends is None:
            return tr("Type the ends as numbers with semicolons between them.")
        if len(ends) < 2:
            return tr("Type at least two ends, such as 0; 15; 25.")
        if any(low >= high for low, high in pairwise(ends)):
            return tr("Each end must be above the one before.")
        return ""

    def action(self, column: str) -> Preparing:
        """Return the step."""
        label = BandLabel(self.label.currentData())
        if self.by_cuts.isChecked():
            return Band(column, cuts=self._ends() or (), label=label)
        width, origin = self.width_field.number(), self.origin.number()
        return Band(column, width=float(width or 0), origin=float(origin or 0), label=label)
