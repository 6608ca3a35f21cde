"""Figures, bars, picture and table of the risk, one below the other."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QColor, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QHeaderView,
    QLabel,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from desktop_app.jobs import Runner
from desktop_app.models.file_risk import BAR, DrivingColumn, DrivingModel, RareModel
from desktop_app.presenters.preparing_risk.risk_counting import RiskCounts
from desktop_app.presenters.preparing_risk.risk_scale import EDGES, bars_of
from desktop_app.presenters.preparing_risk.risk_words import (
    driving_hint,
    driving_text,
    figure_lines,
    meaning_text,
    picture_said,
    rare_heading,
    rare_text,
    risk_text,
    single_values_text,
    threshold_text,
)
from desktop_app.text import number, tr
from desktop_app.theme import current, sizes
from desktop_app.views.forms import Sentence, note, push_button, say
from desktop_app.views.layouts import STRETCH, Gap, fill, in_column, in_row
from desktop_app.views.tables.data_table import DataTable
from desktop_app.wizard.preparing_risk.risk_shown import FiguresGrid, RiskPicture

# From this width on, bars and picture are next to each other.
_SIDE_BY_SIDE = 95 * sizes.UNIT
_PICTURE_HEIGHT = 30 * sizes.UNIT
_HEADING_HEIGHT = sizes.ICON + sizes.UNIT
Index = QModelIndex | QPersistentModelIndex

_MOST_COLUMNS = 10
_THICK = 0.55
_WIDEST_NAME = 22 * sizes.UNIT
_FEWEST_RARE, _MOST_RARE = 3, 8


class RiskOverview(QWidget):
    """What was counted of the file as it is prepared.

    Signals
    -------
    records_wanted(object, object)
        With a heading and the positions of the records that the user asked for.
    """

    records_wanted = Signal(object, object)

    def __init__(self, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._counts: RiskCounts | None = None
        self.figures = FiguresGrid(
            before=(tr("Before"), tr("The file as it was read")),
            now=(tr("Now"), tr("The file as it is prepared")),
        )
        self.meaning = note()
        self.single_values = note(kind="caution")
        self.driving_sentence = note()
        self.driving = DrivingTable()
        self.driving.chosen.connect(self._show_driven)
        self.picture = RiskPicture(runner)
        self.picture.setMinimumHeight(_PICTURE_HEIGHT)
        self.picture.moved.connect(self._say_threshold)
        self.picture.records_wanted.connect(self.ask_for_records_above)
        self.threshold_sentence = Sentence()
        self.records_button = push_button(tr("Show these records"), self.ask_for_records_above)
        self.rare_sentence = note()
        self.rare = RareTable()
        self.rare.chosen.connect(self._show_rare)
        self._beside = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._lay_out()

    def _lay_out(self) -> None:
        self._beside.setSpacing(2 * sizes.UNIT)
        heading = _heading(tr("Columns that make records rare"))
        # On one line with the heading of the picture, which has buttons beside it.
        heading.setMinimumHeight(_HEADING_HEIGHT)
        driving_side = in_column(
            heading, self.driving_sentence, self.driving, STRETCH, spacing=sizes.HALF
        )
        threshold = in_row(
            (self.threshold_sentence, 1), (self.records_button, 0, Qt.AlignmentFlag.AlignTop)
        )
        picture_side = in_column((self.picture, 1), threshold, spacing=sizes.HALF)
        fill(self._beside, (driving_side, 1), (picture_side, 1))
        in_column(
            self.figures,
            self.meaning,
            self.single_values,
            Gap(sizes.UNIT),
            self._beside,
            Gap(sizes.UNIT),
            _heading(tr("Rare combinations of values, riskiest first")),
            self.rare_sentence,
            (self.rare, 1),
            0,
            inside=self,
            margins=(0, 0, sizes.UNIT, 0),
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put bars and picture next to each other where there is space."""
        super().resizeEvent(event)
        is_wide = event.size().width() >= _SIDE_BY_SIDE
        across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._beside.setDirection(across if is_wide else down)

    def show_counts(self, counts: RiskCounts) -> None:
        """Show what was counted."""
        self._counts = counts
        now, k = counts.now, counts.now.violations.k
        self.figures.show_lines(figure_lines(counts), counts.before is not None)
        self.meaning.setText(meaning_text(counts))
        say(self.single_values, single_values_text(now))
        self.driving_sentence.setText(driving_text(now))
        if now.details is not None:
            names, records = now.columns, now.details.left_out.records
            pairs = enumerate(zip(names, records, strict=True))
            self.driving.show_columns(tuple(DrivingColumn(i, *pair) for i, pair in pairs), k)
        self._draw(counts)
        self.rare_sentence.setText(rare_text(now))
        self.rare.rare_model.show_risk(now)
        self.rare.fit_height()
        self.rare.setVisible(self.rare.rare_model.rows() > 0)

    def _draw(self, counts: RiskCounts) -> None:
        from desktop_app.plots.risk_histogram import RiskHistogram

        now, counts_before = counts.now, counts.before
        drawing = RiskHistogram(
            edges=EDGES,
            before=None if counts_before is None else bars_of(counts_before.levels),
            now=bars_of(now.levels),
            threshold=None,
            x_title=tr("Individual risk, %"),
            y_title=tr("Records"),
            before_word=tr("Before"),
            now_word=tr("Now"),
            threshold_word="",
            sentence=picture_said(now),
            number=number,
            count=number,
        )
        self.picture.show_risks(drawing, now.violations.k)
        self._say_threshold()

    @Slot()
    def _say_threshold(self) -> None:
        if self._counts is None:
            return
        sentence = threshold_text(self._counts.now, self.picture.threshold)
        self.threshold_sentence.setText(sentence)
        if self.picture.line is not None:
            self.picture.line.setAccessibleDescription(sentence)
        above = self._counts.now.levels.count_above(self.picture.threshold)
        self.records_button.setEnabled(above > 0)

    @Slot()
    def ask_for_records_above(self) -> None:
        """Ask for the records above the threshold, if there are any."""
        if self._counts is None:
            return
        now, threshold = self._counts.now, self.picture.threshold
        positions = now.above(threshold)
        if len(positions):
            self.records_wanted.emit(threshold_text(now, threshold), positions)

    @Slot(object)
    def _show_driven(self, column: DrivingColumn) -> None:
        if self._counts is None or self._counts.now.details is None:
            return
        now, left_out = self._counts.now, self._counts.now.details.left_out
        heading = driving_hint(column.name, column.records, left_out.k)
        positions = left_out.positions(column.key, now.frequencies)
        self.records_wanted.emit(heading, positions)

    @Slot(object)
    def _show_rare(self, row: int) -> None:
        if self._counts is None or self._counts.now.details is None:
            return
        now, rare = self._counts.now, self._counts.now.details.rare
        heading = rare_heading(int(rare.sizes[row]), risk_text(float(rare.risks[row])))
        self.records_wanted.emit(heading, rare.positions(row, now.frequencies))


