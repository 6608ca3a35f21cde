"""Work off the window's thread ends once, on the window's thread, in the order of its lane."""

from __future__ import annotations

import itertools
import threading
import time

import pytest

from core.errors import Problem, Refused
from core.jobs import Job
from desktop_app.jobs import JobRunner, Lane, Operation, precedence


class Ends:
    """Notes what an operation says and where."""

    def __init__(self, operation: Operation) -> None:
        self.heard: list[tuple[str, object]] = []
        self.threads: set[int] = set()
        operation.succeeded.connect(self.success)
        operation.failed.connect(self.failure)
        operation.cancelled.connect(self.cancel)

    def _note(self, what: str, value: object) -> None:
        self.heard.append((what, value))
        self.threads.add(threading.get_ident())

    def success(self, value: object) -> None:
        self._note("succeeded", value)

    def failure(self, error: object) -> None:
        self._note("failed", error)

    def cancel(self) -> None:
        self._note("cancelled", None)


def until_cancelled(job: Job) -> None:
    while True:
        time.sleep(0.005)
        job.check()


def refuse(_: Job) -> None:
    raise Refused(Problem("no-such-file"))


def test_success_brings_the_value_to_the_main_thread(qtbot, job_runner) -> None:
    where: list[int] = []

    def work(_: Job) -> int:
        where.append(threading.get_ident())
        return 2**40

    ends = Ends(job_runner.run(work, Lane.COMPUTE, "work"))
    qtbot.waitUntil(lambda: bool(ends.heard))

    assert ends.heard == [("succeeded", 2**40)]
    assert where != [threading.get_ident()]
    assert ends.threads == {threading.get_ident()}


def test_a_failure_brings_the_exception(qtbot, job_runner) -> None:
    ends = Ends(job_runner.run(refuse, Lane.IO, "work"))
    qtbot.waitUntil(lambda: bool(ends.heard))

    [(what, error)] = ends.heard
    assert what == "failed"
    assert isinstance(error, Refused)
    assert error.problems[0].code == "no-such-file"


def test_cancelling_ends_running_and_waiting_work_once_each(qtbot, job_runner) -> None:
    begun: list[str] = []
    running = Ends(first := job_runner.run(until_cancelled, Lane.COMPUTE, "first"))
    waiting = Ends(second := job_runner.run(lambda _: begun.append("x"), Lane.COMPUTE, "second"))
    second.cancel()
    second.cancel()
    first.cancel()
    qtbot.waitUntil(lambda: not job_runner.operations)

    assert running.heard == [("cancelled", None)]
    assert waiting.heard == [("cancelled", None)]
    assert begun == []


def test_many_operations_all_end_exactly_once(qtbot, job_runner) -> None:
    ends = [Ends(job_runner.run(lambda _, n=n: n, Lane.COMPUTE, str(n))) for n in range(300)]
    qtbot.waitUntil(lambda: not job_runner.operations)

    assert [end.heard for end in ends] == [[("succeeded", n)] for n in range(300)]


def test_the_lanes_do_not_wait_for_each_other_but_each_keeps_its_order(qtbot, job_runner) -> None:
    done: list[str] = []
    long = job_runner.run(until_cancelled, Lane.COMPUTE, "long")
    job_runner.run(lambda _: done.append("compute"), Lane.COMPUTE, "after it")
    for name in ("a", "b", "c"):
        job_runner.run(lambda _, name=name: done.append(name), Lane.IO, name)
    qtbot.waitUntil(lambda: len(done) == 3)
    assert done == ["a", "b", "c"]

    long.cancel()
    qtbot.waitUntil(lambda: len(done) == 4)
    assert done[-1] == "compute"


def test_progress_is_told_while_work_runs(qtbot, job_runner) -> None:
    def work(job: Job) -> None:
        job.plan(("reading", "typing"))
        job.start_phase("typing", 50)
        job.update(20)
        until_cancelled(job)

    seen: list = []
    job_runner.progressed.connect(seen.append)
    operation = job_runner.run(work, Lane.IO, "work")
    qtbot.waitUntil(lambda: bool(seen) and seen[-1][0].progress().done == 20)
    progress = seen[-1][0].progress()
    operation.cancel()
    qtbot.waitUntil(lambda: not job_runner.operations)

    assert (progress.phase, progress.index, progress.phases, progress.total) == ("typing", 2, 2, 50)


