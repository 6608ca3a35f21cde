"""Questions that do not apply, from recipe to release, counted with pandas in the two files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from tests.attributes import declare, describe
from tests.core.command_line.conftest import Bench
from tests.log_words import claim_words
from tests.oracles.released_steps import most_rounded, step_of
from tests.statuses import WRITTEN

Recipe = dict[str, Any]
INPUT = {"path": "people.csv", "kind": "csv"}
CODES = {"GRADE": "", "SECTOR": "NAP", "HOURS": "-8"}
MDAV = {"name": "mdav", "k": 5}
N = 600


class Survey:
    """A survey in a bench, with its recipe and its release."""

    def __init__(self, table: pd.DataFrame, bench: Bench) -> None:
        self.table, self.bench = table, bench

    def recipe(self, **changed: object) -> Recipe:
        codes = {name: {"not_applicable": [code]} for name, code in CODES.items()}
        codes["GRADE"]["order"] = [str(grade) for grade in range(1, 13)]
        attributes = describe(
            "AGE quasi integer, GRADE quasi ordinal, SECTOR quasi nominal, "
            "HOURS quasi continuous, INCOME confidential continuous",
            **codes,
        )
        return {"attributes": attributes, "method": MDAV, **changed}

    def protect(self, recipe: Recipe) -> int:
        self.bench.people(self.table)
        self.bench.recipe(**recipe)
        return self.bench.protect("--overwrite")

    @property
    def before(self) -> pd.DataFrame:
        return read_cells(self.bench.folder / "people.csv")

    @property
    def after(self) -> pd.DataFrame:
        return read_cells(self.bench.release / "public/people_protected.csv")


def read_cells(path: Path) -> pd.DataFrame:
    return pd.read_csv(path, dtype=str, keep_default_na=False)


@pytest.fixture
def survey(reference_data: Path, bench: Bench) -> Survey:
    """Ask grades of persons of 6 to 17, and sector and hours of those of 15 and over."""
    people = pd.read_csv(reference_data / "household_testdata.csv").head(N)
    age, draw = people["age"], np.random.default_rng(5)
    works, learns = age >= 15, age.between(6, 17)
    grade = pd.Series(np.clip(age - 5 + draw.integers(-1, 2, len(age)), 1, 12), dtype="Int64")
    sectors = np.array(["farm", "state", "trade"])[draw.integers(0, 3, len(age))]
    hours = np.clip(draw.normal(38, 9, len(age)).round(), 1, 80).astype(int)
    table = pd.DataFrame(
        {
            "AGE": age,
            "GRADE": grade.where(learns),
            "SECTOR": np.where(works, sectors, "NAP"),
            "HOURS": np.where(works, hours, -8),
            "INCOME": people["income"],
        }
    )
    return Survey(table, bench)


def changed_cells(survey: Survey) -> dict[str, int]:
    before, after = survey.before, survey.after
    return {
        name: int(((before[name] == code) != (after[name] == code)).sum())
        for name, code in CODES.items()
    }


@pytest.mark.parametrize("policy", ["leave-out", "use-observed"])
def test_every_record_is_released_with_its_questions(survey: Survey, policy: str) -> None:
    assert survey.protect(survey.recipe(missing=policy)) in WRITTEN
    before, after = survey.before, survey.after
    assert len(after) == len(before) == N
    assert changed_cells(survey) == {"GRADE": 0, "SECTOR": 0, "HOURS": 0}
    masked = ["AGE", *CODES]
    assert after.groupby(masked).size().min() >= 5
    hours = after.loc[after["HOURS"] != "-8", "HOURS"].astype(float)
    assert hours.min() > 1
    worked = survey.table["HOURS"].where(lambda h: h > 0).dropna()
    step = step_of(worked)
    room = np.mean([most_rounded(mean, step) for mean in hours])
    assert hours.mean() == pytest.approx(worked.mean(), abs=room)
    claim = claim_words(survey.bench.document())
    assert "Cells of questions that do not apply stay such cells in GRADE, SECTOR, HOURS" in claim


def test_without_the_key_nearly_all_records_are_left_out(survey: Survey) -> None:
    recipe = survey.recipe()
    for attribute in recipe["attributes"]:
        attribute.pop("not_applicable", None)
    assert survey.protect(recipe) in (0, 1, 5)
    learns = survey.table["GRADE"].notna()
    assert len(survey.after) == learns.sum() < N / 2


def test_both_logs_count_the_cells_and_verify_and_replay_agree(survey: Survey) -> None:
    assert survey.protect(survey.recipe()) in WRITTEN
    counted = survey.bench.document()["verification"]["conditions"]
    before = survey.before
    assert [(c["column"], c["before"], c["after"], c["changed"], c["held"]) for c in counted] == [
        (name, (before[name] == code).sum(), (before[name] == code).sum(), 0, True)
        for name, code in CODES.items()
    ]
    public = survey.bench.document("public")["verification"]["conditions"]
    assert all("before" not in count and "changed" not in count for count in public)
    assert survey.bench.verify() == survey.bench.verify("public") == 0
    survey.bench.check_replay()
    assert "Does not apply in HOURS" in survey.bench.page("public")


def test_two_codes_of_one_column_stay_apart(survey: Survey) -> None:
    refused = survey.table.index[survey.table["HOURS"] > 0][::3]
    survey.table.loc[refused, "HOURS"] = -9
    recipe = survey.recipe()
    recipe["attributes"][3]["not_applicable"] = ["-8", "-9"]
    assert survey.protect(recipe) in WRITTEN
    before, after = survey.before["HOURS"], survey.after["HOURS"]
    assert ((before == "-8") == (after == "-8")).all()
    assert ((before == "-9") == (after == "-9")).all()
    k = survey.bench.document()["verification"]["k"]
    assert k == survey.after.groupby(["AGE", *CODES]).size().min()


def test_a_code_that_occurs_nowhere_changes_nothing(survey: Survey) -> None:
    recipe = survey.recipe()
    assert survey.protect(recipe) in WRITTEN
    before = survey.after
    recipe["attributes"][3]["not_applicable"] = ["-8", "-9"]
    assert survey.protect(recipe) in WRITTEN
    assert survey.after.equals(before)


def test_a_list_of_codes_of_which_a_column_has_none_is_verified_by_anybody(survey: Survey) -> None:
    """One list is often declared for many columns; who gets the file has the public log alone."""
    survey.table = survey.table.head(300)
    survey.table["SECTOR"] = survey.table["SECTOR"].replace("NAP", "none")
    recipe = survey.recipe()
    recipe["attributes"][2]["not_applicable"] = ["not asked"]
    assert survey.protect(recipe) in WRITTEN
    for half in ("public", "internal"):
        assert survey.bench.verify(half, with_input=False) == 0


def test_a_rare_pattern_joins_the_nearest_and_is_listed_before_the_run(survey: Survey) -> None:
    children = survey.table.index[survey.table["AGE"].between(7, 14)][:2]
    survey.table.loc[children, "HOURS"] = 20
    assert survey.protect(survey.recipe()) in WRITTEN
    assert "(records in it: 2)" in survey.bench.out
    assert changed_cells(survey) == {"GRADE": 0, "SECTOR": 0, "HOURS": 2}
    assert (survey.after.loc[children, "HOURS"] == "-8").all()
    assert survey.bench.verify() == 0


def test_cells_that_are_missing_besides_are_left_out_alone(survey: Survey) -> None:
    blank = survey.table.index[survey.table["HOURS"] > 0][:40]
    survey.table["HOURS"] = survey.table["HOURS"].astype("Int64")
    survey.table.loc[blank, "HOURS"] = pd.NA
    assert survey.protect(survey.recipe()) in WRITTEN
    assert len(survey.after) == N - 40


@pytest.mark.parametrize("kind", ["xlsx", "parquet", "sav", "dta"])
def test_other_formats_hold_the_codes(survey: Survey, kind: str) -> None:
    survey.table = survey.table.head(200)
    output = {"kind": kind, "name": "people_protected"}
    assert survey.protect(survey.recipe(output=output)) in WRITTEN
    assert survey.bench.verify() == 0
    path = survey.bench.release / f"public/people_protected.{kind}"
    if kind == "parquet":
        after = pd.read_parquet(path)
        assert ((after["HOURS"] == -8) == (survey.table["HOURS"] == -8)).all()
        assert (after["SECTOR"].eq("NAP") == survey.table["SECTOR"].eq("NAP")).all()
        assert (after["GRADE"].isna() == survey.table["GRADE"].isna()).all()


def test_codes_of_a_confidential_column_stay_and_do_not_distort_its_figures(survey: Survey) -> None:
    survey.table.loc[survey.table["AGE"] < 15, "INCOME"] = -9
    recipe = survey.recipe()
    recipe["attributes"][4]["not_applicable"] = ["-9"]
    assert survey.protect(recipe) in WRITTEN
    before, after = survey.before["INCOME"], survey.after["INCOME"]
    assert (before == after).all()
    assert survey.bench.verify() == 0


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"method": {"name": "t-merge", "k": 5, "t": 0.3}}, "t compares the values of all records"),
        ({"method": {"name": "dp-laplace", "epsilon": 1}}, "This method forms no groups"),
    ],
)
def test_what_cannot_be_kept_is_refused(survey: Survey, change: Recipe, said: str) -> None:
    survey.table.loc[survey.table["AGE"] < 15, "INCOME"] = -9
    recipe = survey.recipe(**change)
    recipe["attributes"][4]["not_applicable"] = ["-9"]
    if change["method"]["name"] == "dp-laplace":
        recipe["attributes"][0]["domain"] = [0, 120]
        recipe["attributes"][2]["role"] = "other"
        recipe["attributes"][3]["domain"] = [0, 100]
    assert survey.protect(recipe) == 2
    assert said in survey.bench.err
    assert not survey.bench.release.exists()


@pytest.mark.parametrize(
    ("place", "codes", "scale", "said"),
    [
        (3, ["NAP"], "continuous", "must be the empty cell or a number"),
        (0, ["1.5"], "integer", "must be the empty cell or a number"),
        (0, ["-8"], "date", "In a column of dates, only the empty cell can mean"),
        (3, ["-8", "-8"], "continuous", "listed twice"),
        (3, "-8", "continuous", "not_applicable"),
    ],
)
def test_codes_that_do_not_fit_the_scale_are_refused(
    survey: Survey, place: int, codes: object, scale: str, said: str
) -> None:
    recipe = survey.recipe()
    recipe["attributes"][place] |= {"not_applicable": codes, "scale": scale}
    if scale == "date":
        survey.table["AGE"] = "2001-05-07"
    assert survey.protect(recipe) == 2
    assert said in survey.bench.err


def test_a_code_cannot_also_be_missing(survey: Survey) -> None:
    source = {**INPUT, "options": {"missing": ["", "-8"]}}
    assert survey.protect(survey.recipe(input=source)) == 2
    assert "cannot also mean “does not apply”" in survey.bench.err


def test_with_missing_cells_besides_empty_ones_observed_values_cannot_be_used(
    survey: Survey,
) -> None:
    learners = survey.table.index[survey.table["GRADE"].notna()][:7]
    survey.table["GRADE"] = survey.table["GRADE"].astype(object)
    survey.table.loc[learners, "GRADE"] = "NA"
    recipe = survey.recipe(missing="use-observed")
    recipe["input"] = {**INPUT, "options": {"missing": ["", "NA"]}}
    assert survey.protect(recipe) == 2
    assert "7 other cells are missing" in survey.bench.err
    assert survey.protect({**recipe, "missing": "leave-out"}) in WRITTEN
    assert len(survey.after) == N - 7


def test_zero_cannot_mean_none_and_does_not_apply(survey: Survey) -> None:
    recipe = survey.recipe()
    recipe["attributes"][3] |= {"not_applicable": ["0"], "zeros": "keep"}
    assert survey.protect(recipe) == 2
    assert "Zero cannot mean both" in survey.bench.err


def test_patterns_of_units_that_are_joined_are_listed_before_the_run(
    samples: Path, bench: Bench
) -> None:
    table = pd.read_csv(samples / "household_members.csv")
    bench.people(table)
    asked = declare("quasi integer", not_applicable=[""])
    entries = {"AGE": declare("quasi integer"), "HOURS": asked, "RENT": asked}
    entries["HOUSEHOLD_ID"] = {"role": "identifier"}
    attributes = [{"name": name, **entries.get(name, {"role": "drop"})} for name in table]
    unit = {"id": "HOUSEHOLD_ID", "columns": ["RENT"], "protect": "unit"}
    bench.release_as({"name": "mdav", "k": 3}, attributes=attributes, unit=unit)
    after = bench.frame()
    changed = {n: int((table[n].isna() != after[n].isna()).sum()) for n in ("HOURS", "RENT")}
    assert len(after) == len(table)
    assert any(changed.values())
    (line,) = (line for line in bench.out.splitlines() if "patterns of units" in line)
    assert all(name in line for name, count in changed.items() if count)


def test_zeros_that_rare_cells_became_are_counted_as_in_the_file(bench: Bench) -> None:
    """Two records were not asked: too few to stand alone, they join those with a zero."""
    rows = [f"{i},0,1" for i in range(20)] + ["3,,1", "4,,1"]
    # Those who are paid are of the other kind, too far away in both columns.
    rows += [f"{500 + i},{50 + i},0" for i in range(20)]
    bench.people([["AGE", "PAY", "KIND"], *(row.split(",") for row in rows)])
    attributes = describe(
        "AGE quasi continuous, PAY quasi continuous, KIND quasi nominal",
        PAY={"zeros": "keep", "not_applicable": [""]},
    )
    bench.release_as(MDAV, attributes=attributes, strata=["KIND"], keep_order=False)
    pays = [row["PAY"] for row in bench.table()]
    zeros = sum(pay != "" and float(pay) == 0 for pay in pays)
    assert zeros == 22, "the example has no cell that became a zero"
    for half in ("public", "internal"):
        assert bench.verify(half, with_input=False) == 0
    (entry,) = bench.conditions("zeros")
    assert (entry["before"], entry["after"], entry["changed"]) == (20, zeros, 2)
