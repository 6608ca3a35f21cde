"""The measures of a result as a table."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from core.messages import CATALOGUE
from core.model import Direction, Measure
from desktop_app.text import fixed, message, number, tr

Index = QModelIndex | QPersistentModelIndex
_NONE = QModelIndex()

_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)

TITLE, ATTRIBUTE, VALUE, UNIT, DIRECTION = range(5)


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
        return fixed(measure.value, 2)
    return number(measure.value, 3)


def direction_text(direction: Direction) -> str:
    """Return which way is better, in words."""
    return {
        Direction.LOWER: tr("lower is better"),
        Direction.HIGHER: tr("higher is better"),
        Direction.NEITHER: tr("for information"),
    }[direction]


class MeasuresModel(QAbstractTableModel):
    """Title, attribute, value, unit and direction of each measure."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._measures: tuple[Measure, ...] = ()
        self._titles = (
            tr("Measure"),
            tr("Attribute"),
            tr("Value"),
            tr("Unit"),
            tr("Better"),
        )

    @property
    def measures(self) -> tuple[Measure, ...]:
        """What is shown, a row each."""
        return self._measures

    def set_measures(self, measures: tuple[Measure, ...]) -> None:
        """Show these."""
        self.beginResetModel()
        self._measures = measures
        self.endResetModel()

    def rowCount(self, parent: Index = _NONE) -> int:  # noqa: N802 - Qt's name
        """Return the number of measures."""
        return 0 if parent.isValid() else len(self._measures)

    def columnCount(self, parent: Index = _NONE) -> int:  # noqa: N802 - Qt's name
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self._titles)

    def headerData(  # noqa: N802 - Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return the title of a column."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if section == VALUE else _LEFT
        return self._titles[section] if role == Qt.ItemDataRole.DisplayRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what a cell shows, its alignment, or what is said of the measure."""
        if not index.isValid():
            return None
        measure = self._measures[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return _shown(measure, index.column())
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleDescriptionRole):
            return measure_meaning(measure.name) or None
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() == VALUE:
            return _RIGHT
        return None


def _shown(measure: Measure, column: int) -> str:
    if column == TITLE:
        return measure_title(measure.name)
    if column == ATTRIBUTE:
        return measure.attribute or tr("whole file")
    if column == VALUE:
        return measure_value(measure)
    if column == UNIT:
        return "" if measure.unit == "1" else tr(measure.unit)
    return direction_text(measure.direction)
