"""A table that stays quick with a million rows and copies itself as text."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QSize,
    Qt,
    QTimer,
    Signal,
    Slot,
)
from PySide6.QtGui import QContextMenuEvent, QFont, QFontMetrics, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from desktop_app.text import tr, tr_n
from desktop_app.text.minus import HYPHEN, with_minus
from desktop_app.theme import sizes
from desktop_app.views.tables.remembered_widths import RememberedWidths
from desktop_app.views.tables.table_menu import Copying, table_menu

# Names that are measured at each end. Numbers of rows ascend, so the widest is among the last.
_MEASURED_NAMES = 20

# Cells that are measured to find the columns' widths: enough for a table, quick for a wide one.
_MEASURED_CELLS = 1500
_FEWEST_ROWS, _MOST_ROWS = 2, 40
# Cells and titles that are measured at once, of a table of few columns all.
_MEASURED_AT_ONCE = 480
_FEW_COLUMNS = 16
# No column is as wide as so many letters.
_MEASURED_LETTERS = 200
# Of more selected cells Qt asks each one before it paints a heading.
_MARKED_CELLS = 200_000
_NARROWEST, _WIDEST = 7 * sizes.UNIT, 30 * sizes.UNIT


class DataTable(QTableView):
    """Rows of one height; widths from the first rows; Ctrl+C copies tab-separated text.

    A dense one has less padding in its cells, for many narrow columns. Widths that the user
    draws are `remembered` under a name; a table whose columns are those of a file has none.
    No column begins wider than `widest` pixels. One of `figures` paints a true minus sign; the
    cells of a file are shown to the letter.

    Signals
    -------
    remarked(object)
        With a sentence on what was copied.
    """

    remarked = Signal(object)
    heading_margin = 0
    """Pixels beside each heading, such as for the mark of the order."""

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        dense: bool = False,
        remembered: str = "",
        widest: int = _WIDEST,
        figures: bool = False,
    ) -> None:
        super().__init__(parent)
        self._widest = widest
        self._figures = figures
        self.has_everything = False
        self.copying = Copying(self)
        self.copying.copied.connect(self._say_copied)
        self._widths = RememberedWidths(self, remembered) if remembered else None
        self._unfitted = range(0)
        self._next_part = QTimer(self)
        self._next_part.setSingleShot(True)
        self._next_part.timeout.connect(self._fit_some)
        self._dense = dense
        if dense:
            self.setProperty("kind", "dense")
        self.setFont(tabular(sizes.text_font()))
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        if figures:
            # Asked in Python for each cell: too slow for the many cells of a file.
            self.setItemDelegate(NumberDelegate(self))
        rows = RowHeader(self)
        self.setVerticalHeader(rows)
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(self.fontMetrics().height() + sizes.UNIT)
        rows.setDefaultAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.horizontalHeader().setHighlightSections(False)
        if not remembered:
            # Names of a file's columns can be long, and often differ at their ends only.
            self.horizontalHeader().setTextElideMode(Qt.TextElideMode.ElideMiddle)
            # Qt measures what fits in the header's own font, not in that of the style sheet.
            self.horizontalHeader().setFont(tabular(sizes.strong_font()))

    def setModel(self, model: QAbstractItemModel | None) -> None:
        """Show `model`, with columns as wide as its first rows need."""
        super().setModel(model)
        if model is not None:
            model.modelReset.connect(self.fit_columns)
        self.fit_columns()

    def list_model(
        self, model: QAbstractItemModel, name: str, *, by_rows: bool = False, one_row: bool = False
    ) -> None:
        """Show `model` without numbers of rows; it is read out as `name`.

        Whole rows can be selected where it is `by_rows`, or `one_row` at a time; otherwise cells.
        """
        self.setModel(model)
        self.setAccessibleName(name)
        self.verticalHeader().hide()
        if by_rows or one_row:
            self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        if one_row:
            self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)

    def height_of(self, rows: int) -> int:
        """Measure the heading, so many rows and the frame."""
        heading = self.horizontalHeader().sizeHint().height()
        return heading + rows * self.verticalHeader().defaultSectionSize() + 2 * self.frameWidth()

    @Slot()
    def fit_columns(self) -> None:
        """Make each column as wide as its name and its first rows need, within bounds.

        Of a wide table the first columns are fitted at once and the others in parts, between
        which the window answers.
        """
        model = self.model()
        if model is not None:
            self._unfitted = range(model.columnCount())
            self._fit_some()

    @Slot()
    def _fit_some(self) -> None:
        model = self.model()
        if model is None:
            return
        count = model.columnCount()
        rows = min(_MOST_ROWS, max(_FEWEST_ROWS, _MEASURED_CELLS // max(1, count)))
        rows = min(rows, model.rowCount())
        at_once = max(_FEW_COLUMNS, _MEASURED_AT_ONCE // (rows + 1))
        columns, self._unfitted = self._unfitted[:at_once], self._unfitted[at_once:]
        bold = QFont(self.font())
        bold.setWeight(QFont.Weight.DemiBold)
        titles = QFontMetrics(bold)
        for column in columns:
            name = model.headerData(column, Qt.Orientation.Horizontal, Qt.ItemDataRole.DisplayRole)
            lines = str(name or "").split("\n")
            title = max(map(titles.horizontalAdvance, lines)) + 4 + self.heading_margin
            widest = max(self._widest_cell(model, column, rows), title)
            self.setColumnWidth(column, self._bounded(widest))
        if self._unfitted:
            self._next_part.start()
        else:
            self.apply_widths()

    def apply_widths(self) -> None:
        """Give columns the widths that the user gave them earlier."""
        if self._widths is not None:
            self._widths.apply()

    def _widest_cell(self, model: QAbstractItemModel, column: int, rows: int) -> int:
        metrics, widest = self.fontMetrics(), 0
        for row in range(rows):
            cell = model.index(row, column)
            # Asked of the model: a model in Python then answers without a detour through Qt.
            font = model.data(cell, Qt.ItemDataRole.FontRole)
            measured = QFontMetrics(font) if isinstance(font, QFont) else metrics
            text = str(model.data(cell, Qt.ItemDataRole.DisplayRole) or "")
            if self._figures:
                text = with_minus(text)
            widest = max(widest, measured.horizontalAdvance(text[:_MEASURED_LETTERS]))
        return widest

    def _bounded(self, widest: int) -> int:
        """Return the width of a column whose widest text has this one."""
        if self._dense:
            return min(widest + 2 * sizes.UNIT + sizes.HALF, self._widest)
        return min(max(widest + 3 * sizes.UNIT, _NARROWEST), self._widest)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy on the usual keys."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
            event.accept()
            return
        super().keyPressEvent(event)

    def selectionCommand(
        self, index: QModelIndex | QPersistentModelIndex, event: QEvent | None = None
    ) -> QItemSelectionModel.SelectionFlag:
        """Select what the keyboard goes to, with Ctrl as well."""
        return selecting(self, super().selectionCommand(index, event), event)

    def selectAll(self) -> None:
        """Select everything; of a long table without marking it, which would take Qt long."""
        model = self.model()
        if model is None or model.rowCount() * model.columnCount() <= _MARKED_CELLS:
            super().selectAll()
            return
        self.clearSelection()
        self.has_everything = True
        self.remarked.emit(tr("All {rows} rows are selected.", rows=model.rowCount()))

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        """Forget that everything was selected once something else is."""
        self.has_everything = False
        super().selectionChanged(selected, deselected)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer to copy and to save."""
        selection = self.selectionModel()
        chosen = self.has_everything or (selection is not None and selection.hasSelection())
        menu = table_menu(self, chosen, self.copy)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(event.globalPos())
        event.accept()

    def copy(self, *, titles: bool = True) -> None:
        """Copy the selected block as text that a spreadsheet takes, under its titles or bare."""
        selection = self.selectionModel().selection() if self.selectionModel() else None
        model = self.model()
        if self.has_everything and model is not None:
            every = [c for c in range(model.columnCount()) if not self.isColumnHidden(c)]
            self.copy_cells(range(model.rowCount()), every, titles=titles)
            return
        if selection is None or selection.isEmpty():
            return
        ranges = selection.toList()
        top, left, bottom, right = (
            min(cell_range.top() for cell_range in ranges),
            min(cell_range.left() for cell_range in ranges),
            max(cell_range.bottom() for cell_range in ranges),
            max(cell_range.right() for cell_range in ranges),
        )
        shown = [c for c in range(left, right + 1) if not self.isColumnHidden(c)]
        self.copy_cells(range(top, bottom + 1), shown, titles=titles)

    def copy_cells(self, rows: range, columns: Sequence[int], *, titles: bool = True) -> None:
        """Copy these cells as text that a spreadsheet takes, under their titles or bare."""
        model = self.model()
        if model is not None:
            self.copying.begin(model, rows, columns, titles=titles)

    @Slot(object, object, object)
    def _say_copied(self, rows: int, columns: int, n_selected: int) -> None:
        if rows < n_selected:
            sentence = tr(
                "Only the first {rows} of {all} rows were copied.", rows=rows, all=n_selected
            )
        else:
            sentence = tr_n("{count} row copied", "{count} rows copied", rows)
            sentence = tr("{rows}, {columns} columns.", rows=sentence, columns=columns)
        self.remarked.emit(sentence)


