"""The search for the settings with which most figures hold, and what it found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from core.compare.basis import Basis
from core.errors import Problem, Refused
from core.improve import (
    FigureChange,
    ReleaseSearch,
    SearchResult,
    SettingsTrial,
    list_leading_scores,
    search_obstacle,
    worst_changes,
)
from core.jobs import Job, Progress
from core.messages import sentence, text
from core.model import Dataset, Project
from desktop_app.jobs import Lane, Runner
from desktop_app.jobs.attempt import Attempt, AttemptState
from desktop_app.models.titled import ListModel, TableColumn
from desktop_app.plots.curves import SearchCurve
from desktop_app.presenters.comparing.found_settings import settings_words
from desktop_app.text import failure_text, number, percent, tr, tr_n
from desktop_app.views.forms import keep_space, note, push_button, set_kind
from desktop_app.views.frame.page import MainAction
from desktop_app.views.layouts import in_column, in_row
from desktop_app.views.pictures.picture_frame import PictureFrame
from desktop_app.views.split import split, turn_for_width
from desktop_app.views.tables.data_table import DataTable
from desktop_app.wizard.comparing.panel import PAUSE_MILLISECONDS, ProgressRow

# Names of regressions are long.
_WIDEST = 700
# Of table and curve.
_SHARES = (3000, 2000)


class BestReleasePanel(QWidget):
    """Searches on the compute lane; what it found is kept until another search is begun.

    Signals
    -------
    changed()
        The main button may say something else.
    chosen(object)
        The user takes over the settings of this `Project`.
    """

    changed = Signal()
    chosen = Signal(object)

    def __init__(self, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._basis: Basis | None = None
        self._dataset: Dataset | None = None
        self._search: ReleaseSearch | None = None
        self.result: SearchResult | None = None
        self._attempt = Attempt(runner, self)
        self._attempt.changed.connect(self._show)
        self._attempt.progressed.connect(self._show_progress)
        self._attempt.succeeded.connect(self._keep)
        self.caption, self.settings, self.sentence = note(kind=""), note(kind=""), note()
        self.progress = ProgressRow(tr("Cancel the sear&ch"), tr("Progress of the search"))
        self.progress.cancelled.connect(self.cancel)
        self.again_button = push_button(tr("Search a&gain"), self.begin)
        self.model = FigureChanges(self)
        self.table = DataTable(dense=True, widest=_WIDEST, figures=True)
        self.table.list_model(self.model, tr("Figures farthest off"), by_rows=True)
        self.setFocusProxy(self.table)
        self.picture = PictureFrame(tr("Figures that hold after each trial"), runner)
        self._n_drawn = 0
        # While trials come in, drawing each would take the interpreter's lock from the window.
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MILLISECONDS)
        self._pause.timeout.connect(self._draw_curve)
        self.split = split(Qt.Orientation.Vertical, self.table, self.picture, (1, 1))
        # Not yet shown, they keep their space, so that the rest lies at the top.
        keep_space(self.split)
        in_column(
            self.caption,
            self.settings,
            in_row(self.again_button, (self.progress, 1), 0),
            self.sentence,
            (self.split, 1),
            inside=self,
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put table and curve side by side, or one above the other in a narrow panel."""
        super().resizeEvent(event)
        if turn_for_width(self.split, event.size().width()):
            self.split.setSizes(_SHARES)

    @property
    def busy(self) -> bool:
        """Whether a search runs or is being stopped."""
        return self._attempt.busy

    def show_basis(self, basis: Basis, dataset: Dataset) -> None:
        """Hold what was found against the settings in force."""
        self._basis, self._dataset = basis, dataset
        self._show()

    def enter(self) -> None:
        """Show what was found; begin with it where nothing was for these settings."""
        if not self.busy and (self.result is None or not self._is_current):
            self.begin()
        self.setFocus()

    @Slot()
    def begin(self) -> None:
        """Search, unless a search is under way or these settings allow none."""
        basis, dataset = self._basis, self._dataset
        if basis is None or dataset is None or self.busy or self._obstacle():
            self._show()
            return
        search = ReleaseSearch(_project_of(basis))

        def work(job: Job) -> object:
            return search.run(dataset, job)

        self._search, self.result, self._n_drawn = search, None, 0
        self.picture.show_empty(tr("The curve appears with the first trial."))
        self.progress.begin()
        self._attempt.begin(work, Lane.COMPUTE, tr("Searching settings"))

    @Slot()
    def cancel(self) -> None:
        """Ask the search to stop."""
        self._attempt.cancel()

    def forget(self) -> None:
        """Another file is open: stop and forget what was found."""
        self._attempt.abandon()
        self._search = self.result = None

    def trigger(self) -> None:
        """Take the settings over."""
        if self.main_action().enabled and self.result is not None:
            self.chosen.emit(self.result.project)

    @Slot(object)
    def show_failure(self, problem: BaseException | Sequence[Problem]) -> None:
        """Say why settings could not be taken over."""
        error = problem if isinstance(problem, BaseException) else Refused(*problem)
        set_kind(self.sentence, "caution")
        self.sentence.setText(failure_text(error))

    def main_action(self) -> MainAction:
        """Choose the words of the main button."""
        title = tr("&Use these settings")
        if self.busy:
            return MainAction(title, enabled=False, reason=tr("A search is running."))
        if self.result is None:
            return MainAction(title, enabled=False, reason=tr("Nothing was found yet."))
        if self.result.project is None:
            return MainAction(title, enabled=False, reason=tr("No settings keep more figures."))
        if not self._is_current:
            reason = tr("Other settings are in force than those that were searched.")
            return MainAction(title, enabled=False, reason=reason)
        return MainAction(title)

    @property
    def _is_current(self) -> bool:
        if self._search is None or self._basis is None:
            return False
        start, project = self._search.start, _project_of(self._basis)
        return (start.source, start.schema, start.recipe) == (
            project.source,
            project.schema,
            project.recipe,
        )

    def _obstacle(self) -> str:
        if self._basis is None:
            return ""
        problem = search_obstacle(self._basis.project)
        return "" if problem is None else sentence(problem)

    @Slot(object)
    def _keep(self, result: SearchResult) -> None:
        self.result = result

    @Slot()
    def _show(self) -> None:
        result = self.result
        self.model.show_result(result)
        self.split.setVisible(self.busy or result is not None)
        self._draw_curve()
        self.progress.setVisible(self.busy)
        self.progress.let_cancel(self._attempt.state is AttemptState.RUNNING)
        self.again_button.setVisible(not self.busy)
        self.again_button.setEnabled(not self._obstacle())
        self.caption.setText(_search_aim() if result is None else _count_figures(result))
        changes = {} if result is None else result.changes
        self.settings.setText(settings_words(changes))
        self.settings.setVisible(bool(changes))
        failure = self._attempt.error
        set_kind(self.sentence, "caution" if failure is not None else "muted")
        self.sentence.setText(self._words(failure))
        self.changed.emit()

    def _words(self, failure: BaseException | None) -> str:
        if obstacle := self._obstacle():
            return obstacle
        if failure is not None:
            return failure_text(failure)
        if self._attempt.state is AttemptState.CANCELLED:
            return tr("Cancelled. Nothing was found.")
        return tr(
            "All promises stay. The search looks at the original values; the log of the release "
            "says so."
        )

    @Slot(object)
    def _show_progress(self, progress: Progress) -> None:
        self.progress.show_progress(progress)
        self._draw_curve()
        self.changed.emit()

    @Slot()
    def _draw_curve(self) -> None:
        """Draw what the trials so far reached, unless that is drawn, or was a moment ago."""
        search = self._search
        n_trials = 0 if search is None else len(search.trials)
        if search is None or n_trials == self._n_drawn or (self.busy and self._pause.isActive()):
            return
        self._n_drawn = n_trials
        self.picture.show_drawing(search_curve(search.trials[:n_trials], search.records))
        self._pause.start()


