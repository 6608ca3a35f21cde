"""What the step Data shows once a file is open: figures and the table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QAbstractItemView, QWidget

from core.jobs import Job
from core.model import Dataset, Source
from desktop_app.jobs import Runner
from desktop_app.jobs.latest import Latest
from desktop_app.models.dataset_model import DatasetModel
from desktop_app.text import list_names, number, percent, problem_text, tr, tr_n
from desktop_app.theme import sizes
from desktop_app.views.elided import ElidedLabel
from desktop_app.views.fields.find_field import FindField
from desktop_app.views.forms import named, note, push_button, say
from desktop_app.views.layouts import in_column, in_row
from desktop_app.views.plain import set_tip
from desktop_app.views.tables.data_table import DataTable

if TYPE_CHECKING:
    from core.io import ColumnProfile

_MOST_STEPS = 3
_NOTHING: NDArray[np.int64] = np.zeros(0, dtype=np.int64)


def missing_share(dataset: Dataset, profiles: Sequence[ColumnProfile]) -> float:
    """Return the share of cells that are missing."""
    cells = dataset.rows * len(dataset.columns)
    return sum(profile.missing for profile in profiles) / cells if cells else 0.0


class LoadedView(QWidget):
    """The records, as they were read.

    Signals
    -------
    open_wanted()
        The user wants another file.
    layout_wanted()
        The user wants to change how this one is read.
    values_wanted()
        The user wants to see what its values are, and which mean “missing”.
    """

    open_wanted = Signal()
    layout_wanted = Signal()
    values_wanted = Signal()

    def __init__(self, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._dataset: Dataset | None = None
        self._name = ElidedLabel()
        self._name.setFont(sizes.section_font())
        self._figures = note()
        self.message = note(kind="danger")
        self.message.hide()
        self.open_button = push_button(
            tr("Open &another…"), self.open_wanted, tr("Open another file"), sign="open"
        )
        self.layout_button = push_button(
            tr("Change &layout…"), self.layout_wanted, tr("Change how it is read")
        )
        self._caution = note(kind="caution")
        self.values_button = push_button(
            tr("Check the val&ues…"),
            self.values_wanted,
            tr("Check the values"),
            tr("Types and missing codes."),
        )
        self._model = DatasetModel(self)
        self.table = DataTable()
        self.table.setModel(self._model)
        named(self.table, tr("Records of the file"))
        self.finding = FindBar(runner, self.table)
        self.finding.finder.listen_on(self)
        self.table.remarked.connect(self.finding.say)
        words = in_column(self._name, self._figures, spacing=2)
        head = in_row((words, 1), self.layout_button, self.open_button, spacing=-1)
        doubt = in_row((self._caution, 1), self.values_button, spacing=sizes.MARGIN)
        parts = head, doubt, self.message, self.finding, (self.table, 1)
        in_column(*parts, inside=self, spacing=sizes.UNIT + sizes.HALF)

    def show_dataset(
        self, source: Source, dataset: Dataset, profiles: Sequence[ColumnProfile]
    ) -> None:
        """Show `dataset`."""
        if dataset is self._dataset:
            return
        self._dataset = dataset
        self._model.show_dataset(dataset)
        self.finding.show_dataset(dataset)
        self._name.setText(PurePath(source.path).name)
        set_tip(self._name, source.path)
        notes = map(problem_text, dataset.notes)
        lines = [figures(dataset, profiles)]
        steps: list[str] = []
        if dataset.prepared is not None:
            # Where columns were prepared, the engine is imported already.
            from desktop_app.presenters.preparing.preparing_words import step_line

            steps = [step_line(applied.step) for applied in dataset.prepared.steps]
        if steps:
            listing = "; ".join(steps[:_MOST_STEPS]) + ("; …" if len(steps) > _MOST_STEPS else "")
            lines.append(
                tr_n(
                    "Prepared in one step: {steps}",
                    "Prepared in {count} steps: {steps}",
                    len(steps),
                    steps=listing,
                )
            )
        self._figures.setText("\n".join([*lines, *notes]))
        set_tip(self._figures, "\n".join(steps))
        hindered = [profile.name for profile in profiles if profile.obstacle is not None]
        for widget in (self._caution, self.values_button):
            widget.setVisible(bool(hindered))
        self._caution.setText(
            tr_n(
                "{names} would be numbers or dates but for a few values. Check whether these mean "
                "that the value is missing.",
                "{count} columns would be numbers or dates but for a few values: {names}. Check "
                "whether these mean that the value is missing.",
                len(hindered),
                names=list_names(hindered),
            )
        )

    def forget(self) -> None:
        """Show nothing of the records any more."""
        self._dataset = None
        self._model.show_dataset(None)
        self.finding.show_dataset(None)

    def say(self, text: str) -> None:
        """Say something above the table, such as that another file could not be opened."""
        say(self.message, text)


def figures(dataset: Dataset, profiles: Sequence[ColumnProfile]) -> str:
    """Return rows, columns and missing values in words."""
    rows = tr_n("{count} row", "{count} rows", dataset.rows)
    columns = tr_n("{count} column", "{count} columns", len(dataset.columns))
    share = missing_share(dataset, profiles)
    if share == 0:
        return tr("{rows}, {columns}, no cell missing", rows=rows, columns=columns)
    return tr(
        "{rows}, {columns}, {missing} of the cells missing",
        rows=rows,
        columns=columns,
        missing=percent(share, 1 if share >= 0.001 else 3),
    )


class FindBar(QWidget):
    """Looks through all cells off the window's thread; Return goes from one to the next."""

    def __init__(self, runner: Runner, table: DataTable) -> None:
        super().__init__()
        self._table = table
        self._dataset: Dataset | None = None
        self._cells, self._position = _NOTHING, -1
        self._looking = Latest(runner, tr("Looking for cells"), self, self._take)
        self.finder = FindField(tr("Find in the table"))
        self.finder.textChanged.connect(self._ask)
        self.finder.next_wanted.connect(self._go_on)
        self.finder.left.connect(table.setFocus)
        self.sentence = ElidedLabel()
        in_row((self.finder, 1), (self.sentence, 1), inside=self)

    def show_dataset(self, dataset: Dataset | None) -> None:
        """Look through `dataset` from now on, if there is one."""
        self._dataset = dataset
        self.finder.clear()
        self._forget()

    @Slot(object)
    def say(self, text: str) -> None:
        """Say something of the table, such as what was copied."""
        self.sentence.setText(text)

    def _forget(self) -> None:
        self._looking.drop()
        self._cells, self._position = _NOTHING, -1
        self.sentence.setText("")

    @Slot(str)
    def _ask(self, text: str) -> None:
        self._forget()
        if text.strip() and self._dataset is not None:
            self._looking.ask(partial(_find, self._dataset, text.strip()))

    @Slot(object)
    def _take(self, cells: NDArray[np.int64]) -> None:
        self._cells, self._position = cells, -1
        if len(cells):
            self._go_on()
        else:
            self.sentence.setText(tr("Not found."))

    @Slot()
    def _go_on(self) -> None:
        if not len(self._cells) or self._dataset is None:
            return
        self._position = (self._position + 1) % len(self._cells)
        row, column = divmod(int(self._cells[self._position]), len(self._dataset.columns))
        index = self._table.model().index(row, column)
        self._table.setCurrentIndex(index)
        self._table.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtCenter)
        self.sentence.setText(
            tr(
                "{at} of {all}: record {row}, column {column}",
                at=self._position + 1,
                all=len(self._cells),
                row=number(row + 1),
                column=self._dataset.columns[column].name,
            )
        )


def _find(dataset: Dataset, text: str, job: Job) -> NDArray[np.int64]:
    from core.inspect.profiling.cell_search import find_cells

    return find_cells(dataset, text, job)
