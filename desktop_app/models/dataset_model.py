"""The records of a file as Qt models: the first while its layout is settled, then all."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QColor

from core.model import Column, Dataset
from desktop_app.models.titled import TitledModel, describe_record, is_of_figures
from desktop_app.text import tr
from desktop_app.text.cells import cell_text, value_locale
from desktop_app.theme import current
from desktop_app.views.plain import tip


class DatasetModel(TitledModel):
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
        self.titles = tuple(column.name for column in self._columns)
        self.figures = frozenset(i for i, c in enumerate(self._columns) if is_of_figures(c))
        self.endResetModel()

    def rows(self) -> int:
        """Count the records."""
        return 0 if self._dataset is None else self._dataset.rows

    def write_cell(self, row: int, column: int) -> str:
        """Write a value."""
        return cell_text(self._columns[column], row, self._locale)

    def describe_cell(self, row: int, column: int, role: int) -> object:
        """Return the colour and the explanation of a missing value."""
        if role == Qt.ItemDataRole.ForegroundRole and self._columns[column].missing[row]:
            return QColor(current().muted)
        if role == Qt.ItemDataRole.ToolTipRole and self._columns[column].missing[row]:
            return tip(tr("Missing"))
        return None

    def describe_row(self, row: int, role: int) -> object:
        """Return a record's number and its row of the file."""
        assert self._dataset is not None
        return describe_record(str(row + 1), self._dataset.row_number(row), role)

    def describe_title(self, column: int) -> str | None:
        """Return a column's name and label."""
        name, label = self.titles[column], self._columns[column].labels.variable
        return tip(tr("{name}: {label}", name=name, label=label) if label else name)


class PreviewModel(TitledModel):
    """Shows rows that may be ragged: cells beyond the end of a row are empty."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._names: tuple[str, ...] = ()
        self._rows: tuple[tuple[str, ...], ...] = ()

    def show_rows(self, names: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> None:
        """Show these rows from now on."""
        if names is self._names and rows is self._rows:
            return
        self.beginResetModel()
        self._names, self._rows = names, rows
        width = max((len(row) for row in (names, *rows)), default=0)
        self.titles = (*names, *[""] * (width - len(names)))
        self.endResetModel()

    def rows(self) -> int:
        """Count the rows shown."""
        return len(self._rows)

    def write_cell(self, row: int, column: int) -> str:
        """Write a cell."""
        cells = self._rows[row]
        return cells[column] if column < len(cells) else ""

    def describe_row(self, row: int, role: int) -> object:
        """Return the number of a row."""
        return str(row + 1) if role == Qt.ItemDataRole.DisplayRole else None
