"""Two tables of the same records that scroll, widen and select together."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Slot
from PySide6.QtWidgets import QAbstractItemView, QLabel, QVBoxLayout, QWidget

from desktop_app.models.record_search import Sight
from desktop_app.models.side_model import SideModel
from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.split import split
from desktop_app.views.tables.changed_cells import ChangedCells
from desktop_app.views.tables.data_table import DataTable


class Panes(QWidget):
    """The original on the left, the protected records on the right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.models = (SideModel(False, self), SideModel(True, self))
        titles = (tr("Original"), tr("Protected (as it will be released)"))
        self.before = _table(self.models[0], titles[0])
        self.after = _table(self.models[1], titles[1])
        self.tables = (self.before, self.after)
        self._sides = (_titled(titles[0], self.before), _titled(titles[1], self.after))
        self._columns = 0
        self._following = False
        self._join()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        one, other = self._sides
        layout.addWidget(split(Qt.Orientation.Horizontal, one, other, (1, 1)))

    def _join(self) -> None:
        one, other = self.tables
        for this, that in ((one, other), (other, one)):
            for bar, its in (
                (this.verticalScrollBar(), that.verticalScrollBar()),
                (this.horizontalScrollBar(), that.horizontalScrollBar()),
            ):
                bar.valueChanged.connect(its.setValue)
        one.horizontalHeader().sectionResized.connect(self._widen_other)
        other.horizontalHeader().sectionResized.connect(self._widen_one)
        one.selectionModel().currentChanged.connect(self._select_other)
        other.selectionModel().currentChanged.connect(self._select_one)

    def show_sight(self, seen: Sight) -> None:
        """Show these records and columns on both sides; the original only where it is paired."""
        self._sides[0].setVisible(seen.table.paired)
        self._columns = len(seen.columns)
        # Each of hundreds of widths would else go from one side to the other and back.
        self._following = True
        for model in self.models:
            model.show_table(seen.table, seen.records, seen.columns)
        for at in range(self._columns):
            widths = [pane.columnWidth(at) for pane in self.tables]
            for pane, width in zip(self.tables, widths, strict=True):
                if width < max(widths):
                    pane.setColumnWidth(at, max(widths))
        self._following = False

    def show_found(self, found: NDArray[np.bool_] | None) -> None:
        """Mark the cells that were found: columns of the original, then of the release."""
        for at, model in enumerate(self.models):
            width = 0 if found is None else found.shape[1] // 2
            model.show_found(None if found is None else found[:, at * width : (at + 1) * width])

    def go_to(self, place: int) -> None:
        """Select a cell, by its number in `Sight.places`, and bring it into sight."""
        row, at = divmod(place, 2 * self._columns)
        side, column = divmod(at, self._columns)
        pane = self.tables[side]
        index = self.models[side].index(row, column)
        pane.setCurrentIndex(index)
        pane.scrollTo(index, QAbstractItemView.ScrollHint.EnsureVisible)

    @Slot(int, int, int)
    def _widen_other(self, column: int, _old: int, new: int) -> None:
        if not self._following:
            self.after.setColumnWidth(column, new)

    @Slot(int, int, int)
    def _widen_one(self, column: int, _old: int, new: int) -> None:
        if not self._following:
            self.before.setColumnWidth(column, new)

    @Slot(QModelIndex, QModelIndex)
    def _select_other(self, current: QModelIndex, _before: QModelIndex) -> None:
        self._follow(1, current)

    @Slot(QModelIndex, QModelIndex)
    def _select_one(self, current: QModelIndex, _before: QModelIndex) -> None:
        self._follow(0, current)

    def _follow(self, side: int, current: QModelIndex) -> None:
        if self._following or not current.isValid():
            return
        self._following = True
        index = self.models[side].index(current.row(), current.column())
        flag = QItemSelectionModel.SelectionFlag
        self.tables[side].selectionModel().setCurrentIndex(index, flag.ClearAndSelect)
        self._following = False


def _table(model: SideModel, title: str) -> DataTable:
    table = DataTable(dense=True)
    table.setModel(model)
    table.setAccessibleName(title)
    table.setItemDelegate(ChangedCells(table))
    table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
    table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
    return table


def _titled(title: str, table: DataTable) -> QWidget:
    heading = QLabel(title)
    heading.setFont(sizes.strong_font())
    side = QWidget()
    layout = QVBoxLayout(side)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(sizes.HALF)
    layout.addWidget(heading)
    layout.addWidget(table, 1)
    return side
