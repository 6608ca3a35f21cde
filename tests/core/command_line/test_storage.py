"""A disk that fills up, a cancelled run and a killed one leave no half-written release."""

from __future__ import annotations

import itertools
import json
import resource
import subprocess
import sys
import time
from pathlib import Path

import pytest

from core.errors import Cancelled
from core.io import read
from core.jobs import Job
from core.model import Project
from core.pipeline import execute, open_project, resolve, seal

ROOT = Path(__file__).resolve().parents[3]


def command(bench, *more: str) -> list[str]:
    recipe = str(bench.folder / "recipe.json")
    return [sys.executable, "-m", "core", "protect", recipe, "--output", str(bench.release), *more]


def limit_files_to(size: int):
    """Return a function that makes every file of a process end at `size` bytes, like a disk."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


@pytest.mark.parametrize("size", [0, 1, 300, 700, 1500, 5000, 9000])
def test_a_disk_that_fills_up(bench, size: int) -> None:
    before = bench.everything()

    done = subprocess.run(
        command(bench),
        cwd=ROOT,
        capture_output=True,
        text=True,
        preexec_fn=limit_files_to(size),
        check=False,
    )

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


# Signals itself a second after everything is imported, so that the work is surely under way.
SIGNALLED = """
import os, signal, sys, threading, time
from core.command_line import main
number = getattr(signal, sys.argv[1])
signal.signal(number, signal.SIG_DFL)  # nohup may have it ignored
def send():
    while signal.getsignal(number) is signal.SIG_DFL:
        time.sleep(0.01)
    time.sleep(0.5)
    os.kill(os.getpid(), number)
threading.Thread(target=send, daemon=True).start()
sys.exit(main(sys.argv[2:]))
"""


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_cancelled_run_cleans_up(bench, name: str) -> None:
    large_input(bench)
    before = bench.everything()

    done = subprocess.run(
        [sys.executable, "-c", SIGNALLED, name, *command(bench)[3:]],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 4, done.stderr
    assert done.stderr.strip() == "Cancelled. Nothing was written."
    assert bench.everything() == before


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
    before = bench.everything()
    project = open_project(bench.folder / "recipe.json").project
    endings = []
    for n in itertools.count():
        try:
            whole_run(project, bench.release, CancelledAt(n))
            endings.append("done")
            break
        except Cancelled:
            assert bench.everything() == before
            endings.append("cancelled")

    assert len(endings) > 10
    assert "public/people_protected.audit.json" in bench.files()


def whole_run(project: Project, folder: Path, job: Job) -> None:
    dataset = read(project.source, job)
    plan = resolve(project.recipe, project.schema, dataset, project.source)
    seal(execute(plan, dataset, job), dataset, folder, False, job)


@pytest.mark.parametrize("after", [0.3, 0.7, 1.0, 1.3, 1.7, 2.2])
def test_a_killed_run_leaves_no_release_and_touches_no_input(bench, after: float) -> None:
    content = (bench.folder / "people.csv").read_bytes()
    with subprocess.Popen(command(bench), cwd=ROOT) as running:
        time.sleep(after)
        running.kill()

    assert (bench.folder / "people.csv").read_bytes() == content
    if bench.release.exists():
        # It was done before it was killed: then it is whole.
        log = json.loads((bench.release / "internal/people_protected.internal.json").read_text())
        assert {f"{file['half']}/{file['name']}" for file in log["files"]} < set(bench.files())
