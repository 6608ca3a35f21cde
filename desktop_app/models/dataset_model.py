"""The records of a file as Qt models: the first while its layout is settled, then all."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor

from core.model import Column, ColumnKind, Dataset
from desktop_app.models.table_model import TableModel
from desktop_app.text import tr
from desktop_app.text.cells import cell_text, value_locale
from desktop_app.theme import current
from desktop_app.views.plain import tip

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class DatasetModel(TableModel):
    """Shows a `Dataset`; cells are made into text when they come into sight."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._columns: tuple[Column, ...] = ()
        self._dataset: Dataset | None = None
        self._locale = value_locale()

    def show_dataset(self, dataset: Dataset | None) -> None:
        """Show `dataset` from now on."""
        self.beginResetModel()
        self._dataset = dataset
        self._columns = dataset.columns if dataset else ()
        self.endResetModel()

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Count the records."""
        return 0 if parent.isValid() or self._dataset is None else self._dataset.rows

    def columnCount(self, parent: Index = _ROOT) -> int:
        """Count the columns."""
        return 0 if parent.isValid() else len(self._columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell's text, alignment, colour or explanation."""
        if not index.isValid():
            return None
        column, position = self._columns[index.column()], index.row()
        if role == Qt.ItemDataRole.DisplayRole:
            return cell_text(column, position, self._locale)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            labelled = column.kind is ColumnKind.TEXT or column.labels.values
            return _LEFT if labelled else _RIGHT
        if role == Qt.ItemDataRole.ForegroundRole and column.missing[position]:
            return QColor(current().muted)
        if role == Qt.ItemDataRole.ToolTipRole and column.missing[position]:
            return tr("Missing")
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return a column's name and label, or a record's number and its row of the file."""
        if orientation is Qt.Orientation.Vertical:
            return self._row_text(section, role)
        if not 0 <= section < len(self._columns):
            return None
        column = self._columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.name
        if role == Qt.ItemDataRole.TextAlignmentRole:
            labelled = column.kind is ColumnKind.TEXT or column.labels.values
            return _LEFT if labelled else _RIGHT
        if role == Qt.ItemDataRole.ToolTipRole:
            name, label = column.name, column.labels.variable
            return tip(tr("{name}: {label}", name=name, label=label) if label else name)
        return None

    def _row_text(self, section: int, role: int) -> str | None:
        if self._dataset is None or not 0 <= section < self._dataset.rows:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return str(section + 1)
        if role == Qt.ItemDataRole.ToolTipRole:
            row = self._dataset.row_number(section)
            return tr("Record {at}; row {row} of the file", at=section + 1, row=row)
        return None


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
        """Count the rows shown."""
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
