"""What the settings of every kind of preparing step have in common."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from core.model import Column, ColumnKind, Dataset
from core.model.preparing import Action
from desktop_app.theme import sizes
from desktop_app.views.fields.number_field import NumberField

NUMBERS = frozenset({ColumnKind.INTEGER, ColumnKind.NUMBER})
CATEGORIES = frozenset({ColumnKind.TEXT, ColumnKind.INTEGER})


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
        label = QLabel(title)
        label.setBuddy(field)
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

    def show_action(self, action: Action, ground: Ground) -> None:
        """Show the settings of a step."""

    def complaint(self) -> str:
        """Return what is wrong or lacking, in a sentence; empty if nothing is."""
        return ""

    def action(self, column: str) -> Action:
        """Return the step as it is set; only while there is no complaint."""
        raise NotImplementedError


def of_kind(ground: Ground, kinds: frozenset[ColumnKind]) -> tuple[str, ...]:
    """Return the columns of these kinds, those that identify people first."""
    return tuple(name for name in ground.names if ground.dataset.column(name).kind in kinds)
