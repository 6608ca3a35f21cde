"""The step Run: starts, shows its phases, stops, fails in words, and starts again."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from core.errors import Cancelled, Problem, PromiseBroken, Where
from core.inspect.profiling.column_profiles import profile
from core.jobs import Job, Progress
from core.model import Dataset, Method, Plan, Result
from desktop_app.jobs.attempt import AttemptState
from desktop_app.wizard import run_page as run_module
from desktop_app.wizard.run_page import RunPage
from tests.desktop.mouse import press, press_main
from tests.desktop.pages.conftest import made_result
from tests.desktop.showing import show_page


class Engine:
    """Stands in for the pipeline; each call does what it is told to."""

    def __init__(self) -> None:
        self.fails: BaseException | None = None

    def measure_run(
        self, plan: Plan, dataset: Dataset, job: Job, **_more: object
    ) -> SimpleNamespace:
        job.check()
        if self.fails is not None:
            raise self.fails
        return SimpleNamespace(evidence=SimpleNamespace(plan=plan, dataset=dataset))

    def count_run(self, run: SimpleNamespace, _runs: object) -> Result:
        return made_result(run.evidence.plan, run.evidence.dataset)


@pytest.fixture
def engine(monkeypatch) -> Engine:
    engine = Engine()
    monkeypatch.setattr(run_module, "pipeline", engine)
    return engine


@pytest.fixture
def page(opened, sync_runner, engine, qtbot) -> RunPage:
    assert run_module.pipeline is engine
    return show_page(qtbot, RunPage(opened, sync_runner))


def test_the_button_names_the_records(page) -> None:
    assert page.main_action().text == "&Protect 12 records"
    assert page.main_action().enabled


def test_a_run_that_succeeds_leads_to_the_results(page, sync_runner, qtbot) -> None:
    press_main(page)
    assert page.state is AttemptState.RUNNING
    assert not page.main_action().enabled
    with qtbot.waitSignal(page.finished):
        sync_runner.finish()
    assert page.store.result_is_current
    assert page.state is AttemptState.DONE
    assert {row.mark for row in page.phases.rows} == {"done"}


def test_who_looks_at_another_step_is_not_called_away(page, sync_runner, qtbot) -> None:
    press_main(page)
    page.hide()
    with qtbot.assertNotEmitted(page.finished):
        sync_runner.finish()
    assert page.store.result is not None


def test_cancel_says_so_at_once_and_the_run_can_be_repeated(page, sync_runner) -> None:
    press_main(page)
    press(page.cancel_button)
    assert page.state is AttemptState.STOPPING
    sync_runner.finish()
    assert page.state is AttemptState.CANCELLED
    assert page.store.result is None
    sync_runner.do(press_main, page)
    assert page.state is AttemptState.DONE


def test_cancel_in_the_activity_strip_shows_here_too(page, sync_runner) -> None:
    press_main(page)
    (operation,) = sync_runner.operations
    operation.cancel()
    sync_runner.progressed.emit((operation,))
    assert page.state is AttemptState.STOPPING
    sync_runner.finish()


def test_a_broken_promise_is_said_in_a_sentence(page, sync_runner, engine) -> None:
    problem = Problem("promise-t", Where("WAGE"), {"t": 0.2, "wanted": 0.1})
    engine.fails = PromiseBroken(problem)
    sync_runner.do(press_main, page)
    assert page.state is AttemptState.FAILED
    assert "0.2" in page.sentence.text()
    assert page.store.result is None
    engine.fails = None
    sync_runner.do(press_main, page)
    assert page.state is AttemptState.DONE
    assert page.sentence.text() == "Done."


def test_a_defect_of_ours_is_said_without_a_traceback(page, sync_runner, engine) -> None:
    engine.fails = ZeroDivisionError("division by zero")
    sync_runner.do(press_main, page)
    assert page.state is AttemptState.FAILED
    assert "division" not in page.sentence.text()
    assert page.sentence.text()


def test_a_change_of_the_settings_makes_the_page_ready_again(page, sync_runner) -> None:
    sync_runner.do(press_main, page)
    sync_runner.do(page.store.set_method, Method("mdav", {"k": 4}))
    assert page.state is AttemptState.READY
    assert page.main_action().text == "&Protect 12 records"
    assert "done" not in {row.mark for row in page.phases.rows}


def test_undoing_the_change_makes_the_result_current_again(page, sync_runner) -> None:
    sync_runner.do(press_main, page)
    sync_runner.do(page.store.set_method, Method("mdav", {"k": 4}))
    sync_runner.do(page.store.undo)
    assert page.state is AttemptState.DONE


def test_a_run_whose_file_was_closed_changes_nothing(page, sync_runner, dataset, project) -> None:
    press_main(page)
    sync_runner.do(page.store.open_dataset, project.source, dataset, profile(dataset), project)
    assert page.store.result is None
    assert page.state is AttemptState.READY


def test_the_phase_that_runs_shows_share_and_time_left(page) -> None:
    first, second = page.phases.rows[:2]
    phases = run_module.phases_of_run(page.store.plan)
    page.phases.show_progress(Progress(phases[1], 2, len(phases), 30, 120, 42.0))
    assert first.mark == "done"
    assert second.mark == "play"
    assert second.bar.value() * 4 == second.bar.maximum()
    assert "25 %" in second.state
    assert "40 seconds left" in second.state


def test_a_phase_without_a_total_shows_no_invented_share(page) -> None:
    phases = run_module.phases_of_run(page.store.plan)
    page.phases.show_progress(Progress(phases[0], 1, len(phases), 5, 0, None))
    row = page.phases.rows[0]
    assert (row.bar.minimum(), row.bar.maximum()) == (0, 0)
    assert "%" not in row.state


def test_cancelled_is_what_the_engine_raises(page, sync_runner, engine) -> None:
    engine.fails = Cancelled()
    sync_runner.do(press_main, page)
    assert page.state is AttemptState.CANCELLED


def test_what_becomes_of_each_column_is_said_before_the_run(page) -> None:
    said = page.summary.text()
    assert "<b>Masked:</b> AGE, HOURS" in said
    assert "<b>Confidential, published as they are:</b> WAGE" in said
    assert "<b>Left out:</b> ID" in said
    assert "Other columns" not in said


@pytest.mark.parametrize(
    ("settings", "said", "unsaid", "phases"),
    [
        ({"k": 3}, ["Minimum cluster size k: 3"], ["λ", "Refinement"], ["Forming clusters"]),
        (
            {"k": 3, "lambda": 0.5, "refine": 40},
            ["λ: 0.5", "Refinement moves: 40"],
            [],
            ["Forming clusters", "Searching for clusters that lose less"],
        ),
    ],
    ids=["plain", "refined"],
)
def test_only_what_is_used_is_shown(
    page,
    sync_runner,
    settings: dict[str, object],
    said: list[str],
    unsaid: list[str],
    phases: list[str],
) -> None:
    sync_runner.do(page.store.set_method, Method("mdav", settings))
    text = page.summary.text()
    assert all(part in text for part in said)
    assert not any(part in text for part in unsaid)
    names = [row.name for row in page.phases.rows]
    assert names[1 : 1 + len(phases)] == phases
    assert names[1 + len(phases)] == "Computing averages"
