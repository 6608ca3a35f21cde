"""A comparison of methods as a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QObject, Qt
from PySide6.QtGui import QBrush, QColor, QFont

from desktop_app.models.titled import SortedListModel, TableColumn, describe_words
from desktop_app.text import above_zero, failure_text, number, to_decimals, tr, tr_n
from desktop_app.text.methods import method_short, method_title
from desktop_app.theme import current

if TYPE_CHECKING:
    from core.compare.trial import ComparisonRow

(
    METHOD, VALUE, RECORDS, K, T, SMALLEST, MEAN, LARGEST, LOSS, LINKAGE, D_X, D_Y, FRONTIER, TIME
) = range(14)  # fmt: skip


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


class ComparisonModel(SortedListModel[int]):
    """The number of a run in each row; the settings in force are bold, what is out of date muted.

    Attributes
    ----------
    compared : tuple of ComparisonRow
        The runs, by their numbers.
    standing : Standing
        How they stand.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(
            parent,
            TableColumn(tr("Method"), self._titled, rank=self.name),
            TableColumn("", self._value_text, is_figure=True, rank=self._value),
            *self._declare_figures(),
            TableColumn(
                tr("Pareto\nfront"),
                lambda run: "✓" if run in self.standing.frontier else "",
                rank=lambda run: run not in self.standing.frontier,
                meaning=tr(
                    "No other row with the same guarantee has less loss without more linked "
                    "records."
                ),
            ),
            TableColumn(
                tr("Time\ns"),
                lambda run: to_decimals(self.compared[run].seconds, 1),
                is_figure=True,
                rank=lambda run: self.compared[run].seconds,
                meaning=tr("Protecting and measuring, on this computer now."),
            ),
        )
        self.compared: tuple[ComparisonRow, ...] = ()
        self.standing = Standing()
        self._symbol = ""
        self._sample: int | None = None
        self._bold, self._slanted = QFont(), QFont()
        self._bold.setBold(True)
        self._slanted.setItalic(True)

    def _declare_figures(self) -> Iterator[TableColumn[int]]:
        yield self._figure(
            "records",
            tr("Records\nreleased"),
            tr(
                "Records of the released file; those with missing values may be left out. "
                "Figures of rows that release different records are about different files."
            ),
        )
        yield self._figure(
            "k",
            tr("k ↑\nreached"),
            tr("Records in the smallest group of the released file; higher is better."),
        )
        yield self._figure(
            "t",
            tr("t ↓\nreached"),
            tr("Largest EMD of a released group from the whole file; lower is better."),
            3,
        )
        yield self._figure(
            "smallest",
            tr("Size\nmin"),
            tr("Records of the smallest cluster that was formed."),
        )
        yield self._figure("mean", tr("Size\nmean"), tr("Records of a cluster on average."), 1)
        yield self._figure(
            "largest", tr("Size\nmax"), tr("Records of the largest cluster that was formed.")
        )
        yield self._figure(
            "loss", tr("Loss\n% ↓"), tr("Information loss, 100·SSE/SST; lower is better."), 2
        )
        yield self._figure(
            "linkage",
            tr("Linked\n% ↓"),
            tr("Records whose nearest original record is their own; lower is better."),
            2,
        )
        yield self._figure(
            "quasi_lost",
            tr("D_X ↓"),
            tr("Share of the quasi-identifiers’ variation that is lost; lower is better."),
            3,
        )
        yield self._figure(
            "confidential_lost",
            tr("D_Y ↓"),
            tr(
                "Share of the confidential columns’ variation that the groups no longer tell; "
                "lower is better."
            ),
            3,
        )

    def _figure(
        self, name: str, title: str, meaning: str, decimals: int | None = None
    ) -> TableColumn[int]:
        """Declare the column of a figure of the runs, shown with so many decimals."""
        find, write = partial(self._find_figure, name), partial(self._write_figure, name, decimals)
        return TableColumn(title, write, is_figure=True, rank=find, meaning=meaning)

    def _find_figure(self, name: str, run: int) -> float | None:
        figures = self.compared[run].figures
        value: float | None = None if figures is None else attrgetter(name)(figures)
        return value

    def _write_figure(self, name: str, decimals: int | None, run: int) -> str:
        if name == "k" and self.compared[run].error is not None:
            return tr("failed")
        value = self._find_figure(name, run)
        if value is None:
            return ""
        return number(value) if decimals is None else above_zero(value, decimals)

    def _value(self, run: int) -> float | None:
        return self.compared[run].trial.value

    def _value_text(self, run: int) -> str:
        value = self._value(run)
        return "" if value is None else number(value)

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
        before = len(self.compared)
        stay = rows[:before] == self.compared and (symbol, sample) == (self._symbol, self._sample)
        if stay and len(rows) == before and standing == self.standing:
            return
        self._symbol, self._sample = symbol, sample
        if not stay or not before:
            method = tr("Method")
            if sample is not None:
                method = tr("Method\n(sample of {count} records)", count=sample)
            self.titles = (method, symbol, *self.titles[VALUE + 1 :])
            self.compared, self.standing = rows, standing
            self.show_items(tuple(range(len(rows))))
            return
        self.beginInsertRows(QModelIndex(), before, len(rows) - 1)
        self.compared, self.standing = rows, standing
        self.items += (new := tuple(range(before, len(rows))))
        self.all_items += new
        self.endInsertRows()
        self.arrange()

    def describe_cell(self, row: int, column: int, role: int) -> object:  # noqa: ARG002
        """Describe the row, and set off what is in force or out of date."""
        run = self.items[row]
        is_old = run in self.standing.old
        if role == Qt.ItemDataRole.FontRole:
            return self._slanted if is_old else self._bold if run in self.standing.present else None
        if role == Qt.ItemDataRole.ForegroundRole:
            return QBrush(QColor(current().muted)) if is_old else None
        return describe_words(partial(self.hint, run), role)

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
