"""Back at every step, cancel and rerun, a wrong file, closing while something runs."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core import pipeline
from core.compare import comparison as comparison_module
from core.jobs import Job
from core.model import Dataset, Method, Plan
from core.pipeline.execute import MeasuredRun
from core.recipe import open_project
from desktop_app import closing
from desktop_app.jobs.attempt import AttemptState
from desktop_app.projects.recovery import left_copies
from desktop_app.state import Step, StepState
from desktop_app.wizard import run_page as run_module
from tests.desktop.journeys.driver import Traveller
from tests.desktop.keys import choose_in_menu, type_into
from tests.desktop.mouse import answer, press
from tests.small_samples import write_small_sample

RECORDS = 600
_CONFIRM = closing.confirm_closing


def _open_sample(traveller: Traveller, folder: Path) -> None:
    traveller.open_project(write_small_sample(folder, "business_survey", RECORDS))


def _to_run(traveller: Traveller, folder: Path) -> None:
    _open_sample(traveller, folder)
    traveller.show(Step.RUN)


def test_back_at_every_step_loses_nothing_and_a_change_marks_what_depends_on_it(
    traveller, tmp_path
) -> None:
    _to_run(traveller, tmp_path)
    traveller.run()
    traveller.forward()
    traveller.confirm()
    traveller.release(tmp_path / "release")
    for step in reversed(list(Step)[:-1]):
        traveller.back()
        assert traveller.step is step
    assert set(traveller.store.step_states().values()) == {StepState.DONE}
    ways = []
    while traveller.step is not Step.RELEASE:
        ways.append(traveller.step)
        traveller.forward()
    # Nothing is left to decide about taxonomies or to prepare, so the way passes them over.
    assert ways == [Step.DATA, Step.COLUMNS, Step.METHOD, Step.RUN, Step.RESULTS]
    traveller.rest()
    assert traveller.button == "Open the release folder"

    traveller.window.show_step(Step.METHOD)
    field = traveller.page(Step.METHOD).form.fields["k"]
    traveller.do(type_into, field, str(field.number() + 3))
    states = [
        traveller.store.step_states()[step] for step in (Step.RUN, Step.RESULTS, Step.RELEASE)
    ]
    assert states == [StepState.OUT_OF_DATE] * 3
    traveller.show(Step.RELEASE)
    assert not traveller.window.footer.main_button.isEnabled()
    traveller.protect()
    assert traveller.store.step_states()[Step.RESULTS] is StepState.DONE


class SlowEngine:
    """Runs until it is cancelled, in the way the engine does: asking between slices."""

    def __init__(self) -> None:
        self.began = threading.Event()

    def measure_run(self, _plan: Plan, _dataset: Dataset, job: Job, **_more: Any) -> MeasuredRun:
        job.plan(("clustering",))
        job.start_phase("clustering", 1000)
        while True:
            self.wait_between_slices()
            job.check()

    # A comparison calls this one.
    execute = measure_run

    def wait_between_slices(self) -> None:
        self.began.set()
        threading.Event().wait(0.01)


class RealEngine(SlowEngine):
    """The program's engine, whose first slice ends only when the run is cancelled."""

    def measure_run(self, plan: Plan, dataset: Dataset, job: Job, **more: Any) -> MeasuredRun:
        update = job.update

        def update_after_cancelling(done: int) -> None:
            while not job.cancelled:
                self.wait_between_slices()
            update(done)

        job.update = update_after_cancelling
        return pipeline.measure_run(plan, dataset, job, **more)


@pytest.fixture
def slow(monkeypatch) -> SlowEngine:
    engine = SlowEngine()
    monkeypatch.setattr(run_module, "pipeline", engine)
    return engine


def test_a_run_is_cancelled_and_run_again(traveller, tmp_path, monkeypatch) -> None:
    engine = RealEngine()
    monkeypatch.setattr(run_module, "pipeline", engine)
    _to_run(traveller, tmp_path)
    traveller.forward()
    traveller.wait(engine.began.is_set)
    traveller.wait(traveller.window.activity.isVisible)
    traveller.do(press, traveller.page(Step.RUN).cancel_button)
    assert traveller.page(Step.RUN).state is AttemptState.CANCELLED
    assert traveller.store.result is None
    assert not traveller.window.activity.isVisible()
    assert traveller.window.focusWidget() is traveller.window.footer.main_button
    monkeypatch.setattr(run_module, "pipeline", pipeline)
    traveller.run()
    assert traveller.store.result_is_current


