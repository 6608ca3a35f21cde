"""A list of columns to tick."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from desktop_app.theme import sizes

_ROWS = 6
_ROW_HEIGHT = 3 * sizes.UNIT


class TickList(QListWidget):
    """Names with a box each; as tall as six of them at most, or as `rows`.

    Signals
    -------
    ticked(object)
        Tuple of the ticked names, in the order of the list.
    """

    ticked = Signal(object)

    def __init__(self, parent: QWidget | None = None, *, rows: int = _ROWS) -> None:
        super().__init__(parent)
        self._most_rows = rows
        self._texts: tuple[tuple[str, str], ...] = ()
        self.itemChanged.connect(self._emit_ticked)

    def show_names(self, names: Mapping[str, str], ticked: Collection[str]) -> None:
        """Show names, each with its text, and which of them are ticked."""
        self.blockSignals(True)
        if self._texts != tuple(names.items()):
            self._fill(names)
        for row, name in enumerate(names):
            state = Qt.CheckState.Checked if name in ticked else Qt.CheckState.Unchecked
            self.item(row).setCheckState(state)
        self.blockSignals(False)
        rows = min(self._most_rows, max(1, self.count()))
        self.setFixedHeight(rows * _ROW_HEIGHT + 2 * self.frameWidth())

    def _fill(self, names: Mapping[str, str]) -> None:
        self._texts = tuple(names.items())
        current_row = self.currentRow()
        self.clear()
        for name, text in names.items():
            item = QListWidgetItem(text)
            item.setData(Qt.ItemDataRole.UserRole, name)
            item.setSizeHint(QSize(0, _ROW_HEIGHT))
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsUserCheckable)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsSelectable)
            self.addItem(item)
        self.setCurrentRow(current_row)

    @property
    def names(self) -> tuple[str, ...]:
        """The ticked names, in the order of the list."""
        items = [self.item(row) for row in range(self.count())]
        return tuple(
            str(item.data(Qt.ItemDataRole.UserRole))
            for item in items
            if item.checkState() is Qt.CheckState.Checked
        )

    @Slot(QListWidgetItem)
    def _emit_ticked(self, _item: QListWidgetItem) -> None:
        self.ticked.emit(self.names)
