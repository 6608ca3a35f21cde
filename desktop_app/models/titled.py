"""What all tables share: titles, counts, cells and the side to which a column leans."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, Generic, TypeVar, cast

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
_RANK = itemgetter(0)


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


def describe_words(write: Callable[[], str | None], role: int) -> str | None:
    """Give words as a hint on a cell: shown to the pointer, or read aloud.

    They are written for these roles alone: a view asks for all of them as often as it paints.
    """
    if role == Qt.ItemDataRole.ToolTipRole:
        return tip(write())
    return write() if role == Qt.ItemDataRole.AccessibleDescriptionRole else None


@dataclass(frozen=True, slots=True)
class TableColumn(Generic[T]):
    """A column of a list.

    Attributes
    ----------
    title : str
        Its heading.
    write : callable
        Writes its cell of an item.
    rank : callable or None
        Gives what items are sorted by, ``None`` for those that stay below; without it, the text.
    is_figure : bool
        Whether its cells are on the right.
    meaning : str
        What the title means in full.
    """

    title: str
    write: Callable[[T], str]
    rank: Callable[[T], Any] | None = None
    is_figure: bool = False
    meaning: str = ""


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
        self.columns = columns
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
        return self.columns[column].write(self.items[row])

    def describe_title(self, column: int) -> str | None:
        """Say in full what a title means."""
        return tip(self.columns[column].meaning or None) if self.columns else None


class SortedListModel(ListModel[T]):
    """A list whose rows are in the order of a column, or in their own."""

    def __init__(self, parent: QObject | None = None, *columns: TableColumn[T]) -> None:
        super().__init__(parent, *columns)
        self.all_items: tuple[T, ...] = ()
        self._column, self._order = -1, Qt.SortOrder.AscendingOrder

    def is_shown(self, item: T) -> bool:  # noqa: ARG002 - a hook
        """Decide whether an item has a row."""
        return True

    def show_items(self, items: tuple[T, ...]) -> None:
        """Show those of these that have a row, in the order that was chosen."""
        self.all_items = items
        super().show_items(self._arranged())

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column, -1 for the order of the list; equal items stay in it."""
        self._column, self._order = column, order
        self.arrange()

    def arrange(self) -> None:
        """Put the rows in order again; what is selected stays selected."""
        self.layoutAboutToBeChanged.emit()
        persistent = [(index, self.items[index.row()]) for index in self.persistentIndexList()]
        self.items = self._arranged()
        rows = {id(item): row for row, item in enumerate(self.items)}
        for index, item in persistent:
            self.changePersistentIndex(index, self.index(rows[id(item)], index.column()))
        self.layoutChanged.emit()

    def _arranged(self) -> tuple[T, ...]:
        items = [item for item in self.all_items if self.is_shown(item)]
        if self._column < 0:
            return tuple(items)
        column = self.columns[self._column]
        ranked = [((column.rank or column.write)(item), item) for item in items]
        below = [item for rank, item in ranked if rank is None]
        down = self._order is Qt.SortOrder.DescendingOrder
        above = sorted((pair for pair in ranked if pair[0] is not None), key=_RANK, reverse=down)
        return (*(item for _, item in above), *below)
