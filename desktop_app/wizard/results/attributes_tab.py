"""The tab Attributes: each attribute's distribution before and after, with its measures."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QModelIndex, QObject, Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from core.measure import Distribution
from core.model import Attribute, ColumnKind, Measure, Recipe
from desktop_app.jobs import Runner
from desktop_app.jobs.latest import Latest
from desktop_app.models.measures import measure_value
from desktop_app.models.titled import ListModel, TableColumn
from desktop_app.plots.distribution import DistributionBars
from desktop_app.presenters.results_insight import ResultInsight
from desktop_app.state.parts import Part, part_of
from desktop_app.text import explain, number, tr, tr_n
from desktop_app.text.schema import part_title
from desktop_app.theme import sizes
from desktop_app.views.layouts import in_column, in_row
from desktop_app.views.pictures.picture_frame import PictureFrame
from desktop_app.views.tables.data_table import DataTable
from desktop_app.views.tables.measure_table import MeasureTableView
from desktop_app.views.tables.table_width import WIDE_WINDOW, fit_width
from desktop_app.wizard.results.results_map import value_number
from desktop_app.wizard.results.results_selection import Selection

_TABLE_WIDTH, _WIDE_TABLE_WIDTH, _WIDE_SHARE = 59 * sizes.UNIT, 64 * sizes.UNIT, 0.4
# In a narrow window the measures scroll sideways before the picture gets too narrow to read.
_LEAST_TABLE_WIDTH = 48 * sizes.UNIT
_PICTURE_WIDTH = 36 * sizes.UNIT


NAME, ROLE, LOSS = range(3)


class AttributeListModel(ListModel[Attribute]):
    """Name, role and information loss of each attribute."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(
            parent,
            TableColumn(tr("Column"), lambda attribute: attribute.name),
            TableColumn(tr("Role"), lambda attribute: part_title(self._part(attribute))),
            TableColumn(tr("Loss (%)"), self._loss_text, is_figure=True),
        )
        self._recipe: Recipe | None = None
        self._loss: dict[str, str] = {}
        self._otherwise = tr("unchanged")

    def show_attributes(
        self,
        attributes: tuple[Attribute, ...],
        measures: tuple[Measure, ...],
        paired: bool = True,
        recipe: Recipe | None = None,
    ) -> None:
        """Show these, with the information loss that `measures` has of them.

        Where released records are not `paired` with original ones, none has any. The `recipe` says
        which column is a stratum or the survey weight.
        """
        self._recipe = recipe
        self._otherwise = tr("unchanged") if paired else "–"
        self._loss = {
            m.attribute: measure_value(m)
            for m in measures
            if m.name == "information-loss" and m.attribute is not None
        }
        self.show_items(attributes)

    def _part(self, attribute: Attribute) -> Part:
        return part_of(attribute, self._recipe)

    def _loss_text(self, attribute: Attribute) -> str:
        return self._loss.get(attribute.name, self._otherwise)

    def describe_cell(self, row: int, column: int, role: int) -> object:
        """Explain the attribute's role."""
        if role == Qt.ItemDataRole.ToolTipRole and column == ROLE:
            return explain(self._part(self.items[row]).value)
        return None