def search_curve(trials: Sequence[SettingsTrial], records: int) -> SearchCurve:
    """Build the picture of what the best settings keep after each trial."""
    scores = list_leading_scores(trials)
    inside, close = (
        np.array([100 * count / score.counted for count, score in zip(counts, scores, strict=True)])
        for counts in ([score.inside for score in scores], [score.close for score in scores])
    )
    tried = [None if t.score is None else 100 * t.score.inside / t.score.counted for t in trials]
    return SearchCurve(
        inside=inside,
        close=close,
        tried=np.array(tried, dtype=np.float64),
        x_title=tr("Settings tried on {count} records", count=number(records)),
        y_title=tr("Figures that hold (%), higher is better"),
        inside_title=tr("Best: inside the interval"),
        close_title=tr("Best: within 5 % as well"),
        tried_title=tr("Each trial: inside"),
        sentence=tr_n(
            "{count} trial: from {start} to {best} of the figures inside the interval.",
            "{count} trials: from {start} to {best} of the figures inside the interval.",
            len(trials),
            start=percent(float(inside[0]) / 100),
            best=percent(float(inside[-1]) / 100),
        ),
        number=number,
    )


class FigureChanges(ListModel[FigureChange]):
    """The figures that either settings keep worst, a figure a row."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(
            parent,
            TableColumn(tr("Figure"), lambda change: change.figure),
            TableColumn(tr("Today"), lambda change: change.today, is_figure=True),
            TableColumn(tr("Found"), lambda change: change.best, is_figure=True),
            TableColumn(
                tr("Original, 95 % interval"), lambda change: change.interval, is_figure=True
            ),
        )

    def show_result(self, result: SearchResult | None) -> None:
        """Show the worst figures of both sides, each once."""
        if result is None:
            self.show_items(())
            return
        sides = (result.usual_today, result.usual_best)
        changes = [change for usual in sides for change in worst_changes(usual, result)]
        self.show_items(tuple(dict.fromkeys(changes)))

    def describe_cell(self, row: int, column: int, role: int) -> object:
        """Say a figure in full that is wider than its column."""
        if column == 0 and role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return self.items[row].figure
        return None


def _project_of(basis: Basis) -> Project:
    return replace(basis.project, schema=basis.schema)


def _search_aim() -> str:
    return tr("The search looks for settings with which more figures hold.")


def _count_figures(result: SearchResult) -> str:
    return text(*result.kept_sentence)
