"""What a comparison shows: its table, its map in words, and how its rows stand to each other."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHeaderView, QWidget

from core.compare.basis import Basis, complete
from core.compare.comparison import Comparison
from core.compare.frontier import frontier
from core.compare.trial import ComparisonRow, TrialFigures
from core.compare.ways import ways
from core.model import Role
from core.protect import METHODS
from desktop_app.models.comparison import (
    D_X,
    D_Y,
    FRONTIER,
    MEAN,
    METHOD,
    RECORDS,
    SMALLEST,
    TIME,
    VALUE,
    ComparisonModel,
    Standing,
    T,
)
from desktop_app.plots.risk_utility import RiskUtilityMap, RiskUtilityWords, Track
from desktop_app.presenters.comparing.age import ComparisonAge
from desktop_app.text import number, tr, tr_n
from desktop_app.text.methods import method_short
from desktop_app.theme import sizes
from desktop_app.views.tables.data_table import DataTable

_UNSORTED = -1
_NAME_WIDTH, _LEAST_NAME = 30 * sizes.UNIT, 18 * sizes.UNIT
_SPARE = (SMALLEST, MEAN, FRONTIER)
# Losses that span more are drawn on a logarithmic axis.
_DECADE = 10


class CompareTable(DataTable):
    """A row for each run.

    Signals
    -------
    row_picked()
        Another row is selected, or none.
    row_taken()
        The user asked to use the selected row: a double click, or Enter.
    """

    row_picked = Signal()
    row_taken = Signal()

    def __init__(self, model: ComparisonModel, parent: QWidget | None = None) -> None:
        super().__init__(parent, dense=True)
        self._runs = model
        self._needed_columns: list[int] = list(range(VALUE, TIME + 1))
        self.list_model(model, tr("Methods compared"), one_row=True)
        header = self.horizontalHeader()
        # A heading of two lines is cut as if it were one; columns are as wide as theirs need.
        header.setTextElideMode(Qt.TextElideMode.ElideNone)
        header.setSectionResizeMode(METHOD, QHeaderView.ResizeMode.Stretch)
        header.setSortIndicator(_UNSORTED, Qt.SortOrder.AscendingOrder)
        header.setSortIndicatorClearable(True)
        self.setSortingEnabled(True)
        self.selectionModel().selectionChanged.connect(self.row_picked)
        self.doubleClicked.connect(self.row_taken)
        self.activated.connect(self.row_taken)

    @property
    def order(self) -> list[int]:
        """The numbers of the runs as they stand, from the top."""
        return list(self._runs.items)

    @property
    def current(self) -> int | None:
        """The number of the selected run."""
        rows = self.selectionModel().selectedRows()
        return self._runs.items[rows[0].row()] if rows else None

    def select(self, run: int) -> None:
        """Select the row of a run."""
        self.selectRow(self._runs.items.index(run))

    def show_columns(self, comparison: Comparison) -> None:
        """Leave out the columns that have nothing to say."""
        varied = comparison.sweep.parameter
        confidential = bool(comparison.basis.schema.with_role(Role.CONFIDENTIAL))
        released = {run.figures.records for run in comparison.found if run.figures is not None}
        needless = {
            RECORDS: len(released) < 2,
            VALUE: not varied,
            T: not confidential,
            D_X: varied != "lambda",
            D_Y: varied != "lambda",
        }
        self._needed_columns = [c for c in range(VALUE, TIME + 1) if not needless.get(c)]
        self.fit_columns()
        self._hide_spare_columns()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many columns as there is space for."""
        super().resizeEvent(event)
        self._hide_spare_columns()

    def _hide_spare_columns(self) -> None:
        """Hide columns that a row's tooltip repeats where the methods need their width."""
        for column in range(VALUE, TIME + 1):
            if self.isColumnHidden(column) is (column in self._needed_columns):
                self.setColumnHidden(column, column not in self._needed_columns)
        spare = list(_SPARE)
        while spare and self.wanted_width() - _NAME_WIDTH + _LEAST_NAME > self.width():
            self.setColumnHidden(spare.pop(0), True)

    def wanted_width(self) -> int:
        """Return the width at which no column is cut."""
        columns = range(VALUE, TIME + 1)
        figures = sum(self.columnWidth(c) for c in columns if not self.isColumnHidden(c))
        return figures + _NAME_WIDTH + self.verticalScrollBar().sizeHint().width()

    @Slot()
    def copy_all(self) -> None:
        """Put the whole table on the clipboard, as a spreadsheet takes it."""
        self.copy_cells(range(self._runs.rows()), [METHOD, *self._needed_columns])


