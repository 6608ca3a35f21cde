"""Documents and inputs that are no files, too large or on a network, or that hold what is none."""

from __future__ import annotations

import json
import os
import signal
import time
from pathlib import Path

import pytest

from core.errors import Refused
from core.network_paths import is_network_path
from core.recipe import open_project
from core.recipe.project_file import FORMAT, ProjectFile, save_project
from tests.attributes import declare
from tests.core.command_line.conftest import ATTRIBUTES, PEOPLE
from tests.statuses import WRITTEN


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
        assert sentence_part in sentence, words
        assert "Traceback" not in sentence, words
        assert len(sentence.strip().splitlines()) == 1, (words, sentence)
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
    assert bench.document()["input"]["name"] == "odd\\xff.csv"
    assert bench.verify(with_input=False) == 0


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
    if what == "input":
        bench.recipe(input={"path": reference, "kind": "csv"})
    else:
        tree = {"name": "NOTE", **declare("quasi nominal", taxonomy=reference)}
        bench.recipe(attributes=[*ATTRIBUTES[:4], tree])
    bench.check_refused(said)


def test_a_file_that_the_system_makes_up_is_not_called_empty(bench) -> None:
    assert bench.run("protect", "/proc/version", "--output", bench.release) == 2
    assert "empty" not in bench.sentence()


LONG = "9" * 400
ENDLESS = "9" * 5000


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
    bench.check_refused()


@pytest.mark.parametrize(("name", "key"), [("best", "k"), ("best", "seed"), ("mdav", "refine")])
def test_a_whole_number_of_a_hundred_digits_is_no_defect(bench, name: str, key: str) -> None:
    """The longest number that is read at all reaches every check that comes after."""
    bench.recipe({"name": name, "k": 3, key: 10**99})
    bench.check_refused()


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
    log = released.log()
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


@pytest.mark.parametrize(
    ("count", "said"), [pytest.param(20_000, "250", marks=pytest.mark.longer), (100_001, "100,000")]
)
def test_a_tree_in_a_log_is_bounded_as_a_file_is(released, count: int, said: str) -> None:
    released.reseal({**released.document(), "taxonomies": [chain_of(count)]})
    began = time.process_time()

    assert released.verify(with_input=False) == 2

    assert time.process_time() - began < 10
    assert said in released.sentence()


@pytest.mark.parametrize(
    ("count", "said"), [(20_000, "250"), pytest.param(100_001, "100,000", marks=pytest.mark.longer)]
)
def test_a_tree_in_a_project_is_bounded_as_a_file_is(bench, count: int, said: str) -> None:
    bench.recipe(project={"format": FORMAT, "edited": [chain_of(count)]})
    began = time.process_time()

    assert bench.protect() == 2

    assert time.process_time() - began < 10
    assert said in bench.sentence()


def test_a_tree_in_a_file_that_is_one_long_chain_is_refused_soon(bench) -> None:
    rows = ["category,parent", "n0,", *(f"n{i},n{i - 1}" for i in range(1, 20_000))]
    (bench.folder / "tree.csv").write_text("\n".join(rows) + "\n")
    tree = {"name": "NOTE", **declare("quasi nominal", taxonomy="tree.csv")}
    bench.recipe(attributes=[*ATTRIBUTES[:4], tree])
    began = time.process_time()

    assert bench.protect() == 2

    assert time.process_time() - began < 10
    assert "250" in bench.sentence()


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
    edited = {"column": "AGE", "sha256": "", **entry}
    bench.recipe(project={"format": FORMAT, "edited": [edited]})
    bench.check_refused()


@pytest.mark.parametrize("path", ["a" * 300, "/", ".", "b/" * 3000, "people.csv/x"])
def test_an_input_that_can_be_no_file(bench, path: str) -> None:
    bench.recipe(input={"path": path, "kind": "csv"})
    bench.check_refused()


def test_a_name_with_no_space_left_for_another_suffix(bench) -> None:
    """The dictionary or the catalog beside such a file could not have the name looked for."""
    name = "p" * 247 + ".csv"
    bench.people().rename(bench.folder / name)
    bench.recipe(input={"path": name, "kind": "csv"})

    assert bench.protect() == 0


