"""The settings of steps on numbers: top- and bottom-coding, bands, rounding."""

from __future__ import annotations

import re
from itertools import pairwise
from math import ceil, floor, log10

import numpy as np
from PySide6.QtWidgets import QButtonGroup, QLineEdit, QRadioButton, QWidget

from core.model import Column, ColumnKind
from core.model.preparing import Action, Band, BandLabel, Round, TailCoding, TailValue
from desktop_app.text import number, tr
from desktop_app.text.figures import have_four_digits
from desktop_app.text.numbers import plain
from desktop_app.text.typed_number import typed_number
from desktop_app.views.fields.choice_box import ChoiceBox
from desktop_app.views.fields.number_field import NumberField
from desktop_app.views.forms import named, one_tab_stop
from desktop_app.wizard.preparing.settings_base import NUMBERS, Ground, StepSettings, of_kind

_TAIL = 0.995
_BANDS, _NARROWEST = 20, 2
_DIGITS, _FEWEST_DIGITS = 15, 2
_SAMPLE = 20_000
_AMBIGUOUS = re.compile(r"[+-]?[1-9]\d{0,2}[.,]\d{3}")


class TailSettings(StepSettings):
    """The limit beyond which values are replaced, and by what."""

    def __init__(self, is_top: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_top = is_top
        self.bound, self.to = NumberField(whole=False, step=0), ChoiceBox()
        self.add_number(tr("Largest va&lue") if is_top else tr("Smallest va&lue"), self.bound)
        self.to.addItem(tr("this value"), TailValue.THRESHOLD)
        self.to.addItem(tr("the mean of those beyond"), TailValue.MEAN)
        named(self.to, tr("Values beyond it become"))
        self.add_row(tr("Values beyond it beco&me"), self.to)
        named(self.bound, tr("Limit"))
        self.to.activated.connect(self.edited)

    def columns(self, ground: Ground) -> tuple[str, ...]:
        """Return the columns of numbers."""
        return of_kind(ground, NUMBERS)

    def show_column(self, column: Column, ground: Ground) -> None:  # noqa: ARG002 - as declared
        """Propose the limit beyond which one value in two hundred lies."""
        present = _some(column)
        self.bound.write_plainly(plain=_are_codes(column))
        if len(present) == 0:
            self.bound.show_number(0)
            return
        at = ceil(_TAIL * len(present)) - 1 if self._is_top else floor((1 - _TAIL) * len(present))
        whole = column.values[~column.missing]
        end = float(whole.max() if self._is_top else whole.min())
        self.bound.show_number(_within(float(np.sort(present)[at]), end, up=self._is_top))

    def show_action(self, action: Action, ground: Ground) -> None:  # noqa: ARG002 - as declared
        """Show limit and replacement."""
        assert isinstance(action, TailCoding)
        self.bound.show_number(_whole(action.bound))
        self.to.setCurrentIndex(self.to.findData(action.to))

    def complaint(self) -> str:
        """Return what is wrong with the limit."""
        return self.bound.complaint()

    def action(self, column: str) -> Action:
        """Return the step."""
        return TailCoding(column, float(self.bound.number() or 0), self._is_top,
                          TailValue(self.to.currentData()))  # fmt: skip


class RoundSettings(StepSettings):
    """The number to whose multiples values are rounded."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.to = NumberField(whole=False, step=0)
        self.add_number(tr("To &multiples of"), self.to)
        named(self.to, tr("To multiples of"))

    def columns(self, ground: Ground) -> tuple[str, ...]:
        """Return the columns of numbers."""
        return of_kind(ground, NUMBERS)

    def show_column(self, column: Column, ground: Ground) -> None:  # noqa: ARG002 - as declared
        """Propose a hundredth of the largest value, as a round number."""
        self.to.show_number(_size(column, parts=100))

    def show_action(self, action: Action, ground: Ground) -> None:  # noqa: ARG002 - as declared
        """Show the multiple."""
        assert isinstance(action, Round)
        self.to.show_number(_whole(action.to))

    def complaint(self) -> str:
        """Return what is wrong with the multiple."""
        return self.to.complaint() or _not_positive(self.to)

    def action(self, column: str) -> Action:
        """Return the step."""
        return Round(column, float(self.to.number() or 0))


class BandSettings(StepSettings):
    """Bands of one width, or with ends of their own, and what a band becomes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_whole = False
        self.by_width = QRadioButton(tr("Bands of &one width"))
        self.by_cuts = QRadioButton(tr("Bands with &these ends"))
        self._ways = QButtonGroup(self)
        self.width_field = NumberField(whole=False, step=0)
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
        self.width_field.show_number(max(narrow, _size(column, parts=_BANDS)))
        self.origin.write_plainly(plain=_are_codes(column))
        self.origin.show_number(0)
        self.cuts.clear()

    def show_action(self, action: Action, ground: Ground) -> None:  # noqa: ARG002 - as declared
        """Show the bands."""
        assert isinstance(action, Band)
        (self.by_cuts if action.cuts else self.by_width).setChecked(True)
        if action.width is not None:
            self.width_field.show_number(_whole(action.width))
        self.origin.show_number(_whole(action.origin))
        # Digits are not grouped here: the ends are separated by what may group digits.
        self.cuts.setText("; ".join(repr(_whole(cut)) for cut in action.cuts))
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
            wrong = next((f.complaint() for f in fields if f.complaint()), "")
            return wrong or _not_positive(self.width_field)
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

    def action(self, column: str) -> Action:
        """Return the step."""
        label = BandLabel(self.label.currentData())
        if self.by_cuts.isChecked():
            return Band(column, cuts=self._ends() or (), label=label)
        width, origin = self.width_field.number(), self.origin.number()
        return Band(column, float(width or 0), float(origin or 0), label=label)


def facts_of(column: Column) -> str:
    """Return the range of a column of numbers in words, from some of its records."""
    present = column.values[~column.missing]
    if column.kind not in NUMBERS or len(present) == 0:
        return ""
    ends = (_whole(float(present.min())), _whole(float(present.max())))
    least, most = (plain(e) if _are_codes(column) else number(e, _DIGITS) for e in ends)
    return tr("Numbers from {least} to {most}.", least=least, most=most)


def _not_positive(field: NumberField) -> str:
    found = field.number()
    return tr("Type a number above 0.") if found is not None and found <= 0 else ""


def _whole(value: float) -> int | float:
    return int(value) if float(value).is_integer() and abs(value) < 2.0**53 else value


def _some(column: Column) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return values spread over the file: enough to propose a number, and soon looked at."""
    present = column.values[~column.missing]
    step = max(1, len(present) // _SAMPLE)
    found = present[::step].astype(np.float64)
    return found[np.isfinite(found)]


def _are_codes(column: Column) -> bool:
    """Return whether the values are years or codes, which are written without thousands signs."""
    present = column.values[~column.missing]
    if column.kind is not ColumnKind.INTEGER or len(present) == 0:
        return False
    return have_four_digits(float(present.min()), float(present.max()))


def _within(value: float, end: float, *, up: bool) -> int | float:
    """Return a near number of few digits and zeros that does not lie beyond the `end` of all.

    Two digits show no amount of the file; years and the like differ in later ones.
    """
    turn = ceil if up else floor
    for digits in range(_FEWEST_DIGITS, _DIGITS) if value else ():
        unit = 10.0 ** (floor(log10(abs(value))) - digits + 1)
        found = _whole(float(f"{turn(value / unit) * unit:.12g}"))
        if found <= end if up else found >= end:
            return found
    return _whole(value)


def _size(column: Column, parts: int) -> int | float:
    """Return a round size of which about so many make the largest value."""
    present = np.abs(_some(column))
    most = float(present.max()) if len(present) else 0.0
    if most <= 0:
        return 1
    raw = most / parts
    unit = 10.0 ** floor(log10(raw))
    found = next(unit * step for step in (1, 2, 5, 10) if unit * step >= raw)
    least = 1.0 if column.kind is ColumnKind.INTEGER else found
    return _whole(float(f"{max(found, least):.12g}"))
