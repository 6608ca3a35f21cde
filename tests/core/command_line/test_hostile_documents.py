"""Recipes, logs and inputs that are no files, or far too large."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pytest


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


# Runs the commands in its argument one after the other.
IN_TURN = """
import io, json, resource, sys
from contextlib import redirect_stderr
from core.starting import start
resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
for words in json.loads(sys.argv[1]):
    with redirect_stderr(io.StringIO()) as err:
        status = start(words)
    print(json.dumps([status, err.getvalue()]))
"""


def test_documents_that_are_no_files_are_refused_unread(program, bench) -> None:
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

    run = program.run([json.dumps([[str(word) for word in words] for words, _ in cases])], IN_TURN)

    assert run.status == 0, run.err
    endings = [json.loads(line) for line in run.out.splitlines()]
    for (words, sentence_part), (status, sentence) in zip(cases, endings, strict=True):
        assert status == 2, (words, sentence)
        assert sentence_part in one_sentence(sentence), words
        assert not sentence.startswith((" ", "“”")), words
    assert bench.everything() == before


def test_a_pipe_as_recipe_leaves_the_signals_alone(program, bench) -> None:
    """Somebody who waits too long must be able to stop: the pipe is never waited for."""
    path = bench.folder / "pipe"
    os.mkfifo(path)
    run = program.begin(asked("protect", bench, path))
    os.kill(run.number, signal.SIGCONT)
    assert run.wait() == 2


def test_a_file_whose_name_is_no_text_can_still_be_named(bench) -> None:
    """Linux lets a name be any bytes; JSON holds those that are no text by escapes."""
    odd = os.fsencode(bench.folder) + b"/odd\xff.csv"
    Path(os.fsdecode(odd)).write_bytes((bench.folder / "people.csv").read_bytes())
    bench.recipe(input={"path": "odd\udcff.csv", "kind": "csv"})

    assert bench.protect() == 0, bench.err
    log = bench.log()
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
