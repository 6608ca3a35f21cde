"""Widths of columns that the user has set, kept for the next time; nothing of the data."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSettings, Slot
from PySide6.QtWidgets import QTableView

from desktop_app.settings import WIDTHS, numbers

_BEGINS = (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick)


class RememberedWidths(QObject):
    """For a table whose columns are the program's own, never those of a file.

    Only widths that the user has drawn are kept; the others go on fitting what is in them.
    """

    def __init__(self, table: QTableView, name: str) -> None:
        super().__init__(table)
        self._table = table
        self._key = WIDTHS.format(name=name)
        self._drawing = False
        table.horizontalHeader().sectionResized.connect(self._note)
        table.horizontalHeader().viewport().installEventFilter(self)

    def apply(self) -> None:
        """Give the columns the widths that were kept."""
        for column, width in enumerate(self._known()):
            if width > 0:
                self._table.setColumnWidth(column, width)

    def keep(self, column: int, width: int) -> None:
        """Keep the width of a column."""
        widths = self._known() or [0] * self._table.model().columnCount()
        widths[column] = width
        QSettings().setValue(self._key, [str(stored_width) for stored_width in widths])

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Note whether the mouse is drawing at the header, and nothing else.

        Any button that is down will not do: a click on a tab lays tables out as well.
        """
        if event.type() in _BEGINS:
            self._drawing = True
        elif event.type() == QEvent.Type.MouseButtonRelease:
            self._drawing = False
        return super().eventFilter(watched, event)

    @Slot(int, int, int)
    def _note(self, column: int, _old: int, new: int) -> None:
        if self._drawing and new > 0 and not self._table.isColumnHidden(column):
            self.keep(column, new)

    def _known(self) -> list[int]:
        widths = numbers(QSettings(), self._key)
        model = self._table.model()
        # A version with other columns begins without remembered widths.
        return widths if model is not None and len(widths) == model.columnCount() else []