def test_quiet_work_is_not_shown(qtbot, job_runner) -> None:
    seen: list = []
    job_runner.progressed.connect(seen.append)
    operation = job_runner.run(until_cancelled, Lane.IO, "quiet", quiet=True)
    qtbot.wait(250)
    assert seen == []
    assert not job_runner.busy
    operation.cancel()
    qtbot.waitUntil(lambda: not job_runner.operations)


def test_closing_stops_what_runs() -> None:
    runner = JobRunner()
    ends = Ends(runner.run(until_cancelled, Lane.COMPUTE, "work"))

    assert runner.close(120)
    assert ends.heard == [("cancelled", None)]


def test_closing_says_when_work_does_not_come_back() -> None:
    runner, begun, free = JobRunner(), threading.Event(), threading.Event()

    def work(_: Job) -> None:
        begun.set()
        free.wait(120)

    runner.run(work, Lane.IO, "deaf")
    assert begun.wait(120), "work that waits for its turn is only cancelled"

    assert not runner.close(0.05)
    free.set()
    assert runner.close(120)


def test_the_synchronous_runner_has_the_same_ends(sync_runner) -> None:
    good = Ends(sync_runner.run(lambda _: 7, Lane.IO, "good"))
    bad = Ends(sync_runner.run(refuse, Lane.IO, "bad"))
    dropped = Ends(operation := sync_runner.run(lambda _: 8, Lane.IO, "dropped"))
    operation.cancel()
    assert good.heard == []
    sync_runner.finish()

    assert good.heard == [("succeeded", 7)]
    assert [what for what, _ in bad.heard] == ["failed"]
    assert dropped.heard == [("cancelled", None)]


def test_work_stands_still_while_the_window_shows_something(qtbot, job_runner, monkeypatch) -> None:
    monkeypatch.setattr(precedence, "_LONGEST_SECONDS", 120)
    looks = itertools.count()
    seen: list[int] = []

    def work(job: Job) -> None:
        while not job.cancelled:
            seen.append(next(looks))
            time.sleep(0.001)
            job.check()

    operation = job_runner.run(work, Lane.COMPUTE, "work")
    qtbot.waitUntil(lambda: len(seen) > 10)
    job_runner.put_window_first()
    before = len(seen)
    time.sleep(0.1)  # the window is busy: no timer fires
    assert len(seen) - before <= 1, "only a check that had begun may end"
    qtbot.waitUntil(lambda: len(seen) > before + 10)  # it goes on when the window has had its turn
    operation.cancel()
    qtbot.waitUntil(lambda: not job_runner.operations)


def test_a_window_that_never_returns_holds_no_work_back(qtbot, job_runner) -> None:
    ended = threading.Event()

    def work(job: Job) -> None:
        for _ in range(1000):
            job.check()
        ended.set()

    free = threading.Event()
    job_runner.run(lambda _: free.wait(120), Lane.COMPUTE, "something that runs")
    job_runner.put_window_first()
    job_runner.run(work, Lane.IO, "work")
    assert ended.wait(120)  # no event is handled meanwhile
    free.set()
    qtbot.waitUntil(lambda: not job_runner.operations)


@pytest.mark.parametrize("error", [MemoryError, RuntimeError, KeyError])
def test_a_defect_in_the_work_is_told_and_does_not_stop_the_lane(
    qtbot, job_runner, error: type[Exception]
) -> None:
    def work(_: Job) -> None:
        raise error

    ends = Ends(job_runner.run(work, Lane.COMPUTE, "broken"))
    after = Ends(job_runner.run(lambda _: "fine", Lane.COMPUTE, "next"))
    qtbot.waitUntil(lambda: not job_runner.operations)

    assert [what for what, _ in ends.heard] == ["failed"]
    assert after.heard == [("succeeded", "fine")]
