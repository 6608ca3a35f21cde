"""The tab Figures: what users of the file compute, from the original and from the release."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

import numpy as np
from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCheckBox, QStackedWidget, QWidget

from core.model import Dataset, Figure, FigureKind, Project, Result
from desktop_app.jobs import Runner
from desktop_app.jobs.latest import Latest
from desktop_app.models.figure_rows import DIFFERENCE, DOMAIN, FIGURE, INSIDE, OVERLAP, FigureRows
from desktop_app.plots.intervals import ConfidenceIntervals
from desktop_app.presenters.results_figures import (
    FigureLine,
    FigureLines,
    Interval,
    figure_lines,
    side_text,
    wanted_text,
    worst_usual,
)
from desktop_app.presenters.results_insight import ResultInsight
from desktop_app.text import explain, number, tr, tr_n
from desktop_app.theme import sizes
from desktop_app.views.fields.choice_box import ChoiceBox
from desktop_app.views.forms import growing, label_for, named, note, push_button, say
from desktop_app.views.layouts import in_column, in_row
from desktop_app.views.pictures.picture_frame import PictureFrame
from desktop_app.views.plain import PlainLabel
from desktop_app.views.split import split
from desktop_app.views.tables.data_table import DataTable
from desktop_app.wizard.results.figures_choosing import FigureChoice

_WIDEST, _LEAST_NAME, _LEAST_BOX = 40 * sizes.UNIT, 9 * sizes.UNIT, 16 * sizes.UNIT
_LEAST_PICTURE = 30 * sizes.UNIT
_ORDER_MARK = 2 * sizes.UNIT
_UNSORTED = -1
_REACH = 5.0
"""Half widths up to which the picture of all figures reaches; what is beyond gets an arrow."""


class FiguresTab(QWidget):
    """A table of all values with a picture of the intervals, or the choice of figures.

    Signals
    -------
    figures_chosen(object)
        Tuple of the figures that each run shall compute.
    """

    figures_chosen = Signal(object)

    def __init__(self, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._result: Result | None = None
        self._listed: Result | None = None
        self._recipe_figures: tuple[Figure, ...] = ()
        self._is_choosing = False
        self.listing: FigureLines | None = None
        self.summary, self.advice = PlainLabel(), note()
        self.summary.setWordWrap(True)
        self.summary.setFont(sizes.strong_font())
        self.caution, self.count, self.notes = note(kind="caution"), PlainLabel(), note()
        self.count.setProperty("kind", "muted")
        self.figure = growing(ChoiceBox())
        # In a narrow window it gives way: the list and the tooltip have the names whole.
        self.figure.setMinimumWidth(_LEAST_BOX)
        self._names: dict[int, int] = {}
        self._is_drawn = False
        self.outside_only = QCheckBox(tr("Only those o&utside the original’s interval"))
        self.change_button = push_button(tr("Ch&ange the figures…"), self._begin_choosing)
        self.model = FigureRows(self)
        self.table = self._table()
        self.picture = PictureFrame(tr("Intervals"), runner, meaning=explain("figure-intervals"))
        self.picture.picked.connect(self._pick)
        self.picture.set_hints(self._hint)
        self.choice = FigureChoice(runner)
        self._rows = Latest(
            runner, tr("Listing the figures"), self, self._take, self.picture.show_failure
        )
        self._lay_out()
        self.figure.currentIndexChanged.connect(self._filter)
        self.outside_only.toggled.connect(self._filter)
        self.table.selectionModel().currentRowChanged.connect(self._draw)
        self.model.layoutChanged.connect(self._draw)
        self.choice.dismissed.connect(self._end_choosing)
        self.choice.chosen.connect(self._take_choice)
        self._sides.splitterMoved.connect(self._note_border)

    def _table(self) -> DataTable:
        table = DataTable(dense=True, remembered="user-figures", widest=_WIDEST, figures=True)
        table.heading_margin = _ORDER_MARK
        header = table.horizontalHeader()
        header.setSortIndicator(_UNSORTED, Qt.SortOrder.AscendingOrder)
        header.setSortIndicatorClearable(True)
        table.list_model(self.model, tr("Figures of users"), by_rows=True)
        table.setSortingEnabled(True)
        # The ends of names differ.
        table.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        return table

    def _lay_out(self) -> None:
        show = label_for(self.figure, tr("Sho&w"))
        named(self.figure, tr("Figure shown"), tr("Show one figure, or all of the recipe."))
        bar = in_row(show, self.figure, self.outside_only, (self.count, 1), self.change_button)
        table_side = QWidget()
        in_column((self.table, 1), self.notes, inside=table_side)
        self._stack = QStackedWidget(self)
        self._view = QWidget(self._stack)
        self._sides = split(Qt.Orientation.Horizontal, table_side, self.picture, (2, 1))
        parts = self.summary, self.advice, self.caution, bar, (self._sides, 1)
        in_column(*parts, inside=self._view)
        self._stack.addWidget(self.choice)
        self._stack.addWidget(self._view)
        in_column((self._stack, 1), inside=self, margins=sizes.UNIT + sizes.HALF)

    def show_figures(self, project: Project, dataset: Dataset, result: Result) -> None:
        """Follow the recipe, whose figures may be others than those of the result."""
        self._result, self._recipe_figures = result, project.recipe.figures
        self.choice.set_input(project, dataset)
        computed = self._result.plan.project.recipe.figures if self._result is not None else ()
        caution = wanted_text(self._recipe_figures, computed)
        self.choice.show_figures(self._recipe_figures, caution, can_leave=_has_lines(result))
        say(self.caution, caution)
        self._bring_up()

    def _bring_up(self) -> None:
        has_lines = self._result is not None and _has_lines(self._result)
        shows = has_lines and not self._is_choosing
        self._stack.setCurrentWidget(self._view if shows else self.choice)
        names_some = self._result is not None and bool(self._result.figures)
        self.change_button.setText(
            tr("Ch&ange the figures…") if names_some else tr("N&ame figures…")
        )

    def show_insight(self, insight: ResultInsight) -> None:
        """Take a result; its figures are listed once."""
        result = insight.result
        if result is self._listed or not _has_lines(result):
            return

        self.picture.show_loading()
        self._rows.ask(lambda _job: (result, figure_lines(result)))

    @Slot(object)
    def _take(self, answer: tuple[Result, FigureLines]) -> None:
        self._listed, self.listing = answer
        self.summary.setText(self.listing.summary)
        say(self.advice, self.listing.advice)
        self.model.show_lines(self.listing.lines)
        self.figure.offer({None: tr("All figures")} | dict(enumerate(self.listing.titles)))
        outside = any(line.inside is False for line in self.listing.lines)
        self.outside_only.setEnabled(outside)
        if not outside:
            self.outside_only.setChecked(False)
        self._filter()

    @Slot()
    @Slot(int)
    @Slot(bool)
    def _filter(self, _state: object = None) -> None:
        """Show what is asked for; where the rows are of one figure, its name is not repeated."""
        if self.listing is None:
            return
        figure = self.figure.currentData()
        # A hidden column has no width.
        self.table.setColumnHidden(FIGURE, False)
        self.model.show_only(figure, outside_only=self.outside_only.isChecked())
        self._names = {column: self.table.columnWidth(column) for column in (FIGURE, DOMAIN)}
        self.table.setColumnHidden(FIGURE, figure is not None)
        self._share_width()
        count, total = len(self.model.items), len(self.listing.lines)
        values = tr_n("{count} value", "{count} values", total)
        self.count.setText(
            values if count == total else tr("{count} of {whole}", count=count, whole=values)
        )
        if count:
            self.table.selectRow(0)
        self._draw()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width between table and picture, and between the names."""
        super().resizeEvent(event)
        self._share_width()

    @Slot(int, int)
    def _note_border(self, _place: int, _at: int) -> None:
        """Leave a border that the user has drawn where it is."""
        self._is_drawn = True
        self._narrow_names()

    def _share_width(self) -> None:
        """Give the table the width of names and verdict, as far as the picture stays readable."""
        bar = self.table.verticalScrollBar().sizeHint().width() + 2 * self.table.frameWidth()
        verdict = self._width_of(DIFFERENCE, OVERLAP, INSIDE)
        wanted_width = sum(self._shown_names().values()) + verdict + bar
        space = self.width() - self._sides.handleWidth()
        if self._names and not self._is_drawn:
            table = max(min(wanted_width, space - _LEAST_PICTURE), 2 * space // 3)
            self._sides.setSizes([table, space - table])
        self._narrow_names()

    def _width_of(self, *columns: int) -> int:
        return sum(map(self.table.columnWidth, columns))

    def _shown_names(self) -> dict[int, int]:
        """Return the widths that the columns of names want, without a hidden one."""
        return {c: wide for c, wide in self._names.items() if not self.table.isColumnHidden(c)}

    def _narrow_names(self) -> None:
        """Cut the longer names before the verdict leaves the sight; tooltips have them whole."""
        widths = sorted(self._shown_names().items(), key=lambda item: item[1])
        # In the narrowest windows only difference and overlap; the picture shows what is outside.
        space_left = self.table.viewport().width() - self._width_of(DIFFERENCE, OVERLAP)
        for position, (column, wide) in enumerate(widths):
            share = space_left // (len(widths) - position)
            self.table.setColumnWidth(column, min(wide, max(_LEAST_NAME, share)))
            space_left -= self.table.columnWidth(column)
        self.table.apply_widths()

    @Slot()
    def _draw(self) -> None:
        """Draw the intervals of the rows in sight of the filter."""
        lines, listing = self.model.items, self.listing
        current = self.table.currentIndex()
        row = current.row() if current.isValid() and current.row() < len(lines) else None
        # Say below the table what of the current row may be out of sight, and on what it rests.
        notes = ""
        if row is not None and self.listing is not None:
            line = self.model.items[row]
            notes = "\n".join((*_values(line), self.listing.notes[line.at]))
        self.notes.setText(notes)
        if not lines or listing is None:
            self.picture.show_empty(tr("No value is outside."))
            return
        figure_number = self.figure.currentData()
        self.picture.set_title(
            tr("Intervals") if figure_number is None else listing.titles[figure_number]
        )
        self.picture.show_drawing(self._drawing(lines, row, figure_number))

    def _drawing(
        self, lines: Sequence[FigureLine], row: int | None, figure_number: int | None
    ) -> ConfidenceIntervals:
        """Return the picture: one figure on its own scale, several on that of their intervals."""
        assert self.listing is not None
        kind = None if figure_number is None else self.listing.kinds[figure_number]
        is_alike = kind not in (None, FigureKind.REGRESSION)
        sides = [_sides(line, is_alike) for line in lines]
        x_title = tr("Half widths of the original’s interval")
        if is_alike:
            is_share = kind is not None and kind.counts_categories
            x_title = tr("Per cent") if is_share else tr("Figure with its 95 % interval")
        outside = sum(line.inside is False for line in lines)
        # Figure and domain below each other; that all records count goes without saying.
        names = [line.title if line.is_whole else f"{line.title}\n{line.name}" for line in lines]
        return ConfidenceIntervals(
            names=tuple(names if figure_number is None else [line.name for line in lines]),
            before=np.array([side[0] for side in sides]),
            after=np.array([side[1] for side in sides]),
            outside=np.array([line.inside is False for line in lines]),
            selected=row,
            x_title=x_title,
            before_title=tr("Original"),
            after_title=tr("Release"),
            outside_title=tr("Release outside"),
            sentence=tr(
                "{count} figures with their intervals before and after; {outside} of them lie "
                "outside the original’s interval.",
                count=len(lines),
                outside=outside,
            ),
            number=number,
            reach=None if is_alike else _REACH,
        )

    def _hint(self, row: int) -> str:
        """Return the values of a row of the picture."""
        line = self.model.items[row]
        whole_name = tr("{figure}: {name}", figure=line.title, name=line.name)
        return "\n".join((whole_name, *_values(line)))

    @Slot(object)
    def _pick(self, row: int) -> None:
        self.table.selectRow(row)

    @Slot()
    def _begin_choosing(self) -> None:
        self._is_choosing = True
        self._bring_up()
        self.choice.list.setCurrentRow(0)
        self.choice.list.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _end_choosing(self) -> None:
        self._is_choosing = False
        self._bring_up()
        self.change_button.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(object)
    def _take_choice(self, figures: tuple[Figure, ...]) -> None:
        self._is_choosing = False
        self.figures_chosen.emit(figures)
        self._bring_up()


def _has_lines(result: Result) -> bool:
    """Decide whether a result has figures to list: those of the recipe, or usual ones off."""
    return bool(result.figures) or bool(worst_usual(result))


def _values(line: FigureLine) -> list[str]:
    """Return both sides of a value with their intervals."""
    return [
        side_text(title, side)
        for title, side in ((tr("Original"), line.original), (tr("Release"), line.released))
    ]


def _sides(line: FigureLine, is_alike: bool) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return figure and ends of both sides, on the figure's scale or on that of its interval."""
    original, released = _numbers(line.original), _numbers(line.released)
    if is_alike:
        return original, released
    value, low, high = original
    half = (high - low) / 2
    return (
        tuple(_half_widths(x - value, half) for x in original),
        tuple(_half_widths(x - value, half) for x in released),
    )


def _half_widths(distance: float, half: float) -> float:
    """Measure in half widths; a point has none, so that all others are infinitely far from it."""
    if half:
        return distance / half
    return distance * inf if distance else 0.0


def _numbers(side: Interval | None) -> tuple[float, float, float]:
    none = float("nan")
    if side is None:
        return none, none, none
    return (
        side.value,
        none if side.low is None else side.low,
        none if side.high is None else side.high,
    )
