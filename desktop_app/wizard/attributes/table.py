"""The table of the step Columns."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QWidget

from desktop_app.models.attributes_model import AttributesModel, Field
from desktop_app.theme import sizes
from desktop_app.views.data_table import DataTable
from desktop_app.wizard.attributes.delegate import ChoiceDelegate

# What goes first when the window is narrow; the strip below the table says it all the same.
_FOLDED = (Field.REASON, Field.MAXIMUM, Field.MINIMUM, Field.MEDIAN, Field.MISSING)
_MARK_ROOM = 2 * sizes.UNIT + sizes.HALF
_REASON_WIDTH = 34 * sizes.UNIT


class AttributesTable(DataTable):
    """Whole rows are selected; role and scale open a list; narrow windows fold columns away."""

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
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setModel(model)
        delegate = ChoiceDelegate(self)
        for field in (Field.ROLE, Field.SCALE):
            self.setItemDelegateForColumn(field, delegate)
        self.horizontalHeader().setSectionResizeMode(Field.REASON, QHeaderView.ResizeMode.Stretch)
        model.dataChanged.connect(self.fit_columns)

    def fit_columns(self) -> None:
        """Make columns as wide as they need, and fold away what does not fit."""
        super().fit_columns()
        for field in (Field.ROLE, Field.SCALE):
            self.setColumnWidth(field, self.columnWidth(field) + _MARK_ROOM)
        self.apply_widths()
        self._fold()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Fold or unfold columns."""
        super().resizeEvent(event)
        self._fold()

    def _fold(self) -> None:
        widths = {field: self._natural_width(field) for field in Field}
        room = self.viewport().width()
        for field in _FOLDED:
            fits = sum(widths.values()) <= room
            self.setColumnHidden(field, not fits)
            if not fits:
                del widths[field]

    def _natural_width(self, field: Field) -> int:
        if field is Field.REASON:
            return _REASON_WIDTH
        hidden = self.isColumnHidden(field)
        self.setColumnHidden(field, False)
        width = self.columnWidth(field)
        self.setColumnHidden(field, hidden)
        return width

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Open the list on Return and Space as on F2."""
        keys = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
        index = self.currentIndex()
        editable = bool(index.flags() & Qt.ItemFlag.ItemIsEditable)
        if event.key() in keys and editable:
            self.edit(index)
            return
        super().keyPressEvent(event)
