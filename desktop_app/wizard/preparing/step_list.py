"""The list of preparing steps: each with a tick and with what it changed."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QDropEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QListWidgetItem, QWidget

from desktop_app.text import tr
from desktop_app.views.forms import named
from desktop_app.wizard.preparing.line_list import LineList


class StepList(LineList):
    """Shows lines; what the user does to them is asked for and not done here.

    Signals
    -------
    switch_wanted(int, bool)
        Switch the step of a row off (true) or on.
    move_wanted(int, int)
        Move the step of a row to another row.
    remove_wanted(int), edit_wanted(int)
        With a row.
    """

    switch_wanted = Signal(int, bool)
    move_wanted = Signal(int, int)
    remove_wanted = Signal(int)
    edit_wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(
            self,
            tr("Preparing steps"),
            tr(
                "Space switches a step off or on, Return changes it, Delete removes it, Alt+Up and "
                "Alt+Down move it; or drag it with the mouse."
            ),
        )
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self._shown: list[tuple[str, bool]] = []
        self.itemChanged.connect(self._switch)
        self.activated.connect(self._edit)

    def show_steps(self, lines: Sequence[tuple[str, bool]]) -> None:
        """Show the text of each step, and whether it is switched off."""
        if list(lines) == self._shown and self._as_shown():
            return
        row = self.currentRow()
        self.blockSignals(True)
        self.clear()
        self._shown = list(lines)
        for text, is_off in lines:
            item = QListWidgetItem(text)
            flags = Qt.ItemFlag
            item.setFlags(
                flags.ItemIsEnabled
                | flags.ItemIsSelectable
                | flags.ItemIsUserCheckable
                | flags.ItemIsDragEnabled
            )
            item.setCheckState(Qt.CheckState.Unchecked if is_off else Qt.CheckState.Checked)
            self.addItem(item)
        self.fit()
        self.setCurrentRow(min(row, self.count() - 1))
        self.blockSignals(False)
        self.currentRowChanged.emit(self.currentRow())

    def _as_shown(self) -> bool:
        """Return whether nobody has ticked what was refused then."""
        ticks = [self.item(row).checkState() for row in range(self.count())]
        return all(
            (tick is Qt.CheckState.Unchecked) == is_off
            for tick, (_, is_off) in zip(ticks, self._shown, strict=True)
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move by Alt+Up and Alt+Down, remove by Delete."""
        moves = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        key, row = Qt.Key(event.key()), self.currentRow()
        if event.modifiers() & Qt.KeyboardModifier.AltModifier and key in moves:
            self.shift(moves[key])
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and row >= 0:
            self.remove_wanted.emit(row)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and row >= 0:
            self.edit_wanted.emit(row)
        else:
            super().keyPressEvent(event)

    def shift(self, by: int) -> None:
        """Ask for the current step to be moved up (-1) or down (1)."""
        row = self.currentRow()
        if row >= 0 and 0 <= row + by < self.count():
            self._move(row, row + by)

    def dropEvent(self, event: QDropEvent) -> None:
        """Ask for the dragged step to be moved where it was dropped."""
        place = event.position().toPoint()
        row, over = self.currentRow(), self.indexAt(place)
        to = self.count() if not over.isValid() else over.row()
        if over.isValid() and place.y() > self.visualRect(over).center().y():
            to += 1
        to -= to > row
        event.setDropAction(Qt.DropAction.IgnoreAction)
        event.accept()
        if row >= 0 and to != row:
            self._move(row, to)

    def _move(self, row: int, to: int) -> None:
        # The keyboard stays on the step, wherever it goes.
        self.setCurrentRow(to)
        self.move_wanted.emit(row, to)

    @Slot(QListWidgetItem)
    def _switch(self, item: QListWidgetItem) -> None:
        row = self.row(item)
        is_off = item.checkState() is Qt.CheckState.Unchecked
        if is_off != self._shown[row][1]:
            self.setCurrentRow(row)
            self.switch_wanted.emit(row, is_off)

    @Slot(QModelIndex)
    def _edit(self, index: QModelIndex) -> None:
        self.edit_wanted.emit(index.row())
