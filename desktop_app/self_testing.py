"""What the self-test tries of the window, each in a process of its own.

Qt ends a process that lacks one of its libraries, so none of it is imported here.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

from core.command_line.self_testing import SAMPLES, sample_names
from core.ending import end_now
from core.errors import Problem, StatveilError
from core.jobs import Job, processes

_POLL_SECONDS = 0.1
_WAIT_SECONDS = 300
_PAUSE_MILLISECONDS = 50
_SAMPLE = sample_names()[0]


def draw_a_pdf(folder: Path, job: Job) -> Problem:
    """Draw the report of a sample's release as PDF."""
    from desktop_app.reports.pdf import write_report_pdf

    (report,) = (folder / _SAMPLE / "internal").glob("*.report.html")
    drawn = write_report_pdf(report, folder / "report.pdf", job)
    if not drawn.read_bytes().startswith(b"%PDF-"):
        raise StatveilError(Problem("selftest-no-pdf"))
    kilobytes = -(-drawn.stat().st_size // 1000)
    return Problem("selftest-pdf", params={"kilobytes": kilobytes})


def open_the_window(folder: Path, job: Job) -> Problem:
    """Open the window offscreen with a sample, until the sample is read and its plan is made."""
    counted = folder / "records"
    child = processes.context().Process(target=show_a_sample, args=(str(folder), str(counted)))
    processes.start(child)
    try:
        ends = time.monotonic() + _WAIT_SECONDS
        while child.is_alive() and time.monotonic() < ends:
            job.check()
            child.join(_POLL_SECONDS)
    finally:
        if child.is_alive():
            child.kill()
            child.join()
    if child.exitcode != 0 or not counted.exists():
        params = {"status": child.exitcode}
        raise StatveilError(Problem("selftest-window-closed", params=params))
    return Problem("selftest-window", params={"count": int(counted.read_text(encoding="ascii"))})


def show_a_sample(folder: str, counted: str) -> None:
    """Show the window, write the number of records it read to `counted`, and close it.

    The whole work of the child process. The user's settings and recovery copies are not touched.
    """
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ["XDG_CONFIG_HOME"] = os.environ["XDG_DATA_HOME"] = folder
    from PySide6.QtCore import QSettings, QTimer

    from desktop_app.app import build
    from desktop_app.main_window import MainWindow

    QSettings.setDefaultFormat(QSettings.Format.IniFormat)
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, folder)
    app = build([])
    window = MainWindow()
    window.show()
    window.open_path(str(SAMPLES / f"{_SAMPLE}.recipe.json"))

    def look() -> None:
        dataset = window.store.dataset
        if window.store.plan is not None and dataset is not None and not window.runner.busy:
            # Closing may take a moment, in which the timer would come again.
            timer.stop()
            Path(counted).write_text(str(dataset.rows), encoding="ascii")
            window.close()

    timer = QTimer(interval=_PAUSE_MILLISECONDS)
    timer.timeout.connect(look)
    timer.start()
    end_now(app.exec())


TRIALS = (draw_a_pdf, open_the_window)
