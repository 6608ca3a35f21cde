"""A field for one number: takes whatever is typed, and says at once what is wrong with it."""

from __future__ import annotations

import math

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractSpinBox, QStyle, QStyleOptionSpinBox, QWidget

from desktop_app.text import number, tr
from desktop_app.text.numbers import plain
from desktop_app.text.typed_number import typed_number
from desktop_app.theme import sizes

_DIGITS = 15
_SMALLEST_STEP = 1e-6
_NARROWEST = 14 * sizes.UNIT


class NumberField(QAbstractSpinBox):
    """A number to type or to step; holds text that is no number until the user mends it.

    Nothing is rewritten while somebody types, and nothing is put in place of what was typed: a
    field that silently goes back to an earlier number would run with a number that nobody chose.

    Parameters
    ----------
    whole : bool
        Takes whole numbers only.
    step : float
        What an arrow adds; 0 for a tenth of the number's own size.

    Signals
    -------
    edited()
        The user gave another number, which is within the bounds.
    judged()
        The text became right or wrong, or wrong in another way.
    """

    edited = Signal()
    judged = Signal()

    def __init__(self, whole: bool, step: float = 1.0, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._whole, self._step = whole, step
        self._low, self._high = -math.inf, math.inf
        # Whether the ends themselves are left out.
        self._is_above, self._is_below = False, False
        self._held: int | float = 0
        self._written: tuple[str, int | float] | None = None
        self._complaint = ""
        self._plain = False
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.setMinimumWidth(_NARROWEST)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.lineEdit().textEdited.connect(self._judge)

    def set_bounds(
        self,
        low: float | None,
        high: float | None,
        *,
        is_above: bool = False,
        is_below: bool = False,
    ) -> None:
        """Take numbers from `low`, or above it, to `high`, or below it, and no others.

        ``None`` leaves an end open.
        """
        ends = (-math.inf if low is None else low, math.inf if high is None else high)
        bounds = (*ends, is_above, is_below)
        if bounds != (self._low, self._high, self._is_above, self._is_below):
            self._low, self._high, self._is_above, self._is_below = bounds
            self._judge()

    def write_plainly(self, *, plain: bool) -> None:
        """Write numbers without thousands signs, as years and codes are, or with them."""
        if plain != self._plain:
            self._plain = plain
            if self.text() and self.number() is not None:
                self._write(self._held)

    def show_number(self, value: int | float) -> None:
        """Show a number from elsewhere; text that already spells it stays as it was typed."""
        if value != self._held or not self.text():
            self._held = value
            self._write(value)
            self._note(self._fault(value))

    def reset(self) -> None:
        """Show the number that is held in place of text that is wrong."""
        self._write(self._held)
        self._note(self._fault(self._held))

    def number(self) -> int | float | None:
        """Return the number in the field; ``None`` while the text is wrong."""
        typed = self._found()
        return None if typed is None or self._fault(typed) else typed

    def _found(self) -> int | float | None:
        """Return the number that the text spells, within the bounds or not."""
        text = self.text()
        if self._written is not None and text == self._written[0]:
            # 5,000 as this locale writes five thousand would be read as five.
            return self._written[1]
        return typed_number(text, self._whole)

    def complaint(self) -> str:
        """Return what is wrong with the text, in a sentence; empty if nothing is."""
        return self._complaint

    def stepBy(self, steps: int) -> None:
        """Go up or down from the number in the field, or from the last one it held."""
        typed = self._found()
        start = self._held if typed is None else typed
        size = self._step or max(
            10.0 ** math.floor(math.log10(max(abs(start), _SMALLEST_STEP))) / 10, _SMALLEST_STEP
        )
        # Rounded, or steps of a hundredth leave 0.15000000000000002.
        reached = round(start + steps * size, 9)
        reached = min(max(reached, self._low), self._high)
        if self._fault(reached):
            return
        self._write(int(reached) if self._whole else reached)
        self.lineEdit().selectAll()
        self._judge()

    def stepEnabled(self) -> QAbstractSpinBox.StepEnabledFlag:
        """Return in which directions there is anything left."""
        directions = QAbstractSpinBox.StepEnabledFlag.StepNone
        if self._held < self._high:
            directions |= QAbstractSpinBox.StepEnabledFlag.StepUpEnabled
        if self._held > self._low:
            directions |= QAbstractSpinBox.StepEnabledFlag.StepDownEnabled
        return directions

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page, which may bring the field that was typed into under it."""
        event.ignore()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Write a right number as this locale does; leave wrong text in sight."""
        super().focusOutEvent(event)
        typed = self.number()
        if typed is not None:
            self._write(typed)

    @Slot()
    def _judge(self) -> None:
        typed = self._found()
        fault = self._sentence() if typed is None else self._fault(typed)
        self._note(fault)
        if not fault and typed is not None and typed != self._held:
            self._held = typed
            self.edited.emit()

    def _fault(self, value: int | float) -> str:
        is_low = value <= self._low if self._is_above else value < self._low
        is_high = value >= self._high if self._is_below else value > self._high
        return self._sentence() if is_low or is_high else ""

    def _sentence(self) -> str:
        low, high = number(_tidy(self._low), _DIGITS), number(_tidy(self._high), _DIGITS)
        if self._is_above and self._is_below:
            return tr("Type a number above {low} and below {high}.", low=low, high=high)
        if self._is_above and math.isfinite(self._high):
            return tr("Type a number above {low} and up to {high}.", low=low, high=high)
        if math.isfinite(self._low) and math.isfinite(self._high):
            if self._whole:
                return tr("Type a whole number from {low} to {high}.", low=low, high=high)
            return tr("Type a number from {low} to {high}.", low=low, high=high)
        if self._is_above:
            return tr("Type a number above {low}.", low=low)
        if math.isfinite(self._low):
            if self._whole:
                return tr("Type a whole number of at least {low}.", low=low)
            return tr("Type a number of at least {low}.", low=low)
        return tr("Type a whole number.") if self._whole else tr("Type a number.")

    def _note(self, complaint: str) -> None:
        if complaint == self._complaint:
            return
        self._complaint = complaint
        self.setProperty("wrong", bool(complaint))
        self.style().unpolish(self)
        self.style().polish(self)
        self.judged.emit()

    def _write(self, value: int | float) -> None:
        is_plain = self._plain and float(value).is_integer()
        text = plain(value) if is_plain else number(value, _DIGITS)
        self._written = (text, value)
        self.lineEdit().setText(text)
        self._widen_for(text)

    def _widen_for(self, text: str) -> None:
        """Let no digit of a number be cut off."""
        option, line = QStyleOptionSpinBox(), QStyle.SubControl.SC_SpinBoxEditField
        self.initStyleOption(option)
        control = QStyle.ComplexControl.CC_SpinBox
        around = self.width() - self.style().subControlRect(control, option, line, self).width()
        width = self.fontMetrics().horizontalAdvance(text) + around + sizes.UNIT
        self.setMinimumWidth(max(_NARROWEST, width))


def _tidy(value: float) -> int | float:
    return int(value) if math.isfinite(value) and float(value).is_integer() else value
