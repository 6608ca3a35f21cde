"""What original and release say, side by side: all columns, one column, pairs of columns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QObject

from core.measure import LEVELS, Correlations, CrossTable, Described, Summary
from desktop_app.models.titled import ListModel, TableColumn, TitledModel
from desktop_app.text import number, percent, tr
from desktop_app.text.figures import NONE, are_years, change, day, decimals_for, figure

_RELATED = 3


@dataclass(frozen=True, slots=True)
class Line:
    """One figure before, after, and its change, as texts."""

    name: str
    before: str
    after: str
    change: str
    relative: str = NONE


class FiguresModel(ListModel[Described]):
    """A row for each column: its mean before and after, and how its spread changed."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.titles = (
            tr("Column"),
            tr("Mean before"),
            tr("Mean after"),
            tr("SD change (%)"),
        )
        self.figures = frozenset(range(1, 4))

    def write_cell(self, row: int, column: int) -> str:
        """Return a cell's text; of categories there is no mean."""
        described = self.items[row]
        if column == 0:
            return described.name
        if described.before is None or described.after is None:
            return tr("categories") if column == 1 else NONE
        places = decimals_for(described.before.deviation)
        if column in (1, 2):
            mean = (described.before, described.after)[column - 1].mean
            years = _holds_years(described.before)
            return day(mean) if described.is_date else figure(mean, places, grouped=not years)
        return _relative(described.before.deviation, described.after.deviation)


class LinesModel(ListModel[Line]):
    """The figures of one column, or its categories."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(
            parent,
            TableColumn(tr("Figure"), lambda line: line.name),
            TableColumn(tr("Before"), lambda line: line.before, is_figure=True),
            TableColumn(tr("After"), lambda line: line.after, is_figure=True),
            TableColumn(tr("Change"), lambda line: line.change, is_figure=True),
            TableColumn(tr("Change (%)"), lambda line: line.relative, is_figure=True),
        )

    def show_lines(self, title: str, lines: tuple[Line, ...]) -> None:
        """Show these under a title for what they are."""
        self.titles = (title, *self.titles[1:])
        self.show_items(lines)


Pair = tuple[str, str, float, float]
"""Two columns, and their correlation before and after."""


class PairsModel(ListModel[Pair]):
    """Correlations of each two columns, those that changed most first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(
            parent,
            TableColumn(tr("Column"), lambda pair: pair[0]),
            TableColumn(tr("With"), lambda pair: pair[1]),
            TableColumn(tr("Before"), lambda pair: figure(pair[2], _RELATED), is_figure=True),
            TableColumn(tr("After"), lambda pair: figure(pair[3], _RELATED), is_figure=True),
            TableColumn(tr("Change"), lambda pair: change(*pair[2:], _RELATED), is_figure=True),
        )

    def show_correlations(self, related: Correlations) -> None:
        """Show these."""
        places = np.column_stack(np.triu_indices(len(related.names), 1)).tolist()
        moved = np.abs(np.nan_to_num(related.after - related.before, nan=-1.0))
        places.sort(key=lambda place: -float(moved[place[0], place[1]]))
        names, before, after = related.names, related.before, related.after
        self.show_items(
            tuple((names[i], names[j], float(before[i, j]), float(after[i, j])) for i, j in places)
        )


class CrossModel(TitledModel):
    """Combinations of two columns' values: records before, arrow, records after."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._found: CrossTable | None = None

    def show_table(self, name: str, table: CrossTable) -> None:
        """Show a cross-table whose rows are the values of the column `name`."""
        self.beginResetModel()
        self._found = table
        self.titles = (name, *table.columns, tr("All"))
        self.figures = frozenset(range(1, len(self.titles)))
        self.endResetModel()

    def rows(self) -> int:
        """Count the values of the first column, and one row for all of them."""
        return len(self._found.rows) + 1 if self._found is not None else 0

    def write_cell(self, row: int, column: int) -> str:
        """Return a cell's text."""
        assert self._found is not None
        table = self._found
        if column == 0:
            return table.rows[row] if row < len(table.rows) else tr("All")
        counts = [
            int(_part(_part(side, row, len(table.rows)), column - 1, len(table.columns)).sum())
            for side in (table.before, table.after.astype(np.int64))
        ]
        return f"{number(counts[0])} → {number(counts[1])}"


