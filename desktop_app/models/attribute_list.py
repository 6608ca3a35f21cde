"""The attributes of a result as a short table."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from core.model import Attribute, Measure, Role
from desktop_app.models.measures import measure_value
from desktop_app.text import explain, tr

Index = QModelIndex | QPersistentModelIndex
_NONE = QModelIndex()
NAME, ROLE, LOSS = range(3)
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


class AttributeListModel(QAbstractTableModel):
    """Name, role and information loss of each attribute."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._attributes: tuple[Attribute, ...] = ()
        self._loss: dict[str, str] = {}
        self._titles = (tr("Attribute"), tr("Role"), tr("Loss (%)"))

    @property
    def attributes(self) -> tuple[Attribute, ...]:
        """What is shown, a row each."""
        return self._attributes

    def show_attributes(
        self, attributes: tuple[Attribute, ...], measures: tuple[Measure, ...]
    ) -> None:
        """Show these, with the information loss that `measures` has of them."""
        self.beginResetModel()
        self._attributes = attributes
        self._loss = {
            m.attribute: measure_value(m)
            for m in measures
            if m.name == "information-loss" and m.attribute is not None
        }
        self.endResetModel()

    def rowCount(self, parent: Index = _NONE) -> int:  # noqa: N802 - Qt's name
        """Return the number of attributes."""
        return 0 if parent.isValid() else len(self._attributes)

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
            return _RIGHT if section == LOSS else _LEFT
        return self._titles[section] if role == Qt.ItemDataRole.DisplayRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell's text, its alignment, or what the role means."""
        if not index.isValid():
            return None
        attribute = self._attributes[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._shown(attribute, index.column())
        if role == Qt.ItemDataRole.ToolTipRole and index.column() == ROLE:
            return explain(attribute.role.value)
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() == LOSS:
            return _RIGHT
        return None

    def _shown(self, attribute: Attribute, column: int) -> str:
        if column == NAME:
            return attribute.name
        if column == ROLE:
            masked = attribute.role is Role.QUASI_IDENTIFIER
            return tr("quasi-identifier") if masked else tr("confidential")
        return self._loss.get(attribute.name, tr("unchanged"))
