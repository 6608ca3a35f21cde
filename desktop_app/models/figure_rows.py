"""The values of users' figures as a table that is filtered and sorted by figures, not texts."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt

from desktop_app.models.titled import ListModel, describe_words
from desktop_app.presenters.results_figures import FigureLine, Interval
from desktop_app.text import percent, tr
from desktop_app.text.figures import NONE, yes_or_no

(
    FIGURE,
    DOMAIN,
    DIFFERENCE,
    OVERLAP,
    INSIDE,
    ORIGINAL,
    ORIGINAL_INTERVAL,
    RELEASED,
    RELEASED_INTERVAL,
) = range(9)
# First what a narrow window must show: whether users come to the same conclusion.


class FigureRows(ListModel[FigureLine]):
    """A value a row. Values without what is sorted by stay below."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: tuple[FigureLine, ...] = ()
        self._figure: int | None = None
        self._outside_only = False
        self._column, self._order = -1, Qt.SortOrder.AscendingOrder
        self.figures = frozenset(range(DIFFERENCE, 9)) - {INSIDE}
        self.titles = (
            tr("Figure"),
            tr("For"),
            tr("Difference"),
            tr("Overlap"),
            tr("Inside"),
            tr("Original"),
            tr("Original, 95 % interval"),
            tr("Release"),
            tr("Release, 95 % interval"),
        )

    def show_lines(self, lines: tuple[FigureLine, ...]) -> None:
        """Take the values of another result."""
        self._all = lines
        self.show_only(None, outside_only=False)

    def show_only(self, figure: int | None, *, outside_only: bool) -> None:
        """Show the values of one figure or of all, or only those outside the interval."""
        self._figure, self._outside_only = figure, outside_only
        self.beginResetModel()
        self._choose()
        self.endResetModel()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; equal ones stay in the order of the recipe."""
        self._column, self._order = column, order
        self.layoutAboutToBeChanged.emit()
        persistent = [(index, self.items[index.row()]) for index in self.persistentIndexList()]
        self._choose()
        rows = {id(line): row for row, line in enumerate(self.items)}
        for index, line in persistent:
            self.changePersistentIndex(index, self.index(rows[id(line)], index.column()))
        self.layoutChanged.emit()

    def write_cell(self, row: int, column: int) -> str:
        """Write a cell of a value."""
        line = self.items[row]
        if column in (FIGURE, DOMAIN, DIFFERENCE):
            return {FIGURE: line.title, DOMAIN: line.name}.get(column, line.difference_said)
        if column == OVERLAP:
            return NONE if line.overlap is None else percent(line.overlap, 0)
        if column == INSIDE:
            return yes_or_no(line.inside)
        side = line.original if column in (ORIGINAL, ORIGINAL_INTERVAL) else line.released
        if side is None:
            return NONE
        return side.value_text if column in (ORIGINAL, RELEASED) else side.between

    def describe_cell(self, row: int, column: int, role: int) -> object:
        """Say what a cell means that says little by itself."""
        words = {
            OVERLAP: tr("100 % for equal intervals, 0 % for disjoint ones"),
            INSIDE: tr("Whether the released figure lies inside the original’s interval"),
        }
        text = self.write_cell(row, column) if column in (FIGURE, DOMAIN) else words.get(column)
        return describe_words(text, role)

    def _choose(self) -> None:
        """Filter and sort: a few thousand values at most."""
        lines = [
            line
            for line in self._all
            if self._figure in (None, line.at)
            if not (self._outside_only and line.inside is not False)
        ]
        if self._column >= 0:
            keys = {id(line): _key(line, self._column) for line in lines}
            sortable = [line for line in lines if keys[id(line)] is not None]
            unsortable = [line for line in lines if keys[id(line)] is None]
            down = self._order is Qt.SortOrder.DescendingOrder
            sortable.sort(key=lambda line: keys[id(line)] or _NOTHING, reverse=down)
            lines = sortable + unsortable
        self.items = tuple(lines)


_NOTHING: tuple[float | str, ...] = ()


def _key(line: FigureLine, column: int) -> tuple[float | str, ...] | None:
    """Build the key that a value is sorted by; ``None`` without one."""
    if column in (FIGURE, DOMAIN):
        return (line.at,) if column == FIGURE else (line.name,)
    value = {
        ORIGINAL: _value(line.original),
        ORIGINAL_INTERVAL: _length(line.original),
        RELEASED: _value(line.released),
        RELEASED_INTERVAL: _length(line.released),
        DIFFERENCE: line.difference,
        OVERLAP: line.overlap,
        INSIDE: None if line.inside is None else float(line.inside),
    }[column]
    return None if value is None else (value,)


def _value(side: Interval | None) -> float | None:
    return None if side is None else side.value


def _length(side: Interval | None) -> float | None:
    if side is None or side.low is None or side.high is None:
        return None
    return side.high - side.low
