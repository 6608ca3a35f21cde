"""A comparison of methods as a Qt model, and its rows in the order of a column."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
    Slot,
)
from PySide6.QtGui import QBrush, QColor, QFont, QStandardItem, QStandardItemModel

from core.compare.trial import ComparisonRow, TrialFigures
from desktop_app.text import above_zero, failure_text, number, to_decimals, tr, tr_n
from desktop_app.text.methods import method_short, method_title
from desktop_app.theme import current, manager
from desktop_app.views.plain import set_tip

(
    METHOD, VALUE, RECORDS, K, T, SMALLEST, MEAN, LARGEST, LOSS, LINKAGE, D_X, D_Y, FRONTIER, TIME
) = range(14)  # fmt: skip
SORTED_BY = Qt.ItemDataRole.UserRole
_FIGURES = frozenset(range(VALUE, TIME + 1)) - {FRONTIER}
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class Standing:
    """How rows stand to each other and to the settings in force, by their numbers.

    Attributes
    ----------
    old : frozenset of int
        Would be run otherwise now.
    present : frozenset of int
        Ran with the settings in force.
    frontier : frozenset of int
        No other with the same guarantee has both less loss and fewer linked records.
    fronts : tuple of tuples of int
        The same rows by guarantee, those of each by ascending risk.
    """

    old: frozenset[int] = frozenset()
    present: frozenset[int] = frozenset()
    frontier: frozenset[int] = frozenset()
    fronts: tuple[tuple[int, ...], ...] = ()


class ComparisonModel(QStandardItemModel):
    """A row for each run; that of the settings in force is bold, one out of date is muted.

    Its cells are kept by Qt. While methods run and a picture is drawn, a table that asked Python
    for each of them waited for the interpreter's lock a thousand times for one painting: 100 to
    200 ms were measured.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        # What is shown, a row each.
        self.compared: tuple[ComparisonRow, ...] = ()
        # How the rows stand.
        self.standing = Standing()
        self._symbol = ""
        self._sample: int | None = None
        self._bold, self._slanted = QFont(), QFont()
        self._bold.setBold(True)
        self._slanted.setItalic(True)
        self._name_columns()
        manager().changed.connect(self._write)

    def show_rows(
        self,
        rows: tuple[ComparisonRow, ...],
        standing: Standing,
        symbol: str,
        sample: int | None = None,
    ) -> None:
        """Show these; rows that stay keep their selection.

        Parameters
        ----------
        rows : tuple of ComparisonRow
            The runs.
        standing : Standing
            How they stand.
        symbol : str
            Of what is varied; empty where nothing is.
        sample : int or None
            How many records were drawn for them; ``None`` where all took part.
        """
        stay = rows[: len(self.compared)] == self.compared
        same_names = (symbol, sample) == (self._symbol, self._sample)
        if stay and same_names and rows == self.compared and standing == self.standing:
            return
        self._symbol, self._sample = symbol, sample
        self.compared, self.standing = rows, standing
        if not stay or not same_names:
            self.setRowCount(0)
            self._name_columns()
        self._write()

    @Slot()
    def _write(self) -> None:
        """Write every cell; Qt reports those that differ."""
        for row in range(len(self.compared)):
            if row < self.rowCount():
                cells = [self.item(row, column) for column in range(self.columnCount())]
                self._write_row(row, cells)
            else:
                cells = [QStandardItem() for _ in range(self.columnCount())]
                for column, cell in enumerate(cells):
                    cell.setEditable(False)
                    if column in _FIGURES:
                        cell.setTextAlignment(_RIGHT)
                self._write_row(row, cells)
                self.appendRow(cells)

    def _write_row(self, row: int, cells: Sequence[QStandardItem]) -> None:
        hint, font = self.hint(row), self._font(row)
        muted = QBrush(QColor(current().muted)) if row in self.standing.old else None
        for column, cell in enumerate(cells):
            cell.setText(self._shown(row, column))
            set_tip(cell, hint)
            cell.setAccessibleDescription(hint)
            cell.setData(self._sorted_by(row, column), SORTED_BY)
            cell.setData(font, Qt.ItemDataRole.FontRole)
            cell.setData(muted, Qt.ItemDataRole.ForegroundRole)

    def _name_columns(self) -> None:
        headings = _headings(self._symbol, self._sample)
        self.setColumnCount(len(headings))
        for column, (title, meaning) in headings.items():
            name = QStandardItem(title)
            name.setTextAlignment(_RIGHT if column in _FIGURES else _LEFT)
            set_tip(name, meaning)
            self.setHorizontalHeaderItem(column, name)

    def _font(self, row: int) -> QFont | None:
        if row in self.standing.old:
            return self._slanted
        return self._bold if row in self.standing.present else None

    def _sorted_by(self, row: int, column: int) -> object:
        run = self.compared[row]
        if column == METHOD:
            return self.name(row)
        if column == FRONTIER:
            return float(row not in self.standing.frontier)
        return _figure(run, column)

    def _shown(self, row: int, column: int) -> str:
        """Return a cell's text."""
        run = self.compared[row]
        if column == METHOD:
            return self._titled(row)
        if column == FRONTIER:
            return "✓" if row in self.standing.frontier else ""
        if run.error is not None and column == K:
            return tr("failed")
        value = _figure(run, column)
        if value is None:
            return ""
        if column == TIME:
            return to_decimals(value, 1)
        decimals = None if column == VALUE else _SHOWN[column][1]
        return number(value) if decimals is None else above_zero(value, decimals)

    def name(self, row: int) -> str:
        """Name a row's method, with its number of moves where that was bounded."""
        method = self.compared[row].method
        moves, title = method.parameters.get("moves"), method_short(self.compared[row].trial.way)
        if not isinstance(moves, int):
            return title
        if moves >= 1_000_000:
            rounded = tr("{count} million", count=round(moves / 1_000_000, 1))
        else:
            rounded = number(moves)
        return tr("{method} ({moves} moves)", method=title, moves=rounded)

    def _titled(self, row: int) -> str:
        if row in self.standing.old:
            return tr("{method} (out of date)", method=self.name(row))
        if row in self.standing.present:
            return tr("{method} (current settings)", method=self.name(row))
        return self.name(row)

    def label(self, row: int) -> str:
        """Name a row in few words: its method, and its value where one is varied."""
        value = self.compared[row].trial.value
        if value is None:
            return method_short(self.compared[row].trial.way)
        title = method_short(self.compared[row].trial.way)
        return tr("{method}, {symbol} = {value}", method=title, symbol=self._symbol, value=value)

    def hint(self, row: int) -> str:
        """Describe a row, a line for each fact."""
        run = self.compared[row]
        lines = [method_title(run.trial.way)]
        if self._symbol and run.trial.value is not None:
            lines = [
                tr(
                    "{method}, {symbol} = {value}",
                    method=lines[0],
                    symbol=self._symbol,
                    value=run.trial.value,
                )
            ]
        if run.error is not None:
            return "\n".join((*lines, failure_text(run.error)))
        if run.figures is not None:
            lines += [
                tr_n("{count} record released", "{count} records released", run.figures.records),
                tr(
                    "Information loss {loss} %, linked {linked} %",
                    loss=to_decimals(run.figures.loss, 2),
                    linked=to_decimals(run.figures.linkage, 2),
                ),
                tr_n("k = {count} reached", "k = {count} reached", run.figures.k),
            ]
            if run.figures.t is not None:
                lines[-1] = tr(
                    "k = {k} and t = {t} reached", k=run.figures.k, t=above_zero(run.figures.t, 3)
                )
            lines.append(
                tr(
                    "Clusters of {smallest} to {largest} records, {mean} on average",
                    smallest=run.figures.smallest,
                    largest=run.figures.largest,
                    mean=to_decimals(run.figures.mean, 1),
                )
            )
        if row in self.standing.old:
            lines.append(tr("Out of date: run before the settings were changed."))
        elif row in self.standing.present:
            lines.append(tr("These are the settings in force."))
        return "\n".join(lines)


