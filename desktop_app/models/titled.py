"""What all tables share: titles, counts, cells and the side to which a column leans."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar, cast

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QModelRoleData,
    QModelRoleDataSpan,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from core.model import Column, ColumnKind
from desktop_app.text import tr
from desktop_app.views.plain import tip

Index = QModelIndex | QPersistentModelIndex
LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_NONE = QModelIndex()
T = TypeVar("T")


class TitledModel(QAbstractTableModel):
    """A table with a title over each column; figures stand on the right.

    A subclass sets the titles, says how many rows there are and what a cell shows.

    It answers once for each cell that is painted, not once for each of its seven roles: each
    question from Qt to a model in Python may wait for a thread that runs Python code. While a file
    of 200,000 rows was examined, a painting of 100 cells waited for 65 of its 75 ms.
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

    def describe_row(self, row: int, role: int) -> object:  # noqa: ARG002
        """Return what the header of a row shows."""
        return None

    def describe_title(self, column: int) -> str | None:  # noqa: ARG002
        """Say in full what a title means."""
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
        """Return the title of a column, the side to which it leans, or the header of a row."""
        if orientation is not Qt.Orientation.Horizontal:
            return self.describe_row(section, role) if 0 <= section < self.rows() else None
        if not 0 <= section < len(self.titles):
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT if section in self.figures else LEFT
        if role == Qt.ItemDataRole.ToolTipRole:
            return self.describe_title(section)
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

    def multiData(self, index: Index, roles: QModelRoleDataSpan | QModelRoleData) -> None:
        """Fill in what `data` returns for each role."""
        for part in cast("Sequence[QModelRoleData]", roles):
            value = self.data(index, part.role())
            if value is None:
                part.clearData()
            else:
                part.setData(value)


def is_of_figures(column: Column) -> bool:
    """Check whether a column's cells are figures, without words for some."""
    return not (column.kind is ColumnKind.TEXT or column.labels.values)


def describe_record(number: str, row: int, role: int) -> str | None:
    """Write a record's number in the file, or say on which row of the file it is."""
    if role == Qt.ItemDataRole.DisplayRole:
        return number
    if role == Qt.ItemDataRole.ToolTipRole:
        return tr("Record {at}; row {row} of the file", at=number, row=row)
    return None


def describe_words(words: str | None, role: int) -> str | None:
    """Give words as a hint on a cell: shown to the pointer, or read aloud."""
    if role == Qt.ItemDataRole.ToolTipRole:
        return tip(words)
    return words if role == Qt.ItemDataRole.AccessibleDescriptionRole else None


@dataclass(frozen=True, slots=True)
class TableColumn(Generic[T]):
    """The title of a column, and how its cell is written of an item."""

    title: str
    write: Callable[[T], str]
    is_figure: bool = False


class ListModel(TitledModel, Generic[T]):
    """A titled table with a row for each item.

    Attributes
    ----------
    items : tuple
        What is shown.
    """

    def __init__(self, parent: QObject | None = None, *columns: TableColumn[T]) -> None:
        super().__init__(parent)
        self.items: tuple[T, ...] = ()
        self._writers = [column.write for column in columns]
        self.titles = tuple(column.title for column in columns)
        self.figures = frozenset(i for i, column in enumerate(columns) if column.is_figure)

    def show_items(self, items: tuple[T, ...]) -> None:
        """Show these from now on."""
        self.beginResetModel()
        self.items = items
        self.endResetModel()

    def rows(self) -> int:
        """Count the items."""
        return len(self.items)

    def write_cell(self, row: int, column: int) -> str:
        """Write the text of a cell."""
        return self._writers[column](self.items[row])
