"""All methods that apply, side by side: a table that fills while they run."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Signal, Slot
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from core.jobs import Job, Progress
from core.model import Dataset, Method, Source
from desktop_app.jobs import Lane, Runner
from desktop_app.jobs.attempt import Attempt, AttemptState
from desktop_app.models.comparison import METHOD, ComparisonModel
from desktop_app.state.draft import Draft
from desktop_app.text import failure_text, message, number, tr, tr_n
from desktop_app.theme import sizes
from desktop_app.views.data_table import DataTable
from desktop_app.views.forms import note, set_kind
from desktop_app.wizard.method_comparing import Comparison


class ComparePanel(QWidget):
    """Runs a comparison on the compute lane; what it found is kept until the columns change.

    Signals
    -------
    changed()
        The selection, or how the comparison stands, is another one.
    again()
        The user asked for the comparison to be run with the settings in force.
    """

    changed = Signal()
    again = Signal()

    def __init__(self, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.comparison: Comparison | None = None
        self._attempt = Attempt(runner, self)
        self._attempt.changed.connect(self._follow)
        self._attempt.progressed.connect(self._show_progress)
        self.caption, self.said = note(kind=""), note()
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        policy = self.bar.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.bar.setSizePolicy(policy)
        self.bar.setAccessibleName(tr("Progress of the comparison"))
        self.cancel_button = QPushButton(tr("&Cancel the comparison"))
        self.cancel_button.clicked.connect(self.cancel)
        self.again_button = QPushButton(tr("Compare a&gain"))
        self.again_button.clicked.connect(self.again)
        self.copy_button = QPushButton(tr("C&opy table"))
        self.copy_button.setProperty("kind", "flat")
        self.copy_button.clicked.connect(self._copy)
        self.model = ComparisonModel(self)
        self.table = self._table()
        self._lay_out()

    def _table(self) -> DataTable:
        table = DataTable()
        table.setModel(self.model)
        table.setAccessibleName(tr("Methods compared"))
        table.verticalHeader().hide()
        table.horizontalHeader().setSectionResizeMode(METHOD, QHeaderView.ResizeMode.Stretch)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.selectionModel().currentRowChanged.connect(self._pick)
        return table

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(sizes.UNIT)
        buttons.addWidget(self.cancel_button)
        buttons.addWidget(self.again_button)
        buttons.addWidget(self.bar, 1)
        buttons.addWidget(self.copy_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(sizes.UNIT)
        layout.addWidget(self.caption)
        layout.addLayout(buttons)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.said)

    @property
    def busy(self) -> bool:
        """Whether the comparison runs or is being stopped."""
        return self._attempt.busy

    @property
    def chosen(self) -> Method | None:
        """The method of the selected row, if it has a result."""
        index = self.table.currentIndex()
        row = self.model.compared[index.row()] if index.isValid() else None
        return row.method if row is not None and row.error is None else None

    def begin(self, comparison: Comparison, dataset: Dataset, source: Source) -> None:
        """Run `comparison`, unless one is under way."""
        if self.busy:
            return

        def work(job: Job) -> object:
            return comparison.run(dataset, source, job)

        self.comparison = comparison
        count = len(comparison.methods)
        title = tr_n("Comparing {count} method", "Comparing {count} methods", count)
        self.bar.setRange(0, count)
        self.bar.setValue(0)
        self._attempt.begin(work, Lane.COMPUTE, title)

    @Slot()
    def cancel(self) -> None:
        """Ask the comparison to stop; what it found so far stays."""
        self._attempt.cancel()

    @Slot()
    def forget(self) -> None:
        """Stop, and drop what was found: it is about other records or columns."""
        if self.comparison is not None:
            self.comparison = None
            self._attempt.abandon()

    def show_present(self, draft: Draft) -> None:
        """Mark the method in force; drop what other columns gave."""
        if self.comparison is not None and not self.comparison.draft.asks_like(draft):
            self.forget()
        found = self.comparison.found if self.comparison is not None else ()
        self.model.show_rows(found, draft.method)
        self.table.fit_columns()
        self.caption.setText(_caption(self.comparison, draft))
        self.bar.setVisible(self.busy)
        self.cancel_button.setVisible(self.busy)
        self.cancel_button.setEnabled(self._attempt.state is AttemptState.RUNNING)
        self.again_button.setVisible(not self.busy)
        self.copy_button.setEnabled(bool(found))
        self._say()

    def _say(self) -> None:
        row = self.table.currentIndex().row()
        error = self.model.compared[row].error if 0 <= row < len(self.model.compared) else None
        failure = self._attempt.error or error
        set_kind(self.said, "caution" if failure is not None else "muted")
        if failure is not None:
            self.said.setText(failure_text(failure))
        elif self._attempt.state is AttemptState.CANCELLED:
            self.said.setText(tr("Cancelled. What was found until then is shown."))
        else:
            self.said.setText(
                tr(
                    "Loss, t and linked records are better when lower, k when higher. Choose a "
                    "row to use its method."
                )
            )

    @Slot(object)
    def _show_progress(self, progress: Progress) -> None:
        self.bar.setValue(progress.done)
        self.changed.emit()

    @Slot()
    def _follow(self) -> None:
        self.changed.emit()

    @Slot(QModelIndex, QModelIndex)
    def _pick(self, _current: QModelIndex, _before: QModelIndex) -> None:
        self._say()
        self.changed.emit()

    @Slot()
    def _copy(self) -> None:
        self.table.selectAll()
        self.table.copy()


def _caption(comparison: Comparison | None, draft: Draft) -> str:
    if comparison is None:
        return tr("Run every method that your columns allow, with the same k and t.")
    done, of = len(comparison.found), len(comparison.methods)
    settings = _settings(comparison)
    if comparison.draft.method.parameters.get("k") != draft.method.parameters.get("k"):
        return tr(
            "Compared with {settings}; the settings have been changed since.", settings=settings
        )
    if done < of:
        running = message(f"method-{comparison.methods[done].name}")
        return tr(
            "Comparing with {settings}: {done} of {of} done; now {method}.",
            settings=settings,
            done=done,
            of=of,
            method=running,
        )
    return tr("Compared with {settings}.", settings=settings)


def _settings(comparison: Comparison) -> str:
    values: dict[str, object] = {}
    for method in comparison.methods:
        values |= method.parameters
    shown = [(key, values[key]) for key in ("k", "t") if isinstance(values.get(key), int | float)]
    return ", ".join(f"{key} = {number(float(str(value)))}" for key, value in shown)
