"""Recipes, logs and inputs that are no files, or far too large."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


def command(*arguments: object, memory: int = 4 << 30) -> subprocess.CompletedProcess[str]:
    """Run the command line as a user does, in bounded time and memory."""
    return subprocess.run(
        [sys.executable, "-m", "core", *map(str, arguments)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (memory, memory)),
        check=False,
    )


def one_sentence(said: str) -> str:
    assert "Traceback" not in said, said
    assert len(said.strip().splitlines()) == 1, said
    return said


def asked(name: str, bench, path: Path) -> list[object]:
    """Return the arguments by which a command reads the document at `path`."""
    if name == "protect":
        return ["protect", path, "--output", bench.release]
    if name == "verify":
        return ["verify", path]
    given = ["--input", bench.folder / "people.csv", "--output", bench.release]
    return ["replay", path, *given]


@pytest.mark.parametrize("name", ["protect", "replay", "verify"])
@pytest.mark.parametrize("kind", ["pipe", "device", "link to a device"])
def test_a_document_that_is_no_file_is_refused(bench, name: str, kind: str) -> None:
    path = bench.folder / "document.json"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "device":
        path = Path("/dev/zero")
    else:
        path.symlink_to("/dev/zero")
    before = bench.everything()

    done = command(*asked(name, bench, path))

    assert done.returncode == 2, done.stderr
    assert "device or a pipe" in one_sentence(done.stderr)
    assert bench.everything() == before


@pytest.mark.parametrize("name", ["protect", "replay", "verify"])
def test_a_document_of_gigabytes_is_refused_unread(bench, name: str) -> None:
    path = bench.folder / "document.json"
    with path.open("wb") as file:
        file.truncate(3 << 30)

    done = command(*asked(name, bench, path), memory=3 << 30)

    assert done.returncode == 2, done.stderr
    assert "MB" in one_sentence(done.stderr)


@pytest.mark.parametrize("name", ["protect", "verify"])
def test_a_folder_is_named_and_not_blamed_on_the_drive(bench, name: str) -> None:
    done = command(*asked(name, bench, Path()))

    assert done.returncode == 2
    assert "is a folder" in one_sentence(done.stderr)
    assert not done.stderr.startswith(" ")
    assert not done.stderr.startswith("“”")


def test_a_pipe_as_recipe_leaves_the_signals_alone(bench) -> None:
    """Somebody who waits too long must be able to stop: the pipe is never waited for."""
    path = bench.folder / "pipe"
    os.mkfifo(path)
    arguments = [sys.executable, "-m", "core", *map(str, asked("protect", bench, path))]
    with subprocess.Popen(arguments, cwd=ROOT, stderr=subprocess.DEVNULL) as process:
        process.send_signal(signal.SIGCONT)
        assert process.wait(timeout=300) == 2


def test_a_file_whose_name_is_no_text_can_still_be_named(bench) -> None:
    """Linux lets a name be any bytes; JSON holds those that are no text by escapes."""
    odd = os.fsencode(bench.folder) + b"/odd\xff.csv"
    Path(os.fsdecode(odd)).write_bytes((bench.folder / "people.csv").read_bytes())
    bench.recipe(input={"path": "odd\udcff.csv", "kind": "csv"})

    assert bench.protect() == 0, bench.err
    log = bench.release / "internal/people_protected.internal.json"
    assert json.loads(log.read_text())["input"]["name"] == "odd\\xff.csv"
    assert bench.run("verify", log) == 0


@pytest.mark.parametrize(
    ("reference", "said"),
    [
        ("http://example.org/tree.csv", "address on a network"),
        ("loop.csv", "leads back to itself"),
        ("pipe.csv", "device or a pipe"),
        ("folder.csv", "is a folder"),
    ],
)
@pytest.mark.parametrize("what", ["input", "taxonomy"])
def test_what_is_no_file_is_named_for_what_it_is(bench, what: str, reference: str, said) -> None:
    (bench.folder / "loop.csv").symlink_to("loop.csv")
    (bench.folder / "folder.csv").mkdir()
    os.mkfifo(bench.folder / "pipe.csv")
    attributes = json.loads((bench.folder / "recipe.json").read_text())["attributes"]
    attributes[4] |= {"role": "quasi-identifier", "scale": "nominal", "taxonomy": reference}
    given = {"input": {"path": reference, "kind": "csv"}}
    bench.recipe(**(given if what == "input" else {"attributes": attributes}))

    assert bench.protect() == 2
    assert said in one_sentence(bench.err)


def test_a_file_that_the_system_makes_up_is_not_called_empty(bench) -> None:
    assert bench.run("protect", "/proc/version", "--output", bench.release) == 2
    assert "empty" not in one_sentence(bench.err)
