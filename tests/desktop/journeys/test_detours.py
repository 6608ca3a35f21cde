"""Back at every step, cancel and rerun, a wrong file, closing while something runs."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import numpy as np
import pytest

from core.jobs import Job
from core.model import Dataset, Plan, Result
from desktop_app import closing
from desktop_app.jobs.attempt import AttemptState
from desktop_app.state import Step, StepState
from desktop_app.wizard import run as run_module
from tests.desktop.journeys.driver import Traveller
from tests.desktop.keys import type_into
from tests.desktop.latency import ATTEMPTS, counted_milliseconds
from tests.desktop.mouse import press

CANCEL_MILLISECONDS = 200


def _open_sample(traveller: Traveller, samples: Path) -> None:
    traveller.open(samples / "business_survey.recipe.json")
    traveller.wait(lambda: traveller.store.dataset is not None)
    traveller.rest()


def _to_run(traveller: Traveller, samples: Path) -> None:
    _open_sample(traveller, samples)
    traveller.window.show_step(Step.RUN)
    traveller.rest()


def test_back_at_every_step_loses_nothing(
    traveller: Traveller, samples: Path, tmp_path: Path
) -> None:
    _to_run(traveller, samples)
    traveller.run()
    traveller.forward()
    traveller.confirm()
    traveller.release(tmp_path / "release")
    for step in (Step.RESULTS, Step.RUN, Step.METHOD, Step.TAXONOMIES, Step.COLUMNS, Step.DATA):
        traveller.back()
        assert traveller.step is step
    assert {traveller.store.step_state(step) for step in Step} == {StepState.DONE}
    ways = []
    while traveller.step is not Step.RELEASE:
        ways.append(traveller.step)
        traveller.forward()
    # Nothing is left to decide about taxonomies, so the way forward passes them over.
    assert ways == [Step.DATA, Step.COLUMNS, Step.METHOD, Step.RUN, Step.RESULTS]
    traveller.rest()
    assert traveller.button == "Open the release folder"


def test_a_change_of_the_method_marks_what_depends_on_it(
    traveller: Traveller, samples: Path, tmp_path: Path
) -> None:
    _to_run(traveller, samples)
    traveller.run()
    traveller.forward()
    traveller.release(tmp_path / "release")
    traveller.window.show_step(Step.METHOD)
    field = traveller.page(Step.METHOD).form.fields["k"]
    type_into(field, str(field.number() + 3))
    traveller.rest()
    states = [traveller.store.step_state(step) for step in (Step.RUN, Step.RESULTS, Step.RELEASE)]
    assert states == [StepState.OUT_OF_DATE] * 3
    traveller.window.show_step(Step.RELEASE)
    traveller.rest()
    assert not traveller.window.footer.main_button.isEnabled()
    traveller.window.show_step(Step.RUN)
    traveller.rest()
    traveller.run()
    assert traveller.store.step_state(Step.RESULTS) is StepState.DONE


class SlowEngine:
    """Runs until it is cancelled, in the way the engine does: asking between slices."""

    def __init__(self) -> None:
        self.began = threading.Event()

    def execute(self, _plan: Plan, _dataset: Dataset, job: Job) -> Result:
        job.plan(("clustering",))
        job.begin("clustering", 1000)
        self.began.set()
        for done in range(100_000):
            job.reach(done % 1000)
            time.sleep(0.01)
        raise AssertionError("never cancelled")


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> SlowEngine:
    engine = SlowEngine()
    monkeypatch.setattr(run_module, "pipeline", engine)
    return engine


def test_a_run_is_cancelled_and_run_again(
    traveller: Traveller, samples: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from core import pipeline

    engine = SlowEngine()
    monkeypatch.setattr(run_module, "pipeline", engine)
    _to_run(traveller, samples)
    traveller.forward()
    traveller.wait(engine.began.is_set)
    traveller.wait(traveller.window.activity.isVisible)
    press(traveller.page(Step.RUN).cancel_button)
    traveller.rest()
    assert traveller.page(Step.RUN).state is AttemptState.CANCELLED
    assert not traveller.window.activity.isVisible()
    monkeypatch.setattr(run_module, "pipeline", pipeline)
    traveller.run()
    assert traveller.store.result_is_current


def test_cancel_in_the_strip_works_from_another_step(
    traveller: Traveller, samples: Path, slow: SlowEngine
) -> None:
    _to_run(traveller, samples)
    traveller.forward()
    traveller.wait(slow.began.is_set)
    traveller.window.show_step(Step.COLUMNS)
    traveller.wait(traveller.window.activity.isVisible)
    press(traveller.window.activity.cancel_button)
    traveller.rest()
    assert traveller.step is Step.COLUMNS
    assert traveller.page(Step.RUN).state is AttemptState.CANCELLED


def test_settings_can_be_changed_while_a_run_goes_on(
    traveller: Traveller, samples: Path, slow: SlowEngine
) -> None:
    _to_run(traveller, samples)
    traveller.forward()
    traveller.wait(slow.began.is_set)
    traveller.window.show_step(Step.METHOD)
    field = traveller.page(Step.METHOD).form.fields["k"]
    type_into(field, "9")
    traveller.wait(lambda: traveller.store.plan_is_current)
    assert traveller.store.plan.parameters["k"] == 9
    traveller.page(Step.RUN).cancel()
    traveller.rest()


def test_closing_while_a_run_goes_on_asks_and_then_stops_it(
    traveller: Traveller, samples: Path, slow: SlowEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[bool] = []
    answers = iter([closing.Answer.STAY, closing.Answer.CLOSE])

    def confirm(*_: object) -> closing.Answer:
        asked.append(True)
        return next(answers)

    monkeypatch.setattr(closing, "confirm_closing", confirm)
    _to_run(traveller, samples)
    traveller.forward()
    traveller.wait(slow.began.is_set)
    traveller.window.close()
    assert traveller.window.isVisible()
    assert traveller.window.runner.busy
    traveller.window.close()
    traveller.wait(lambda: not traveller.window.isVisible())
    assert len(asked) == 2
    assert not traveller.window.runner.operations


def test_closing_while_a_release_is_written_leaves_no_half_of_it(
    traveller: Traveller, samples: Path, tmp_path: Path
) -> None:
    _to_run(traveller, samples)
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


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("report.xlsx", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n"),
        ("empty.csv", b""),
        ("header.csv", b"A,B,C\n"),
    ],
)
def test_a_wrong_file_is_said_and_the_right_one_opened_next(
    traveller: Traveller, samples: Path, tmp_path: Path, name: str, content: bytes
) -> None:
    wrong = tmp_path / name
    wrong.write_bytes(content)
    traveller.open(wrong)
    traveller.rest()
    page = traveller.page(Step.DATA)
    for _ in range(3):
        if not traveller.window.footer.main_button.isEnabled():
            break
        traveller.forward()
        traveller.rest()
    assert not traveller.window.footer.main_button.isEnabled()
    assert page.problems()
    assert traveller.store.dataset is None
    traveller.import_file(samples / "business_survey.csv")
    assert traveller.store.dataset.rows == 5000


def test_another_file_opened_during_a_run_is_not_given_its_result(
    traveller: Traveller, samples: Path, slow: SlowEngine
) -> None:
    _to_run(traveller, samples)
    traveller.forward()
    traveller.wait(slow.began.is_set)
    traveller.open(samples / "household_survey.recipe.json")
    traveller.wait(lambda: "NAME" in str(traveller.store.dataset.names).upper())
    traveller.rest()
    assert traveller.store.result is None
    assert traveller.page(Step.RUN).state is AttemptState.READY


def test_the_engine_comes_back_from_cancel_within_the_promise(
    traveller: Traveller, tmp_path: Path, record_property
) -> None:
    rng = np.random.default_rng(5)
    table = np.round(rng.normal(size=(30_000, 8)), 3)
    path = tmp_path / "wide.csv"
    names = ",".join(f"Q{i}" for i in range(8))
    np.savetxt(path, table, fmt="%.3f", delimiter=",", header=names, comments="")
    traveller.import_file(path)
    traveller.forward()
    from core.model import Role

    traveller.set_roles({f"Q{i}": Role.QUASI_IDENTIFIER for i in range(8)})
    traveller.window.show_step(Step.METHOD)
    traveller.rest()
    press(traveller.window.footer.main_button)
    waits: list[float] = []
    page = traveller.page(Step.RUN)

    def cancel() -> None:
        press(page.cancel_button)
        assert page.state is AttemptState.STOPPING
        traveller.wait(lambda: page.state is AttemptState.CANCELLED)

    while len(waits) < ATTEMPTS and min(waits, default=1e9) >= CANCEL_MILLISECONDS:
        traveller.rest()
        traveller.forward()
        traveller.wait(lambda: any(row.mark == "play" for row in page.phases.rows[1:]))
        waits.append(counted_milliseconds(cancel))
    record_property("wait after cancel, ms", [round(wait) for wait in waits])
    assert min(waits) < CANCEL_MILLISECONDS, waits