def drawn_rows(model: ComparisonModel) -> tuple[int, ...]:
    """Return the rows that have a place in the map."""
    return tuple(i for i, row in enumerate(model.compared) if row.figures is not None)


def risk_utility_map(model: ComparisonModel, selected: int | None) -> RiskUtilityMap:
    """Return the map of a `model` that has a row with figures; one row may be `selected`."""
    rows = drawn_rows(model)
    mark_by_row = {row: i for i, row in enumerate(rows)}
    figures = [model.compared[row].figures for row in rows]
    points = np.array([(f.linkage, f.loss) for f in figures if f is not None]).reshape(-1, 2)
    standing = model.standing
    losses = points[:, 1]
    log = bool(losses.min() > 0 and losses.max() > _DECADE * losses.min())
    trials = {row: model.compared[row].trial for row in rows}
    runs: dict[str, list[int]] = {}
    for row, trial in trials.items():
        runs.setdefault(trial.way, []).append(mark_by_row[row])
    # What is no method of its own comes last, so that the styles of the others stay.
    styles = {way: i for i, way in enumerate(sorted(ways(), key=lambda way: way not in METHODS))}
    return RiskUtilityMap(
        points=points,
        tracks=tuple(
            Track(method_short(name), styles[name], tuple(marks)) for name, marks in runs.items()
        ),
        labels=tuple(
            method_short(trial.way) if trial.value is None else number(trial.value)
            for trial in trials.values()
        ),
        frontiers=tuple(tuple(mark_by_row[row] for row in front) for front in standing.fronts),
        present=frozenset(mark_by_row[row] for row in standing.present if row in mark_by_row),
        old=frozenset(mark_by_row[row] for row in standing.old if row in mark_by_row),
        selected=None if selected is None else mark_by_row.get(selected),
        words=_words(model, rows, selected, log),
        number=number,
        log=log,
    )


def _words(
    model: ComparisonModel, rows: Sequence[int], selected: int | None, log: bool
) -> RiskUtilityWords:
    sentence = tr_n(
        "{count} run by linked records, across, and loss, up; {best} on a front.",
        "{count} runs by linked records, across, and loss, up; {best} on a front.",
        len(rows),
        best=len(model.standing.frontier),
    )
    if selected is not None:
        sentence = tr("{said} Selected: {row}.", said=sentence, row=model.label(selected))
    return RiskUtilityWords(
        x_title=tr("Disclosure risk: records linked (%), lower is better"),
        y_title=(
            tr("Information loss (%, log scale), lower is better")
            if log
            else tr("Information loss (%), lower is better")
        ),
        frontier=tr("Front (filled)"),
        present=tr("Current settings"),
        sentence=sentence,
    )


def standing(compared: Sequence[ComparisonRow], aged: ComparisonAge, now: Basis) -> Standing:
    """Return the marks of the rows `compared`, numbered as the trials they came from."""
    # A front for each guarantee: what promises less may not better what promises more.
    groups: dict[tuple[object, ...], list[tuple[int, TrialFigures]]] = {}
    for i, row in enumerate(compared):
        if row.figures is not None:
            groups.setdefault(guarantee(row), []).append((i, row.figures))
    fronts = tuple(
        tuple(rows[position][0] for position in frontier([(f.linkage, f.loss) for _, f in rows]))
        for rows in groups.values()
    )
    method = now.method
    present = {
        i
        for i, row in enumerate(compared)
        if i not in aged.old
        and row.method.name == method.name
        and complete(row.method) == complete(method)
    }
    return Standing(
        old=frozenset(i for i in aged.old if i < len(compared)),
        present=frozenset(present),
        frontier=frozenset(i for front in fronts for i in front),
        fronts=fronts,
    )


def guarantee(row: ComparisonRow) -> tuple[object, ...]:
    """Name what a run promises: the k, over all columns or each alone, and the t if any."""
    parameters, method = complete(row.method), METHODS[row.method.name]
    alone = method.column_by_column or bool(parameters.get("blocks"))
    return (alone, parameters.get("k"), parameters.get("t") if method.keeps_t(parameters) else None)
