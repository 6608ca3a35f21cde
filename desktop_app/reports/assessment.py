"""Assesses the risk of the open file and saves the page, whatever method is chosen or none."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from core.jobs import Job
from core.model import Dataset, Project
from desktop_app.jobs import Lane, Runner
from desktop_app.store import ProjectStore
from desktop_app.text import failure_text, number, tr, tr_n
from desktop_app.views.choosers import choose_folder, free_folder
from desktop_app.views.frame.notice import NoticeBar
from desktop_app.window_task import WindowTask


@dataclass(frozen=True, slots=True)
class Assessed:
    """What was counted if all quasi-identifiers are known, and the page that shows the rest."""

    page: Path
    records: int
    uniques: int
    violations: int
    threshold: int


class RiskAssessment(WindowTask):
    """Asks for a folder and writes the assessment into a new one inside it."""

    def __init__(
        self, store: ProjectStore, runner: Runner, notice: NoticeBar, window: QWidget
    ) -> None:
        super().__init__(store, runner, notice, window)
        self._page: Path | None = None

    @Slot()
    def ask(self) -> None:
        """Let the user choose a folder, and assess the file as its columns are declared now."""
        project, dataset = self._store.project, self._store.dataset
        if project is None or dataset is None:
            return
        chosen = choose_folder(self._window, tr("Choose where the assessment is saved"))
        if chosen is None:
            return
        assess = partial(assess_into, chosen, project, dataset)
        operation = self._runner.run(assess, Lane.COMPUTE, tr("Assessing the risk of the file"))
        operation.succeeded.connect(self._show_assessed)
        operation.failed.connect(self._show_failure)

    @Slot(object)
    def _show_assessed(self, assessed: Assessed) -> None:
        self._page = assessed.page
        counted = tr_n(
            "One of {records} records is unique in the quasi-identifiers",
            "{unique} of {records} records are unique in the quasi-identifiers",
            assessed.uniques,
            unique=number(assessed.uniques),
            records=number(assessed.records),
        )
        self._notice.say(
            tr(
                "{counted}; {violations} violate {k}-anonymity. The page in {folder} shows which "
                "columns drive the risk. It is for the office only.",
                counted=counted,
                violations=number(assessed.violations),
                k=assessed.threshold,
                folder=assessed.page.parent.name,
            ),
            (tr("&Open the page"), self._open_page),
        )

    @Slot(object)
    def _show_failure(self, error: BaseException) -> None:
        sentence = tr("The risk was not assessed.")
        self._notice.say(f"{sentence} {failure_text(error)}", icon="attention")

    @Slot()
    def _open_page(self) -> None:
        self._notice.open_outside(self._page)


def assess_into(home: Path, project: Project, dataset: Dataset, job: Job) -> Assessed:
    """Assess a file and write JSON and page into a new folder in `home`.

    Raises
    ------
    Refused
        If the file cannot be assessed as it is declared, or the folder cannot be written.
    Cancelled
        If the job is cancelled.
    """
    # Imported late: these bring the engine with them, and the first paint does not wait for that.
    from core.assess import RiskRequest, assess, write_assessment
    from core.pipeline.seal import check_destination
    from core.risk import THRESHOLDS

    folder = free_folder(home, f"{Path(project.source.path).stem}_risk_internal")
    check_destination(folder, overwrite=False)
    assessment = assess(project, dataset, RiskRequest(), job)
    _, page = write_assessment(assessment, folder, False, job)
    last = len(THRESHOLDS) - 1
    return Assessed(
        folder / page,
        dataset.rows,
        int((assessment.keys.frequencies.sizes == 1).sum()),
        assessment.keys.violations[last].records,
        THRESHOLDS[last],
    )
