"""The settings of preparing steps: what all have in common, then levels and ages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QLineEdit, QWidget

from core.model import Column, ColumnKind, Dataset
from core.model.preparing import Age, Level, Preparing
from desktop_app.text import tr, tr_n
from desktop_app.theme import sizes
from desktop_app.views.fields.choice_box import ChoiceBox
from desktop_app.views.fields.number_field import NumberField
from desktop_app.views.forms import growing, label_for, named

NUMBERS = frozenset({ColumnKind.INTEGER, ColumnKind.NUMBER})
CATEGORIES = frozenset({ColumnKind.TEXT, ColumnKind.INTEGER})
DATES = frozenset({ColumnKind.DATE})


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """What a step finds.

    Attributes
    ----------
    dataset : Dataset
        The columns, as the steps before leave them.
    levels : mapping of str to tuple of int
        By column with a taxonomy, the number of categories that occur on each level from 1 on.
    k : int
        That of the method.
    decimal : str
        The decimal mark of the file.
    names : tuple of str
        Its columns, those that identify people first.
    """

    dataset: Dataset
    levels: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    k: int = 5
    decimal: str = "."
    names: tuple[str, ...] = ()


class StepSettings(QWidget):
    """The fields of one kind of step, below the choice of its column.

    Signals
    -------
    edited()
        A field was changed, or became right or wrong.
    """

    edited = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.grid = QGridLayout(self)
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.grid.setHorizontalSpacing(sizes.UNIT)
        self.grid.setVerticalSpacing(sizes.UNIT)
        self.grid.setColumnStretch(2, 1)

    def add_row(self, title: str, field: QWidget, *, wide: bool = False) -> QLabel:
        """Add a field under all others, with its title on the left."""
        label = label_for(field, title)
        row = self.grid.rowCount()
        self.grid.addWidget(label, row, 0)
        self.grid.addWidget(field, row, 1, 1, 2 if wide else 1)
        return label

    def add_number(self, title: str, field: NumberField) -> QLabel:
        """Add a field for a number."""
        field.edited.connect(self.edited)
        field.judged.connect(self.edited)
        return self.add_row(title, field)

    # Hooks

    def forget(self) -> None:
        """Drop what was set for the step before."""

    def columns(self, ground: Ground) -> tuple[str, ...]:
        """Return the columns to which the step can be done."""
        raise NotImplementedError

    def show_column(self, column: Column, ground: Ground) -> None:
        """Propose settings for another column."""

    def show_action(self, action: Preparing, ground: Ground) -> None:
        """Show the settings of a step."""

    def complaint(self) -> str:
        """Return what is wrong or lacking, in a sentence; empty if nothing is."""
        return ""

    def action(self, column: str) -> Preparing:
        """Return the step as it is set; only while there is no complaint."""
        raise NotImplementedError


def of_kind(ground: Ground, kinds: frozenset[ColumnKind]) -> tuple[str, ...]:
    """Return the columns of these kinds, those that identify people first."""
    return tuple(name for name in ground.names if ground.dataset.column(name).kind in kinds)


class LevelSettings(StepSettings):
    """The level of the taxonomy that is kept."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.level = growing(ChoiceBox())
        named(self.level, tr("Level"), tr("Level 1 is right below the root."))
        self.add_row(tr("&Level"), self.level)
        self.level.activated.connect(self.edited)

    def columns(self, ground: Ground) -> tuple[str, ...]:
        """Return the columns with a taxonomy in which each category has one parent."""
        return tuple(name for name in ground.names if name in ground.levels)

    def show_column(self, column: Column, ground: Ground) -> None:
        """Propose the level above the deepest."""
        self._fill(column.name, ground)
        self.level.setCurrentIndex(max(0, self.level.count() - 2))

    def show_action(self, action: Preparing, ground: Ground) -> None:
        """Show the level."""
        assert isinstance(action, Level)
        self._fill(action.column, ground)
        self.level.setCurrentIndex(max(0, self.level.findData(action.level)))

    def _fill(self, name: str, ground: Ground) -> None:
        self.level.clear()
        for at, count in enumerate(ground.levels.get(name, ()), start=1):
            text = tr_n("{level}: {count} category", "{level}: {count} categories", count, level=at)
            self.level.addItem(text, at)

    def action(self, column: str) -> Preparing:
        """Return the step."""
        return Level(column, int(self.level.currentData() or 1))


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
        for each in (self.day, self.name_field):
            each.textEdited.connect(self.edited)

    def _switch(self) -> None:
        for widget in self._of_day:
            widget.setVisible(self.at.currentData() is None)
        self.edited.emit()

    def columns(self, ground: Ground) -> tuple[str, ...]:
        """Return the columns of dates."""
        return of_kind(ground, DATES)

    def show_column(self, column: Column, ground: Ground) -> None:
        """Propose the other dates of the file, and a name."""
        self._fill(column.name, ground)
        self.at.setCurrentIndex(0)
        taken = ground.dataset.names
        self.name_field.setText("AGE" if "AGE" not in taken else f"{column.name}_AGE")
        self._switch()

    def show_action(self, action: Preparing, ground: Ground) -> None:
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
        for name in of_kind(ground, DATES):
            if name != born:
                self.at.addItem(name, name)
        self.at.addItem(tr("one reference date"), None)

    def complaint(self) -> str:
        """Return what is wrong with the day or the name."""
        if self.at.currentData() is None:
            day = self.day.text().strip()
            try:
                date.fromisoformat(day)
                is_day = len(day) == len("2025-12-31")
            except ValueError:
                is_day = False
            if not is_day:
                return tr("Type the date as year, month and day, such as 2025-12-31.")
        name = self.name_field.text().strip()
        if not name:
            return tr("Type a name for the new column.")
        if name in self._names:
            return tr("The file already has a column {name}. Choose another name.", name=name)
        return ""

    def action(self, column: str) -> Preparing:
        """Return the step."""
        at = self.at.currentData() or self.day.text().strip()
        return Age(column, str(at), self.name_field.text().strip())
