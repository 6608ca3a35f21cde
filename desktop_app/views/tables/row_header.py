"""The rows' names at the left of a table, measured once for each content."""

from __future__ import annotations

from itertools import chain

from PySide6.QtCore import QAbstractItemModel, QSize, Qt, Slot
from PySide6.QtWidgets import QHeaderView, QWidget

from desktop_app.theme import sizes

# Names that are measured at each end. Numbers of rows ascend, so the widest is among the last.
_MEASURED = 20


class RowHeader(QHeaderView):
    """A header whose width is kept until the table has other rows.

    Qt would measure 200 names each time the table is laid out, which takes longer than the whole
    table when a model in Python gives them.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self._width: int | None = None
        self.setSectionsClickable(True)
        self.setHighlightSections(False)

    def setModel(self, model: QAbstractItemModel | None) -> None:
        """Take the model of the table."""
        super().setModel(model)
        self._forget_width()
        if model is not None:
            model.modelReset.connect(self._forget_width)
            model.rowsInserted.connect(self._forget_width)
            model.rowsRemoved.connect(self._forget_width)
            model.headerDataChanged.connect(self._forget_width)

    def sizeHint(self) -> QSize:
        """Return a width that takes the first and the last names."""
        if self._width is None:
            self._width = self._widest_name() + 2 * sizes.UNIT
        return QSize(self._width, 0)

    @Slot()
    def _forget_width(self) -> None:
        self._width = None

    def _widest_name(self) -> int:
        model, metrics = self.model(), self.fontMetrics()
        count = model.rowCount() if model is not None else 0
        ends = chain(range(min(count, _MEASURED)), range(max(count - _MEASURED, 0), count))
        names = (model.headerData(row, Qt.Orientation.Vertical) for row in ends)
        return max((metrics.horizontalAdvance(str(name or "")) for name in names), default=0)
