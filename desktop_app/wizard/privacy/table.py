"""The table of masked columns."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLineEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QWidget,
)

from core.model import Scale
from desktop_app.models.masked_columns import Field, MaskedColumnsModel
from desktop_app.text import tr
from desktop_app.views.forms import named
from desktop_app.views.tables.data_table import DataTable

Index = QModelIndex | QPersistentModelIndex
_FEWEST, _MOST = 2, 9


class BoundDelegate(QStyledItemDelegate):
    """A line for a bound, a step or a weight; says so when what was typed is none."""

    def createEditor(  # noqa: N802 - Qt's name
        self,
        parent: QWidget,
        option: QStyleOptionViewItem,  # noqa: ARG002
        index: Index,
    ) -> QWidget:
        """Return the line."""
        line = QLineEdit(parent)
        line.setAlignment(Qt.AlignmentFlag.AlignRight)
        line.setAccessibleName(
            str(index.model().headerData(index.column(), Qt.Orientation.Horizontal))
        )
        if self._wants_day(index):
            line.setPlaceholderText(tr("2020-01-31"))
        return line

    def setModelData(  # noqa: N802 - Qt's name
        self, editor: QWidget, model: QAbstractItemModel, index: Index
    ) -> None:
        """Hand over what was typed."""
        if not isinstance(editor, QLineEdit) or not editor.isModified():
            return
        if not model.setData(index, editor.text()):
            said = (
                tr("Type a day such as 2020-01-31.")
                if self._wants_day(index)
                else tr("Type a number.")
                if index.column() in (Field.LOW, Field.HIGH)
                else tr("Type a number above 0.")
            )
            QToolTip.showText(editor.mapToGlobal(editor.rect().bottomLeft()), said)

    @staticmethod
    def _wants_day(index: Index) -> bool:
        model = index.model()
        if not isinstance(model, MaskedColumnsModel):
            return False
        is_date = model.row(index.row()).attribute.scale is Scale.DATE
        return is_date and index.column() in (Field.LOW, Field.HIGH)


class MaskedTable(DataTable):
    """As high as its rows, up to some; Space ticks a column, F2 and typing edit a cell.

    Signals
    -------
    block_pasted(str)
        The user pasted this text with the current cell as its corner.
    """

    block_pasted = Signal(str)
    _name_width = 0

    def __init__(self, model: MaskedColumnsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(
            self,
            tr("Columns that get noise"),
            tr(
                "Space ticks a column, F2 edits a bound, a step or a weight. Cells copied from a "
                "spreadsheet can be pasted, with or without the names of the columns in front."
            ),
        )
        self.verticalHeader().hide()
        # Check boxes are drawn in this table only: the rule makes all cells of a table slow.
        self.setObjectName("checks")
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.SelectedClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.AnyKeyPressed
        )
        self.setItemDelegate(BoundDelegate(self))
        self.setModel(model)
        model.dataChanged.connect(self.fit_columns)

    def fit_columns(self) -> None:
        """Fit the widths, and the height to the rows."""
        # While the names are stretched, they take no width of their own.
        self.horizontalHeader().setSectionResizeMode(Field.NAME, QHeaderView.ResizeMode.Interactive)
        super().fit_columns()
        box = self.style().pixelMetric(QStyle.PixelMetric.PM_IndicatorWidth)
        self._name_width = self.columnWidth(Field.NAME) + box
        self._share_room()
        model = self.model()
        rows = min(max(model.rowCount() if model is not None else 0, _FEWEST), _MOST)
        line = self.verticalHeader().defaultSectionSize()
        frame = 2 * self.frameWidth()
        scroll = self.horizontalScrollBar().sizeHint().height()
        self.setFixedHeight(self.horizontalHeader().sizeHint().height() + rows * line + frame)
        if self.horizontalScrollBar().isVisible():
            self.setFixedHeight(self.height() + scroll)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Share the room anew."""
        super().resizeEvent(event)
        self._share_room()

    def _share_room(self) -> None:
        """Give the names what the other columns leave; without enough of it the table scrolls."""
        others = sum(self.columnWidth(field) for field in Field if field is not Field.NAME)
        enough = others + self._name_width <= self.viewport().width()
        modes = QHeaderView.ResizeMode
        mode = modes.Stretch if enough else modes.Interactive
        self.horizontalHeader().setSectionResizeMode(Field.NAME, mode)
        if not enough:
            self.setColumnWidth(Field.NAME, self._name_width)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Edit on Return as on F2; hand on what is pasted."""
        if event.matches(QKeySequence.StandardKey.Paste):
            self.block_pasted.emit(QGuiApplication.clipboard().text())
            return
        index = self.currentIndex()
        editable = bool(index.flags() & Qt.ItemFlag.ItemIsEditable)
        # The line of an open cell hands Return on to the table when it has been taken.
        editable &= self.state() is not QAbstractItemView.State.EditingState
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and editable:
            self.edit(index)
            return
        super().keyPressEvent(event)
