"""The first records of a file as text, while its layout is being settled."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt

from desktop_app.models.table_model import TableModel

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class PreviewModel(TableModel):
    """Shows rows that may be ragged: cells beyond the end of a row are empty."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._names: tuple[str, ...] = ()
        self._rows: tuple[tuple[str, ...], ...] = ()
        self._width = 0

    def show_rows(self, names: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> None:
        """Show these rows from now on."""
        if names is self._names and rows is self._rows:
            return
        self.beginResetModel()
        self._names, self._rows = names, rows
        self._width = max((len(row) for row in (names, *rows)), default=0)
        self.endResetModel()

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Return the number of rows shown."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _ROOT) -> int:
        """Return the width of the widest row."""
        return 0 if parent.isValid() else self._width

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell's text."""
        if not index.isValid() or role != Qt.ItemDataRole.DisplayRole:
            return None
        row = self._rows[index.row()]
        return row[index.column()] if index.column() < len(row) else ""

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return a column's name, or the number of a row."""
        if role == Qt.ItemDataRole.TextAlignmentRole and orientation is Qt.Orientation.Horizontal:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if orientation is Qt.Orientation.Vertical:
            return str(section + 1)
        return self._names[section] if 0 <= section < len(self._names) else ""
