"""What original and release say, side by side: all columns, one column, pairs of columns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QObject

from core.measure import LEVELS, Correlations, CrossTable, Described, Summary
from desktop_app.models.titled import ListModel, TitledModel
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

    def shown(self, row: int, column: int) -> str:
        """Return a cell's text; of categories there is no mean."""
        one = self.items[row]
        if column == 0:
            return one.name
        if one.before is None or one.after is None:
            return tr("categories") if column == 1 else NONE
        places = decimals_for(one.before.deviation)
        if column in (1, 2):
            mean = (one.before, one.after)[column - 1].mean
            years = _holds_years(one.before)
            return day(mean) if one.is_date else figure(mean, places, grouped=not years)
        return _relative(one.before.deviation, one.after.deviation)


class LinesModel(ListModel[Line]):
    """The figures of one column, or its categories."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.titles = (tr("Figure"), tr("Before"), tr("After"), tr("Change"), tr("Change (%)"))
        self.figures = frozenset(range(1, 5))

    def show_lines(self, title: str, lines: tuple[Line, ...]) -> None:
        """Show these under a title for what they are."""
        self.titles = (title, *self.titles[1:])
        self.show_items(lines)

    def shown(self, row: int, column: int) -> str:
        """Return a cell's text."""
        line = self.items[row]
        return (line.name, line.before, line.after, line.change, line.relative)[column]


class PairsModel(TitledModel):
    """Correlations of each two columns, those that changed most first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._found: Correlations | None = None
        self._pairs: list[tuple[int, int]] = []
        self.titles = (tr("Column"), tr("With"), tr("Before"), tr("After"), tr("Change"))
        self.figures = frozenset(range(2, 5))

    def show_correlations(self, found: Correlations) -> None:
        """Show these."""
        self.beginResetModel()
        self._found = found
        size = len(found.names)
        pairs = [(i, j) for i in range(size) for j in range(i + 1, size)]
        moved = np.abs(np.nan_to_num(found.after - found.before, nan=-1.0))
        self._pairs = sorted(pairs, key=lambda pair: -float(moved[pair]))
        self.endResetModel()

    def rows(self) -> int:
        """Return the number of pairs."""
        return len(self._pairs)

    def shown(self, row: int, column: int) -> str:
        """Return a cell's text."""
        assert self._found is not None
        i, j = self._pairs[row]
        if column < 2:
            return self._found.names[(i, j)[column]]
        before, after = float(self._found.before[i, j]), float(self._found.after[i, j])
        if column == 4:
            return change(before, after, _RELATED)
        return figure((before, after)[column - 2], _RELATED)


class CrossModel(TitledModel):
    """Combinations of two columns' values: records before, arrow, records after."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._found: CrossTable | None = None

    def show_table(self, name: str, found: CrossTable) -> None:
        """Show a cross-table whose rows are the values of the column `name`."""
        self.beginResetModel()
        self._found = found
        self.titles = (name, *found.columns, tr("All"))
        self.figures = frozenset(range(1, len(self.titles)))
        self.endResetModel()

    def rows(self) -> int:
        """Return the number of values of the one column, and one for all of them."""
        return len(self._found.rows) + 1 if self._found is not None else 0

    def shown(self, row: int, column: int) -> str:
        """Return a cell's text."""
        assert self._found is not None
        found = self._found
        if column == 0:
            return found.rows[row] if row < len(found.rows) else tr("All")
        counts = [
            int(_part(_part(side, row, len(found.rows)), column - 1, len(found.columns)).sum())
            for side in (found.before, found.after.astype(np.int64))
        ]
        return f"{number(counts[0])} → {number(counts[1])}"


def _part(counts: np.ndarray, at: int, length: int) -> np.ndarray:
    """Return one line of a table, or all of them where `at` is behind the last."""
    lines = counts[at : at + 1] if at < length else counts
    return lines.T


def lines_of(described: Described) -> tuple[Line, ...]:
    """Return the figures of a column of numbers, or the shares of its categories."""
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
    before, after = described.before, described.after
    lines = [
        _count(tr("Records with a value"), before.count, after.count),
        _count(tr("Missing values"), before.missing, after.missing),
    ]
    if described.is_date:
        levels = zip(_levels(), before.quantiles.tolist(), after.quantiles.tolist(), strict=True)
        pairs = [(tr("Mean"), before.mean, after.mean), *levels]
        dates = [Line(n, day(b), day(a), tr("{n} days", n=change(b, a, 0))) for n, b, a in pairs]
        deviations = before.deviation, after.deviation
        dates.insert(1, _line(tr("Standard deviation (days)"), *deviations, 0))
        return (*lines, *dates)
    places = decimals_for(before.deviation)
    years = _holds_years(before)
    lines.append(_line(tr("Mean"), before.mean, after.mean, places, years=years))
    lines.append(_line(tr("Standard deviation"), before.deviation, after.deviation, places))
    for name, one, other in zip(_levels(), before.quantiles, after.quantiles, strict=True):
        lines.append(_line(name, float(one), float(other), places, years=years))
    lines.append(_line(tr("Total"), before.total, after.total, min(places, 2)))
    if before.weighted_total is not None and after.weighted_total is not None:
        title = tr("Weighted total")
        lines.append(_line(title, before.weighted_total, after.weighted_total, min(places, 2)))
    return tuple(lines)


def _levels() -> tuple[str, ...]:
    names = {0.0: tr("Least value"), 0.5: tr("Median"), 1.0: tr("Largest value")}
    return tuple(names.get(x) or tr("Quantile {share}", share=percent(x, 0)) for x in LEVELS)


def _line(name: str, before: float, after: float, places: int, *, years: bool = False) -> Line:
    one, other = (figure(value, places, grouped=not years) for value in (before, after))
    return Line(name, one, other, change(before, after, places), _relative(before, after))


def _holds_years(before: Summary) -> bool:
    return are_years(float(before.quantiles[0]), float(before.quantiles[-1]))


def _count(name: str, before: int, after: int) -> Line:
    return _line(name, float(before), float(after), 0)


def _relative(before: float, after: float) -> str:
    if not before or not np.isfinite(before) or not np.isfinite(after):
        return NONE
    share = 100 * (after - before) / abs(before)
    return change(0.0, share, 1)