# Of each column of figures: what it shows of a run, and with how many decimals.
_SHOWN: Mapping[int, tuple[Callable[[TrialFigures], float | None], int | None]] = {
    RECORDS: (lambda run: run.records, None),
    K: (lambda run: run.k, None),
    T: (lambda run: run.t, 3),
    SMALLEST: (lambda run: run.smallest, None),
    MEAN: (lambda run: run.mean, 1),
    LARGEST: (lambda run: run.largest, None),
    LOSS: (lambda run: run.loss, 2),
    LINKAGE: (lambda run: run.linkage, 2),
    D_X: (lambda run: run.quasi_lost, 3),
    D_Y: (lambda run: run.confidential_lost, 3),
}


def _figure(run: ComparisonRow, column: int) -> float | None:
    """Look up the figure of a column, unrounded."""
    if column == TIME:
        return run.seconds
    if column == VALUE:
        return run.trial.value
    return None if run.figures is None else _SHOWN[column][0](run.figures)


def _headings(symbol: str, sample: int | None) -> dict[int, tuple[str, str]]:
    """Return the title of each column and what its figures mean."""
    method = tr("Method")
    if sample is not None:
        method = tr("Method\n(sample of {count} records)", count=sample)
    return {
        METHOD: (method, ""),
        VALUE: (symbol, ""),
        RECORDS: (
            tr("Records\nreleased"),
            tr(
                "Records of the released file; those with missing values may be left out. Figures "
                "of rows that release different records are about different files."
            ),
        ),
        K: (
            tr("k ↑\nreached"),
            tr("Records in the smallest group of the released file; higher is better."),
        ),
        T: (
            tr("t ↓\nreached"),
            tr("Largest EMD of a released group from the whole file; lower is better."),
        ),
        SMALLEST: (tr("Size\nmin"), tr("Records of the smallest cluster that was formed.")),
        MEAN: (tr("Size\nmean"), tr("Records of a cluster on average.")),
        LARGEST: (tr("Size\nmax"), tr("Records of the largest cluster that was formed.")),
        LOSS: (tr("Loss\n% ↓"), tr("Information loss, 100·SSE/SST; lower is better.")),
        LINKAGE: (
            tr("Linked\n% ↓"),
            tr("Records whose nearest original record is their own; lower is better."),
        ),
        D_X: (
            tr("D_X ↓"),
            tr("Share of the quasi-identifiers' variation that is lost; lower is better."),
        ),
        D_Y: (
            tr("D_Y ↓"),
            tr(
                "Share of the confidential columns' variation that the groups no longer tell; "
                "lower is better."
            ),
        ),
        FRONTIER: (
            tr("Pareto\nfront"),
            tr("No other row with the same guarantee has less loss without more linked records."),
        ),
        TIME: (tr("Time\ns"), tr("Protecting and measuring, on this computer now.")),
    }


class ComparisonOrder(QSortFilterProxyModel):
    """Sorts by figures, not by their text; rows without a figure stay below."""

    def lessThan(
        self,
        left: QModelIndex | QPersistentModelIndex,
        right: QModelIndex | QPersistentModelIndex,
    ) -> bool:
        """Check whether `left` comes before `right` in ascending order."""
        left_value, right_value = left.data(SORTED_BY), right.data(SORTED_BY)
        if left_value is None or right_value is None:
            falls = self.sortOrder() is Qt.SortOrder.DescendingOrder
            return (left_value is None) is falls and (right_value is None) is not falls
        return bool(left_value < right_value)

    def rows(self) -> list[int]:
        """Return the rows of the model in the order in which they are shown."""
        return [self.source_row(row) for row in range(self.rowCount())]

    def source_row(self, row: int) -> int:
        """Return the model's number of a shown row."""
        return self.mapToSource(self.index(row, 0)).row()

    def shown_row(self, row: int) -> int:
        """Return where a row of the model is shown."""
        model = self.sourceModel()
        assert isinstance(model, ComparisonModel)
        return self.mapFromSource(model.index(row, 0)).row()
