"""Copies many cells of a table as text, some at a time, so that the window goes on."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractItemModel, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication

# So many cells take some ten milliseconds.
_AT_ONCE = 1_500
# A clipboard with more stalls other programs.
MOST_CELLS = 1_000_000


class Copying(QObject):
    """One copy at a time; a new one takes the place of one under way.

    Signals
    -------
    copied(object, object, object)
        With the number of rows and of columns that are on the clipboard, and of rows that were
        wanted.
    """

    copied = Signal(object, object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._step)
        self._model: QAbstractItemModel | None = None
        self._lines: list[str] = []
        self._rows, self._next, self._wanted = range(0), 0, 0
        self._columns: Sequence[int] = ()

    def begin(
        self, model: QAbstractItemModel, rows: range, columns: Sequence[int], *, titles: bool
    ) -> None:
        """Copy these cells as text that a spreadsheet takes, under their titles or bare."""
        most = max(1, MOST_CELLS // max(1, len(columns)))
        self._drop()
        self._model, self._columns = model, columns
        self._rows, self._wanted, self._next = rows[:most], len(rows), 0
        model.modelReset.connect(self._drop)
        if titles:
            heads = [model.headerData(c, Qt.Orientation.Horizontal) for c in columns]
            self._lines = [_line(heads)]
        self._step()
        if self._model is not None:
            self._timer.start()

    @Slot()
    def _drop(self) -> None:
        if self._model is not None:
            self._model.modelReset.disconnect(self._drop)
        self._timer.stop()
        self._model, self._lines = None, []

    @Slot()
    def _step(self) -> None:
        model, columns = self._model, self._columns
        if model is None:
            return
        end = self._next + max(1, _AT_ONCE // max(1, len(columns)))
        for row in self._rows[self._next : end]:
            self._lines.append(_line([model.index(row, c).data() for c in columns]))
        self._next = end
        if end >= len(self._rows):
            QGuiApplication.clipboard().setText("\n".join(self._lines))
            self._drop()
            self.copied.emit(len(self._rows), len(columns), self._wanted)


def _line(cells: Sequence[object]) -> str:
    return "\t".join(map(_plain, cells))


def _plain(cell: object) -> str:
    return str(cell if cell is not None else "").replace("\t", " ").replace("\n", " ")
