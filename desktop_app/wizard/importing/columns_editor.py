"""The columns of a fixed-width file: a small table to type in, or a dictionary to load."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from core.errors import StatveilError
from core.model import FixedColumn
from desktop_app.text import failure_text, tr
from desktop_app.views.choosers import choose_dictionary_file
from desktop_app.views.forms import label_for, named, note, push_button, set_kind
from desktop_app.views.layouts import in_column, in_row
from desktop_app.views.plain import set_tip

_NAME, _START, _WIDTH, _LABEL = range(4)
_HEIGHT = 150
# A column of a new row, wide enough for most codes.
_NEW_WIDTH = 2


class ColumnsEditor(QWidget):
    """Name, first place, width and label of each column.

    Signals
    -------
    edited(object)
        The columns as they stand, a tuple of `FixedColumn`; rows not yet understood are left out.
    """

    edited = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = QTableWidget(0, 4)
        self.add_button = push_button(tr("Add a c&olumn"), self.add_column, sign="add")
        self.remove_button = push_button(tr("Remove &it"), self.remove_column, sign="remove")
        self.load_button = push_button(tr("Load a dictionar&y…"), self.load, sign="open")
        self._complaint = note(kind="danger")
        titles = (tr("Name"), tr("Begins at"), tr("Width"), tr("Label"))
        self.table.setHorizontalHeaderLabels(titles)
        self.table.horizontalHeader().setSectionResizeMode(_LABEL, QHeaderView.ResizeMode.Stretch)
        self.table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        self.table.setMaximumHeight(_HEIGHT)
        self.table.setTabKeyNavigation(False)
        named(
            self.table,
            tr("Columns of the file"),
            tr("Places are counted from 1. A column ends where its width says."),
        )
        named(self.load_button, tr("Load a dictionary"), _dictionary_words())
        set_tip(self.load_button, _dictionary_words())
        self.table.itemChanged.connect(self._emit_edited)
        title = label_for(self.table, tr("&Columns"))
        row = in_row(
            title,
            self.add_button,
            self.remove_button,
            self.load_button,
            (self._complaint, 1),
            spacing=-1,
        )
        in_column(row, self.table, inside=self)

    def show_columns(self, columns: tuple[FixedColumn, ...]) -> None:
        """Show the columns in force, unless they are what the table says already."""
        if columns == self.columns():
            return
        self.table.blockSignals(True)
        self.table.setRowCount(0)
        for column in columns:
            self._append(column)
        self.table.blockSignals(False)

    def columns(self) -> tuple[FixedColumn, ...]:
        """Return the columns as far as they are understood."""
        columns = (self._column(row) for row in range(self.table.rowCount()))
        return tuple(column for column in columns if column is not None)

    def _append(self, column: FixedColumn) -> None:
        row = self.table.rowCount()
        self.table.insertRow(row)
        texts = (column.name, str(column.start), str(column.width), column.label)
        for position, text in enumerate(texts):
            item = QTableWidgetItem(text)
            if position in (_START, _WIDTH):
                item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.table.setItem(row, position, item)

    def _column(self, row: int) -> FixedColumn | None:
        name, start, width, label = (self._text(row, position) for position in range(4))
        if not name or not start.isdecimal() or not width.isdecimal():
            return None
        return FixedColumn(name, int(start), int(width), label)

    def _text(self, row: int, position: int) -> str:
        item = self.table.item(row, position)
        return item.text().strip() if item is not None else ""

    @Slot()
    def add_column(self) -> None:
        """Add a column behind the last one and begin to name it."""
        columns = self.columns()
        begin = columns[-1].start + columns[-1].width if columns else 1
        name = tr("column_{number}", number=self.table.rowCount() + 1)
        self.table.blockSignals(True)
        self._append(FixedColumn(name, begin, _NEW_WIDTH))
        self.table.blockSignals(False)
        self._emit_edited()
        self.table.setCurrentCell(self.table.rowCount() - 1, _NAME)
        self.table.setFocus()

    @Slot()
    def remove_column(self) -> None:
        """Remove the column that is selected."""
        if self.table.currentRow() >= 0:
            self.table.removeRow(self.table.currentRow())
            self._emit_edited()

    @Slot()
    def load(self) -> None:
        """Let the user choose a dictionary and take its columns."""
        path = choose_dictionary_file(self)
        if path is not None:
            self.load_from(path)

    def load_from(self, path: Path) -> None:
        """Take the columns of the dictionary at `path`; say why it cannot be read."""
        from core.io import read_column_dictionary

        try:
            columns = read_column_dictionary(path)
        except StatveilError as error:
            self._say(failure_text(error))
            return
        self._say("")
        self.show_columns(columns)
        self._emit_edited()

    def _say(self, text: str) -> None:
        self._complaint.setText(text)
        set_kind(self._complaint, "danger")

    @Slot()
    @Slot(QTableWidgetItem)
    def _emit_edited(self, _item: object = None) -> None:
        self.edited.emit(self.columns())


def _dictionary_words() -> str:
    return tr(
        "A CSV file with the columns name, start, width (or end) and, if wanted, label: one row "
        "for each column of the file."
    )
