"""Recipes and logs that are no files, too large, or full of what no program should choke on."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from core.pipeline.audit import chained, lay_out

ROOT = Path(__file__).resolve().parents[3]
LONG = "9" * 400
ENDLESS = "9" * 5000


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
    began = time.monotonic()
    with subprocess.Popen(arguments, cwd=ROOT, stderr=subprocess.DEVNULL) as process:
        process.send_signal(signal.SIGCONT)
        assert process.wait(timeout=100) == 2
    assert time.monotonic() - began < 100


HOSTILE = {
    "domain of 400 digits": ('"INCOME_DOMAIN"', f"[0, {LONG}]"),
    "precision of 400 digits": ('"INCOME_PRECISION"', LONG),
    "k of 400 digits": ('"K"', LONG),
    "k of 5,000 digits": ('"K"', ENDLESS),
    "unknown key of 5,000 digits": ('"EXTRA"', ENDLESS),
    "t without end": ('"T"', "1e999"),
    "t that vanishes": ('"T"', "1e-999"),
    "surrogate in an order": ('"ORDER"', '["\\ud800"]'),
    "surrogate in missing": ('"MISSING"', '["\\udfff"]'),
    "surrogate in a taxonomy": ('"TAXONOMY"', '"\\ud800.csv"'),
    "surrogate in a key": ('"EXTRA"', '{"\\ud800": 1}'),
    "nul in a taxonomy": ('"TAXONOMY"', '"a\\u0000b.csv"'),
    "nul in the input": ('"PATH"', '"a\\u0000b.csv"'),
    "nested too deep to read": ('"EXTRA"', "[" * 100_000 + "]" * 100_000),
    "nested too deep to go through": ('"EXTRA"', "[" * 900 + "]" * 900),
}


def spoiled(bench, place: str, value: str) -> Path:
    """Write a recipe in which the text `place` gives way to the JSON `value`."""
    income = {"name": "INCOME", "role": "confidential", "scale": "continuous"}
    spots = {
        '"INCOME_DOMAIN"': income | {"domain": "INCOME_DOMAIN"},
        '"INCOME_PRECISION"': income | {"precision": "INCOME_PRECISION"},
        '"ORDER"': income | {"scale": "ordinal", "order": "ORDER"},
        '"TAXONOMY"': income | {"scale": "nominal", "taxonomy": "TAXONOMY"},
    }
    path = bench.recipe()
    document = json.loads(path.read_text())
    document["attributes"][3] = spots.get(place, income)
    document["method"] |= {"k": "K"} if place == '"K"' else {}
    document["method"] |= {"t": "T"} if place == '"T"' else {}
    document["input"] |= {"path": "PATH"} if place == '"PATH"' else {}
    document["input"] |= {"options": {"missing": "MISSING"}} if place == '"MISSING"' else {}
    document |= {"extra": "EXTRA"} if place == '"EXTRA"' else {}
    written = json.dumps(document)
    assert written.count(place) == 1
    path.write_text(written.replace(place, value))
    return path


@pytest.mark.parametrize("case", HOSTILE)
def test_a_hostile_value_in_a_recipe_is_refused(bench, case: str) -> None:
    spoiled(bench, *HOSTILE[case])
    before = bench.everything()

    assert bench.protect() == 2, bench.err

    assert one_sentence(bench.err)
    assert bench.everything() == before


@pytest.mark.parametrize("name", ["K", "SEED", "REFINE"])
def test_a_whole_number_of_a_hundred_digits_is_no_defect(bench, name: str) -> None:
    """The longest number that is read at all reaches every check that comes after."""
    huge = 10**99
    method = {"name": "best", "k": 3}
    bench.recipe(
        {
            "K": method | {"k": huge},
            "SEED": method | {"seed": huge},
            "REFINE": {"name": "mdav", "k": 3, "refine": huge},
        }[name]
    )

    assert bench.protect() == 2, bench.err
    assert one_sentence(bench.err)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (r"e-", "e9"),
        (r'"rows": 40', '"rows": ' + ENDLESS),
        (r'"rows": 40', '"rows": ' + LONG),
        (r'"rows": 40', '"rows": 1e999'),
        (r'"role": "other"', r'"role": "\ud800"'),
    ],
)
def test_a_changed_byte_in_a_log_is_no_defect(released, old: str, new: str) -> None:
    log = released.release / "people_protected.audit.json"
    found = log.read_text()
    if old == "e-" and old not in found:
        old = found[found.index('"k_reached": ') :].splitlines()[0].rstrip(",")
        new = '"k_reached": 1.2e905'
    assert old in found
    log.write_text(found.replace(old, new, 1))

    assert released.run("verify", log) in (2, 3), released.err
    assert "Traceback" not in released.err
    assert released.err.strip()


def chain_of(count: int) -> dict[str, object]:
    """Return a taxonomy, as logs and projects hold it, with each category below the last."""
    nodes = [f"n{i}" for i in range(count)]
    parents = [[i - 1] if i else [] for i in range(count)]
    return {"column": "AGE", "sha256": "", "nodes": nodes, "parents": parents}


@pytest.mark.parametrize(("count", "said"), [(20_000, "250"), (100_001, "100,000")])
def test_a_tree_in_a_log_is_bounded_as_a_file_is(released, count: int, said: str) -> None:
    log = released.release / "people_protected.audit.json"
    document = json.loads(log.read_text())
    del document["seal"]
    document["taxonomies"] = [chain_of(count)]
    log.write_bytes(lay_out(chained(document)))
    began = time.process_time()

    assert released.run("verify", log) == 2

    assert time.process_time() - began < 10
    assert said in one_sentence(released.err)


@pytest.mark.parametrize(("count", "said"), [(20_000, "250"), (100_001, "100,000")])
def test_a_tree_in_a_project_is_bounded_as_a_file_is(bench, count: int, said: str) -> None:
    path = bench.recipe(project={"edited": [chain_of(count)]})
    began = time.process_time()

    assert bench.run("protect", path, "--output", bench.release) == 2

    assert time.process_time() - began < 10
    assert said in one_sentence(bench.err)


def test_a_tree_in_a_file_that_is_one_long_chain_is_refused_soon(bench) -> None:
    rows = ["category,parent", "n0,", *(f"n{i},n{i - 1}" for i in range(1, 20_000))]
    (bench.folder / "tree.csv").write_text("\n".join(rows) + "\n")
    attributes = json.loads((bench.folder / "recipe.json").read_text())["attributes"]
    attributes[4] |= {"role": "quasi-identifier", "scale": "nominal", "taxonomy": "tree.csv"}
    bench.recipe(attributes=attributes)
    began = time.process_time()

    assert bench.protect() == 2

    assert time.process_time() - began < 10
    assert "250" in one_sentence(bench.err)


@pytest.mark.parametrize(
    "entry",
    [
        {"nodes": ["a", "a"], "parents": [[], [0]]},
        {"nodes": ["a", "b"], "parents": [[], [-2]]},
        {"nodes": ["a", "b"], "parents": [[], [True]]},
        {"nodes": ["a", "b"], "parents": [[], [0.0]]},
        {"nodes": [1, 2], "parents": [[], [0]]},
        {"nodes": ["a", "b"], "parents": [[], [0]], "sha256": 7},
        {"nodes": ["a", "b"], "parents": [[], [0]], "labels": ["en"]},
        {"nodes": ["a", "b"], "parents": [[], [0]], "labels": {"en": {"a": 3}}},
    ],
)
def test_a_tree_in_a_project_that_makes_no_sense_is_refused(bench, entry) -> None:
    path = bench.recipe(project={"edited": [{"column": "AGE", "sha256": "", **entry}]})

    assert bench.run("protect", path, "--output", bench.release) == 2
    assert one_sentence(bench.err)


def test_a_file_whose_name_is_no_text_can_still_be_named(bench) -> None:
    """Linux lets a name be any bytes; JSON holds those that are no text by escapes."""
    odd = os.fsencode(bench.folder) + b"/odd\xff.csv"
    Path(os.fsdecode(odd)).write_bytes((bench.folder / "people.csv").read_bytes())
    bench.recipe(input={"path": "odd\udcff.csv", "kind": "csv"})

    assert bench.protect() == 0, bench.err
    log = bench.release / "people_protected.audit.json"
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
