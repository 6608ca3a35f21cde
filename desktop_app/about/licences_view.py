"""The parts of the program in a list, and the whole licence of the chosen one."""

from __future__ import annotations

from PySide6.QtCore import QItemSelection, Qt, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QPlainTextEdit,
    QSplitter,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from desktop_app.about.licences import ShippedPart, shipped_parts
from desktop_app.jobs import Lane, Runner
from desktop_app.jobs.latest import Latest
from desktop_app.text import failure_text, tr
from desktop_app.theme import sizes
from desktop_app.views.forms import named

_TABLE, _TEXT = 24 * sizes.UNIT, 24 * sizes.UNIT


class LicencesView(QWidget):
    """Reads the licences when it is first shown; nothing is fetched.

    Parameters
    ----------
    runner : Runner
        Does the reading.
    """

    def __init__(self, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parts: tuple[ShippedPart, ...] = ()
        self._read = Latest(runner, tr("Reading the licences"), self)
        self._read.arrived.connect(self._show_parts)
        self._read.failed.connect(self._show_failure)
        self.table = QTableWidget(0, 3)
        self.table.setHorizontalHeaderLabels([tr("Part"), tr("Version"), tr("Licence")])
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setShowGrid(False)
        self.table.setTabKeyNavigation(False)
        self.table.verticalHeader().hide()
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        self.table.horizontalHeader().setDefaultAlignment(left)
        self.table.horizontalHeader().setStretchLastSection(True)
        self.table.selectionModel().selectionChanged.connect(self._show_text)
        named(self.table, tr("Parts of Statveil"), tr("Choose one to read its licence."))
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        named(self.text, tr("Text of the licence"))
        halves = QSplitter(Qt.Orientation.Vertical)
        halves.setChildrenCollapsible(False)
        halves.addWidget(self.table)
        halves.addWidget(self.text)
        halves.setSizes([_TABLE, _TEXT])
        outer = QVBoxLayout(self)
        outer.setContentsMargins(*(sizes.MARGIN,) * 4)
        outer.addWidget(halves)

    def showEvent(self, event: QShowEvent) -> None:
        """Read the licences, the first time."""
        super().showEvent(event)
        if not self._parts:
            self.text.setPlainText(tr("Reading the licences…"))
            self._read.ask(lambda _job: shipped_parts(), Lane.IO)

    def hideEvent(self, event: QHideEvent) -> None:
        """Ask for them again the next time, if they are not there yet."""
        super().hideEvent(event)
        self._read.drop()

    @Slot(object)
    def _show_parts(self, parts: tuple[ShippedPart, ...]) -> None:
        self._parts = parts
        self.table.setRowCount(len(parts))
        for row, part in enumerate(parts):
            for column, text in enumerate((part.name, part.version, part.licence)):
                item = QTableWidgetItem(text)
                item.setToolTip(text)
                self.table.setItem(row, column, item)
        resize = QHeaderView.ResizeMode.ResizeToContents
        for column in (0, 1):
            self.table.horizontalHeader().setSectionResizeMode(column, resize)
        self.table.selectRow(0)

    @Slot(object)
    def _show_failure(self, error: BaseException) -> None:
        self.text.setPlainText(failure_text(error))

    @Slot(QItemSelection)
    def _show_text(self, _chosen: QItemSelection) -> None:
        rows = self.table.selectionModel().selectedRows()
        if rows:
            self.text.setPlainText(self._parts[rows[0].row()].text())
