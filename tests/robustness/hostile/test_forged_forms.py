"""Logs whose hash chain is right and whose entries are not: refused, each by its place."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.lanes import in_lane
from tests.robustness.hostile.base_recipes import base_recipes
from tests.robustness.hostile.forged_tables import describe
from tests.robustness.hostile.people_file import INPUT, write_inputs
from tests.robustness.hostile.running import run
from tests.robustness.hostile.sealing import log_bytes, resealed
from tests.statuses import WRITTEN

Log = dict[str, Any]

# What is done to the log, and the place that the sentence names.
FORGERIES: dict[str, tuple[Callable[[Log], object], str]] = {
    "no files": (lambda log: log["files"].clear(), "files"),
    "a section of their own": (lambda log: log.update(reviewed="by the committee"), "reviewed"),
    "a text for a file": (lambda log: log["files"].__setitem__(1, "x"), "files[1]"),
    "a size beyond any disk": (lambda log: log["files"][1].update(size=10**30), "files[1].size"),
    "a size below none": (lambda log: log["files"][0].update(size=-1), "files[0].size"),
    "an overlong name": (lambda log: log["files"][0].update(name="a" * 300), "files[0].name"),
    "an unknown kind": (lambda log: log["files"][0].update(kind="pdf"), "files[0].kind"),
    "an unknown kind of column": (
        lambda log: log["files"][0]["columns"][0].update(kind="x"),
        "files[0].columns[0].kind",
    ),
    "dates without a format": (
        lambda log: log["files"][0]["columns"][0].update(kind="date"),
        "files[0].columns[0].format",
    ),
    "other columns": (lambda log: log["files"][0]["columns"].pop(), "files[0].columns"),
    "a budget that was not spent": (
        lambda log: log["result"].update(
            privacy={
                "epsilon": 0.1,
                "strength": "whole",
                "ready": True,
                "doubts": [],
                "ledger": {"budget": 0.1, "spent": 0.1, "remaining": 0.0, "entries": []},
            }
        ),
        "result.privacy",
    ),
    "another table": (
        lambda log: log["verification"].update(same_table=False),
        "verification.same_table",
    ),
    "a promise that is not kept": (
        lambda log: log["verification"].update(agrees=False),
        "verification.agrees",
    ),
    "half of nothing": (lambda log: log["files"][0].update(half=[[]]), "files[0].half"),
    "a row of the checklist without facts": (
        lambda log: log.update(checklist=[{"row": "many-left-out", "column": None}]),
        "checklist[0].params",
    ),
    "a step of the preparation in words": (
        lambda log: log["recipe"].update(prepare=["x"]),
        "“prepare[0]” must be an object",
    ),
    "no k": (lambda log: log["verification"].pop("k"), "verification.k"),
    "t in words": (lambda log: log["verification"].update(t="small"), "verification.t"),
    "another type in result": (lambda log: log["result"].update(records=[]), "result.records"),
    "a measure without a name": (lambda log: log["measures"][0].pop("name"), "measures[0].name"),
    "a measure without a value": (lambda log: log["measures"][0].pop("value"), "measures[0].value"),
    "a measure of no column": (
        lambda log: log["measures"][0].pop("attribute"),
        "measures[0].attribute",
    ),
    "an unknown method": (lambda log: log["recipe"]["method"].update(name="x"), "method.name"),
    "a method in words": (lambda log: log["recipe"].update(method="mdav"), "“method”"),
    "k in words": (lambda log: log["recipe"]["method"].update(k="3"), "“k”"),
    "blocks of nothing": (lambda log: log["recipe"]["method"].update(blocks=[5]), "blocks"),
    "rows in words": (lambda log: log["input"].update(rows="x"), "input.rows"),
    "columns left out in words": (lambda log: log.update(not_stated="x"), "not_stated"),
    "an unknown option": (
        lambda log: log["files"][0]["options"].update(rows=5),
        "files[0].options.rows",
    ),
    "no quasi-identifier": (
        lambda log: [each.update(role="other") for each in log["recipe"]["attributes"]],
        "No column is a quasi-identifier",
    ),
    "a step without a name": (lambda log: log["steps"][0].pop("name"), "steps[0].name"),
}


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return released(tmp_path_factory.mktemp("forms"), "mdav")


def released(folder: Path, base: str) -> Path:
    """Write a release by one of the base recipes."""
    write_inputs(folder)
    recipe = folder / "recipe.json"
    recipe.write_text(json.dumps(base_recipes()[base]))
    assert run("protect", str(recipe), "--output", str(folder / "out"))["status"] in WRITTEN
    return folder / "out"


@pytest.mark.parametrize("log", ["public/released.audit.json", "internal/released.internal.json"])
@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_entry_is_refused_by_its_place(release: Path, name: str, log: str) -> None:
    forge, place = FORGERIES[name]
    path = release / log
    content = path.read_bytes()
    document = json.loads(content)
    forge(document)
    path.write_bytes(log_bytes(resealed(document)))
    try:
        ran = run("verify", str(path))
        source = str(release.parent / INPUT)
        again = run("replay", str(path), "--input", source, "--output", str(release.parent / "x"))
    finally:
        path.write_bytes(content)

    assert ran["status"] == 2
    assert place in ran["err"]
    assert len(ran["err"].splitlines()) == 1
    # Not all of them matter to a run that is done again.
    assert again["status"] in (0, 2, 3)


def _bar(log: Log) -> Log:
    return log["compared"]["columns"][0]["bars"][0]


# What the internal log says of the original, which its report draws.
COMPARED: dict[str, tuple[Callable[[Log], object], str]] = {
    "no risk": (lambda log: log["compared"].pop("risk"), "compared.risk"),
    "nobody": (
        lambda log: log["compared"]["risk"]["original"].update(records=0),
        "compared.risk.original.records",
    ),
    "k of 0": (
        lambda log: log["compared"]["risk"]["release"].update(k=0),
        "compared.risk.release.k",
    ),
    "t in words": (
        lambda log: log["compared"]["risk"]["original"].update(t={"INCOME": "far"}),
        "compared.risk.original.t.INCOME",
    ),
    "a bar in words": (lambda log: _bar(log).update(after="x"), "bars[0].after"),
    "a bar upside down": (lambda log: _bar(log).update(first=10**9), "columns[0].bars"),
    "a bar far from the next": (lambda log: _bar(log).update(last=0, first=0), "columns[0].bars"),
    "bars of nobody": (
        lambda log: log["compared"]["columns"][0].update(
            bars=[{"first": 0, "last": 0, "before": 0, "after": 0}]
        ),
        "columns[0].bars",
    ),
    "a mark nowhere": (
        lambda log: log["compared"]["columns"][0]["ticks"][0].pop("position"),
        "ticks[0].position",
    ),
}


@pytest.mark.parametrize("name", COMPARED)
def test_what_cannot_be_drawn_of_the_original_is_refused_by_its_place(
    release: Path, name: str
) -> None:
    forge, place = COMPARED[name]
    ran = forged(release, "internal/released.internal.json", forge)
    assert ran["status"] == 2, ran
    assert place in ran["err"]


@pytest.mark.parametrize("key", ["started", "finished", "taxonomies", "not_stated"])
def test_a_log_that_lacks_an_entry_ends_in_no_defect(release: Path, key: str) -> None:
    def forge(log: Log) -> None:
        log.pop(key, None)

    assert forged(release, "internal/released.internal.json", forge)["status"] in (0, 2, 3)


PUBLIC, INTERNAL = "public/released.audit.json", "internal/released.internal.json"


@pytest.mark.parametrize(
    ("log", "way"),
    [
        (PUBLIC, "verify"),
        (PUBLIC, "verify --input"),
        (INTERNAL, "verify --input"),
        (INTERNAL, "replay"),
    ],
)
def test_an_entry_that_is_null_ends_in_no_defect(release: Path, log: str, way: str) -> None:
    document = json.loads((release / log).read_bytes())
    places = [(key,) for key in document] + [
        (key, inner) for key in ("input", "result", "recipe") for inner in document[key]
    ]
    # In the ordinary lane every other one.
    for place in [*places[:: in_lane(2, 1)], ("omitted",), ("taxonomies",)]:

        def forge(log: Log, place: tuple[str, ...] = place) -> None:
            within = log
            for key in place[:-1]:
                within = within[key]
            within[place[-1]] = None

        ran = forged(release, log, forge, way)
        assert ran["status"] in (0, 2, 3), (place, ran)


@pytest.mark.parametrize("key", ["salt", "sha256"])
@pytest.mark.parametrize("value", [None, 5, "gone"])
def test_an_input_without_what_its_commitment_is_made_of(release: Path, key: str, value) -> None:
    def forge(log: Log) -> None:
        log["input"][key] = value
        if value == "gone":
            del log["input"][key]

    ran = forged(release, "internal/released.internal.json", forge)
    assert ran["status"] == 2
    assert f"input.{key}" in ran["err"]


def test_a_recipe_that_the_input_does_not_fit_is_refused(release: Path) -> None:
    def forge(log: Log) -> None:
        log["recipe"]["attributes"].append({"name": "NOBODY", "role": "drop"})

    log = "internal/released.internal.json"
    ran = forged(release, log, forge)
    assert ran["status"] == 3
    assert "The two logs differ" in ran["err"]
    ran = forged(release, log, forge, "replay")
    assert ran["status"] == 2
    assert "NOBODY" in ran["err"]


@pytest.mark.parametrize("figures", [[], [{"what": "mean", "of": "HOURS"}]])
def test_a_weight_that_no_column_is(release: Path, figures: list[object]) -> None:
    """Any unknown weight ended in a defect."""

    def forge(log: Log) -> None:
        log["recipe"].update(weight="NOBODY", figures=figures)

    for log in ("public/released.audit.json", "internal/released.internal.json"):
        for command in ("verify", "verify --input", "replay"):
            assert forged(release, log, forge, command)["status"] in (0, 2, 3)


def test_an_order_that_lacks_a_category_of_the_file(tmp_path: Path) -> None:
    release = released(tmp_path, "marginals")

    def forge(log: Log) -> None:
        attributes = log["recipe"]["attributes"]
        ordered = next(a for a in attributes if a.get("order") and a["role"] != "identifier")
        ordered["order"] = [f"no {name}" for name in ordered["order"]]

    ran = forged(release, "public/released.audit.json", forge)
    assert ran["status"] == 3
    assert "records" in ran["err"]


def test_a_protected_file_said_to_be_in_the_other_half(release: Path) -> None:
    def forge(log: Log) -> None:
        log["files"][0]["half"] = "internal"

    for log in ("public/released.audit.json", "internal/released.internal.json"):
        assert forged(release, log, forge, "replay")["status"] in (0, 2, 3)


def forged(
    release: Path, log: str, forge: Callable[[Log], object], command: str = "verify"
) -> dict[str, Any]:
    """Forge a log, run a command on it, and put it back."""
    path = release / log
    content = path.read_bytes()
    document = json.loads(content)
    forge(document)
    path.write_bytes(log_bytes(resealed(document)))
    given, made = ["--input", str(release.parent / INPUT)], release.parent / "again"
    options = {
        "verify": [],
        "verify --input": given,
        "replay": [*given, "--output", str(made)],
    }
    try:
        return run(command.split()[0], str(path), *options[command])
    finally:
        path.write_bytes(content)
        shutil.rmtree(made, ignore_errors=True)


def test_a_file_with_other_columns_is_not_verified(release: Path) -> None:
    path, table = release / "public/released.audit.json", release / "public/released.csv"
    kept = {file: file.read_bytes() for file in (path, table)}
    other = kept[table].replace(b"AGE", b"AEG", 1)
    document = json.loads(kept[path])
    describe(document["files"][0], other)
    path.write_bytes(log_bytes(resealed(document)))
    table.write_bytes(other)
    try:
        ran = run("verify", str(path))
    finally:
        for file, content in kept.items():
            file.write_bytes(content)

    assert ran["status"] == 3
    assert "records" in ran["err"]
