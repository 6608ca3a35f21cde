"""The promise that the window answers within 100 ms, kept while a large file's risk is counted."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from core.jobs import Job
from core.model import Column, ColumnKind, Dataset, Fingerprint, Project
from desktop_app.jobs import JobRunner
from desktop_app.warming import get_ready
from desktop_app.wizard.preparing_risk import RiskPanel
from tests.desktop.latency import LatencyProbe, assert_prompt
from tests.desktop.mouse import press, press_cell
from tests.desktop.preparing_risk.conftest import survey

pytestmark = pytest.mark.alone

ROWS = 200_000
_GLANCE_MILLISECONDS = 200


@pytest.fixture(scope="module")
def _ready() -> None:
    get_ready(Job())


def large(seed: int, ages: int) -> tuple[Project, Dataset]:
    """Return a file of which many combinations are rare."""
    chance = np.random.default_rng(seed)
    gone = np.zeros(ROWS, dtype=bool)
    values = {
        "NAME": np.arange(ROWS),
        "AREA": chance.integers(0, 400, ROWS),
        "JOB": chance.integers(0, 300, ROWS),
        "AGE": chance.integers(0, ages, ROWS),
        "HOME": np.arange(ROWS) // 3,
        "W": chance.integers(1, 300, ROWS),
    }
    columns = tuple(Column(n, ColumnKind.INTEGER, v, gone) for n, v in values.items())
    return survey().project, Dataset(columns, Fingerprint("large.csv", 1, "0" * 64))


@pytest.mark.usefixtures("_ready")
def test_the_window_answers_while_risk_is_counted_and_records_are_shown(
    qtbot, job_runner: JobRunner, record_testsuite_property
) -> None:
    panel = RiskPanel(job_runner)
    qtbot.addWidget(panel)
    panel.resize(480, 900)
    panel.show()
    # Each file is out of date at once, as while somebody types.
    files = [large(seed, ages) for seed, ages in ((1, 90), (2, 60), (3, 40), (4, 12))]

    def attempt(_number: int) -> dict[str, float]:
        found = {}
        panel.forget()
        with LatencyProbe() as probe:
            for project, dataset in files:
                panel.show_risk(5, files[0], (project, dataset))
                qtbot.wait(50)
            qtbot.waitUntil(lambda: not panel.is_counting, timeout=120_000)
            qtbot.wait(_GLANCE_MILLISECONDS)
        found["counting"] = probe.worst
        assert panel.counts.now.dataset is files[-1][1]
        line = panel.overview.picture.line
        panel._scroll.ensureWidgetVisible(panel.overview.picture)
        qtbot.wait(_GLANCE_MILLISECONDS)
        with LatencyProbe() as probe:
            y, left = line.height() // 2, round(line.place(0.5))
            QTest.mousePress(line, Qt.MouseButton.LeftButton, pos=QPoint(left, y))
            for across in range(left, round(line.place(0.001)), -4):
                QTest.mouseMove(line, QPoint(across, y))
                qtbot.wait(2)
            QTest.mouseRelease(line, Qt.MouseButton.LeftButton, pos=QPoint(left, y))
        found["dragging"] = probe.worst
        with LatencyProbe() as probe:
            line.setFocus()
            QTest.keyClick(line, Qt.Key.Key_Home)
            QTest.keyClick(line, Qt.Key.Key_Return)
            qtbot.wait(_GLANCE_MILLISECONDS)
            assert panel.records.table.model().rowCount() == ROWS
            press(panel.records.back_button)
            qtbot.wait(_GLANCE_MILLISECONDS)
        found["records"] = probe.worst
        for table in (panel.overview.driving, panel.overview.rare):
            panel._scroll.ensureWidgetVisible(table)
            qtbot.wait(_GLANCE_MILLISECONDS)
            with LatencyProbe() as probe:
                press_cell(table, table.model().index(0, 0))
                qtbot.wait(_GLANCE_MILLISECONDS)
                assert panel.records.isVisible()
                press(panel.records.back_button)
                qtbot.wait(_GLANCE_MILLISECONDS)
            found[table.accessibleName()] = probe.worst
        return found

    assert_prompt(attempt, record_testsuite_property)
    panel.forget()
