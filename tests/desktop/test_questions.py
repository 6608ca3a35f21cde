"""Questions whose answers are dropped when out of date, and attempts that can be abandoned."""

from __future__ import annotations

from core.jobs import Job
from desktop_app.jobs import JobRunner, Lane
from desktop_app.jobs.attempt import Attempt, AttemptState
from desktop_app.jobs.latest import Latest


class Ears:
    """Notes what is told."""

    def __init__(self) -> None:
        self.heard: list[object] = []

    def hear(self, told: object) -> None:
        self.heard.append(told)


def _fail(_job: Job) -> object:
    raise ValueError("no")


def test_an_answer_that_comes_in_spite_of_cancelling_is_dropped(sync_runner) -> None:
    latest, ears = Latest(sync_runner, "Asking"), Ears()
    latest.arrived.connect(ears.hear)

    def slow(_job: Job) -> str:
        # While this one works, the user asks something else.
        latest.ask(lambda _job: "new")
        return "old"

    sync_runner.do(latest.ask, slow)
    assert ears.heard == ["new"]
    assert not latest.waiting


def test_a_failure_out_of_date_is_dropped_too(sync_runner) -> None:
    latest, answers, failures = Latest(sync_runner, "Asking"), Ears(), Ears()
    latest.arrived.connect(answers.hear)
    latest.failed.connect(failures.hear)

    def slow(job: Job) -> object:
        latest.ask(lambda _job: "new")
        return _fail(job)

    sync_runner.do(latest.ask, slow)
    assert (answers.heard, failures.heard) == (["new"], [])
    sync_runner.do(latest.ask, _fail)
    assert [type(error) for error in failures.heard] == [ValueError]


def test_a_question_that_is_dropped_has_no_answer(sync_runner) -> None:
    latest, ears = Latest(sync_runner, "Asking"), Ears()
    latest.arrived.connect(ears.hear)

    def slow(_job: Job) -> str:
        latest.drop()
        return "old"

    sync_runner.do(latest.ask, slow)
    assert ears.heard == []


def test_an_abandoned_attempt_that_succeeds_all_the_same_changes_nothing(sync_runner) -> None:
    attempt, ears = Attempt(sync_runner), Ears()
    attempt.succeeded.connect(ears.hear)

    def work(_job: Job) -> str:
        attempt.abandon()
        return "done"

    sync_runner.do(attempt.begin, work, Lane.COMPUTE, "Working")
    assert ears.heard == []
    assert attempt.state is AttemptState.READY


def test_an_attempt_that_finishes_in_spite_of_cancelling_is_done(sync_runner) -> None:
    attempt, ears = Attempt(sync_runner), Ears()
    attempt.succeeded.connect(ears.hear)

    def work(_job: Job) -> str:
        attempt.cancel()
        return "done"

    sync_runner.do(attempt.begin, work, Lane.COMPUTE, "Working")
    assert ears.heard == ["done"]
    assert attempt.state is AttemptState.DONE


def test_only_one_attempt_at_a_time(sync_runner) -> None:
    attempt, ears = Attempt(sync_runner), Ears()
    attempt.succeeded.connect(ears.hear)
    attempt.begin(lambda _job: "first", Lane.COMPUTE, "Working")
    sync_runner.do(attempt.begin, lambda _job: "second", Lane.COMPUTE, "Working")
    assert ears.heard == ["first"]


def test_nothing_is_asked_of_a_runner_that_is_closed() -> None:
    """The end of other work, which closing the window waits for, leads to questions."""
    runner = JobRunner()
    assert runner.close(120)
    latest, ears = Latest(runner, "Asking"), Ears()
    latest.arrived.connect(ears.hear)
    latest.ask(lambda _: 1)
    assert not latest.waiting
    assert runner.operations == ()
    assert ears.heard == []
