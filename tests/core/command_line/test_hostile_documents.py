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

from tests.core.command_line.new_process import ROOT, run_commands


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


def test_documents_that_are_no_files_are_refused_unread(bench) -> None:
    """In bounded time and memory, which a process alone can have."""
    pipe, link, large = (bench.folder / name for name in ("pipe.json", "link.json", "large.json"))
    os.mkfifo(pipe)
    link.symlink_to("/dev/zero")
    with large.open("wb") as file:
        file.truncate(3 << 30)
    before = bench.everything()
    no_file = "device or a pipe"
    cases = [
        (asked(name, bench, path), sentence_part)
        for name in ("protect", "replay", "verify")
        for path, sentence_part in (
            (pipe, no_file),
            (Path("/dev/zero"), no_file),
            (link, no_file),
            (large, "MB"),
            (Path(), "is a folder"),
        )
    ]

    endings = run_commands(
        [words for words, _ in cases],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30)),
    )

    for (words, sentence_part), ending in zip(cases, endings, strict=True):
        assert ending.status == 2, (words, ending)
        assert sentence_part in one_sentence(ending.err), words
        assert not ending.err.startswith((" ", "“”")), words
    assert bench.everything() == before


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
