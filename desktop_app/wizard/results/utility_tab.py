"""The tabs Utility and Other ways: how much the released data still says, and what noise costs."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QModelIndex, Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHeaderView, QTabWidget, QWidget

from core.jobs import Job
from core.measure import CrossTable, Distribution
from core.model import Dataset, Result
from core.protect.privacy import list_masked
from desktop_app.jobs import Lane, Runner
from desktop_app.jobs.attempt import Attempt, AttemptState
from desktop_app.jobs.latest import Latest
from desktop_app.models.ledger import WaysModel
from desktop_app.models.utility import CrossModel, FiguresModel, LinesModel, PairsModel, lines_of
from desktop_app.presenters.released_figures import ReleasedFigures
from desktop_app.presenters.results_insight import ResultInsight
from desktop_app.state.ways import Way, other_ways, summary, tried
from desktop_app.text import failure_text, tr
from desktop_app.theme import sizes
from desktop_app.views.fields.choice_box import ChoiceBox
from desktop_app.views.forms import growing, label_for, note, push_button
from desktop_app.views.layouts import fill, in_column, in_row
from desktop_app.views.pictures.picture_frame import PictureFrame
from desktop_app.views.plain import PlainLabel
from desktop_app.views.split import split
from desktop_app.views.tables.data_table import DataTable
from desktop_app.views.tables.measure_table import MeasureTableView
from desktop_app.views.tables.table_width import WIDE_WINDOW
from desktop_app.wizard.results.attributes_tab import distribution_picture
from desktop_app.wizard.results.results_selection import Selection
from desktop_app.wizard.results.risk_tab import is_risk


class UtilityTab(QWidget):
    """Figures of each column before and after, relations, cross-tables, and all measures."""

    def __init__(self, selection: Selection, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._selection = selection
        self._insight: ResultInsight | None = None
        self.figures: ReleasedFigures | None = None
        self.columns, self.lines, self.pairs = (
            FiguresModel(self),
            LinesModel(self),
            PairsModel(self),
        )
        self.columns_table = _table(self.columns, tr("Columns"), "utility-columns")
        self.lines_table = _table(self.lines, tr("Figures of the column"), "utility-figures")
        self.pairs_table = _table(self.pairs, tr("Correlations"), "utility-correlations")
        self.columns_table.selectionModel().currentRowChanged.connect(self._pick)
        self.picture = PictureFrame(tr("Distribution"), runner)
        self.crossing = Crossing(runner)
        self.measures = MeasureTableView(tr("Measures of utility"), "utility")
        self.measures.attribute_picked.connect(selection.select_attribute)
        self.heading = PlainLabel(font=sizes.strong_font())
        self.basis = note()
        self.views = QTabWidget()
        self._computing = Latest(
            runner, tr("Computing figures"), self, self._take, self._show_failure
        )
        self._counting = Latest(runner, tr("Counting the values"), self, self._draw)
        selection.attribute_changed.connect(self._follow)

    def lay_out(self) -> Iterator[None]:
        """Lay out the views, which takes as long as making them: further parts of the page."""
        right = QWidget()
        in_column(
            self.heading, (self.lines_table, 3), (self.picture, 2), inside=right, spacing=sizes.HALF
        )
        columns_view = split(Qt.Orientation.Horizontal, self.columns_table, right, (5, 6))
        for view, title in (
            (columns_view, tr("Columns")),
            (self.pairs_table, tr("Correlations")),
            (self.crossing, tr("Cross-table")),
            (self.measures, tr("All measures")),
        ):
            self.views.addTab(view, title)
            yield
        self.views.setDocumentMode(True)
        self.views.tabBar().setDrawBase(False)
        self.views.tabBar().setAccessibleName(tr("Views of utility"))
        in_column((self.views, 1), self.basis, inside=self, margins=sizes.UNIT + sizes.HALF)

    def show_insight(self, insight: ResultInsight) -> None:
        """Take another result; its figures are computed in the background."""
        if self._insight is None or self._insight.result.clusters is not insight.result.clusters:
            self.figures = None
        self._insight = insight
        measures = insight.result.measures
        self.measures.show_measures(tuple(m for m in measures if not is_risk(m)))
        self._follow()
        if self.figures is not None:
            return
        self.basis.setText(tr("Computing…"))
        self._computing.ask(insight.figures)

    @Slot(object)
    def _take(self, figures: ReleasedFigures) -> None:
        self.figures = figures
        self.columns.show_items(figures.described)
        self._fit_table()
        self.pairs.show_correlations(figures.correlated)
        self.crossing.show_figures(figures)
        self.basis.setText(_basis(figures))
        self._follow()
        if not self.columns_table.currentIndex().isValid() and figures.described:
            self.columns_table.selectRow(0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width again."""
        super().resizeEvent(event)
        self._fit_table()

    def _fit_table(self) -> None:
        """Show all columns of the table where half of a wide window is enough for them."""
        table = self.columns_table
        bar = table.verticalScrollBar().sizeHint().width()
        wanted_width = table.horizontalHeader().length() + bar + 2 * table.frameWidth()
        wide = self.window().width() >= WIDE_WINDOW
        table.setMinimumWidth(min(wanted_width, self.width() // 2) if wide else 0)

    @Slot(object)
    def _show_failure(self, error: BaseException) -> None:
        self.basis.setText(failure_text(error))

    @Slot(QModelIndex, QModelIndex)
    def _pick(self, current: QModelIndex, _before: QModelIndex) -> None:
        insight = self._insight
        if self.figures is None or insight is None or not current.isValid():
            return
        column = self.columns.items[current.row()]
        self.heading.setText(column.name)
        self.lines.show_lines(tr("Figure") if column.before else tr("Category"), lines_of(column))
        if column.name in {attribute.name for attribute in insight.attributes}:
            self._selection.select_attribute(column.name)
        attribute = next(a for a in self.figures.attributes if a.name == column.name)
        self.picture.set_title(tr("Distribution of {name}", name=column.name))
        self.picture.show_loading()

        self._counting.ask(lambda _job: insight.distribution(attribute))

    @Slot(object)
    def _draw(self, counts: Distribution) -> None:
        if self._insight is not None:
            self.picture.show_drawing(distribution_picture(self._insight, counts))

    @Slot()
    def _follow(self) -> None:
        self.measures.select_attribute(self._selection.attribute)
        for row, column in enumerate(self.columns.items):
            if column.name == self._selection.attribute:
                if self.columns_table.currentIndex().row() != row:
                    self.columns_table.selectRow(row)
                return


def _table(model: FiguresModel | LinesModel | PairsModel, title: str, remembered: str) -> DataTable:
    table = DataTable(remembered=remembered, dense=True, figures=True)
    table.list_model(model, title, by_rows=True)
    return table


def _basis(figures: ReleasedFigures) -> str:
    explanation = tr(
        "Before: all records of your file. After: the released records. SD: standard deviation. "
        "Correlations, pictures and measures compare the released records alone with what they "
        "were."
    )
    if figures.weight is None:
        return explanation
    weighted = tr(
        "The weighted total uses {name}; all other figures count each record once. Means of "
        "clusters are weighted, so a mean or SD here can change while the weighted total is kept.",
        name=figures.weight,
    )
    return f"{explanation} {weighted}"


class Crossing(QWidget):
    """Two boxes to choose columns by, and the table."""

    def __init__(self, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figures: ReleasedFigures | None = None
        self.row, self.column = growing(ChoiceBox()), growing(ChoiceBox())
        self.model = CrossModel(self)
        self.table = DataTable(dense=True)
        self.table.list_model(self.model, tr("Cross-table"))
        self._counting = Latest(runner, tr("Counting combinations"), self, self._take)
        top = in_row()
        for title, box in ((tr("Rows"), self.row), (tr("Columns"), self.column)):
            box.setAccessibleName(title)
            box.currentIndexChanged.connect(self._ask)
            fill(top, label_for(box, title), box)
        top.addStretch(1)
        about = tr(
            "Records before → after. Numbers with many values are cut at the quartiles of the "
            "original; “…” stands for all rarer values together."
        )
        in_column(top, (self.table, 1), note(about), inside=self, margins=(0, sizes.UNIT, 0, 0))

    def show_figures(self, figures: ReleasedFigures) -> None:
        """Offer the columns of another result; categories first, which are crossed most."""
        self._figures = figures
        names = [c.name for c in sorted(figures.described, key=lambda d: d.before is not None)]
        for box, first in ((self.row, 0), (self.column, 1)):
            chosen = box.currentText()
            otherwise = next(iter(names[first:] or names), None)
            box.offer({name: name for name in names}, chosen if chosen in names else otherwise)
        self._ask()

    @Slot()
    @Slot(int)
    def _ask(self, _index: int = 0) -> None:
        figures, row_name, column_name = (
            self._figures,
            self.row.currentText(),
            self.column.currentText(),
        )
        if figures is None or not row_name or not column_name:
            return

        self._counting.ask(lambda _job: (row_name, figures.cross(row_name, column_name)))

    @Slot(object)
    def _take(self, answer: tuple[str, CrossTable]) -> None:
        self.model.show_table(*answer)


class BaselinesTab(QWidget):
    """A table of the ways; the others are run when somebody asks for them."""

    def __init__(self, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._result: Result | None = None
        self._dataset: Dataset | None = None
        self._attempt = Attempt(runner, self)
        self._attempt.succeeded.connect(self._take)
        self._attempt.changed.connect(self._follow)
        self.model = WaysModel(self)
        self.table = DataTable(figures=True)
        self.table.list_model(self.model, tr("Other ways to mask the same columns"))
        self.table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.run_button = push_button(tr("R&un the other ways"), self.run)
        self.cancel_button = push_button(tr("C&ancel"), self._attempt.cancel)
        self.sentence = note()
        buttons = in_row(self.run_button, self.cancel_button, (self.sentence, 1))
        in_column(
            note(
                tr(
                    "Means over the masked columns; lower is better everywhere. What is drawn for "
                    "this table is thrown away and spends nothing, as long as nobody releases it."
                )
            ),
            (self.table, 1),
            buttons,
            inside=self,
            margins=sizes.UNIT + sizes.HALF,
        )

    def show_insight(self, insight: ResultInsight) -> None:
        """Nothing beyond `show_result` is needed."""

    def show_result(self, result: Result, dataset: Dataset) -> None:
        """Take another private result."""
        self._attempt.abandon()
        self._result, self._dataset = result, dataset
        self.model.show_items((summary("this", result, self._list_masked_names(result)),))
        self._follow()

    @Slot()
    def run(self) -> None:
        """Run the other ways."""
        result, dataset = self._result, self._dataset
        if result is None or dataset is None or self._attempt.busy:
            return
        plan, masked = result.plan, self._list_masked_names(result)

        def work(job: Job) -> tuple[Result, tuple[Way, ...]]:
            other_results = [tried(c, m, plan, dataset, masked, job) for c, m in other_ways(plan)]
            return result, tuple(other_results)

        self._attempt.begin(work, Lane.COMPUTE, tr("Running other ways"))

    @staticmethod
    def _list_masked_names(result: Result) -> tuple[str, ...]:
        attributes = list_masked(result.plan.project.schema, result.plan.parameters)
        return tuple(attribute.name for attribute in attributes)

    @Slot(object)
    def _take(self, answer: tuple[Result, tuple[Way, ...]]) -> None:
        result, ways = answer
        if result is self._result:
            self.model.show_items((summary("this", result, self._list_masked_names(result)), *ways))

    @Slot()
    def _follow(self) -> None:
        busy, error = self._attempt.busy, self._attempt.error
        self.cancel_button.setVisible(busy)
        self.run_button.setEnabled(not busy)
        said = tr("Running…") if busy else ""
        if self._attempt.state is AttemptState.FAILED and error is not None:
            said = failure_text(error)
        self.sentence.setText(said)
