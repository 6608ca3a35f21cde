"""The list of the columns of categories."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop_app.models.taxonomy_columns import RELATION, STATE, ColumnRow, TaxonomyColumnsModel
from desktop_app.text import tr, tr_n
from desktop_app.theme import sizes
from desktop_app.views.data_table import DataTable
from desktop_app.views.forms import named, note


class ColumnsTable(DataTable):
    """Return opens a column, as a double click does."""

    def fit_columns(self) -> None:
        """Leave room for the mark of the state."""
        super().fit_columns()
        self.setColumnWidth(STATE, self.columnWidth(STATE) + sizes.ICON + sizes.UNIT)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Open the current column."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.activated.emit(self.currentIndex())
            return
        super().keyPressEvent(event)


class Overview(QWidget):
    """The table; where there is nothing to decide, a sentence."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = TaxonomyColumnsModel(self)
        self.table = ColumnsTable()
        self.table.setModel(self.model)
        self.table.verticalHeader().hide()
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(RELATION, QHeaderView.ResizeMode.Stretch)
        named(
            self.table,
            tr("Columns of categories"),
            tr("Return or a double click opens a column."),
        )
        self.said = note(kind="")
        self.flat_button = QPushButton()
        self._lay_out()

    def _lay_out(self) -> None:
        named(
            self.flat_button,
            tr("No order for all that remain"),
            tr("No category is nearer to one than to another. Undone as one step."),
        )
        together = QHBoxLayout()
        together.setSpacing(sizes.UNIT)
        together.addWidget(self.said, 1)
        together.addWidget(self.flat_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(sizes.UNIT)
        layout.addLayout(together)
        layout.addWidget(self.table, 1)
        self._rest = QWidget()
        layout.addWidget(self._rest, 1)
        self.model.dataChanged.connect(self.table.fit_columns)

    def show_remaining(self, undecided: int) -> None:
        """Show how many columns can be decided at once."""
        self.flat_button.setVisible(undecided > 0)
        self.flat_button.setText(
            tr_n(
                "&No order for the column that remains",
                "&No order for the {count} columns that remain",
                undecided,
            )
        )

    def show_rows(self, rows: Sequence[ColumnRow]) -> None:
        """Show the columns."""
        fresh = [row.name for row in rows] != [
            self.model.row(at).name for at in range(self.model.rowCount())
        ]
        self.model.show_rows(rows)
        if fresh and rows:
            self.table.selectRow(0)
        self.table.setVisible(bool(rows))
        self._rest.setVisible(not rows)
        self.said.setText(
            tr("Open a column to choose how its categories are related.")
            if rows
            else tr(
                "There is nothing to decide here: no quasi-identifier and no confidential column "
                "of this file has categories."
            )
        )
