"""The sample of households with all members: ages, sums and skipped questions fit."""

from __future__ import annotations

import csv
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from core.encode.record_groups import group_records
from core.inspect.structure import (
    find_kept_zeros,
    find_revealing_weight,
    find_skipped_questions,
    find_units,
)
from tests.core.io.files import read_file

NAME = "household_members.csv"
SHARED = ("HOUSEHOLD_SIZE", "HOUSEHOLD_INCOME", "TENURE", "RENT", "REGION", "WEIGHT")
Row = dict[str, str]


@pytest.fixture(scope="module")
def rows(samples: Path) -> list[Row]:
    with (samples / NAME).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def households(rows: list[Row]) -> list[list[Row]]:
    members: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        members[row["HOUSEHOLD_ID"]].append(row)
    return list(members.values())


def related(household: list[Row], relation: str) -> list[Row]:
    return [row for row in household if row["RELATION"] == relation]


def age(row: Row) -> int:
    return int(row["AGE"])


def test_there_are_as_many_as_the_readme_says(
    rows: list[Row], households: list[list[Row]], samples: Path
) -> None:
    text = (samples / "README.md").read_text(encoding="utf-8").split(f"## {NAME}")[1]
    table = [line for line in text.split("\n## ")[0].splitlines() if line.startswith("| ")]
    assert [line.split("|")[1].strip() for line in table[2:]] == list(rows[0])
    assert f"{len(rows):,} members of {len(households):,} households" in text
    assert len(households) == 2_500
    # Every size has enough households to be protected among its like.
    assert min(Counter(len(household) for household in households).values()) >= 10


def test_members_are_numbered_and_begin_with_the_reference_person(
    households: list[list[Row]],
) -> None:
    for household in households:
        assert [int(row["PERSON_NO"]) for row in household] == [*range(1, len(household) + 1)]
        relations = [row["RELATION"] for row in household]
        assert relations[0] == "reference person"
        assert Counter(relations)["reference person"] == 1
        assert Counter(relations)["partner"] <= 1
        assert Counter(relations)["parent"] <= 1


def test_ages_fit(households: list[list[Row]]) -> None:
    for household in households:
        (reference,), partners = household[:1], related(household, "partner")
        parents = [reference, *partners]
        assert all(abs(age(reference) - age(partner)) <= 15 for partner in partners)
        assert all(age(row) >= 18 for row in household if row["RELATION"] != "child")
        assert all(age(row) <= 97 for row in household)
        for child in related(household, "child"):
            assert all(age(parent) - age(child) >= 17 for parent in parents)
        assert all(age(old) - age(reference) >= 17 for old in related(household, "parent"))


def test_marital_status_fits(households: list[list[Row]]) -> None:
    for household in households:
        married = [row for row in household if row["MARITAL_STATUS"] == "married"]
        assert len(married) in (0, 2)
        assert {row["RELATION"] for row in married} <= {"reference person", "partner"}
        assert all(age(row) >= 18 for row in married)
        assert all(row["MARITAL_STATUS"] == "single" for row in related(household, "child"))


def test_household_columns_are_equal_in_a_household_and_its_sums_exact(
    households: list[list[Row]],
) -> None:
    for household in households:
        for name in SHARED:
            assert len({row[name] for row in household}) == 1
        assert all(
            int(row["EARNINGS"]) + int(row["BENEFITS"]) == int(row["INCOME"]) for row in household
        )
        assert int(household[0]["HOUSEHOLD_INCOME"]) == sum(int(r["INCOME"]) for r in household)
        assert int(household[0]["HOUSEHOLD_SIZE"]) == len(household)
        assert float(household[0]["WEIGHT"]) > 0


def test_questions_that_do_not_apply_are_empty_and_no_others(rows: list[Row]) -> None:
    asked = {
        "SCHOOL_GRADE": lambda row: 6 <= age(row) <= 17,
        "ACTIVITY": lambda row: age(row) >= 15,
        "HOURS": lambda row: row["ACTIVITY"] == "employed",
        "RENT": lambda row: row["TENURE"] == "tenant",
    }
    for row in rows:
        assert {name for name, cell in row.items() if cell == ""} == {
            name for name, is_asked in asked.items() if not is_asked(row)
        }


def test_answers_fit_the_age(rows: list[Row]) -> None:
    for row in rows:
        if row["SCHOOL_GRADE"]:
            assert 1 <= int(row["SCHOOL_GRADE"]) <= min(12, age(row) - 5)
        if age(row) < 18:
            assert row["EDUCATION"] in ("none", "primary", "lower secondary")
        if row["EDUCATION"] == "master":
            assert age(row) >= 24
        if age(row) < 15:
            assert row["INCOME"] == "0"
        assert (int(row["EARNINGS"]) > 0) == (row["HOURS"] != "")


def test_the_program_finds_what_the_sample_is_made_to_show(samples: Path) -> None:
    data = read_file(samples / NAME)

    (unit,) = find_units(data)
    assert (unit.key, unit.constant, unit.counts) == (
        "HOUSEHOLD_ID",
        SHARED,
        ("HOUSEHOLD_SIZE",),
    )
    assert {q.column: q.condition.expression for q in find_skipped_questions(data)} == {
        "SCHOOL_GRADE": "AGE < 6 or AGE > 17",
        "ACTIVITY": "AGE < 15",
        "HOURS": "ACTIVITY != 'employed' or ACTIVITY is missing",
        "RENT": "TENURE != 'tenant'",
    }
    assert {zeros.column for zeros in find_kept_zeros(data)} == {"EARNINGS", "BENEFITS", "INCOME"}
    others = [name for name in data.names if name != "WEIGHT"]
    units = group_records([data.column("HOUSEHOLD_ID")])
    assert find_revealing_weight(data, "WEIGHT", others, units=units) is None
