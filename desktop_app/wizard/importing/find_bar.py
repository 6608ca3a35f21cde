"""The field that finds cells of the data table, and what is said of the table."""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Slot
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QWidget

from core.jobs import Job
from core.model import Dataset
from desktop_app.jobs import Runner
from desktop_app.jobs.latest import Latest
from desktop_app.text import number, tr
from desktop_app.theme import sizes
from desktop_app.views.elided import ElidedLabel
from desktop_app.views.fields.find_field import FindField
from desktop_app.views.tables.data_table import DataTable

_NOTHING: NDArray[np.int64] = np.zeros(0, dtype=np.int64)


class FindBar(QWidget):
    """Looks through all cells off the window's thread; Return goes from one to the next."""

    def __init__(self, runner: Runner, table: DataTable) -> None:
        super().__init__()
        self._table = table
        self._dataset: Dataset | None = None
        self._found, self._at = _NOTHING, -1
        self._looking = Latest(runner, tr("Looking for cells"), self)
        self._looking.arrived.connect(self._take)
        self.finder = FindField(tr("Find in the table"))
        self.finder.textChanged.connect(self._ask)
        self.finder.next_wanted.connect(self._go_on)
        self.finder.left.connect(table.setFocus)
        self.said = ElidedLabel()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(sizes.UNIT)
        row.addWidget(self.finder, 1)
        row.addWidget(self.said, 1)

    def show_dataset(self, dataset: Dataset | None) -> None:
        """Look through `dataset` from now on, if there is one."""
        self._dataset = dataset
        self.finder.clear()
        self._forget()

    @Slot(object)
    def say(self, text: str) -> None:
        """Say something of the table, such as what was copied."""
        self.said.setText(text)

    def _forget(self) -> None:
        self._looking.drop()
        self._found, self._at = _NOTHING, -1
        self.said.setText("")

    @Slot(str)
    def _ask(self, text: str) -> None:
        self._forget()
        if text.strip() and self._dataset is not None:
            self._looking.ask(partial(_find, self._dataset, text.strip()))

    @Slot(object)
    def _take(self, found: NDArray[np.int64]) -> None:
        self._found, self._at = found, -1
        if len(found):
            self._go_on()
        else:
            self.said.setText(tr("Not found."))

    @Slot()
    def _go_on(self) -> None:
        if not len(self._found) or self._dataset is None:
            return
        self._at = (self._at + 1) % len(self._found)
        row, column = divmod(int(self._found[self._at]), len(self._dataset.columns))
        index = self._table.model().index(row, column)
        self._table.setCurrentIndex(index)
        self._table.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtCenter)
        self.said.setText(
            tr(
                "{at} of {all}: record {row}, column {column}",
                at=self._at + 1,
                all=len(self._found),
                row=number(row + 1),
                column=self._dataset.columns[column].name,
            )
        )


def _find(dataset: Dataset, text: str, job: Job) -> NDArray[np.int64]:
    from core.io.profiling.cell_search import find_cells

    return find_cells(dataset, text, job)
