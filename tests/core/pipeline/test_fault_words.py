"""What verify says of a log that states something else than the file: for people, not by keys."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from core.command_line import main
from core.jobs import Job
from core.messages import sentence
from core.verify import verify
from tests.robustness.hostile.sealing import log_bytes, resealed
from tests.statuses import WRITTEN

HOURS = [str(20 + at % 30) if at % 5 else "0" for at in range(200)]


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Release 200 people with zeros, questions that were not asked, a rule, t and a scenario."""
    place = tmp_path_factory.mktemp("words")
    rows = [
        f"{18 + 7 * at % 60},{hours},{3 + at % 6 if at % 4 else ''},{900 + 37 * at % 800},{at % 3}"
        for at, hours in enumerate(HOURS)
    ]
    (place / "in.csv").write_text("AGE,HOURS,GRADE,PAY,SEX\n" + "\n".join(rows) + "\n")
    masked = {"role": "quasi-identifier", "scale": "integer"}
    recipe = {
        "format": "statveil-recipe/2",
        "input": {"path": "in.csv", "kind": "csv", "options": {"missing": []}},
        "attributes": [
            {"name": "AGE", **masked},
            {"name": "HOURS", **masked, "zeros": "keep"},
            {"name": "GRADE", **masked, "not_applicable": [""]},
            {"name": "PAY", "role": "confidential", "scale": "continuous"},
            {"name": "SEX", "role": "other"},
        ],
        "rules": ["HOURS <= 60"],
        "dominance": {"columns": ["HOURS"], "rule": "n-k", "n": 1, "share": 90},
        "scenarios": [{"name": "neighbour", "columns": ["AGE", "HOURS"], "k": 4}],
        "figures": [{"what": "mean", "of": "HOURS"}],
        "method": {"name": "t-merge", "k": 3, "t": 0.4},
        "output": {"kind": "csv", "name": "out"},
    }
    (place / "recipe.json").write_text(json.dumps(recipe), encoding="utf-8")
    command = ["protect", str(place / "recipe.json"), "--output", str(place / "release")]
    assert main(command) in WRITTEN
    return place


def said_of(release: Path, document: dict[str, Any], whole: bool = False) -> list[str]:
    """Return what verify says of a log whose chain was made to fit."""
    log = release / "release/internal/out.internal.json"
    kept = log.read_bytes()
    log.write_bytes(log_bytes(resealed(document)))
    try:
        found = verify(log, release / "in.csv" if whole else None, Job())
    finally:
        log.write_bytes(kept)
    return [sentence(fault) for fault in found.faults]


def log_of(release: Path) -> dict[str, Any]:
    log = release / "release/internal/out.internal.json"
    found: dict[str, Any] = json.loads(log.read_text(encoding="utf-8"))
    return found


def condition(document: dict[str, Any], name: str) -> dict[str, Any]:
    (found,) = (c for c in document["verification"]["conditions"] if c["condition"] == name)
    assert isinstance(found, dict)
    return found


def test_zeros_that_the_file_lacks_are_counted_in_a_sentence(release: Path) -> None:
    document = log_of(release)
    condition(document, "zeros")["after"] -= 1
    zeros = HOURS.count("0")
    said = f"The log states {zeros - 1} zeros in HOURS; the file has {zeros}."
    assert said_of(release, document) == [said]


def test_other_figures_have_sentences_of_their_own(release: Path) -> None:
    document = log_of(release)
    condition(document, "not-applicable")["after"] = 7
    condition(document, "rules")["after"] = 9
    condition(document, "scenarios")["held"] = False
    document["verification"]["k"] = 99
    document["verification"]["rows"] = 201
    document["result"]["t_reached"]["PAY"] = 0.0
    k, rule = log_of(release)["verification"]["k"], condition(log_of(release), "rules")["after"]
    t = log_of(release)["verification"]["t"]["PAY"]
    assert said_of(release, document) == [
        f"The log states k = 99; counted again, k is {k}.",
        "The log states 201 records; the file has 200.",
        "The log states 0 as the largest distance of a group in PAY; computed again, it is "
        f"{t:.6g}.",
        "The log states 7 cells in GRADE that do not apply; the file has 50.",
        f"The log states 9 records that violate the rule HOURS <= 60; the file has {rule}.",
        "The log does not state of every condition that it is held; a release keeps all of them.",
    ]