class AttributesTab(QWidget):
    """Columns and the measures of the selected one on the left, its picture on the right."""

    def __init__(self, selection: Selection, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._selection = selection
        self._insight: ResultInsight | None = None
        self.model = AttributeListModel(self)
        self.table = DataTable(remembered="attributes", figures=True)
        self.table.list_model(self.model, tr("Columns of the release"), one_row=True)
        self.table.selectionModel().currentRowChanged.connect(self._pick)
        self.picture = PictureFrame(tr("Distribution"), runner)
        self.measures = MeasureTableView(
            tr("Measures of this column"), "attribute-measures", one_attribute=True
        )
        self._latest = Latest(
            runner, tr("Counting the values"), self, self._take, self.picture.show_failure
        )
        selection.attribute_changed.connect(self._show)
        tables = in_column((self.table, 1), (self.measures, 1), spacing=sizes.MARGIN)
        in_row(
            (tables, 0),
            (self.picture, 1),
            inside=self,
            margins=sizes.UNIT + sizes.HALF,
            spacing=sizes.MARGIN,
        )

    def show_insight(self, insight: ResultInsight) -> None:
        """Take another result; its first attribute is selected."""
        self._insight = insight
        result = insight.result
        recipe = result.plan.project.recipe
        self.model.show_attributes(insight.attributes, result.measures, result.paired, recipe)
        # Records that are not paired have no loss: a column of dashes would say nothing.
        self.table.setColumnHidden(LOSS, not result.paired)
        self._fit_tables()
        names = [attribute.name for attribute in insight.attributes]
        if self._selection.attribute not in names:
            self._selection.select_attribute(names[0] if names else None)
        self._show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width between the tables and the picture."""
        super().resizeEvent(event)
        self._fit_tables()

    def _fit_tables(self) -> None:
        available = self.width() - _PICTURE_WIDTH
        wide = self.window().width() >= WIDE_WINDOW
        # Of a wide window the tables may take so much that names of measures are not shortened.
        widest = max(_WIDE_TABLE_WIDTH, int(_WIDE_SHARE * self.width())) if wide else _TABLE_WIDTH
        width = min(max(available, _LEAST_TABLE_WIDTH), widest)
        fit_width(self.table, width)
        self.measures.fit(width)

    def _find_attribute(self) -> Attribute | None:
        for attribute in self.model.items:
            if attribute.name == self._selection.attribute:
                return attribute
        return None

    @Slot()
    def _show(self) -> None:
        insight, attribute = self._insight, self._find_attribute()
        if insight is None or attribute is None:
            self.picture.show_empty(tr("Choose a column to see its distribution."))
            self.measures.show_measures(())
            return
        row = self.model.items.index(attribute)
        if self.table.currentIndex().row() != row:
            self.table.selectRow(row)
        column_measures = tuple(m for m in insight.result.measures if m.attribute == attribute.name)
        self.measures.show_measures(column_measures)
        self._fit_tables()
        self.picture.set_title(tr("Distribution of {name}", name=attribute.name))
        self.picture.show_loading()

        self._latest.ask(lambda _job: (insight, insight.distribution(attribute)))

    @Slot(object)
    def _take(self, answer: tuple[ResultInsight, Distribution]) -> None:
        insight, counts = answer
        if insight is self._insight:
            self.picture.show_drawing(distribution_picture(insight, counts))

    @Slot(QModelIndex, QModelIndex)
    def _pick(self, current: QModelIndex, _before: QModelIndex) -> None:
        if current.isValid():
            self._selection.select_attribute(self.model.items[current.row()].name)


def distribution_picture(insight: ResultInsight, counts: Distribution) -> DistributionBars:
    """Return the picture of an attribute's distribution, in words of the user's language."""
    date = insight.before[counts.name].kind is ColumnKind.DATE
    names, original, released = counts.categories, counts.before, counts.after
    if counts.others:
        # Those without a bar of their own together.
        names = (*names, _write_others(counts.others))
        original = np.append(original, counts.others_before)
        released = np.append(released, counts.others_after)
    title = counts.name
    if date:
        title = tr("{name} (date)", name=counts.name)
    elif counts.linear_width is not None:
        title = tr("{name} (asinh scale: large values are drawn together)", name=counts.name)
    if counts.edges is not None:
        sentence = tr(
            "Distribution of {name} in {bins} bins, original and released.",
            name=counts.name,
            bins=len(counts.before),
        )
    else:
        sentence = tr(
            "Records of each of {shown} categories of {name}, original and released; {others} more "
            "categories are counted together.",
            shown=len(counts.categories),
            name=counts.name,
            others=counts.others,
        )
    steps = np.arange(len(names) + 1, dtype=np.float64) - 0.5
    return DistributionBars(
        edges=steps if counts.edges is None else counts.edges,
        before=original,
        after=released,
        categories=names,
        x_title=title,
        y_title=tr("Records"),
        before_word=tr("Original"),
        after_word=tr("Released"),
        sentence=sentence,
        number=value_number(insight.before[counts.name]),
        count=number,
        dates=date,
        linear_width=counts.linear_width,
        merged=counts.others,
        others=_write_others,
    )


def _write_others(count: int) -> str:
    return tr_n("{count} other", "{count} others", count)
