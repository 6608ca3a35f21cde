"""Small files in which somebody is found: each ends with its question, and a cure takes it away."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from core.command_line import main
from tests.lanes import is_longer_lane
from tests.statuses import WITH_QUESTIONS

pytestmark = pytest.mark.usefixtures("usual_office")

AMOUNT = {"role": "quasi-identifier", "scale": "continuous"}
ILLNESS = {"role": "confidential", "scale": "nominal"}
PUBLISHED = {"role": "other"}
WEIGHTED = {"WEIGHT": PUBLISHED, "AGE": PUBLISHED, "SALES": AMOUNT}
INCOME = {"role": "confidential", "scale": "continuous"}
DROPPED = {"role": "drop"}
HOMES = [at // 2 for at in range(40)]
AGES = [20.0 + 10 * (at // 5) for at in range(40)]
ANSWERS = {
    name: [1 if at >> bit & 1 else None for at in range(40)]
    for bit, name in enumerate(("Q1", "Q2", "Q3", "Q4", "Q5", "Q6"))
}
SPREAD = (1000 * 1.2 ** np.arange(40)).round(2).tolist()
STEADY = [1000.25 + 3.5 * i for i in range(40)]
SALES = np.repeat([100.0, 200.0, 300.0, 400.0], 10).tolist()


def questions_of(
    folder: Path,
    table: Mapping[str, Sequence[object]],
    columns: Mapping[str, Mapping[str, Any]],
    settings: Mapping[str, Any],
) -> set[str]:
    """Protect a table by the command line; the codes of the questions it ends with.

    In the longer lane each run is repeated, in the ordinary one those named ``asked``.
    """
    folder.mkdir()
    pd.DataFrame(table).to_csv(folder / "file.csv", index=False)
    recipe = {
        "format": "statveil-recipe/2",
        "unit": "record",
        "input": {"path": "file.csv", "kind": "csv"},
        "attributes": [{"name": name, **columns[name]} for name in table],
        "method": {"name": "mdav", "k": 5},
        "output": {"kind": "csv", "name": "out"},
        **settings,
    }
    (folder / "file.recipe.json").write_text(json.dumps(recipe))
    command = ["protect", str(folder / "file.recipe.json"), "--output", str(folder / "out")]
    status = main([*command, "--json"])
    (log,) = (folder / "out/internal").glob("*.internal.json")
    rows = json.loads(log.read_text())["checklist"]
    assert status in (0, WITH_QUESTIONS)
    if folder.name == "asked" or is_longer_lane():
        assert main(["verify", str(log), "--input", str(folder / "file.csv")]) == 0
    return {row["row"] for row in rows if row["outcome"] != "held"}


@pytest.mark.parametrize(
    ("question", "table", "columns", "settings", "cure"),
    [
        (
            "linked",
            {"SALES": SPREAD, "WAGES": SPREAD[::-1]},
            {"SALES": AMOUNT, "WAGES": AMOUNT},
            {"method": {"name": "mdav", "k": 2}},
            {"method": {"name": "mdav", "k": 6}},
        ),
        (
            "outlier-found",
            {"SALES": [*STEADY[:39], 300_000.5]},
            {"SALES": AMOUNT},
            {},
            {"prepare": [{"do": "top-code", "column": "SALES", "above": 1110}]},
        ),
        (
            "near-value",
            {"AGE": AGES, "INCOME": [1000 + 10 * i for i in range(5)] + SPREAD[5:]},
            {"AGE": AMOUNT, "INCOME": INCOME},
            {},
            {"method": {"name": "mdav", "k": 10}},
        ),
        (
            "plain-amount",
            {"SALES": STEADY * 3, "INCOME": [1000.5 + 7 * i for i in range(120)]},
            {"SALES": AMOUNT, "INCOME": INCOME},
            {},
            {"prepare": [{"do": "round", "column": "INCOME", "to": 500}]},
        ),
        (
            "free-text",
            {"SALES": STEADY, "NOTE": [f"I moved {i} times since then" for i in range(40)]},
            {"SALES": AMOUNT, "NOTE": PUBLISHED},
            {},
            {"attributes": [{"name": "SALES", **AMOUNT}, {"name": "NOTE", **DROPPED}]},
        ),
        (
            "answer-pattern",
            {"SALES": STEADY, **ANSWERS},
            {"SALES": AMOUNT, **dict.fromkeys(ANSWERS, PUBLISHED)},
            {},
            {"profile": {"name": "scientific", "limits": {"pattern": 1}}},
        ),
        (
            "rare-pair",
            {"SALES": STEADY, "MEAL": list("ab" * 20), "PET": ["x"] + ["y", "x"] * 19 + ["x"]},
            {"SALES": AMOUNT, "MEAL": PUBLISHED, "PET": PUBLISHED},
            {},
            {"prepare": [{"do": "group", "column": "PET", "into": {"any": ["x", "y"]}}]},
        ),
        (
            "unit-alone",
            {"HOME": HOMES, "SEX": ["f", "m"] * 19 + ["f", "f"], "SALES": STEADY},
            {"HOME": DROPPED, "SEX": PUBLISHED, "SALES": AMOUNT},
            {"unit": {"id": "HOME", "protect": "member"}},
            {"prepare": [{"do": "group", "column": "SEX", "into": {"any": ["f", "m"]}}]},
        ),
        (
            "panel",
            {
                "HOME": HOMES,
                "WAVE": [1, 2] * 20,
                "SEX": ["f", "m"] * 19 + ["f", "f"],
                "SALES": STEADY,
            },
            {"HOME": DROPPED, "WAVE": PUBLISHED, "SEX": PUBLISHED, "SALES": AMOUNT},
            {"unit": {"id": "HOME", "waves": "WAVE"}},
            {"prepare": [{"do": "group", "column": "SEX", "into": {"any": ["f", "m"]}}]},
        ),
        (
            "tail-of-few",
            {"SALES": STEADY, "AGE": [30, 40] * 19 + [91, 95]},
            {"SALES": AMOUNT, "AGE": PUBLISHED},
            {"prepare": [{"do": "top-code", "column": "AGE", "above": 90}]},
            {"prepare": [{"do": "top-code", "column": "AGE", "above": 39}]},
        ),
        (
            "high-age",
            {"SALES": STEADY, "AGE": [30, 40] * 19 + [91, 95]},
            {"SALES": AMOUNT, "AGE": PUBLISHED},
            {},
            {"prepare": [{"do": "top-code", "column": "AGE", "above": 39}]},
        ),
        (
            "whole-population",
            {"SALES": STEADY, "WEIGHT": [1] * 20 + [50] * 20},
            {"SALES": AMOUNT, "WEIGHT": PUBLISHED},
            {"weight": "WEIGHT"},
            {"fraction": 0.05},
        ),
        (
            "exact-value",
            {"SALES": SPREAD},
            {"SALES": AMOUNT},
            {"method": {"name": "mdav", "k": 5, "aggregate": "median"}},
            {"method": {"name": "mdav", "k": 5}},
        ),
        (
            "skewed",
            {"SALES": SALES, "ILLNESS": ["a"] * 10 + list("bcabc") * 6},
            {"SALES": AMOUNT, "ILLNESS": ILLNESS},
            {"profile": "public", "method": {"name": "mdav", "k": 10}},
            {"profile": "scientific"},
        ),
        (
            "few-values",
            {"SALES": SALES, "ILLNESS": list("abbababbab") + list("abcab") * 6},
            {"SALES": AMOUNT, "ILLNESS": ILLNESS},
            {"profile": "public", "method": {"name": "mdav", "k": 10}},
            {"profile": "scientific"},
        ),
        (
            "population-unique",
            {"WEIGHT": [30] * 40, "AGE": [*range(30, 70)], "SALES": STEADY},
            WEIGHTED,
            {"weight": "WEIGHT"},
            {"prepare": [{"do": "band", "column": "AGE", "width": 40, "from": 30}]},
        ),
        (
            "small-area",
            {"REGION": ["a"] * 18 + ["b"] * 20 + ["c"] * 2, "WEIGHT": [1000] * 40, "SALES": STEADY},
            {"REGION": PUBLISHED, "WEIGHT": PUBLISHED, "SALES": AMOUNT},
            {"weight": "WEIGHT"},
            {"prepare": [{"do": "group", "column": "REGION", "into": {"coast": ["b", "c"]}}]},
        ),
        (
            "rare-in-population",
            {"JOB": ["clerk"] * 39 + ["bishop"], "WEIGHT": [600] * 40, "SALES": STEADY},
            {"JOB": PUBLISHED, "WEIGHT": PUBLISHED, "SALES": AMOUNT},
            {"weight": "WEIGHT", "profile": "public"},
            {"prepare": [{"do": "group", "column": "JOB", "into": {"a": ["clerk", "bishop"]}}]},
        ),
        (
            "file-scope",
            {"SALES": STEADY, "ILLNESS": ["a", "b"] * 20},
            {"SALES": AMOUNT, "ILLNESS": ILLNESS},
            {"profile": "public"},
            {"profile": {"name": "public", "limits": {"sensitive_columns": 1}}},
        ),
        (
            "period-unstated",
            {"SALES": STEADY},
            {"SALES": AMOUNT},
            {"profile": "public"},
            {"period": "2999-12-31"},
        ),
        (
            "recent-data",
            {"SALES": STEADY},
            {"SALES": AMOUNT},
            {"profile": "public", "period": "2999-12"},
            {"period": "2001-01"},
        ),
        (
            "special-unique",
            {"AGE": [30] * 20 + [*range(40, 60)], "SEX": list("fm") * 20, "SALES": STEADY},
            {"AGE": PUBLISHED, "SEX": PUBLISHED, "SALES": AMOUNT},
            {},
            {"prepare": [{"do": "band", "column": "AGE", "width": 40, "from": 30}]},
        ),
        (
            "scenario-few",
            {"AGE": [30] * 20 + [40] * 20, "SEX": ["f", *"m" * 39], "SALES": STEADY},
            {"AGE": PUBLISHED, "SEX": PUBLISHED, "SALES": AMOUNT},
            {"scenarios": [{"name": "neighbour", "columns": ["SEX", "SALES"]}]},
            {"scenarios": [{"name": "neighbour", "columns": ["AGE", "SALES"]}]},
        ),
        (
            "scenario-none",
            {"SALES": STEADY},
            {"SALES": AMOUNT},
            {"profile": "public"},
            {"scenarios": [{"name": "neighbour", "columns": ["SALES"]}]},
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_it_ends_with_its_question(
    question: str,
    table: Mapping[str, Sequence[object]],
    columns: Mapping[str, Mapping[str, Any]],
    settings: Mapping[str, Any],
    cure: Mapping[str, Any],
    tmp_path: Path,
) -> None:
    assert question in questions_of(tmp_path / "asked", table, columns, settings)
    # That each row is held by a twin is shown where the row is counted.
    if is_longer_lane():
        settings = {**settings, **cure}
        assert question not in questions_of(tmp_path / "cured", table, columns, settings)


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


REGIONS = {"REGION": ["a"] * 20 + ["b"] * 20, "SALES": STEADY}
COLUMNS = {"REGION": PUBLISHED, "SALES": AMOUNT}


def test_population_counts_are_read_and_travel_in_the_log(tmp_path: Path) -> None:
    people = tmp_path / "people.csv"
    counts = {"population": ["../people.csv"]}
    people.write_text("REGION,INHABITANTS\na,50000\nb,9000\n")
    assert "small-area" in questions_of(tmp_path / "asked", REGIONS, COLUMNS, counts)
    people.write_text("REGION;INHABITANTS\na;50000\nb;90000\n")
    assert "small-area" not in questions_of(tmp_path / "held", REGIONS, COLUMNS, counts)
    assert "small-area" not in questions_of(tmp_path / "silent", REGIONS, COLUMNS, {})
    # Another computer has no such file; the log holds it with its hash.
    (log,) = (tmp_path / "held/out/internal").glob("*.internal.json")
    (stated,) = json.loads(log.read_text())["population"]
    assert stated["sha256"] == digest(people)
    people.unlink()
    assert main(["verify", str(log), "--input", str(tmp_path / "held/file.csv")]) == 0
    (public,) = (tmp_path / "held/out/public").glob("*.audit.json")
    assert main(["verify", str(public), "--input", str(tmp_path / "held/file.csv")]) == 0
    assert "population" not in public.read_text()


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        ("REGION,A,B\na,1,2\nb,3,4\n", "one column of numbers"),
        ("TOWN,PEOPLE\na,1\nb,3\n", "one column of numbers"),
        ("REGION,PEOPLE\na,1\nb,-3\n", "PEOPLE must be a number from 0"),
        ("REGION,PEOPLE\na,1\nb,\n", "PEOPLE must be a number from 0"),
        (None, "people.csv"),
    ],
)
def test_counts_that_cannot_be_used_are_refused(
    counts: str | None, said: str, tmp_path: Path, capsys
) -> None:
    if counts is not None:
        (tmp_path / "people.csv").write_text(counts)
    with pytest.raises(ValueError, match="not enough"):
        questions_of(tmp_path / "a", REGIONS, COLUMNS, {"population": ["../people.csv"]})
    assert said in capsys.readouterr().err


def test_a_file_nested_in_an_earlier_one_can_be_matched(tmp_path: Path) -> None:
    rents = [400.1] * 10 + [800.5] * 28 + [512.35, 600.0]
    earlier = {"earlier_files": ["../earlier.csv"]}
    columns = {"RENT": PUBLISHED, "SALES": AMOUNT}
    table = {"RENT": rents, "SALES": STEADY}
    released = pd.DataFrame({"RENT": rents, "SALES": range(40)})
    released.to_csv(tmp_path / "earlier.csv", index=False)
    assert "nested-file" in questions_of(tmp_path / "asked", table, columns, earlier)
    (log,) = (tmp_path / "asked/out/internal").glob("*.internal.json")
    (row,) = [r for r in json.loads(log.read_text())["checklist"] if r["row"] == "nested-file"]
    assert (row["figure"], row["columns"], row["outcome"]) == (2, ["RENT"], "open")
    assert row["params"]["releases"] == [digest(tmp_path / "earlier.csv")]
    # Another sample, in which no rent is alone in both.
    released.iloc[:38].to_csv(tmp_path / "earlier.csv", index=False)
    assert "nested-file" not in questions_of(tmp_path / "held", table, columns, earlier)
    (tmp_path / "earlier.csv").unlink()
    assert main(["verify", str(log), "--input", str(tmp_path / "asked/file.csv")]) == 0
    with pytest.raises(ValueError, match="not enough"):
        questions_of(tmp_path / "gone", table, columns, earlier)


def test_published_tables_are_compared_and_stay_internal(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    table = {"HOURS": ["under 20"] * 6 + ["20 and over"] * 34, "SALES": STEADY}
    columns, public = {"HOURS": PUBLISHED, "SALES": AMOUNT}, {"profile": "public"}
    assert {"source-none", "declared-by"} <= questions_of(tmp_path / "bare", table, columns, public)
    named = {**public, "sources": ["../table.csv"]}
    path.write_text("HOURS,FIRMS\nunder 25,7\n25 and over,33\n")
    asked = questions_of(tmp_path / "asked", table, columns, named)
    assert "public-source" in asked
    assert "source-none" not in asked
    (log,) = (tmp_path / "asked/out/internal").glob("*.internal.json")
    (row,) = [r for r in json.loads(log.read_text())["checklist"] if r["row"] == "public-source"]
    assert (row["figure"], row["columns"]) == (1, ["HOURS"])
    assert row["params"]["sources"] == [digest(path)]
    path.write_text("HOURS,FIRMS\nunder 25,9\n25 and over,31\n")
    assert "public-source" not in questions_of(tmp_path / "held", table, columns, named)
    path.unlink()
    (published,) = (tmp_path / "asked/out/public").glob("*.audit.json")
    assert "table.csv" not in published.read_text()
    for half in (log, published):
        assert main(["verify", str(half), "--input", str(tmp_path / "asked/file.csv")]) == 0
    with pytest.raises(ValueError, match="not enough"):
        questions_of(tmp_path / "gone", table, columns, named)


def test_a_release_does_not_replace_the_earlier_file_that_it_names(tmp_path: Path, capsys) -> None:
    folder = tmp_path / "asked"
    questions_of(folder, {"SALES": STEADY}, {"SALES": AMOUNT}, {})
    recipe = json.loads((folder / "file.recipe.json").read_text())
    for key in ("earlier_files", "population", "sources"):
        (folder / "again.json").write_text(json.dumps({**recipe, key: ["out/public/out.csv"]}))
        command = ["protect", str(folder / "again.json"), "--output", str(folder / "out")]
        assert main([*command, "--overwrite"]) == 2
        assert "it is never replaced" in capsys.readouterr().err
