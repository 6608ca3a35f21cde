"""Saves a report as PDF where the user wants it."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QWidget

from core.jobs import Job
from desktop_app.jobs import Lane, Runner
from desktop_app.text import failure_text, tr
from desktop_app.views.choosers import first_folder, remember_folder


class ReportSaving(QObject):
    """Asks for the place and writes the PDF on the lane for files.

    Signals
    -------
    remarked(object)
        What came of it, in a sentence.
    """

    remarked = Signal(object)

    def __init__(self, runner: Runner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner = runner

    def ask(self, widget: QWidget, report: Path | None = None) -> None:
        """Let the user choose the place, and the report if it is not known."""
        report = report or _choose_report(widget)
        if report is None:
            return
        # The chooser asks before a file is replaced.
        near = str(report.with_suffix(".pdf"))
        chosen, _ = QFileDialog.getSaveFileName(widget, tr("Save as PDF"), near, tr("PDF (*.pdf)"))
        if chosen:
            is_pdf = chosen.lower().endswith(".pdf")
            self.write(report, Path(chosen if is_pdf else f"{chosen}.pdf"))

    def write(self, report: Path, target: Path) -> None:
        """Write `report` to `target` as PDF."""
        operation = self._runner.run(
            partial(_write, report, target), Lane.IO, tr("Writing {name}", name=target.name)
        )
        operation.succeeded.connect(self._show_saved)
        operation.failed.connect(self._show_failure)

    @Slot(object)
    def _show_saved(self, target: Path) -> None:
        self.remarked.emit(tr("Saved {path}", path=str(target)))

    @Slot(object)
    def _show_failure(self, error: BaseException) -> None:
        self.remarked.emit(failure_text(error))


def _write(report: Path, target: Path, job: Job) -> Path:
    from desktop_app.reports.pdf import write_report_pdf

    return write_report_pdf(report, target, job)


def _choose_report(widget: QWidget) -> Path | None:
    chosen, _ = QFileDialog.getOpenFileName(
        widget, tr("Choose the report"), first_folder(), tr("Reports (*.report.html *.public.html)")
    )
    if chosen:
        remember_folder(Path(chosen))
    return Path(chosen) if chosen else None