def _heading(text: str) -> QLabel:
    label = Sentence(text)
    label.setFont(sizes.strong_font())
    return label


class DrivingTable(DataTable):
    """A row for each key column, as high as its rows.

    Signals
    -------
    chosen(object)
        With the `DrivingColumn` whose records the user asked for.
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, widest=_WIDEST_NAME)
        self.columns_model = DrivingModel(self)
        name = tr("Columns by the records that they make rare")
        self.list_model(self.columns_model, name, one_row=True)
        self.setItemDelegateForColumn(BAR, BarDelegate(self))
        self.horizontalHeader().setSectionResizeMode(BAR, QHeaderView.ResizeMode.Stretch)
        self.clicked.connect(self._choose)
        self.activated.connect(self._choose)

    def show_columns(self, columns: tuple[DrivingColumn, ...], k: int) -> None:
        """Show these columns."""
        self.columns_model.show_columns(columns, k)
        self.setFixedHeight(self.height_of(min(len(columns), _MOST_COLUMNS)))

    @Slot(QModelIndex)
    def _choose(self, index: QModelIndex) -> None:
        column = self.columns_model.items[index.row()]
        if column.records:
            self.chosen.emit(column)


class BarDelegate(QStyledItemDelegate):
    """Paints the bar of a row of a `DrivingModel`."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the ground of the cell, and the bar upon it."""
        super().paint(painter, option, index)
        model = index.model()
        if not isinstance(model, DrivingModel):
            return
        cell = QRectF(option.rect).adjusted(sizes.UNIT, 0, -sizes.UNIT, 0)
        high = _THICK * cell.height()
        wide = model.share(index.row()) * cell.width()
        bar = QRectF(cell.left(), cell.center().y() - high / 2, wide, high)
        painter.fillRect(bar, QColor(current().after))


class RareTable(DataTable):
    """A row for each combination, riskiest first.

    Signals
    -------
    chosen(object)
        With the number of the combination whose records the user asked for.
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, dense=True)
        self.rare_model = RareModel(self)
        name = tr("Rare combinations of values, riskiest first")
        self.list_model(self.rare_model, name, by_rows=True)
        self.clicked.connect(self._choose_clicked)
        self.activated.connect(self._choose)

    def fit_height(self) -> None:
        """Be high enough for the rows, within bounds."""
        rows = min(max(self.rare_model.rows(), _FEWEST_RARE), _MOST_RARE)
        bar = self.horizontalScrollBar().sizeHint().height()
        self.setMinimumHeight(self.height_of(rows) + bar)

    @Slot(QModelIndex)
    def _choose_clicked(self, index: QModelIndex) -> None:
        # With Ctrl or Shift, rows are selected to be copied.
        if QApplication.keyboardModifiers() == Qt.KeyboardModifier.NoModifier:
            self._choose(index)

    @Slot(QModelIndex)
    def _choose(self, index: QModelIndex) -> None:
        self.chosen.emit(index.row())
