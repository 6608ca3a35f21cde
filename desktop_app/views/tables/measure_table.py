"""A table of measures that copies itself as text."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QWidget

from core.model import Measure
from desktop_app.models.measures import ATTRIBUTE, TITLE, MeasuresModel, measure_meaning
from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.forms import push_button
from desktop_app.views.layouts import STRETCH, in_column, in_row
from desktop_app.views.plain import PlainLabel, set_tip
from desktop_app.views.tables.data_table import DataTable
from desktop_app.views.tables.table_width import fit_width

_NARROW, _WIDE = 44 * sizes.UNIT, 48 * sizes.UNIT
_LEAST_NAME = 16 * sizes.UNIT


class MeasureTableView(QWidget):
    """Measures with unit and direction; the sentence beneath explains the current one.

    Parameters
    ----------
    title : str
        Above the table.
    remembered : str
        The name under which the widths that a user draws are kept, one for each table.
    one_attribute : bool
        All measures are of one column, which need not be named.

    Signals
    -------
    attribute_picked(object)
        Name of the column that the row the user chose is about, or ``None``.
    """

    attribute_picked = Signal(object)

    def __init__(
        self,
        title: str,
        remembered: str,
        parent: QWidget | None = None,
        *,
        one_attribute: bool = False,
    ) -> None:
        super().__init__(parent)
        self.model = MeasuresModel(self)
        # Beside a picture the names of measures are shortened; alone they are shown in full.
        widest = _NARROW if one_attribute else _WIDE
        self.table = DataTable(
            dense=one_attribute, remembered=remembered, widest=widest, figures=True
        )
        self.table.list_model(self.model, title, by_rows=True)
        self.table.selectionModel().currentRowChanged.connect(self._follow)
        self.table.clicked.connect(self._pick)
        self.copy_button = push_button(tr("C&opy table"), self.copy, kind="flat")
        set_tip(self.copy_button, tr("Copy all rows as text that a spreadsheet takes"))
        self.sentence = PlainLabel(kind="muted", wraps=True)
        self.table.setColumnHidden(ATTRIBUTE, one_attribute)
        self._name_width = 0
        if one_attribute:
            self.table.viewport().installEventFilter(self)
        heading = PlainLabel(title, font=sizes.strong_font())
        top = in_row(heading, self.copy_button, STRETCH, spacing=-1)
        in_column(top, (self.table, 1), self.sentence, inside=self, spacing=sizes.HALF)
        self._explain(None)

    def show_measures(self, measures: tuple[Measure, ...]) -> None:
        """Show these, whole file first."""
        self.model.show_items(measures)
        fit_width(self.table)
        self._name_width = self.table.columnWidth(TITLE)
        self._explain(None)

    def fit(self, narrowest: int) -> None:
        """Let the table be as wide as it needs, and no narrower than that, or than `narrowest`."""
        self.table.setColumnWidth(TITLE, self._name_width)
        self.table.apply_widths()
        fit_width(self.table, narrowest)
        self._fit_names()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the width that the table gets."""
        if event.type() is QEvent.Type.Resize:
            self._fit_names()
        return super().eventFilter(watched, event)

    def _fit_names(self) -> None:
        """Shorten the names of measures further before another column is cut."""
        other_widths = self.table.horizontalHeader().length() - self.table.columnWidth(TITLE)
        space = max(_LEAST_NAME, self.table.viewport().width() - other_widths)
        self.table.setColumnWidth(TITLE, min(self._name_width, space))
        self.table.apply_widths()

    def select_attribute(self, attribute: str | None) -> None:
        """Select the rows that are about `attribute`."""
        rows = self.table.selectionModel()
        rows.clearSelection()
        flag = QItemSelectionModel.SelectionFlag
        for row, measure in enumerate(self.model.items):
            if attribute is not None and measure.attribute == attribute:
                rows.select(self.model.index(row, TITLE), flag.Select | flag.Rows)

    @Slot()
    def copy(self) -> None:
        """Put the whole table on the clipboard."""
        self.table.selectAll()
        self.table.copy()

    @Slot(QModelIndex, QModelIndex)
    def _follow(self, current: QModelIndex, _before: QModelIndex) -> None:
        row = current.row()
        self._explain(self.model.items[row] if current.isValid() else None)

    @Slot(QModelIndex)
    def _pick(self, index: QModelIndex) -> None:
        self.attribute_picked.emit(self.model.items[index.row()].attribute)

    def _explain(self, measure: Measure | None) -> None:
        hint = tr("Choose a row to read what the measure means.")
        self.sentence.setText(measure_meaning(measure.name) if measure is not None else hint)
        self.sentence.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        # Two lines always, so that the table does not jump.
        self.sentence.setMinimumHeight(2 * self.sentence.fontMetrics().lineSpacing())
