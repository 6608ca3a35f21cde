"""The controls of settings that depend on the file: days, names, levels and ends of bands."""

from __future__ import annotations

import re
from abc import abstractmethod
from datetime import date
from itertools import pairwise

from PySide6.QtCore import SignalInstance
from PySide6.QtWidgets import QLineEdit, QWidget

from core.model import Column, ColumnKind
from core.model.declared_types import as_written
from desktop_app.text import tr, tr_n
from desktop_app.text.typed_number import typed_number
from desktop_app.views.fields.choice_box import ChoiceBox
from desktop_app.views.fields.declared_fields import DeclaredField, DeclaredLine, DeclaredText
from desktop_app.views.forms import growing, named
from desktop_app.views.layouts import STRETCH, in_row
from desktop_app.wizard.preparing.ground import DATES, Ground, of_kind

_AMBIGUOUS = re.compile(r"[+-]?[1-9]\d{0,2}[.,]\d{3}")
_DAY = "2025-12-31"


class GroundField(DeclaredField):
    """A control whose values depend on the column of the step, or on others of the file."""

    @abstractmethod
    def meet(self, column: Column, ground: Ground) -> None:
        """Offer the values that are there, and propose one."""


class LevelField(GroundField):
    """A level of the column's taxonomy, with the number of its categories."""

    widget: ChoiceBox

    def _connect(self, edit: SignalInstance) -> None:
        self.widget = growing(ChoiceBox())
        self.widget.activated.connect(edit)

    def meet(self, column: Column, ground: Ground) -> None:
        """Offer the levels; propose the one above the deepest."""
        titles = {
            level: tr_n(
                "{level}: {count} category", "{level}: {count} categories", count, level=level
            )
            for level, count in enumerate(ground.levels.get(column.name, ()), start=1)
        }
        self.widget.offer(titles, len(titles) - 1)

    def show(self, value: object) -> None:
        """Show a level."""
        self.widget.setCurrentIndex(max(0, self.widget.findData(value)))

    def value(self) -> int:
        """Return the level."""
        return int(self.widget.currentData() or 1)


class DayField(GroundField):
    """Another column of dates, or one day for all records."""

    def _connect(self, edit: SignalInstance) -> None:
        self._edit, self.widget = edit, QWidget()
        self.choice, self.day = growing(ChoiceBox()), QLineEdit()
        self.day.setPlaceholderText(_DAY)
        named(self.day, tr("Date"), tr("Year, month and day, such as 2025-12-31."))
        in_row(self.choice, self.day, STRETCH, inside=self.widget)
        self.widget.setFocusProxy(self.choice)
        self.choice.activated.connect(self._switch)
        self.day.textEdited.connect(edit)

    def _switch(self, *_: object) -> None:
        self.day.setVisible(self.choice.currentData() is None)
        self._edit.emit()

    def forget(self) -> None:
        """Drop the day."""
        self.day.clear()

    def meet(self, column: Column, ground: Ground) -> None:
        """Offer the other columns of dates; propose the first."""
        names = {name: name for name in of_kind(ground, DATES) if name != column.name}
        self.choice.offer(names | {None: tr("one reference date")})
        self._switch()

    def show(self, value: object) -> None:
        """Show the column or the day."""
        index = self.choice.findData(value)
        self.choice.setCurrentIndex(index if index >= 0 else self.choice.count() - 1)
        self.day.setText("" if index >= 0 else str(value))
        self._switch()

    def value(self) -> str:
        """Return the name of the column, or the day."""
        return str(self.choice.currentData() or self.day.text().strip())

    def complaint(self) -> str:
        """Say that what is typed is no day."""
        if self.choice.currentData() is not None:
            return ""
        day = self.day.text().strip()
        try:
            date.fromisoformat(day)
            is_day = len(day) == len(_DAY)
        except ValueError:
            is_day = False
        return "" if is_day else tr("Type the date as year, month and day, such as 2025-12-31.")


class NewNameField(GroundField, DeclaredText):
    """The name of a column that the file does not have yet."""

    _taken_names: tuple[str, ...] = ()

    def meet(self, column: Column, ground: Ground) -> None:
        """Propose a name that is free."""
        self._taken_names = ground.dataset.names
        self.show("AGE" if "AGE" not in self._taken_names else f"{column.name}_AGE")

    def complaint(self) -> str:
        """Say that the name is lacking or taken."""
        name = self.value()
        if name in self._taken_names:
            return tr("The file already has a column {name}. Choose another name.", name=name)
        return super().complaint()


class EndsField(GroundField, DeclaredLine):
    """The ends of bands, separated by semicolons or blanks."""

    is_wide = True
    _is_whole = False

    def meet(self, column: Column, ground: Ground) -> None:  # noqa: ARG002 - as declared
        """Take whole numbers for a column of whole numbers."""
        self._is_whole = column.kind is ColumnKind.INTEGER
        self.widget.clear()

    def show(self, value: object) -> None:
        """Show the ends."""
        ends = value if isinstance(value, tuple) else ()
        # Digits are not grouped here: the ends are separated by what may group digits.
        self.widget.setText("; ".join(repr(as_written(end)) for end in ends))

    def value(self) -> tuple[float, ...]:
        """Return the ends, without what is no number."""
        ends = (typed_number(typed, self._is_whole) for typed in self._split_text())
        return tuple(float(end) for end in ends if end is not None)

    def _split_text(self) -> list[str]:
        text = self.widget.text()
        typed_ends = text.split(";") if ";" in text else text.replace(", ", " ").split()
        return [typed.strip() for typed in typed_ends if typed.strip()]

    def complaint(self) -> str:
        """Say what is wrong with the ends."""
        typed_ends, ends = self._split_text(), self.value()
        if not self._is_whole:
            unclear = next((typed for typed in typed_ends if _AMBIGUOUS.fullmatch(typed)), "")
            if unclear:
                return tr(
                    "“{end}” may be read in two ways. Write thousands without a sign between "
                    "them, and decimals with a zero behind them.",
                    end=unclear,
                )
        if len(ends) < len(typed_ends) and self._is_whole:
            return tr("Type the ends as whole numbers with semicolons between them.")
        if len(ends) < len(typed_ends):
            return tr("Type the ends as numbers with semicolons between them.")
        if len(ends) < 2:
            return tr("Type at least two ends, such as 0; 15; 25.")
        if any(low >= high for low, high in pairwise(ends)):
            return tr("Each end must be above the one before.")
        return ""
