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
DROPPED = {"role": "drop"}
ROLES: Mapping[str, Mapping[str, Any]] = {
    **dict.fromkeys(("SALES", "WAGES"), AMOUNT),
    "INCOME": {"role": "confidential", "scale": "continuous"},
    "ILLNESS": {"role": "confidential", "scale": "nominal"},
    "HOME": DROPPED,
}
HOMES = [at // 2 for at in range(40)]
SEXES = ["f", "m"] * 19 + ["f", "f"]
ANSWERS = {f"Q{bit + 1}": [1 if at >> bit & 1 else None for at in range(40)] for bit in range(6)}
SPREAD = (1000 * 1.2 ** np.arange(40)).round(2).tolist()
STEADY = [1000.25 + 3.5 * i for i in range(40)]
TENS = np.repeat([100.0, 200.0, 300.0, 400.0], 10).tolist()
OLD = [30, 40] * 19 + [91, 95]
Table = Mapping[str, Sequence[object]]


def questions_of(folder: Path, table: Table, settings: Mapping[str, Any]) -> set[str]:
    """Protect a table by the command line; the codes of the questions it ends with.

    In the longer lane each run is repeated, in the ordinary one those named ``asked``.
    """
    folder.mkdir()
    table = table if "SALES" in table else {"SALES": STEADY, **table}
    pd.DataFrame(table).to_csv(folder / "file.csv", index=False)
    recipe = {
        "format": "statveil-recipe/2",
        "unit": "record",
        "input": {"path": "file.csv", "kind": "csv"},
        "attributes": [{"name": name, **ROLES.get(name, {"role": "other"})} for name in table],
        **mdav(5),
        "output": {"kind": "csv", "name": "out"},
        **settings,
    }
    (folder / "file.recipe.json").write_text(json.dumps(recipe))
    command = ["protect", str(folder / "file.recipe.json"), "--output", str(folder / "out")]
    status = main([*command, "--json"])
    log = log_of(folder)
    rows = json.loads(log.read_text())["checklist"]
    assert status in (0, WITH_QUESTIONS)
    if folder.name == "asked" or is_longer_lane():
        verify(folder, log)
    return {row["row"] for row in rows if row["outcome"] != "held"}


def log_of(folder: Path, half: str = "internal/*.internal.json") -> Path:
    (log,) = (folder / "out").glob(half)
    return log


def public_log_of(folder: Path) -> Path:
    return log_of(folder, "public/*.audit.json")


def verify(folder: Path, *logs: Path) -> None:
    for log in logs:
        assert main(["verify", str(log), "--input", str(folder / "file.csv")]) == 0


def mdav(k: int, **parameters: object) -> dict[str, object]:
    return {"method": {"name": "mdav", "k": k, **parameters}}


def prepared(do: str, column: str, **step: object) -> dict[str, object]:
    return {"prepare": [{"do": do, "column": column, **step}]}


WEIGHTED, PUBLIC = {"weight": "WEIGHT"}, {"profile": "public"}
ANY_SEX = prepared("group", "SEX", into={"any": ["f", "m"]})


# The question, what is beside SALES in the file, settings, and the cure.
@pytest.mark.parametrize(
    ("question", "table", "settings", "cure"),
    [
        ("linked", {"SALES": SPREAD, "WAGES": SPREAD[::-1]}, mdav(2), mdav(6)),
        ("outlier-found", {"SALES": [*STEADY[:39], 300_000.5]}, {},
         prepared("top-code", "SALES", above=1110)),
        ("near-value",
         {"SALES": [20.0 + 10 * (at // 5) for at in range(40)],
          "INCOME": [1000 + 10 * i for i in range(5)] + SPREAD[5:]}, {}, mdav(10)),
        ("plain-amount", {"SALES": STEADY * 3, "INCOME": [1000.5 + 7 * i for i in range(120)]}, {},
         prepared("round", "INCOME", to=500)),
        ("free-text", {"NOTE": [f"I moved {i} times since then" for i in range(40)]}, {},
         {"attributes": [{"name": "SALES", **AMOUNT}, {"name": "NOTE", **DROPPED}]}),
        ("answer-pattern", ANSWERS, {},
         {"profile": {"name": "scientific", "limits": {"pattern": 1}}}),
        ("rare-pair", {"MEAL": list("ab" * 20), "PET": ["x"] + ["y", "x"] * 19 + ["x"]}, {},
         prepared("group", "PET", into={"any": ["x", "y"]})),
        ("unit-alone", {"HOME": HOMES, "SEX": SEXES}, {"unit": {"id": "HOME", "protect": "member"}},
         ANY_SEX),
        ("panel", {"HOME": HOMES, "WAVE": [1, 2] * 20, "SEX": SEXES},
         {"unit": {"id": "HOME", "waves": "WAVE"}}, ANY_SEX),
        ("tail-of-few", {"AGE": OLD}, prepared("top-code", "AGE", above=90),
         prepared("top-code", "AGE", above=39)),
        ("high-age", {"AGE": OLD}, {}, prepared("top-code", "AGE", above=39)),
        ("whole-population", {"WEIGHT": [1] * 20 + [50] * 20}, WEIGHTED, {"fraction": 0.05}),
        ("exact-value", {"SALES": SPREAD}, mdav(5, aggregate="median"), mdav(5)),
        ("skewed", {"SALES": TENS, "ILLNESS": ["a"] * 10 + list("bcabc") * 6},
         {**PUBLIC, **mdav(10)}, {"profile": "scientific"}),
        ("few-values", {"SALES": TENS, "ILLNESS": list("abbababbab") + list("abcab") * 6},
         {**PUBLIC, **mdav(10)}, {"profile": "scientific"}),
        ("population-unique", {"WEIGHT": [30] * 40, "AGE": [*range(30, 70)]}, WEIGHTED,
         prepared("band", "AGE", width=40, **{"from": 30})),
        ("small-area", {"REGION": ["a"] * 18 + ["b"] * 20 + ["c"] * 2, "WEIGHT": [1000] * 40},
         WEIGHTED, prepared("group", "REGION", into={"coast": ["b", "c"]})),
        ("rare-in-population", {"JOB": ["clerk"] * 39 + ["bishop"], "WEIGHT": [600] * 40},
         {**WEIGHTED, **PUBLIC}, prepared("group", "JOB", into={"a": ["clerk", "bishop"]})),
        ("file-scope", {"ILLNESS": ["a", "b"] * 20}, PUBLIC,
         {"profile": {"name": "public", "limits": {"sensitive_columns": 1}}}),
        ("period-unstated", {}, PUBLIC, {"period": "2999-12-31"}),
        ("recent-data", {}, {**PUBLIC, "period": "2999-12"}, {"period": "2001-01"}),
        ("special-unique", {"AGE": [30] * 20 + [*range(40, 60)], "SEX": list("fm") * 20}, {},
         prepared("band", "AGE", width=40, **{"from": 30})),
        ("scenario-few", {"AGE": [30] * 20 + [40] * 20, "SEX": ["f", *"m" * 39]},
         {"scenarios": [{"name": "neighbour", "columns": ["SEX", "SALES"]}]},
         {"scenarios": [{"name": "neighbour", "columns": ["AGE", "SALES"]}]}),
        ("scenario-none", {}, PUBLIC,
         {"scenarios": [{"name": "neighbour", "columns": ["SALES"]}]}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_it_ends_with_its_question(
    question: str,
    table: Table,
    settings: Mapping[str, Any],
    cure: Mapping[str, Any],
    tmp_path: Path,
) -> None:
    assert question in questions_of(tmp_path / "asked", table, settings)
    # That each row is held by a twin is shown where the row is counted.
    if is_longer_lane():
        assert question not in questions_of(tmp_path / "cured", table, {**settings, **cure})


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


REGIONS = {"REGION": ["a"] * 20 + ["b"] * 20}


def test_population_counts_are_read_and_travel_in_the_log(tmp_path: Path) -> None:
    people = tmp_path / "people.csv"
    counts = {"population": ["../people.csv"]}
    people.write_text("REGION,INHABITANTS\na,50000\nb,9000\n")
    assert "small-area" in questions_of(tmp_path / "asked", REGIONS, counts)
    people.write_text("REGION;INHABITANTS\na;50000\nb;90000\n")
    assert "small-area" not in questions_of(tmp_path / "held", REGIONS, counts)
    assert "small-area" not in questions_of(tmp_path / "silent", REGIONS, {})
    # Another computer has no such file; the log holds it with its hash.
    log, public = log_of(tmp_path / "held"), public_log_of(tmp_path / "held")
    (stated,) = json.loads(log.read_text())["population"]
    assert stated["sha256"] == digest(people)
    people.unlink()
    verify(tmp_path / "held", log, public)
    assert "population" not in public.read_text()


def test_a_ratio_of_more_than_a_hundred_digits_is_logged_so_that_it_can_be_verified(
    tmp_path: Path,
) -> None:
    folder, tiny = tmp_path / "asked", [value * 1e-60 for value in STEADY[:39]]
    assert "outlier-found" in questions_of(folder, {"SALES": [*tiny, 3e60]}, {})
    verify(folder, public_log_of(folder))


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
        questions_of(tmp_path / "a", REGIONS, {"population": ["../people.csv"]})
    assert said in capsys.readouterr().err


def test_a_file_nested_in_an_earlier_one_can_be_matched(tmp_path: Path) -> None:
    rents = [400.1] * 10 + [800.5] * 28 + [512.35, 600.0]
    earlier = {"earlier_files": ["../earlier.csv"]}
    table = {"RENT": rents}
    released = pd.DataFrame({"RENT": rents, "SALES": range(40)})
    released.to_csv(tmp_path / "earlier.csv", index=False)
    assert "nested-file" in questions_of(tmp_path / "asked", table, earlier)
    log = log_of(tmp_path / "asked")
    (row,) = [r for r in json.loads(log.read_text())["checklist"] if r["row"] == "nested-file"]
    assert (row["figure"], row["columns"], row["outcome"]) == (2, ["RENT"], "open")
    assert row["params"]["releases"] == [digest(tmp_path / "earlier.csv")]
    # Another sample, in which no rent is alone in both.
    released.iloc[:38].to_csv(tmp_path / "earlier.csv", index=False)
    assert "nested-file" not in questions_of(tmp_path / "held", table, earlier)
    (tmp_path / "earlier.csv").unlink()
    verify(tmp_path / "asked", log)
    with pytest.raises(ValueError, match="not enough"):
        questions_of(tmp_path / "gone", table, earlier)


def test_published_tables_are_compared_and_stay_internal(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    table = {"HOURS": ["under 20"] * 6 + ["20 and over"] * 34}
    assert {"source-none", "declared-by"} <= questions_of(tmp_path / "bare", table, PUBLIC)
    named = {**PUBLIC, "sources": ["../table.csv"]}
    path.write_text("HOURS,FIRMS\nunder 25,7\n25 and over,33\n")
    asked = questions_of(tmp_path / "asked", table, named)
    assert "public-source" in asked
    assert "source-none" not in asked
    log = log_of(tmp_path / "asked")
    (row,) = [r for r in json.loads(log.read_text())["checklist"] if r["row"] == "public-source"]
    assert (row["figure"], row["columns"]) == (1, ["HOURS"])
    assert row["params"]["sources"] == [digest(path)]
    path.write_text("HOURS,FIRMS\nunder 25,9\n25 and over,31\n")
    assert "public-source" not in questions_of(tmp_path / "held", table, named)
    path.unlink()
    published = public_log_of(tmp_path / "asked")
    assert "table.csv" not in published.read_text()
    verify(tmp_path / "asked", log, published)
    with pytest.raises(ValueError, match="not enough"):
        questions_of(tmp_path / "gone", table, named)


def test_a_release_does_not_replace_the_earlier_file_that_it_names(tmp_path: Path, capsys) -> None:
    folder = tmp_path / "asked"
    questions_of(folder, {}, {})
    recipe = json.loads((folder / "file.recipe.json").read_text())
    for key in ("earlier_files", "population", "sources"):
        (folder / "again.json").write_text(json.dumps({**recipe, key: ["out/public/out.csv"]}))
        command = ["protect", str(folder / "again.json"), "--output", str(folder / "out")]
        assert main([*command, "--overwrite"]) == 2
        assert "it is never replaced" in capsys.readouterr().err