def test_cancel_in_the_strip_works_from_another_step_and_settings_change_while_a_run_goes_on(
    traveller, tmp_path, slow
) -> None:
    _to_run(traveller, tmp_path)
    traveller.forward()
    traveller.wait(slow.began.is_set)
    traveller.window.show_step(Step.COLUMNS)
    traveller.wait(traveller.window.activity.isVisible)
    traveller.do(press, traveller.window.activity.cancel_button)
    assert traveller.step is Step.COLUMNS
    assert traveller.page(Step.RUN).state is AttemptState.CANCELLED
    slow.began.clear()
    traveller.window.show_step(Step.RUN)
    traveller.forward()
    traveller.wait(slow.began.is_set)
    traveller.window.show_step(Step.METHOD)
    field = traveller.page(Step.METHOD).form.fields["k"]
    type_into(field, "9")
    traveller.wait(lambda: traveller.store.plan_is_current)
    assert traveller.store.plan.parameters["k"] == 9
    traveller.do(traveller.page(Step.RUN).cancel)


def test_closing_while_a_release_is_written_leaves_no_half_of_it(traveller, tmp_path) -> None:
    _to_run(traveller, tmp_path)
    traveller.run()
    traveller.forward()
    page = traveller.page(Step.RELEASE)
    page.set_folder(str(tmp_path / "release"))
    traveller.forward()
    traveller.window.close()
    traveller.wait(lambda: not traveller.window.isVisible())
    left = {
        path.relative_to(tmp_path / "release").as_posix() for path in tmp_path.rglob("release/*/*")
    }
    stem = traveller.store.draft.target.name
    public = {f"public/{stem}.{end}" for end in ("csv", "audit.json", "report.html")}
    whole = public | {f"internal/{stem}.{end}" for end in ("report.html", "internal.json")}
    # Whether closing or writing was faster: all or nothing.
    assert left in (set(), whole)
    assert not list(tmp_path.glob(".statveil*"))


def test_another_file_opened_during_a_run_is_not_given_its_result(
    traveller, tmp_path, slow
) -> None:
    _to_run(traveller, tmp_path)
    traveller.forward()
    traveller.wait(slow.began.is_set)
    traveller.open(write_small_sample(tmp_path, "household_survey", RECORDS))
    traveller.do(traveller.wait, lambda: "NAME" in str(traveller.store.dataset.names).upper())
    assert traveller.store.result is None
    assert traveller.page(Step.RUN).state is AttemptState.READY


@pytest.fixture
def comparing(traveller, tmp_path, monkeypatch) -> Iterator[Traveller]:
    """Compare methods by a click; the first run goes on until it is cancelled."""
    engine = SlowEngine()
    monkeypatch.setattr(closing, "confirm_closing", _CONFIRM)  # here the real box asks
    monkeypatch.setattr(comparison_module, "pipeline", engine)
    _open_sample(traveller, tmp_path)
    traveller.window.activateWindow()
    traveller.window.enter_step(Step.METHOD)
    traveller.wait(lambda: traveller.store.plan_is_current)
    page = traveller.page(Step.METHOD)
    traveller.wait(page.compare_button.isEnabled)
    page.settings_area.ensureWidgetVisible(page.compare_button)
    QTest.mouseClick(page.compare_button, Qt.MouseButton.LeftButton)
    traveller.wait(engine.began.is_set)
    yield traveller
    traveller.window._has_asked = True


COMPARING = "A comparison of methods is running. It will stop, and what it found is lost."


@pytest.mark.usefixtures("styled")
def test_closing_while_methods_are_compared_asks_stops_them_and_keeps_unsaved_work(
    comparing, tmp_path
) -> None:
    window = comparing.window
    said = answer("Stay")
    choose_in_menu(window, Qt.Key.Key_F, Qt.Key.Key_Q)
    assert len(said) == 1
    assert COMPARING in said[0]
    assert "released" not in said[0]  # there is nothing yet that could be
    assert window.isVisible()
    assert comparing.page(Step.METHOD).compare.panel.busy
    comparing.store.set_method(Method("mdav", {"k": 9}))
    wanted = comparing.store.draft
    said = answer("Close without saving")
    choose_in_menu(window, Qt.Key.Key_F, Qt.Key.Key_Q)
    comparing.wait(lambda: not window.isVisible())
    assert said[0].startswith("The project business_survey.recipe has changes that are not saved.")
    assert COMPARING in said[0]
    assert not window.runner.operations
    (left,) = left_copies(tmp_path / "copies")
    assert open_project(left.path).project.recipe.method == wanted.method


@pytest.mark.usefixtures("styled")
def test_a_project_closed_while_methods_are_compared_leaves_nothing_running(
    comparing, tmp_path
) -> None:
    window = comparing.window
    said = answer("Close anyway")
    QTest.keyClick(window.focusWidget(), Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    comparing.rest()
    assert said == [f"{COMPARING} "]
    assert comparing.store.project is None
    assert not window.runner.busy
    _open_sample(comparing, tmp_path)
    window.show_step(Step.METHOD)
    comparing.wait(lambda: comparing.store.plan_is_current)
    assert not comparing.page(Step.METHOD).comparing
    assert not comparing.page(Step.METHOD).compare.panel.busy
