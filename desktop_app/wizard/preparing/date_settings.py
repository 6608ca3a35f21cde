"""The settings of steps on dates: ages and periods."""

from __future__ import annotations

from datetime import date

from PySide6.QtWidgets import QLineEdit, QWidget

from core.model import Column, ColumnKind
from core.model.preparing import Action, Age, Period, Span
from desktop_app.text import tr
from desktop_app.views.fields.choice_box import ChoiceBox
from desktop_app.views.forms import growing, named
from desktop_app.wizard.preparing.settings_base import Ground, StepSettings, of_kind

_DATES = frozenset({ColumnKind.DATE})


class AgeSettings(StepSettings):
    """The day on which the age counts, and the name of the new column."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.at, self.day, self.name_field = ChoiceBox(), QLineEdit(), QLineEdit()
        growing(self.at)
        named(self.at, tr("Age on the date in"))
        named(self.day, tr("Date"), tr("Year, month and day, such as 2025-12-31."))
        named(self.name_field, tr("Name of the new column"))
        self.day.setPlaceholderText("2025-12-31")
        self.add_row(tr("Age &on the date in"), self.at)
        self._of_day = [self.add_row(tr("&Date"), self.day), self.day]
        self.add_row(tr("Name of the &new column"), self.name_field)
        self._names: tuple[str, ...] = ()
        self.at.activated.connect(self._switch)
        for field in (self.day, self.name_field):
            field.textEdited.connect(self.edited)

    def _switch(self) -> None:
        for widget in self._of_day:
            widget.setVisible(self.at.currentData() is None)
        self.edited.emit()

    def columns(self, ground: Ground) -> tuple[str, ...]:
        """Return the columns of dates."""
        return of_kind(ground, _DATES)

    def show_column(self, column: Column, ground: Ground) -> None:
        """Propose the other dates of the file, and a name."""
        self._fill(column.name, ground)
        self.at.setCurrentIndex(0)
        taken = ground.dataset.names
        self.name_field.setText("AGE" if "AGE" not in taken else f"{column.name}_AGE")
        self._switch()

    def show_action(self, action: Action, ground: Ground) -> None:
        """Show day and name."""
        assert isinstance(action, Age)
        self._fill(action.column, ground)
        at = self.at.findData(action.at)
        self.at.setCurrentIndex(at if at >= 0 else self.at.count() - 1)
        self.day.setText("" if at >= 0 else action.at)
        self.name_field.setText(action.name)
        self._switch()

    def _fill(self, born: str, ground: Ground) -> None:
        self._names = ground.dataset.names
        self.at.clear()
        for name in of_kind(ground, _DATES):
            if name != born:
                self.at.addItem(name, name)
        self.at.addItem(tr("one reference date"), None)

    def complaint(self) -> str:
        """Return what is wrong with the day or the name."""
        if self.at.currentData() is None and not _is_day(self.day.text().strip()):
            return tr("Type the date as year, month and day, such as 2025-12-31.")
        name = self.name_field.text().strip()
        if not name:
            return tr("Type a name for the new column.")
        if name in self._names:
            return tr("The file already has a column {name}. Choose another name.", name=name)
        return ""

    def action(self, column: str) -> Action:
        """Return the step."""
        at = self.at.currentData() or self.day.text().strip()
        return Age(column, str(at), self.name_field.text().strip())


class PeriodSettings(StepSettings):
    """What is kept of a date."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.keep = ChoiceBox()
        self.keep.addItem(tr("year"), Span.YEAR)
        self.keep.addItem(tr("quarter"), Span.QUARTER)
        self.keep.addItem(tr("month"), Span.MONTH)
        named(self.keep, tr("Keep"))
        self.add_row(tr("&Keep the"), self.keep)
        self.keep.activated.connect(self.edited)

    def columns(self, ground: Ground) -> tuple[str, ...]:
        """Return the columns of dates."""
        return of_kind(ground, _DATES)

    def show_action(self, action: Action, ground: Ground) -> None:  # noqa: ARG002 - as declared
        """Show what is kept."""
        assert isinstance(action, Period)
        self.keep.setCurrentIndex(self.keep.findData(action.keep))

    def action(self, column: str) -> Action:
        """Return the step."""
        return Period(column, Span(self.keep.currentData()))


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return len(text) == len("2025-12-31")
