"""A disk that fills up, a run that is cancelled, killed or sent a signal leaves no half release."""

from __future__ import annotations

import itertools
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from core.errors import Cancelled
from core.io import read
from core.jobs import Job
from core.pipeline import execute, resolve, seal
from core.recipe import open_project
from tests.lanes import in_lane

ROOT = Path(__file__).resolve().parents[3]


def words(bench) -> list[str]:
    return ["protect", str(bench.folder / "recipe.json"), "--output", str(bench.release)]


@contextmanager
def files_limited_to(size: int) -> Iterator[None]:
    """Make every file of this process end at `size` bytes, like a disk that is full."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize(
    "size",
    [0, 700, 9000, *(pytest.param(n, marks=pytest.mark.longer) for n in (1, 300, 1500, 5000))],
)
def test_a_disk_that_fills_up(bench, size: int) -> None:
    with files_limited_to(size):
        bench.check_refused("disk", status=4)


def test_a_disk_that_is_full_before_the_process_begins(bench) -> None:
    before = bench.everything()

    command = [sys.executable, "-m", "core", *words(bench)]
    with files_limited_to(0):
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 4, done.stderr
    assert "disk" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert bench.everything() == before


def large_input(bench) -> None:
    """Make a file whose protection takes far longer than the test waits."""
    lines = (f"P{i},{i * 7 % 9973},{i * 31 % 7919},{i % 1009},x" for i in range(300_000))
    text = "\n".join(["NAME,AGE,HOURS,INCOME,NOTE", *lines])
    (bench.folder / "people.csv").write_text(text + "\n")
    bench.recipe({"name": "t-closeness-first", "k": 3, "t": 0.01})


# Signals itself during each of three runs, half a second after the program handles signals.
SIGNALLED = """
import os, signal, sys, threading, time
from core.command_line import main
def send(number):
    while signal.getsignal(number) is signal.SIG_DFL:
        time.sleep(0.01)
    time.sleep(0.5)
    os.kill(os.getpid(), number)
signal.signal(signal.SIGINT, signal.SIG_DFL)
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # nohup may have it ignored
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    threading.Thread(target=send, args=(number,), daemon=True).start()
    print(main(sys.argv[1:]), flush=True)
"""


def test_a_run_cancelled_by_any_signal_cleans_up(program, bench) -> None:
    large_input(bench)
    before = bench.everything()

    done = program.run(words(bench), SIGNALLED)

    assert done.out.split() == ["4", "4", "4"], done.err
    assert done.err.splitlines() == ["Cancelled. Nothing was written."] * 3
    assert bench.everything() == before


# Kills itself before the file or folder of that number is flushed or gets its name; in the longer
# lane also where the run asks whether it is cancelled.
KILLED_RUN = """
import os, signal, sys
from itertools import count
from core.command_line import main
from core.jobs import Job
from tests.lanes import is_longer_lane
last_moment, moments = int(sys.argv[1]), count()
def killing(function):
    def kill_or_go_on(*arguments, **named):
        if next(moments) == last_moment:
            os.kill(os.getpid(), signal.SIGKILL)
        return function(*arguments, **named)
    return kill_or_go_on
if is_longer_lane():
    Job.check = killing(Job.check)
for name in ("fsync", "rename", "replace"):
    setattr(os, name, killing(getattr(os, name)))
sys.exit(main(sys.argv[2:]))
"""


class CancelledAt(Job):
    """A job that is cancelled when it is asked for the `n`-th time."""

    def __init__(self, n: int) -> None:
        super().__init__()
        self._left = n

    def check(self) -> None:
        self._left -= 1
        if self._left < 0:
            self.cancel()
        super().check()


def test_cancelling_at_any_moment_leaves_nothing_behind(bench) -> None:
    project = open_project(bench.folder / "recipe.json").project
    dataset = read(project.source, Job())
    plan = resolve(project.recipe, project.schema, dataset, project.source)
    result = execute(plan, dataset, Job())
    before = bench.everything()
    endings = []
    # Nothing is written before the release is.
    for n in itertools.count(step=in_lane(5, 1)):
        try:
            seal(result, dataset, bench.release, False, CancelledAt(n))
            endings.append("done")
            break
        except Cancelled:
            assert bench.everything() == before
            endings.append("cancelled")

    assert len(endings) > 10
    assert "public/people_protected.audit.json" in bench.files()


def test_a_run_killed_at_any_moment_leaves_no_release_and_touches_no_input(program, bench) -> None:
    content = (bench.folder / "people.csv").read_bytes()
    endings = []
    for moment in itertools.count(step=in_lane(2, 1)):
        endings.append(program.run([moment, *words(bench)], KILLED_RUN).status)
        assert (bench.folder / "people.csv").read_bytes() == content
        if endings[-1] != -signal.SIGKILL:
            break
        if bench.release.exists():
            check_release(bench)
            shutil.rmtree(bench.release)

    assert endings[-1] == 0
    assert len(endings) > 5
    check_release(bench)


def check_release(bench) -> None:
    """Check that a release which has its name is whole."""
    log = bench.document()
    assert {f"{file['half']}/{file['name']}" for file in log["files"]} < set(bench.files())


# Pretends that a kernel is being compiled for longer than the test waits, in the main thread or in
# one of its own.
COMPILING = """
import sys, time
from core.kernels.compilation import watching
from core.command_line import commands
from core.jobs import run_cancellable
import core.starting
where = sys.argv.pop(1)
def slow(plan, dataset, job, *more, **named):
    watching._watch.open = 1
    print("compiling", flush=True)
    wait = lambda: time.sleep(3600)
    run_cancellable(wait, job) if where == "thread" else wait()
commands.measure_run = slow
sys.exit(core.starting.start())
"""


@pytest.mark.parametrize(
    ("where", "name"),
    [
        ("main", signal.SIGTERM),
        ("thread", signal.SIGINT),
        pytest.param("main", signal.SIGINT, marks=pytest.mark.longer),
        pytest.param("thread", signal.SIGTERM, marks=pytest.mark.longer),
    ],
)
def test_a_signal_ends_a_process_that_compiles(
    program, bench, where: str, name: signal.Signals
) -> None:
    recipe = bench.folder / "recipe.json"
    before = bench.everything()
    run = program.begin([where, "protect", recipe, "--output", bench.release], COMPILING)
    while run.out != "compiling\n":
        time.sleep(0.005)
    os.kill(run.number, name)

    assert run.wait() == 4
    assert "Cancelled" in run.err
    assert "Traceback" not in run.err
    assert bench.everything() == before
