"""A signal ends the command line soon, also while a kernel is compiled."""

from __future__ import annotations

import os
import signal
import time

import pytest

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
