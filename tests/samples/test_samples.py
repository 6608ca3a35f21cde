"""The shipped samples: made the same each time, consistent in themselves, matching recipes."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from collections.abc import Callable
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from resources import manual_page
from resources.make_samples import make
from tests.sample_releases import SampleRelease
from tests.statuses import READY

NAMES = ("business_survey", "household_survey", "household_members")
DELIMITERS = {"business_survey": ",", "household_survey": ";", "household_members": ","}
RECORDS = {"business_survey": 5_000, "household_survey": 5_000, "household_members": 5_863}


def records(samples: Path, name: str) -> list[dict[str, str]]:
    with (samples / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter=DELIMITERS[name]))


def recipe_of(samples: Path, name: str) -> dict[str, Any]:
    return json.loads((samples / f"{name}.recipe.json").read_text(encoding="utf-8"))


def number(text: str) -> float:
    return float(text.replace(",", "."))


def test_the_script_writes_the_shipped_bytes(samples: Path, tmp_path: Path) -> None:
    make(tmp_path)

    for name in NAMES:
        assert (tmp_path / f"{name}.csv").read_bytes() == (samples / f"{name}.csv").read_bytes()


@pytest.mark.parametrize("name", NAMES)
def test_the_recipe_names_every_column_in_order(name: str, samples: Path) -> None:
    recipe = recipe_of(samples, name)

    rows = records(samples, name)

    assert len(rows) == RECORDS[name]
    assert [a["name"] for a in recipe["attributes"]] == list(rows[0])
    assert recipe["input"]["options"]["delimiter"] == DELIMITERS[name]


@pytest.mark.parametrize("name", NAMES)
def test_the_readme_explains_every_column_as_the_recipe_treats_it(name: str, samples: Path) -> None:
    text = (samples / "README.md").read_text(encoding="utf-8").split(f"## {name}.csv")[1]
    table = [line for line in text.split("\n## ")[0].splitlines() if line.startswith("| ")]
    said = {cells[1]: cells[3] for cells in ([c.strip() for c in t.split("|")] for t in table)}
    words = {
        "identifier": "dropped",
        "drop": "dropped",
        "link": "a new number",
        "quasi-identifier": "masked",
        "confidential": "confidential, published",
        "other": "published",
    }

    for attribute in recipe_of(samples, name)["attributes"]:
        assert said[attribute["name"]] == words[attribute["role"]]


def test_enterprises_are_consistent(samples: Path) -> None:
    rows = records(samples, "business_survey")

    assert len({row["ENTERPRISE_ID"] for row in rows}) == len(rows)
    for row in rows:
        turnover = float(row["TURNOVER"])
        assert 0 <= float(row["EXPORTS"]) <= turnover
        assert 0 < float(row["PURCHASES"]) <= turnover
        assert (row["EMPLOYEES"] == "0") == (float(row["WAGES"]) == 0)
        assert float(row["OPERATING_RESULT"]) < turnover
        assert 1885 <= int(row["YEAR_FOUNDED"]) <= 2025


def test_a_few_enterprises_hold_much_of_the_turnover_and_many_have_no_exports(
    samples: Path,
) -> None:
    rows = records(samples, "business_survey")
    turnover = sorted((float(row["TURNOVER"]) for row in rows), reverse=True)

    assert sum(turnover[:50]) > 0.4 * sum(turnover)
    assert 0.7 < sum(float(row["EXPORTS"]) == 0 for row in rows) / len(rows) < 0.85


def test_persons_are_consistent(samples: Path) -> None:
    rows = records(samples, "household_survey")

    assert len({row["PERSON_ID"] for row in rows}) == len(rows)
    for row in rows:
        born, asked = (date.fromisoformat(row[f"{what}_DATE"]) for what in ("BIRTH", "INTERVIEW"))
        birthday_to_come = (asked.month, asked.day) < (born.month, born.day)
        assert int(row["AGE"]) == asked.year - born.year - birthday_to_come
        assert int(row["AGE"]) >= 18
        assert number(row["INCOME"]) > 0


def test_income_rises_with_education_and_is_heaped(samples: Path) -> None:
    rows = records(samples, "household_survey")
    attributes = recipe_of(samples, "household_survey")["attributes"]
    levels = next(a["order"] for a in attributes if a["name"] == "EDUCATION")

    def median(level: str) -> float:
        incomes = sorted(number(r["INCOME"]) for r in rows if r["EDUCATION"] == level)
        return incomes[len(incomes) // 2]

    assert all(median(low) < median(high) for low, high in pairwise(levels))
    assert sum(number(r["INCOME"]) % 1_000 == 0 for r in rows) > 0.15 * len(rows)


def test_missing_answers_are_spelled_in_the_four_declared_ways(samples: Path) -> None:
    declared = recipe_of(samples, "household_survey")["input"]["options"]["missing"]
    cells = Counter(cell for row in records(samples, "household_survey") for cell in row.values())

    assert sorted(declared) == ["", "-9", "n/a", "refused"]
    assert all(cells[spelling] >= 20 for spelling in declared)


def test_no_survey_weight_is_a_quasi_identifier(samples: Path) -> None:
    for name in NAMES:
        roles = {a["name"]: a["role"] for a in recipe_of(samples, name)["attributes"]}
        assert roles["WEIGHT"] in ("other", "drop"), name


def test_many_adults_share_each_weight(samples: Path) -> None:
    weights = Counter(row["WEIGHT"] for row in records(samples, "household_survey"))

    assert sum(count for count in weights.values() if count > 1) > 0.99 * sum(weights.values())


_FIGURES = re.compile(r"Of the (\d+) figures that users will probably compute, (\d+) lie inside")
# Per cent of the figures that are to lie inside the original's 95 % interval.
_LEAST_INSIDE = {"business_survey": 90, "household_survey": 70, "household_members": 80}


@pytest.mark.parametrize("name", NAMES)
def test_the_file_is_ready_and_the_guide_says_how_many_figures_hold_plain_and_as_shipped(
    name: str,
    sample_release: Callable[[str], SampleRelease],
    plain_release: Callable[[str], SampleRelease],
) -> None:
    plain, shipped = plain_release(name), sample_release(name)
    counts = []
    for release in (plain, shipped):
        (log,) = (release.folder / "internal").glob("*.internal.json")
        kept = json.loads(log.read_text("utf-8"))["usual"]["kept"]
        counts.append((kept["inside"], kept["counted"]))
    # Where the office asks about figures, the question says how many hold.
    printed = _FIGURES.search(plain.printed)
    assert printed is not None
    assert (int(printed[2]), int(printed[1])) == counts[0]
    assert shipped.status == READY
    assert "Ready for release" in shipped.printed

    shown = [f"{inside} of {figures}" for inside, figures in counts]
    assert f"| {name} | {shown[0]} | {shown[1]} |" in manual_page("guide-settings.md")
    inside, figures = counts[1]
    assert 100 * inside >= _LEAST_INSIDE[name] * figures
