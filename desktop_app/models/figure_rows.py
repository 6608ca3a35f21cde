"""The values of users' figures as a table that is filtered and sorted by figures, not texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from PySide6.QtCore import QObject

from desktop_app.models.titled import SortedListModel, TableColumn, describe_words
from desktop_app.presenters.results_figures import FigureLine, Interval, side_text
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


class FigureRows(SortedListModel[FigureLine]):
    """A value a row. Values without what is sorted by stay below."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(
            parent,
            TableColumn(tr("Figure"), lambda line: line.title, rank=lambda line: line.at),
            TableColumn(tr("For"), lambda line: line.name),
            _figure(
                tr("Difference"), lambda line: line.difference_said, lambda line: line.difference
            ),
            _figure(tr("Overlap"), _overlap_text, lambda line: line.overlap),
            TableColumn(
                tr("Inside"), lambda line: yes_or_no(line.inside), rank=lambda line: line.inside
            ),
            *_declare_side(
                tr("Original"), tr("Original, 95 % interval"), lambda line: line.original
            ),
            *_declare_side(tr("Release"), tr("Release, 95 % interval"), lambda line: line.released),
        )
        self._figure: int | None = None
        self._outside_only = False

    def show_lines(self, lines: tuple[FigureLine, ...]) -> None:
        """Take the values of another result."""
        self._figure, self._outside_only = None, False
        self.show_items(lines)

    def show_only(self, figure: int | None, *, outside_only: bool) -> None:
        """Show the values of one figure or of all, or only those outside the interval."""
        self._figure, self._outside_only = figure, outside_only
        self.show_items(self.all_items)

    def is_shown(self, item: FigureLine) -> bool:
        """Check whether a value is one of those that are asked for."""
        is_chosen = self._figure in (None, item.at)
        return is_chosen and not (self._outside_only and item.inside is not False)

    def describe_cell(self, row: int, column: int, role: int) -> object:
        """Say what a cell means that says little by itself."""
        return describe_words(partial(self._explain_cell, row, column), role)

    def _explain_cell(self, row: int, column: int) -> str | None:
        if column in (FIGURE, DOMAIN):
            return self.write_cell(row, column)
        line = self.items[row]
        is_original = column in (ORIGINAL, ORIGINAL_INTERVAL)
        if line.original is None and (is_original or line.released is not None):
            return side_text(tr("Original"), None)
        if line.released is None and not is_original and column != INSIDE:
            return side_text(tr("Release"), None)
        words = {
            OVERLAP: tr("100 % for equal intervals, 0 % for disjoint ones"),
            INSIDE: tr("Whether the released figure lies inside the original’s interval"),
        }
        return words.get(column)


_figure: Callable[..., TableColumn[FigureLine]] = partial(TableColumn, is_figure=True)


def _overlap_text(line: FigureLine) -> str:
    return NONE if line.overlap is None else percent(line.overlap, 0)


def _declare_side(
    title: str, interval_title: str, side_of: Callable[[FigureLine], Interval | None]
) -> Iterator[TableColumn[FigureLine]]:
    """Yield the columns of a side's figure and of its interval, which is sorted by its length."""

    def write_value(line: FigureLine) -> str:
        side = side_of(line)
        return NONE if side is None else side.value_text

    def write_interval(line: FigureLine) -> str:
        side = side_of(line)
        return NONE if side is None else side.between

    def find_value(line: FigureLine) -> float | None:
        side = side_of(line)
        return None if side is None else side.value

    def find_length(line: FigureLine) -> float | None:
        side = side_of(line)
        if side is None or side.low is None or side.high is None:
            return None
        return side.high - side.low

    yield _figure(title, write_value, find_value)
    yield _figure(interval_title, write_interval, find_length)
