"""Recipes and files whose units cannot be protected: one sentence each, status 2, no files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pandas as pd
import pytest

from tests.attributes import declare, describe
from tests.core.command_line.conftest import Bench
from tests.statuses import WRITTEN

COLUMNS = (
    "HID identifier, INCOME quasi continuous, AGE quasi integer, YEAR other, "
    "DEBT confidential continuous, WEIGHT other"
)
UNIT: dict[str, Any] = {"id": "HID", "columns": ["INCOME"]}
MEMBER = {**UNIT, "protect": "member"}


def homes(sizes: Mapping[int, int]) -> pd.DataFrame:
    """Return persons in so many households of each size."""
    size_of_homes = [size for size, count in sizes.items() for _ in range(count)]
    rows = [
        (home, home * 13 % 97, (home * 7 + i * 31) % 90, 2000 + i, home + i, 1 + home % 3)
        for home, size in enumerate(size_of_homes, 1)
        for i in range(size)
    ]
    return pd.DataFrame(rows, columns=["HID", "INCOME", "AGE", "YEAR", "DEBT", "WEIGHT"])


FILE = homes({1: 12, 2: 12, 3: 6})


@pytest.fixture
def run(bench: Bench) -> Callable[..., tuple[int, str]]:
    """Return a run on units that gives the status and what was said."""

    def protect(table: pd.DataFrame = FILE, **settings: Any) -> tuple[int, str]:
        bench.people(table)
        homes = {"attributes": describe(COLUMNS), "unit": UNIT, "method": {"name": "mdav", "k": 3}}
        bench.recipe(**{"keep_order": False, **homes, **settings})
        status = bench.protect()
        assert bench.release.exists() == (status in WRITTEN)
        return status, bench.err if status == 2 else bench.out + bench.err

    return protect


@pytest.fixture
def refuse(run) -> Callable[..., str]:
    """Return a run on units that is refused, which gives its sentence."""

    def protect(table: pd.DataFrame = FILE, **settings: Any) -> str:
        status, said = run(table, **settings)
        assert status == 2, said
        assert len(said.strip().splitlines()) == 1, said
        return said

    return protect


def declared(**roles: str) -> dict[str, Any]:
    """Give columns another role, and scale."""
    return {"attributes": describe(COLUMNS, **{n: declare(role) for n, role in roles.items()})}


SETTINGS: dict[str, tuple[dict[str, Any], str]] = {
    "unknown number": ({"unit": {**UNIT, "id": "HOME"}}, "names HOME, which is not a column"),
    "unknown column": ({"unit": {**UNIT, "columns": ["RENT"]}}, "names RENT, which is not"),
    "unknown order": ({"unit": {**UNIT, "members_by": ["REL"]}}, "names REL, which is not"),
    "unknown waves": ({"unit": {**UNIT, "waves": "WAVE"}}, "names WAVE, which is not a column"),
    "unknown key": ({"unit": {**UNIT, "size": 3}}, "“unit.size” is not a key"),
    "unknown word": ({"unit": "household"}, "unit"),
    "unknown protection": ({"unit": {**UNIT, "protect": "all"}}, "unit.protect"),
    "no number": ({"unit": {"columns": ["INCOME"]}}, "unit.id"),
    "number published": (declared(HID="other"), "Column HID"),
    "link without unit": (
        {**declared(HID="link"), "unit": "record"},
        "Only the column that numbers the units of protection can be a link",
    ),
    "another link": (declared(YEAR="link"), "Column YEAR: Only the column"),
    "link of members": (
        {**declared(HID="link"), "unit": MEMBER},
        "Column HID: The numbers of units cannot be released if only their members",
    ),
    "number as column": ({"unit": {**UNIT, "columns": ["HID"]}}, "one of their columns as well"),
    "order by the unit": ({"unit": {**UNIT, "members_by": ["INCOME"]}}, "cannot be sorted by"),
    "largest of none": ({"unit": {**UNIT, "largest": 0}}, "must be at least 1"),
    "waves that are masked": ({"unit": {**UNIT, "waves": "AGE"}}, "AGE: The column of waves"),
    "waves of members": ({"unit": {**MEMBER, "waves": "YEAR"}}, "Waves are compared only"),
    "order of members": ({"unit": {**MEMBER, "members_by": ["AGE"]}}, "has no effect"),
    "weight masked": (
        {**declared(WEIGHT="quasi continuous"), "weight": "WEIGHT"},
        "Column WEIGHT: The survey weight cannot be masked",
    ),
}
METHODS: list[tuple[dict[str, Any], str]] = [
    ({"name": "t-k-first", "k": 3, "t": 0.3}, "forms groups by confidential values"),
    ({"name": "mdav", "k": 3, "lambda": 0.5}, "forms groups by confidential values"),
    ({"name": "best", "k": 3, "t": 0.3}, "forms groups by confidential values"),
    ({"name": "individual-ranking", "k": 3}, "masks columns separately"),
    ({"name": "mdav", "k": 3, "blocks": [["INCOME"], ["AGE"]]}, "masks columns separate"),
    ({"name": "dp-laplace", "epsilon": 1}, "changes each record by itself"),
]
CASES = [*SETTINGS.values(), *(({"method": method}, sentence) for method, sentence in METHODS)]


@pytest.mark.parametrize(("settings", "sentence"), CASES)
def test_settings_and_methods_that_do_not_fit_are_refused(
    refuse, settings: dict[str, Any], sentence: str
) -> None:
    assert sentence in refuse(**settings)


@pytest.mark.parametrize("unit", [UNIT, MEMBER])
def test_records_without_a_number(refuse, unit: dict[str, Any]) -> None:
    table = FILE.astype({"HID": object})
    table.loc[[4, 9], "HID"] = None
    assert refuse(table, unit=unit).strip() == (
        "Column HID, row 6: 2 records have no number of their unit (rows 6, 11). Complete the "
        "column, or remove these records."
    )


def test_a_column_that_differs_inside_units(refuse) -> None:
    table = FILE.copy()
    table.loc[[13, 15], "INCOME"] += 1
    for unit in (UNIT, MEMBER):
        said = refuse(table, unit=unit)
        assert "Column INCOME, row 15: It differs within 2 units" in said
        assert "rows that differ: 15, 17" in said


def test_sizes_with_fewer_than_k_units_are_named_and_cured_by_the_largest(run, refuse) -> None:
    table = homes({1: 12, 2: 12, 5: 2, 7: 1})
    said = refuse(table)
    assert "records (units): 5 (2), 7 (1)." in said
    assert "Set the largest number of records to 2" in said
    status, said = run(table, unit={**UNIT, "largest": 2})
    assert status in (0, 5)
    assert "3 units of more than 2 records are left out (records: 17)." in said


def test_without_a_cure_none_is_named(refuse) -> None:
    said = refuse(homes({1: 2, 2: 12}))
    assert "records (units): 1 (2)." in said
    assert "largest number" not in said


def test_a_unit_of_10000_rows(refuse) -> None:
    said = refuse(homes({1: 12, 10_000: 1}))
    assert "A unit has 10,000 records, and units of more than 1,000" in said


def test_members_of_a_unit_of_10000_rows_can_be_protected(run) -> None:
    status, said = run(homes({1: 12, 10_000: 1}), unit=MEMBER)
    assert status in (0, 5), said


def test_units_with_missing_values_are_left_out_whole(run) -> None:
    table = FILE.astype({"AGE": object})
    last = len(table) - 1  # of a household of three
    table.loc[last, "AGE"] = None
    status, said = run(table)
    assert status in (0, 5)
    assert "One unit is left out whole" in said
    assert "(further records left out: 2)" in said


def without_ages(table: pd.DataFrame, households: int) -> pd.DataFrame:
    """Take the age of the last member of so many households of three."""
    table = table.astype({"AGE": object})
    last = table.groupby("HID").tail(1)
    size = table.groupby("HID")["HID"].transform("size")
    rows = [row for row in last.index if size[row] == 3][:households]
    table.loc[rows, "AGE"] = None
    return table


def test_missing_values_that_leave_too_few_units_are_named_first(refuse) -> None:
    """Six households of three, of which four have somebody who was not asked: two are left."""
    table = without_ages(FILE, 4)
    said = refuse(table)
    assert said.startswith("Column AGE: 4 records lack a value in it, and their units are left out")
    assert "fewer than k = 3 units" in said
    assert "declare that it does not apply (“not_applicable”)" in said


@pytest.mark.parametrize(
    "cure",
    [{"attributes": describe(COLUMNS, AGE={"not_applicable": [""]})}, {"missing": "use-observed"}],
)
def test_each_way_out_that_is_named_is_one(run, cure: dict[str, Any]) -> None:
    status, said = run(without_ages(FILE, 4), **cure)
    assert status in (0, 5), said


def test_the_column_that_most_records_lack_is_named(refuse) -> None:
    table = without_ages(FILE, 2).astype({"INCOME": object})
    homes_of_three = table.loc[table.groupby("HID")["HID"].transform("size") == 3, "HID"].unique()
    table.loc[table["HID"].isin(homes_of_three[2:5]), "INCOME"] = None
    said = refuse(table)
    assert said.startswith("Column INCOME: 9 records lack a value in it")


def test_sizes_are_named_where_the_file_itself_has_too_few_units(refuse) -> None:
    """Whatever is missing elsewhere: two households of three are fewer than k."""
    table = homes({1: 12, 2: 12, 3: 2}).astype({"AGE": object})
    table.loc[0, "AGE"] = None
    said = refuse(table)
    assert "records (units): 3 (2)." in said
    assert "lack a value" not in said


@pytest.mark.parametrize(
    ("sizes", "sentence"),
    [
        ({2: 6, 4: 2}, "The stratum (by YEAR) of the record in this row has records of fewer"),
        ({2: 6, 6: 2}, "2 strata (by YEAR) have records of fewer than k = 3 units; the record"),
    ],
)
def test_strata_with_members_of_too_few_units(refuse, sizes: dict[int, int], sentence: str) -> None:
    table = homes(sizes)
    table["YEAR"] = 2000 + (table["YEAR"] - 2000) // 2  # two members of a unit in each stratum
    said = refuse(table, unit=MEMBER, strata=["YEAR"])
    assert said.startswith("Row 16: ")
    assert sentence in said
    assert "(units: 2)" in said


def test_missing_confidential_values_that_leave_too_few_units_are_named(run, refuse) -> None:
    table = FILE.astype({"DEBT": object})
    table.loc[table.groupby("HID").tail(1).index[-4:], "DEBT"] = None
    method = {"name": "t-merge", "k": 3, "t": 0.4}
    said = refuse(table, method=method)
    assert said.startswith("Column DEBT: 4 records lack a value in it")
    assert "give it another role (“role”)" in said
    status, said = run(table, method={"name": "mdav", "k": 3})
    assert status in (0, 5), said


def test_no_unit_is_left_because_of_a_question_that_some_were_not_asked(refuse) -> None:
    table = homes({3: 6}).astype({"AGE": object})
    table.loc[table.groupby("HID").tail(1).index, "AGE"] = None
    said = refuse(table)
    assert said.startswith("Column AGE: 6 records lack a value in it")


@pytest.mark.parametrize("key", ["members_by", "columns"])
def test_a_column_of_the_unit_that_a_step_leaves_out(refuse, key: str) -> None:
    name = "AGE" if key == "members_by" else "INCOME"
    attributes = [column for column in describe(COLUMNS) if column["name"] != name]
    steps = [{"do": "round", "column": "DEBT", "to": 5}, {"do": "drop", "column": name}]
    said = refuse(unit={**UNIT, key: [name]}, prepare=steps, attributes=attributes)
    assert f"{name}, which step 2 of “prepare” leaves out" in said


def test_fewer_than_k_units(refuse) -> None:
    said = refuse(homes({3: 2}), unit=MEMBER)
    assert "The file has 2 units, fewer than k = 3." in said


def test_strata_with_too_few_units(refuse) -> None:
    nominal = declared(YEAR="quasi nominal")
    table = homes({1: 12, 3: 2})
    table["YEAR"] = ["a"] * 12 + ["b"] * 6
    said = refuse(table, unit=MEMBER, strata=["YEAR"], **nominal)
    assert "Row 14: The stratum (by YEAR) of the record" in said
    assert "has records of fewer than k = 3 units (units: 2)" in said
    # In the order of their values “a” comes before “c”, in the file after it.
    table = table[::-1].assign(YEAR=["c"] * 3 + ["a"] * 3 + ["b"] * 12)
    said = refuse(table, unit=MEMBER, strata=["YEAR"], **nominal)
    assert "Row 2: 2 strata (by YEAR) have records of fewer than k = 3 units" in said
    assert "the record in this row is in the first of them (units: 1)" in said
    table = homes({1: 12, 2: 12})
    table.loc[13, "YEAR"] = 1999
    said = refuse(table, unit={**UNIT, "waves": "YEAR"})
    assert "The records of one unit are spread over strata or waves" in said
    assert said.startswith("Column HID, row 14:")


@pytest.mark.parametrize("unit", [UNIT, MEMBER])
def test_a_rule_that_no_grouping_of_units_can_satisfy(refuse, unit: dict[str, Any]) -> None:
    table = FILE.copy()
    table.loc[(table["HID"] <= 12) | (unit is MEMBER), "AGE"] = 1
    table.loc[0, "AGE"] = 10**6
    rule = {"columns": ["AGE"], "rule": "p-percent", "p": 10}
    said = refuse(table, unit=unit, dominance=rule)
    sentence = "The part of the file" if unit is MEMBER else "The 12 units with 1 records violate"
    assert sentence in said
