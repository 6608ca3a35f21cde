"""The measures of a result as a table."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt

from core.messages import CATALOGUE
from core.model import Direction, Measure
from desktop_app.models.titled import ListModel, TableColumn
from desktop_app.text import message, number, to_decimals, tr

TITLE, ATTRIBUTE, VALUE, UNIT = range(4)
_UNITS = {"%": "%", "records": "records", "units": "units"}


def measure_title(name: str) -> str:
    """Return the measure's title."""
    code = f"measure-{name}"
    return message(code) if code in CATALOGUE else name


def measure_meaning(name: str) -> str:
    """Return one sentence on what the measure says."""
    code = f"measure-{name}-meaning"
    return message(code) if code in CATALOGUE else ""


def measure_value(measure: Measure) -> str:
    """Return the figure with no more digits than mean something."""
    if measure.unit == "%":
        return to_decimals(measure.value, 2)
    return number(measure.value, 3)


def direction_text(direction: Direction) -> str:
    """Return which way is better, in words."""
    return {
        Direction.LOWER: tr("lower is better"),
        Direction.HIGHER: tr("higher is better"),
        Direction.NEITHER: tr("for information"),
    }[direction]


def _unit_text(unit: str) -> str:
    return "" if unit == "1" else tr(_UNITS.get(unit, unit))


class MeasuresModel(ListModel[Measure]):
    """Title, attribute, value, unit and direction of each measure."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(
            parent,
            TableColumn(tr("Measure"), lambda measure: measure_title(measure.name)),
            TableColumn(tr("Column"), lambda measure: measure.attribute or tr("whole file")),
            TableColumn(tr("Value"), measure_value, is_figure=True),
            TableColumn(tr("Unit"), lambda measure: _unit_text(measure.unit)),
            TableColumn(tr("Better"), lambda measure: direction_text(measure.direction)),
        )

    def describe_cell(self, row: int, column: int, role: int) -> object:  # noqa: ARG002
        """Say what the measure means."""
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleDescriptionRole):
            return measure_meaning(self.items[row].name) or None
        return None
