"""The table of the step Columns."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractItemModel,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    Qt,
    QTimer,
    Signal,
    Slot,
)
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from core.model import Scale
from desktop_app.models.attributes_model import CHOICES_ROLE, AttributesModel, Field
from desktop_app.state.parts import Part
from desktop_app.text.schema import part_title, scale_title
from desktop_app.theme import current, icon, sizes
from desktop_app.views.fields.choice_box import ChoiceBox
from desktop_app.views.tables.data_table import DataTable

# What goes first when the window is narrow; the strip below the table shows it, too.
_FOLDED = (
    Field.REASON,
    Field.MAXIMUM,
    Field.MINIMUM,
    Field.MEDIAN,
    Field.MISSING,
    Field.DISTINCT,
)
_MARK_SPACE = 2 * sizes.UNIT + sizes.HALF
_REASON_WIDTH = 34 * sizes.UNIT
# Five rows and their heading; where a window has less, the page scrolls.
_LEAST_HEIGHT = 18 * sizes.UNIT
Index = QModelIndex | QPersistentModelIndex
_MARK = 14
# So far from the right edge of a cell, a click means the mark.
MARK_WIDTH = _MARK + 10


class AttributesTable(DataTable):
    """Whole rows are selected; role and scale open a list; a click on a heading sorts.

    Columns for which there is no space are hidden and named.

    Signals
    -------
    folded(object)
        With the columns that are hidden, a tuple of `Field`.
    """

    folded = Signal(object)

    def __init__(self, model: AttributesModel, parent: QWidget | None = None) -> None:
        super().__init__(parent, remembered="columns")
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.SelectedClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
        )
        self.verticalHeader().hide()
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setMinimumHeight(_LEAST_HEIGHT)
        self._hidden: tuple[Field, ...] = ()
        self._fitted: object = None
        # Of names alone, and with the marks of a unit beside them.
        self._plain_width = self._name_width = 0
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.horizontalHeader()
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        header.setSortIndicatorClearable(True)
        self.setModel(model)
        model.dataChanged.connect(self._leave_space_for_marks)
        self.setSortingEnabled(True)
        delegate = ChoiceDelegate(self)
        for field in (Field.ROLE, Field.SCALE):
            self.setItemDelegateForColumn(field, delegate)
        self.horizontalHeader().setSectionResizeMode(Field.REASON, QHeaderView.ResizeMode.Stretch)

    @Slot()
    def fit_columns(self) -> None:
        """Make columns as wide as they need, and fold away what does not fit.

        Once for each file: finding and sorting change no width.
        """
        model = self.model()
        profiles = model.profiles if isinstance(model, AttributesModel) else ()
        if profiles is not self._fitted:
            self._fitted = profiles
            header = self.horizontalHeader()
            header.setSectionResizeMode(Field.NAME, QHeaderView.ResizeMode.Interactive)
            super().fit_columns()
            bold = sizes.text_font()
            # What the user has changed is bold, and wider.
            bold.setBold(True)
            in_bold = QFontMetrics(bold).horizontalAdvance
            widest_name = max((in_bold(profile.name) for profile in profiles), default=0)
            self._plain_width = max(self.columnWidth(Field.NAME), self._bounded(widest_name))
            self._name_width = self._plain_width + self._space_of_marks()
            self.setColumnWidth(Field.NAME, self._name_width)
            lists = (
                (Field.ROLE, [part_title(role) for role in Part]),
                (Field.SCALE, [scale_title(scale) for scale in Scale]),
            )
            for field, titles in lists:
                self.setColumnWidth(field, max(map(in_bold, titles)) + _MARK_SPACE + 3 * sizes.UNIT)
            self.apply_widths()
        self._fold()

    def _space_of_marks(self) -> int:
        """Measure the space of marks beside names, if there is a unit."""
        model, mark = self.model(), QStyle.PixelMetric.PM_SmallIconSize
        if not isinstance(model, AttributesModel):
            return 0
        marked = any(map(model.is_of_unit, range(model.rowCount())))
        return self.style().pixelMetric(mark) + sizes.HALF if marked else 0

    @Slot()
    def _leave_space_for_marks(self) -> None:
        """Make names wider where a unit was declared, unless the user has drawn a width."""
        earlier, self._name_width = self._name_width, self._plain_width + self._space_of_marks()
        header = self.horizontalHeader()
        is_stretched = header.sectionResizeMode(Field.NAME) is QHeaderView.ResizeMode.Stretch
        if self._name_width != earlier:
            if not is_stretched and self.columnWidth(Field.NAME) == earlier:
                self.setColumnWidth(Field.NAME, self._name_width)
            self._fold()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold or unfold columns; the row that is described below stays in sight."""
        current = self.visualRect(self.currentIndex())
        was_in_sight = current.isValid() and 0 <= current.top() < event.oldSize().height()
        super().resizeEvent(event)
        self._fold()
        if was_in_sight:
            self.scrollTo(self.currentIndex())

    def _fold(self) -> None:
        widths = {field: self._natural_width(field) for field in Field}
        available = self.viewport().width()
        for field in _FOLDED:
            fits = sum(widths.values()) <= available
            self.setColumnHidden(field, not fits)
            if not fits:
                del widths[field]
        # What the reason leaves free helps to read long names.
        widest = Field.NAME if self.isColumnHidden(Field.REASON) else Field.REASON
        header, stretch = self.horizontalHeader(), QHeaderView.ResizeMode.Stretch
        for field in (Field.NAME, Field.REASON):
            mode = stretch if field is widest else QHeaderView.ResizeMode.Interactive
            if header.sectionResizeMode(field) is not mode:
                header.setSectionResizeMode(field, mode)
                if field is Field.NAME and mode is not stretch:
                    self.setColumnWidth(field, self._name_width)
        hidden = tuple(field for field in Field if field not in widths)
        if hidden != self._hidden:
            self._hidden = hidden
            self.folded.emit(hidden)

    def _natural_width(self, field: Field) -> int:
        """Return the width that a column wants, also while it is hidden or stretched."""
        if field is Field.REASON:
            return _REASON_WIDTH
        if field is Field.NAME:
            return self._name_width
        hidden = self.isColumnHidden(field)
        self.setColumnHidden(field, False)
        width = self.columnWidth(field)
        self.setColumnHidden(field, hidden)
        return width

    def selected_rows(self) -> list[int]:
        """List the selected rows from the top."""
        # Whole rows are selected; Qt's own list of them asks for each cell.
        ranges = self.selectionModel().selection().toList()
        return sorted({r for block in ranges for r in range(block.top(), block.bottom() + 1)})

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        """Keep the current row, which is described below, among the selected ones."""
        super().selectionChanged(selected, deselected)
        current, selection = self.currentIndex(), self.selectionModel()
        rows = self.selected_rows()
        if not current.isValid() or current.row() in rows:
            return
        flags = QItemSelectionModel.SelectionFlag
        if rows:
            nearest = min(rows, key=lambda row: abs(row - current.row()))
            selection.setCurrentIndex(current.siblingAtRow(nearest), flags.NoUpdate)
        else:
            selection.select(current, flags.Select | flags.Rows)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open the list at the first click on its mark; elsewhere a click selects the row."""
        super().mouseReleaseEvent(event)
        plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        point = event.position().toPoint()
        index = self.indexAt(point)
        if event.button() != Qt.MouseButton.LeftButton or not plain or not index.isValid():
            return
        on_mark = point.x() > self.visualRect(index).right() - MARK_WIDTH
        if on_mark and index.flags() & Qt.ItemFlag.ItemIsEditable and index == self.currentIndex():
            self.edit(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the list on Return and Space as on F2."""
        keys = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
        index = self.currentIndex()
        editable = bool(index.flags() & Qt.ItemFlag.ItemIsEditable)
        # The box of an open cell hands Return on to the table when it has closed.
        editable &= self.state() is not QAbstractItemView.State.EditingState
        if event.key() in keys and editable:
            self.edit(index)
            return
        super().keyPressEvent(event)


