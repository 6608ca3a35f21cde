"""A signal ends the command line soon, also while a kernel is compiled."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]

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
def test_a_signal_ends_a_process_that_compiles(bench, where: str, name: signal.Signals) -> None:
    recipe = str(bench.folder / "recipe.json")
    words = [where, "protect", recipe, "--output", str(bench.release)]
    before = bench.everything()
    with subprocess.Popen(
        [sys.executable, "-c", COMPILING, *words],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "compiling\n"
        process.send_signal(name)
        _, said = process.communicate(timeout=300)

    assert process.returncode == 4
    assert "Cancelled" in said
    assert "Traceback" not in said
    assert bench.everything() == before
