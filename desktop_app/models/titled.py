"""What all small tables share: titles, counts and the side to which a column leans."""

from __future__ import annotations

from typing import Generic, TypeVar

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt

from desktop_app.models.table_model import TableModel

Index = QModelIndex | QPersistentModelIndex
LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_NONE = QModelIndex()
T = TypeVar("T")


class TitledModel(TableModel):
    """A table with a title over each column; figures stand on the right.

    A subclass sets the titles, says how many rows there are and what a cell shows.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.titles: tuple[str, ...] = ()
        self.figures: frozenset[int] = frozenset()

    def rows(self) -> int:
        """Count the rows."""
        raise NotImplementedError

    def write_cell(self, row: int, column: int) -> str:
        """Write the text of a cell."""
        raise NotImplementedError

    def describe_cell(self, row: int, column: int, role: int) -> object:  # noqa: ARG002
        """Return a cell's value for a role other than text and alignment."""
        return None

    def rowCount(self, parent: Index = _NONE) -> int:
        """Count the rows."""
        return 0 if parent.isValid() else self.rows()

    def columnCount(self, parent: Index = _NONE) -> int:
        """Count the columns."""
        return 0 if parent.isValid() else len(self.titles)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return the title of a column, or the side to which it leans."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT if section in self.figures else LEFT
        return self.titles[section] if role == Qt.ItemDataRole.DisplayRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell's text, its alignment, or what the role means."""
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.write_cell(index.row(), index.column())
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT if index.column() in self.figures else None
        return self.describe_cell(index.row(), index.column(), role)


class ListModel(TitledModel, Generic[T]):
    """A titled table with a row for each item.

    Attributes
    ----------
    items : tuple
        What is shown.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.items: tuple[T, ...] = ()

    def show_items(self, items: tuple[T, ...]) -> None:
        """Show these from now on."""
        self.beginResetModel()
        self.items = items
        self.endResetModel()

    def rows(self) -> int:
        """Count the items."""
        return len(self.items)