def _part(counts: np.ndarray, position: int, length: int) -> np.ndarray:
    """Select one line of a table, or all of them where `position` is behind the last."""
    lines = counts[position : position + 1] if position < length else counts
    return lines.T


def lines_of(described: Described) -> tuple[Line, ...]:
    """Write the figures of a column of numbers, or the shares of its categories."""
    if described.before is None or described.after is None:
        sums = described.counts.sum(axis=1)
        shown = []
        for category, had, has in zip(
            described.categories, *described.counts.tolist(), strict=True
        ):
            shares = [100 * c / s if s else 0.0 for c, s in zip((had, has), sums, strict=True)]
            texts = [
                f"{number(c)} ({figure(s, 1)} %)" for c, s in zip((had, has), shares, strict=True)
            ]
            points = tr("{change} points", change=change(shares[0], shares[1], 1))
            shown.append(Line(category, texts[0], texts[1], points, _relative(had, has)))
        return tuple(shown)
    original, released = described.before, described.after
    lines = [
        _count_line(tr("Records with a value"), original.count, released.count),
        _count_line(tr("Missing values"), original.missing, released.missing),
    ]
    if described.is_date:
        levels = zip(
            _levels(), original.quantiles.tolist(), released.quantiles.tolist(), strict=True
        )
        pairs = [(tr("Mean"), original.mean, released.mean), *levels]
        dates = [Line(n, day(b), day(a), tr("{n} days", n=change(b, a, 0))) for n, b, a in pairs]
        deviations = original.deviation, released.deviation
        dates.insert(1, _build_line(tr("Standard deviation (days)"), *deviations, 0))
        return (*lines, *dates)
    places = decimals_for(original.deviation)
    years = _holds_years(original)
    lines.append(_build_line(tr("Mean"), original.mean, released.mean, places, years=years))
    lines.append(
        _build_line(tr("Standard deviation"), original.deviation, released.deviation, places)
    )
    for name, original_level, released_level in zip(
        _levels(), original.quantiles, released.quantiles, strict=True
    ):
        lines.append(
            _build_line(name, float(original_level), float(released_level), places, years=years)
        )
    lines.append(_build_line(tr("Total"), original.total, released.total, min(places, 2)))
    if original.weighted_total is not None and released.weighted_total is not None:
        title = tr("Weighted total")
        lines.append(
            _build_line(title, original.weighted_total, released.weighted_total, min(places, 2))
        )
    return tuple(lines)


def _levels() -> tuple[str, ...]:
    names = {0.0: tr("Least value"), 0.5: tr("Median"), 1.0: tr("Largest value")}
    return tuple(names.get(x) or tr("Quantile {share}", share=percent(x, 0)) for x in LEVELS)


def _build_line(
    name: str, original: float, released: float, places: int, *, years: bool = False
) -> Line:
    original_text, released_text = (
        figure(value, places, grouped=not years) for value in (original, released)
    )
    return Line(
        name,
        original_text,
        released_text,
        change(original, released, places),
        _relative(original, released),
    )


def _holds_years(original: Summary) -> bool:
    return are_years(float(original.quantiles[0]), float(original.quantiles[-1]))


def _count_line(name: str, original: int, released: int) -> Line:
    return _build_line(name, float(original), float(released), 0)


def _relative(original: float, released: float) -> str:
    if not original or not np.isfinite(original) or not np.isfinite(released):
        return NONE
    share = 100 * (released - original) / abs(original)
    return change(0.0, share, 1)
