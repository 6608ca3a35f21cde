"""The exit status says what happened, also where the terminal cannot print it."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.core.command_line.conftest import Bench
from tests.core.command_line.loaded_program import START, LoadedProgram, Run

ROOT = Path(__file__).resolve().parents[3]


def protect(program: LoadedProgram, bench: Bench, *more: str, **script_and_streams: Any) -> Run:
    words = ["protect", bench.folder / "recipe.json", "--output", bench.release, *more]
    return program.run(words, **script_and_streams)


def run_process(*words: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a new process, which prints texts, in the folder of the program."""
    return subprocess.run(
        [str(word) for word in words],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def test_a_terminal_without_the_signs_gets_them_escaped(program, bench, monkeypatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")

    done = protect(program, bench)

    assert done.status == 0, done.err
    assert "Traceback" not in done.err
    assert "Ready for release" in done.out
    assert bench.verify("public", with_input=False) == 0


def test_a_machine_without_utf_8_gets_json_all_the_same(program, bench, monkeypatch) -> None:
    bench.recipe(output={"kind": "csv", "name": "people_\U0001f600é"})
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")

    done = protect(program, bench, "--json")

    assert done.status == 0, done.err
    assert "people_\U0001f600é.csv" in json.dumps(json.loads(done.out), ensure_ascii=False)


NOTHING_OPEN = {0: None, 1: None, 2: None}
WITHOUT_READER = f"""
import os, sys
reader, writer = os.pipe()
os.close(reader)
sys.stdout = open(writer, "w")
{START}
"""


@pytest.mark.parametrize(
    ("ending", "more"),
    [
        ({"streams": {1: "/dev/full"}}, []),
        ({"streams": {1: None}}, []),
        ({"streams": NOTHING_OPEN}, []),
        ({"streams": NOTHING_OPEN}, ["--json"]),
        ({"script": WITHOUT_READER}, []),
    ],
    ids=["full", "closed", "nothing open", "nothing open json", "no reader"],
)
def test_a_release_is_a_release_though_nobody_can_be_told(program, bench, ending, more) -> None:
    done = protect(program, bench, *more, **ending)

    assert done.status == 0, done.err
    assert "Traceback" not in done.err
    assert "Exception ignored" not in done.err
    assert bench.verify("public", with_input=False) == 0


@pytest.mark.parametrize(
    ("command", "ending", "status"),
    [
        ("manual recipe", "> /dev/full", 4),
        ("manual recipe", "| true; exit ${PIPESTATUS[0]}", 0),
        pytest.param("suggest people.csv --json", "> /dev/full", 4, marks=pytest.mark.longer),
        pytest.param("compare recipe.json", "> /dev/full", 4, marks=pytest.mark.longer),
    ],
)
def test_a_command_that_only_prints_has_done_nothing_if_it_cannot(
    bench, command: str, ending: str, status: int
) -> None:
    folder, python = (shlex.quote(str(path)) for path in (bench.folder, sys.executable))
    done = run_process("bash", "-c", f"cd {folder}; {python} -P -m core {command} {ending}")

    assert done.returncode == status, done.stderr
    assert len(done.stderr.splitlines()) == (1 if status else 0)


def test_a_mistyped_name_of_a_file_is_no_unknown_command(bench, monkeypatch) -> None:
    monkeypatch.chdir(bench.folder)
    for name in ("nosuch.csv", "./nosuch"):
        assert bench.run(name) == 2
        assert bench.err == f"There is no file {Path(name).name} in the folder {bench.folder}.\n"


@pytest.mark.parametrize("streams", [{2: "/dev/full"}, {1: None, 2: None}])
def test_a_refusal_keeps_its_status_though_nobody_can_be_told(program, bench, streams) -> None:
    bench.recipe({"name": "mdav", "k": 1000})

    assert protect(program, bench, streams=streams).status == 2
    assert not bench.release.exists()


def test_json_of_a_hostile_recipe_is_json(bench) -> None:
    path = bench.recipe(extra="\ud800")

    assert bench.run("protect", path, "--output", bench.release, "--json") == 2
    assert json.loads(bench.out)["status"] == 2


def test_help_into_a_full_disk_ends_without_a_traceback() -> None:
    done = run_process("bash", "-c", f"{shlex.quote(sys.executable)} -m core --help > /dev/full")

    assert (done.returncode, done.stderr) == (0, "")


# Those of a case do not hide its others; where compiling is off, no other would be read.
SETTINGS = [
    {
        "NUMBA_NUM_THREADS": "0",
        "NUMBA_CPU_NAME": "nonsense",
        "NUMBA_CPU_FEATURES": "nonsense",
        "NUMBA_OPT": "x",
        "NUMBA_DEBUG": "1",
        "NUMBA_CACHE_LOCATOR_CLASSES": "x",
        "OMP_NUM_THREADS": "many",
        "OPENBLAS_NUM_THREADS": "many",
    },
    pytest.param({"NUMBA_NUM_THREADS": "many", "NUMBA_DISABLE_JIT": "1"}, marks=pytest.mark.longer),
]


@pytest.mark.parametrize("settings", SETTINGS)
def test_settings_of_a_library_change_nothing(bench, settings: dict[str, str]) -> None:
    words = [sys.executable, "-m", "core", "protect", bench.folder / "recipe.json"]
    done = run_process(*words, "--output", bench.release, **settings)

    assert (done.returncode, done.stderr) == (0, "")
    assert bench.verify("public", with_input=False) == 0


@pytest.mark.parametrize(
    "kilobytes",
    [
        100_000,
        900_000,
        *(pytest.param(size, marks=pytest.mark.longer) for size in (300_000, 500_000, 700_000)),
    ],
)
def test_too_little_memory_gets_a_sentence(bench, kilobytes: int) -> None:
    before = bench.everything()
    recipe = bench.folder / "recipe.json"
    words = [sys.executable, "-m", "core", "protect", recipe, "--output", bench.release]
    done = run_process("bash", "-c", f'ulimit -v {kilobytes}; exec "$@"', "bash", *words)

    assert done.returncode == 4, done.stderr
    assert "memory" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert bench.everything() == before


ABORTING = """
import os, resource, sys
import core.command_line
from core.starting import start
resource.setrlimit(resource.RLIMIT_AS, (8 << 30, resource.RLIM_INFINITY))
# As the compiler of the kernels does where it gets no memory.
core.command_line.main = lambda *_: os.abort()
sys.exit(start(["protect"]))
"""
WINDOW = """
import resource, sys
from desktop_app.entry import window
resource.setrlimit(resource.RLIMIT_AS, (900_000_000, resource.RLIM_INFINITY))
sys.exit(window())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux enforces the limit")
@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        (ABORTING, "The machine has not enough memory for this file. Nothing was written.\n"),
        (
            WINDOW,
            "The system allows Statveil 900 MB of memory; it needs at least 1,000 MB, and more "
            "for a large file. Nothing was written.\n",
        ),
    ],
)
def test_a_library_that_gets_no_memory_ends_with_a_sentence(script: str, sentence: str) -> None:
    done = run_process(sys.executable, "-c", script, QT_QPA_PLATFORM="offscreen")

    assert (done.returncode, done.stderr) == (4, sentence)


AT_THE_END = """
import atexit, resource, sys
from desktop_app.entry import main
hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
resource.setrlimit(resource.RLIMIT_CORE, (hard, hard))
atexit.register(lambda: print(resource.getrlimit(resource.RLIMIT_CORE)[0]))
sys.exit(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="core dumps are those of POSIX systems")
def test_no_crash_may_write_the_memory_of_the_process_to_disk() -> None:
    run = run_process(sys.executable, "-c", AT_THE_END, "--version")
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines()[-1] == "0"
