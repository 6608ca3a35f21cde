"""The table of masked columns, and its rows out of what the user has decided."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLineEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from core.model import CATEGORICAL, Attribute, Method, Scale
from core.protect import METHODS
from core.protect.privacy.budget import budget_of
from core.protect.privacy.grid import grid_of
from desktop_app.models.masked_columns import MaskedColumnsModel, MaskedField, MaskedRow
from desktop_app.presenters.privacy_facts import PrivacyFacts
from desktop_app.state.draft import Draft
from desktop_app.state.masking import maskable, weights
from desktop_app.text import number, tr
from desktop_app.theme import sizes
from desktop_app.views.forms import named
from desktop_app.views.plain import show_tip
from desktop_app.views.tables.data_table import DataTable

Index = QModelIndex | QPersistentModelIndex
_FEWEST, _MOST = 2, 9
# What follows from other cells, or is seldom typed, gives way in a narrow window.
_GIVE_WAY = (MaskedField.EPSILON, MaskedField.STEP)
_LEAST_NAME = 14 * sizes.UNIT


class BoundDelegate(QStyledItemDelegate):
    """A line for a bound, a step or a weight; says so if anything else was typed."""

    def createEditor(
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

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Hand over what was typed."""
        if not isinstance(editor, QLineEdit) or not editor.isModified():
            return
        if not model.setData(index, editor.text()):
            hint = (
                tr("Type a day such as 2020-01-31.")
                if self._wants_day(index)
                else tr("Type a number.")
                if index.column() in (MaskedField.LOW, MaskedField.HIGH)
                else tr("Type a number above 0.")
            )
            show_tip(editor.mapToGlobal(editor.rect().bottomLeft()), editor, hint)

    @staticmethod
    def _wants_day(index: Index) -> bool:
        model = index.model()
        if not isinstance(model, MaskedColumnsModel):
            return False
        is_date = model.row(index.row()).attribute.scale is Scale.DATE
        return is_date and index.column() in (MaskedField.LOW, MaskedField.HIGH)


class MaskedTable(DataTable):
    """As high as its rows, up to some; Space ticks a column, F2 and typing edit a cell.

    Signals
    -------
    block_pasted(str)
        The user pasted this text with the current cell as its corner.
    gave_way(object)
        The titles of the columns that a narrow window has no space for.
    """

    block_pasted = Signal(str)
    gave_way = Signal(object)
    _name_width = 0
    _gone: Sequence[MaskedField] = ()

    def __init__(self, model: MaskedColumnsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent, dense=True)
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
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        # A heading of two lines would be cut as if it were one.
        self.horizontalHeader().setTextElideMode(Qt.TextElideMode.ElideNone)
        self.setModel(model)
        model.dataChanged.connect(self.fit_columns)

    def fit_columns(self) -> None:
        """Fit the widths, and the height to the rows."""
        # While the names are stretched, they take no width of their own.
        self.horizontalHeader().setSectionResizeMode(
            MaskedField.NAME, QHeaderView.ResizeMode.Interactive
        )
        super().fit_columns()
        self._join_cells()
        box = self.style().pixelMetric(QStyle.PixelMetric.PM_IndicatorWidth)
        self._name_width = self.columnWidth(MaskedField.NAME) + box
        self._share_width()
        model = self.model()
        rows = min(max(model.rowCount() if model is not None else 0, _FEWEST), _MOST)
        scroll = self.horizontalScrollBar().sizeHint().height()
        self.setFixedHeight(self.height_of(rows))
        if self.horizontalScrollBar().isVisible():
            self.setFixedHeight(self.height() + scroll)

    def _widest_cell(self, model: QAbstractItemModel, column: int, rows: int) -> int:
        """Measure a column's cells, but for words that reach over the cells beside them."""
        if column != MaskedField.LOW or not isinstance(model, MaskedColumnsModel):
            return super()._widest_cell(model, column, rows)
        unjoined_rows = [row for row in range(rows) if model.cells_joined(row) == 1]
        texts = [model.write_cell(row, column) for row in unjoined_rows]
        return max((self.fontMetrics().horizontalAdvance(text) for text in texts), default=0)

    def _join_cells(self) -> None:
        """Let words that stand for bounds or for a whole row reach over its empty cells."""
        self.clearSpans()
        model = self.model()
        if isinstance(model, MaskedColumnsModel):
            for row in range(model.rowCount()):
                if model.cells_joined(row) > 1:
                    self.setSpan(row, MaskedField.LOW, 1, model.cells_joined(row))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width again."""
        super().resizeEvent(event)
        self._share_width()

    def _share_width(self) -> None:
        """Give the names what the other columns leave; without enough of it some give way."""
        for field in _GIVE_WAY:
            self.setColumnHidden(field, False)
        available, smallest_name = self.viewport().width(), min(self._name_width, _LEAST_NAME)
        widths: dict[MaskedField, int] = {
            field: self.columnWidth(field) for field in MaskedField if field is not MaskedField.NAME
        }
        gone = []
        for field in _GIVE_WAY:
            if sum(widths.values()) + self._name_width > available:
                self.setColumnHidden(field, True)
                gone.append(field)
                del widths[field]
        enough = sum(widths.values()) + smallest_name <= available
        modes = QHeaderView.ResizeMode
        mode = modes.Stretch if enough else modes.Interactive
        self.horizontalHeader().setSectionResizeMode(MaskedField.NAME, mode)
        if not enough:
            self.setColumnWidth(MaskedField.NAME, smallest_name)
        if gone != self._gone:
            self._gone = gone
            titles = [str(self.model().headerData(f, Qt.Orientation.Horizontal)) for f in gone]
            self.gave_way.emit([title.replace("\n", " ") for title in titles])

    def keyPressEvent(self, event: QKeyEvent) -> None:
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


def masked_rows(draft: Draft, facts: PrivacyFacts | None) -> tuple[MaskedRow, ...]:
    """Return a row for each column that can get noise; what `facts` do not say is not known yet."""
    shares = weights(draft.method, draft.schema)
    budget = budget_of(with_defaults(draft.method), tuple(shares))
    return tuple(
        MaskedRow(
            attribute=a,
            masked=a.name in shares,
            weight=shares.get(a.name, 1.0),
            epsilon=budget.columns.get(a.name),
            error=facts.errors.get(a.name) if facts is not None else None,
            declared=facts.declared.get(a.name, 0) if facts is not None else 0,
            grid=_grid_text(a),
        )
        for a in maskable(draft.schema)
    )


def with_defaults(method: Method) -> Method:
    """Return a method with every parameter spelled out."""
    return Method(method.name, METHODS[method.name].complete(method.parameters))


def _grid_text(attribute: Attribute) -> str:
    if attribute.scale in CATEGORICAL:
        return ""
    grid = grid_of(attribute)
    if grid is None:
        return "–"
    step = float(grid.step)
    return tr("1 day") if attribute.scale is Scale.DATE and step == 1 else number(step)
