"""Garbage is collected on the main thread only, and the engine is got ready in the background."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtTest import QSignalSpy

from core.jobs import Job
from desktop_app.app import say_first_start
from desktop_app.jobs import JobRunner, Lane
from desktop_app.main_window import MainWindow
from desktop_app.state import Step
from desktop_app.warming import Collector, WarmUp, get_ready


class Knot:
    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def collector(qapp) -> Iterator[Collector]:
    of_tests = gc.get_threshold()
    gc.set_threshold(700, 10, 10)
    collector = Collector(qapp)
    yield collector
    collector.deleteLater()
    gc.set_threshold(*of_tests)
    gc.enable()


@pytest.mark.usefixtures("collector")
def test_nothing_is_collected_by_itself() -> None:
    assert not gc.isenabled()


def test_knots_are_collected_on_the_timer(qtbot, collector) -> None:
    where: list[int] = []
    collector.settle()
    knots = [Knot() for _ in range(5000)]
    last = weakref.ref(knots[-1], lambda _: where.append(threading.get_ident()))
    del knots
    assert last() is not None
    qtbot.waitUntil(lambda: last() is None)
    assert where == [threading.get_ident()]


def test_the_engine_is_ready_after_warming_up(qtbot, job_runner) -> None:
    warming = WarmUp(job_runner)
    with qtbot.waitSignal(warming.finished, timeout=900_000):
        warming.begin()
    assert not job_runner.operations


def test_a_first_start_says_that_it_takes_minutes_and_leaves_the_lane_to_results(
    qtbot, monkeypatch
) -> None:
    compiled, loaded = threading.Event(), []
    monkeypatch.setattr("core.compiling_ahead.begin", lambda: None)
    monkeypatch.setattr("core.compiling_ahead.is_under_way", lambda: not compiled.is_set())
    monkeypatch.setattr("core.kernels.compilation.cache_folder.origin", lambda: "own")
    monkeypatch.setattr("core.pipeline.warm_up", lambda _: loaded.append("kernels"))
    monkeypatch.setattr("desktop_app.warming._LOOK_MILLISECONDS", 10)
    window = MainWindow()
    window.show()
    warming = WarmUp(window.runner)
    warming.finished.connect(window.say_nothing)
    say_first_start(warming, window)
    note = window.page(Step.DATA).empty.first_start
    assert not note.isVisible()
    warming.begin()
    qtbot.waitUntil(note.isVisible, timeout=120_000)
    assert "some minutes, once" in note.text()
    assert window._quiet_words.text() == "First start: preparing for some minutes…"
    # What looks into a result is quiet, and does not wait until all kernels are compiled.
    insight = window.runner.run(lambda _: "pictures", Lane.COMPUTE, "insight", quiet=True)
    with qtbot.waitSignal(insight.succeeded):
        pass
    assert not loaded
    compiled.set()
    with qtbot.waitSignal(warming.finished):
        pass
    assert loaded == ["kernels"]
    assert not note.isVisible()
    assert window.notice.isVisible()
    assert window.notice.sentence.text() == "Preparing is done. Every run now starts at once."
    assert not window._quiet_words.text()
    window.close()
    assert window.runner.close(120)
    window.deleteLater()


@pytest.mark.usefixtures("qapp")
def test_kernels_that_no_process_could_compile_are_compiled_when_needed(monkeypatch) -> None:
    monkeypatch.setattr("core.compiling_ahead.begin", lambda: None)
    monkeypatch.setattr("core.kernels.compilation.cache_folder.origin", lambda: "new")
    monkeypatch.setattr("core.pipeline.warm_up", lambda _: pytest.fail("it takes 3 gigabytes"))
    assert get_ready(Job())


def test_warming_up_can_be_cancelled(qtbot, job_runner) -> None:
    warming = WarmUp(job_runner)
    with qtbot.waitSignal(warming.finished):
        warming.begin()
        job_runner.cancel_all()


@pytest.mark.usefixtures("qapp")
def test_warming_up_lets_the_user_go_first(sync_runner, monkeypatch) -> None:
    done: list[str] = []
    monkeypatch.setattr("desktop_app.warming.get_ready", lambda job: _note(job, done, "ready"))
    warming, ends = WarmUp(sync_runner), QSignalSpy(sync_runner.idle)
    finished = QSignalSpy(warming.finished)
    warming.begin()
    sync_runner.run(lambda job: _note(job, done, "files"), Lane.IO, "files")
    assert not sync_runner.operations[0].stopping
    sync_runner.run(lambda job: _note(job, done, "quiet"), Lane.COMPUTE, "quiet", quiet=True)
    assert sync_runner.operations[0].stopping, "looking into a result is quiet, too"
    sync_runner.run(lambda job: _note(job, done, "run"), Lane.COMPUTE, "run")
    sync_runner.finish()
    assert done == ["files", "quiet", "run", "ready"]
    assert (finished.count(), ends.count()) == (1, 2)


@pytest.mark.usefixtures("qapp")
def test_warming_up_does_not_begin_again_once_the_window_closes() -> None:
    runner = JobRunner()
    warming = WarmUp(runner)
    warming.begin()
    runner.run(_until_cancelled, Lane.COMPUTE, "run")
    assert runner.close(60)
    assert not runner.operations


def _note(job: Job, done: list[str], name: str) -> bool:
    job.check()
    done.append(name)
    return True


def _until_cancelled(job: Job) -> None:
    while True:
        job.check()