def test_a_measure_is_called_by_its_title(release: Path) -> None:
    document = log_of(release)
    (measure,) = (
        m for m in document["measures"] if (m["name"], m["attribute"]) == ("sse-share", "AGE")
    )
    value, measure["value"] = measure["value"], 12.5
    said = said_of(release, document, whole=True)
    assert said[0] == (
        "Column AGE: The log states 12.5 as “Share of the squared error”; repeating the run gives "
        f"{value:.6g}."
    )


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict):
        for key, part in value.items():
            yield from leaves(part, (*path, key))
    elif isinstance(value, list):
        for place, part in enumerate(value):
            yield from leaves(part, (*path, place))
    elif isinstance(value, int | float) and path[-1] not in ("same_table", "agrees"):
        yield path


def test_no_sentence_on_the_recount_is_made_of_keys(release: Path) -> None:
    """Each number of the recount and of the groups is changed in turn."""
    kept, tried = log_of(release), 0
    for section in ("verification", "result"):
        for path in leaves(kept[section]):
            document = copy.deepcopy(kept)
            part = document[section]
            for key in path[:-1]:
                part = part[key]
            value = part[path[-1]]
            part[path[-1]] = not value if isinstance(value, bool) else value + 1
            for said in said_of(release, document):
                assert not re.search(r"(verification|result)\.|\w_\w", said), said
                tried += 1
    assert tried > 20


def test_a_place_without_a_sentence_of_its_own_follows_in_brackets(release: Path) -> None:
    document = log_of(release)
    document["figures"][0]["values"][0]["released"]["value"] += 1
    value = log_of(release)["figures"][0]["values"][0]["released"]["value"]
    assert said_of(release, document) == [
        f"The log states {value + 1:.6g} in figure 1 of users; computed again, it is {value:.6g} "
        "(figures[0].values[0].released.value)."
    ]
    document = log_of(release)
    compared = document["compared"]["risk"]["original"]
    compared["uniques"] += 1
    said = said_of(release, document, whole=True)
    assert said == [
        f"Of the risk and distributions of the original the log states {compared['uniques']}; "
        f"repeating the run gives {compared['uniques'] - 1} (compared.risk.original.uniques)."
    ]


def _unread_rule(document: dict[str, Any]) -> None:
    document["recipe"]["rules"] = ["NOBODY <= 60"]
    condition(document, "rules")["column"] = "NOBODY <= 60"


def _impossible_figure(document: dict[str, Any]) -> None:
    for figure in (document["recipe"]["figures"][0], document["figures"][0]["figure"]):
        figure["of"] = "NOBODY"


def _no_measure(document: dict[str, Any]) -> None:
    # One that the public log lacks.
    next(m for m in document["measures"] if m["name"] == "sse-share")["value"] = None


ENTRIES: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "t of a column without t": (
        lambda document: document["verification"]["t"].update(AGE=0.1),
        "The log states t for other columns than the settings ask for.",
    ),
    "blocks that no settings name": (
        lambda document: document["result"].update(blocks=[{"columns": ["AGE"], "smallest": 3}]),
        "The log states other smallest groups of the attribute blocks than the file has.",
    ),
    "a condition less": (
        lambda document: document["verification"]["conditions"].pop(),
        "The log states other conditions than its settings choose.",
    ),
    "a rule of a column that is not in the file": (
        _unread_rule,
        "The log states a rule that the columns of the file do not fit.",
    ),
    "a figure of a column that is not in the file": (
        _impossible_figure,
        "The log’s settings ask for figures that cannot be computed from the released columns.",
    ),
    "a measure without a value": (
        _no_measure,
        "Column AGE: What the log states of the measures is not what repeating the run gives "
        "(measures).",
    ),
}


@pytest.mark.parametrize("entry", ENTRIES)
def test_an_entry_that_is_no_number_has_a_sentence(release: Path, entry: str) -> None:
    document = log_of(release)
    change, said = ENTRIES[entry]
    change(document)
    assert said_of(release, document, whole=entry == "a measure without a value") == [said]