class ChoiceDelegate(QStyledItemDelegate):
    """Shows a small mark where a list can be opened; offers only what is possible."""

    def createEditor(
        self,
        parent: QWidget,
        option: QStyleOptionViewItem,  # noqa: ARG002
        index: Index,
    ) -> QWidget:
        """Return a list of the possible choices, opened."""
        combo = ChoiceBox(parent)
        header = index.model().headerData(index.column(), Qt.Orientation.Horizontal)
        combo.setAccessibleName(str(header))
        for value, title in index.data(CHOICES_ROLE) or ():
            combo.addItem(title, value)
        combo.activated.connect(self._commit)
        QTimer.singleShot(0, combo.showPopup)
        return combo

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Select what is chosen now."""
        if isinstance(editor, QComboBox):
            editor.setCurrentIndex(editor.findData(index.data(Qt.ItemDataRole.EditRole)))

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Hand the choice to the model."""
        if isinstance(editor, QComboBox) and editor.currentIndex() >= 0:
            model.setData(index, editor.currentData())

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the text, and the mark of a list where there is one."""
        super().paint(painter, option, index)
        if index.flags() & Qt.ItemFlag.ItemIsEditable:
            rect: QRect = option.rect
            top = rect.top() + (rect.height() - _MARK) // 2
            mark = QRect(rect.right() - _MARK - 5, top, _MARK, _MARK)
            icon("expand", QColor(current().muted).name()).paint(painter, mark)

    @Slot()
    def _commit(self) -> None:
        combo = self.sender()
        if isinstance(combo, QComboBox):
            self.commitData.emit(combo)
            self.closeEditor.emit(combo)