_MOVES = {
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_Left,
    Qt.Key.Key_Right,
    Qt.Key.Key_Home,
    Qt.Key.Key_End,
    Qt.Key.Key_PageUp,
    Qt.Key.Key_PageDown,
}


def selecting(
    view: QAbstractItemView, command: QItemSelectionModel.SelectionFlag, event: QEvent | None
) -> QItemSelectionModel.SelectionFlag:
    """Change what Qt would do where it parts the selection from the place of the keyboard.

    With Ctrl held down, keys would move the keyboard alone, and a click on the only selected row
    would leave nothing selected.
    """
    flags, modes = QItemSelectionModel.SelectionFlag, QAbstractItemView.SelectionMode
    if command is flags.NoUpdate and isinstance(event, QKeyEvent) and event.key() in _MOVES:
        is_by_rows = view.selectionBehavior() is QAbstractItemView.SelectionBehavior.SelectRows
        return flags.ClearAndSelect | flags.Rows if is_by_rows else flags.ClearAndSelect
    if view.selectionMode() is modes.SingleSelection and command & flags.Deselect:
        return flags.NoUpdate
    return command


def tabular(font: QFont) -> QFont:
    """Return `font` with figures of one width, where it has them."""
    font.setFeature(QFont.Tag("tnum"), 1)
    return font


class NumberDelegate(QStyledItemDelegate):
    """Paints negative numbers, which stand on the right, with a true minus sign.

    The model keeps the hyphen: what is copied, saved, searched or typed does not change.
    """

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Take what the model says, but for the sign."""
        super().initStyleOption(option, index)
        if HYPHEN in option.text and option.displayAlignment & Qt.AlignmentFlag.AlignRight:
            option.text = with_minus(option.text)


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
        ends = chain(
            range(min(count, _MEASURED_NAMES)), range(max(count - _MEASURED_NAMES, 0), count)
        )
        names = (model.headerData(row, Qt.Orientation.Vertical) for row in ends)
        return max((metrics.horizontalAdvance(str(name or "")) for name in names), default=0)