def test_a_ledger_that_can_be_no_file(bench) -> None:
    assert bench.protect("--ledger", bench.folder / ("l" * 300)) == 2
    assert "too long" in bench.err
    assert not bench.release.exists()


@pytest.mark.parametrize("header", [{"skip": 5}, {"delimiter": ";"}])
def test_a_header_that_is_a_record_is_not_repeated(bench, header: dict[str, object]) -> None:
    bench.recipe(input={"path": "people.csv", "kind": "csv", "options": header})
    bench.check_refused("none of the columns that the recipe describes")
    assert not [cell for cell in PEOPLE[5] if len(cell) > 2 and cell in bench.err]


@pytest.mark.parametrize("domain", [[0.1, 0.3], [0, 1e9], [0, 20000], [-1e300, 1e300]])
def test_a_domain_of_dates_is_two_days(bench, domain: list[float]) -> None:
    """A log would hold other days than these numbers, or could not hold them at all."""
    rows = [[*row, f"20{i:02}-01-17" if i else "BORN"] for i, row in enumerate(PEOPLE)]
    bench.people(rows)
    born = {"name": "BORN", "role": "quasi-identifier", "scale": "date", "domain": domain}
    recipe = bench.recipe(attributes=[*ATTRIBUTES, born], keep_order=False)

    assert bench.protect() == 2
    assert bench.err.startswith("Column BORN: ")
    assert "two days" in bench.err
    document = json.loads(recipe.read_text())
    document["attributes"][-1]["domain"] = ["1990-01-01", "2050-12-31"]
    recipe.write_text(json.dumps(document))
    assert bench.protect() == 0


NETWORK_PATHS = [
    r"\\host\share\people.csv",
    "//host/share/people.csv",
    r"/\host/share\people.csv",
    r"\\?\UNC\host\share\people.csv",
    r"\\.\pipe\people",
    r"\??\UNC\host\share\people.csv",
]
LOCAL = ["people.csv", "../people.csv", "/srv/people.csv", r"C:\data\people.csv", "a//b.csv", ""]


def test_every_spelling_of_a_network_path_is_known() -> None:
    assert [path for path in NETWORK_PATHS if not is_network_path(path)] == []
    assert [path for path in LOCAL if is_network_path(path)] == []


@pytest.mark.parametrize("path", NETWORK_PATHS)
def test_a_recipe_cannot_name_its_input_on_a_network(bench, path: str) -> None:
    bench.recipe(input={"path": path, "kind": "csv"})
    bench.check_refused("lies on a network")


def elsewhere(path: Path) -> str:
    """Name a file that is there as POSIX also reads it: with a second slash in front."""
    return f"/{path}"


def test_what_a_recipe_names_is_not_opened_and_what_the_user_names_is(bench) -> None:
    bench.recipe(input={"path": elsewhere(bench.folder / "people.csv"), "kind": "csv"})
    recipe = bench.folder / "recipe.json"
    for command in ("protect", "assess", "compare"):
        output = () if command == "compare" else ("--output", bench.release)
        assert bench.run(command, recipe, *output) == 2
        assert "lies on a network" in bench.err
    assert bench.protect("--input", elsewhere(bench.folder / "people.csv")) in WRITTEN


@pytest.mark.parametrize("path", NETWORK_PATHS)
def test_a_recipe_cannot_name_a_taxonomy_on_a_network(bench, path: str) -> None:
    nominal = {"name": "NOTE", "role": "quasi-identifier", "scale": "nominal", "taxonomy": path}
    bench.recipe(attributes=[*ATTRIBUTES[:-1], nominal])
    bench.check_refused("lies on a network")


def test_a_project_that_lies_on_a_share_may_name_its_files(tmp_path: Path, bench) -> None:
    kept = ProjectFile(open_project(bench.recipe()).project)
    share = Path(f"/{tmp_path}")
    save_project(share / "people.statveil", kept)
    document = json.loads((tmp_path / "people.statveil").read_text("utf-8"))
    document["input"]["path"] = f"{share}/people.csv"
    (tmp_path / "people.statveil").write_text(json.dumps(document), "utf-8")
    with pytest.raises(Refused, match="path-on-network"):
        open_project(tmp_path / "people.statveil", unfinished=False)
    # Whoever opened it there is connected to that share, and to no other computer.
    open_project(share / "people.statveil", unfinished=False)
