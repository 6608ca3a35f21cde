"""Preparing steps through the command line: every cell of the release is computed again by hand."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any

import pandas as pd
import pytest

from tests.attributes import declare, describe
from tests.core.command_line.conftest import Bench
from tests.oracles.released_steps import round_to_steps
from tests.statuses import WRITTEN

_TREE = """category,parent
All,
Manual,All
Office,All
Farmer,Manual
Builder,Manual
Clerk,Office
Judge,Office
"""
_JOBS = {"Farmer": "Manual", "Builder": "Manual", "Clerk": "Office", "Judge": "Office"}

PREPARE = [
    {"do": "age", "from": "BORN", "at": "SEEN", "name": "AGE", "why": "Dates of birth identify."},
    {"do": "top-code", "column": "AGE", "above": 80},
    {"do": "drop", "column": "BORN"},
    {"do": "period", "column": "SEEN", "keep": "quarter"},
    {"do": "top-code", "column": "INCOME", "above": 5000, "to": "mean"},
    {"do": "bottom-code", "column": "INCOME", "below": 300},
    {"do": "round", "column": "INCOME", "to": 10},
    {"do": "band", "column": "HOURS", "cuts": [0, 20, 35, 80]},
    {"do": "level", "column": "JOB", "level": 1},
    {"do": "group", "column": "REGION", "into": {"North": ["A", "B"]}},
    {"do": "rare", "column": "COUNTRY", "fewer_than": 20, "into": "Other"},
    {"do": "round", "column": "ROOMS", "to": 2, "off": True},
    {"do": "band", "column": "RENT", "width": 50, "label": "middle"},
]


NAMES = ["BORN", "SEEN", "INCOME", "HOURS", "JOB", "REGION", "COUNTRY", "ROOMS", "RENT"]


def people() -> list[dict[str, str]]:
    """Return 400 persons; some cells are missing, and those of children do not apply."""
    chance = random.Random(7)
    rows = []
    for _ in range(400):
        born = date(1930, 1, 1) + timedelta(days=chance.randrange(30_000))
        seen = date(2025, 1, 1) + timedelta(days=chance.randrange(365))
        income = round(chance.lognormvariate(7.4, 0.8), 2)
        cells = [born.isoformat(), seen.isoformat()]
        cells += ["" if chance.random() < 0.05 else f"{income:.2f}"]
        cells += ["999" if chance.random() < 0.2 else str(chance.randrange(0, 81))]
        cells += [chance.choice(list(_JOBS)), chance.choice("ABCD")]
        cells += [chance.choice(["Here"] * 30 + ["X", "Y", "Z"])]
        cells += [str(chance.randrange(1, 9)), str(chance.randrange(100, 2000))]
        rows.append(dict(zip(NAMES, cells, strict=True)))
    return rows


ATTRIBUTES = describe(
    "AGE quasi integer, SEEN other date, INCOME other continuous, HOURS other ordinal, "
    "JOB quasi nominal, REGION other, COUNTRY other, ROOMS other, RENT quasi continuous",
    HOURS={"not_applicable": ["999"]},
    JOB={"taxonomy": "jobs.csv"},
)


def protect(bench: Bench, rows: list[dict[str, str]], **changes: object) -> int:
    """Write file, taxonomy and recipe; return the status of the run."""
    bench.people([list(rows[0]), *(list(row.values()) for row in rows)])
    (bench.folder / "jobs.csv").write_text(_TREE, encoding="utf-8")
    source = {"path": "people.csv", "kind": "csv", "options": {"missing": [""]}}
    of_people = {"prepare": PREPARE, "attributes": ATTRIBUTES, "method": {"name": "mdav", "k": 5}}
    bench.recipe(input=source, **{**of_people, **changes})
    return bench.protect()


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    bench = Bench(tmp_path_factory.mktemp("prepared"))
    assert protect(bench, people()) in WRITTEN
    return bench


def age(row: dict[str, str]) -> int:
    born, seen = date.fromisoformat(row["BORN"]), date.fromisoformat(row["SEEN"])
    return seen.year - born.year - ((seen.month, seen.day) < (born.month, born.day))


def band(text: str) -> str:
    hours = int(text)
    if hours == 999:
        return "999"
    return "0-19" if hours < 20 else "20-34" if hours < 35 else "35-80"


def test_published_columns_are_recoded_cell_by_cell(made: Bench) -> None:
    before, after = people(), made.table()
    assert list(after[0]) == [a["name"] for a in ATTRIBUTES]
    countries = Counter(row["COUNTRY"] for row in before)
    assert sum(count < 20 for count in countries.values()) > 1
    high = [float(row["INCOME"]) for row in before if row["INCOME"] and float(row["INCOME"]) > 5000]
    mean = round(sum(high) / len(high), 2)
    for old, new in zip(before, after, strict=True):
        seen = date.fromisoformat(old["SEEN"])
        assert new["SEEN"] == date(seen.year, (seen.month - 1) // 3 * 3 + 1, 1).isoformat()
        if not old["INCOME"]:
            assert new["INCOME"] == ""
        else:
            income = float(old["INCOME"])
            income = mean if income > 5000 else max(income, 300)
            assert float(new["INCOME"]) == 10 * int(income / 10 + 0.5)
        assert new["HOURS"] == band(old["HOURS"])
        assert new["REGION"] == ("North" if old["REGION"] in "AB" else old["REGION"])
        rare = countries[old["COUNTRY"]] < 20
        assert new["COUNTRY"] == ("Other" if rare else old["COUNTRY"])
        assert new["ROOMS"] == old["ROOMS"], "the step is switched off"


def test_masked_columns_are_protected_as_they_were_prepared(made: Bench) -> None:
    before, after = people(), made.table()
    groups: dict[tuple[str, ...], list[int]] = {}
    for at, row in enumerate(after):
        groups.setdefault((row["AGE"], row["JOB"], row["RENT"]), []).append(at)
    assert min(map(len, groups.values())) >= 5
    assert {row["JOB"] for row in after} <= {"Manual", "Office", "All"}
    for (own_age, _, rent), members in groups.items():
        ages = [min(age(before[at]), 80) for at in members]
        assert abs(int(own_age) - sum(ages) / len(ages)) <= 0.5
        rents = [int(before[at]["RENT"]) // 50 * 50 + 24.5 for at in members]
        # All middles of bands are multiples of half a unit.
        assert float(rent) == round_to_steps(sum(rents) / len(rents), Decimal("0.5"))


def test_the_internal_log_counts_what_each_step_changed(made: Bench) -> None:
    internal = made.document()
    before, steps = people(), internal["prepared"]["steps"]
    assert [each["step"]["do"] for each in steps] == [s["do"] for s in PREPARE if "off" not in s]
    assert steps[0]["step"]["why"] == "Dates of birth identify."
    ages = [age(row) for row in before]
    assert (steps[0]["changed"], steps[0]["after"]) == (400, len(set(ages)))
    assert steps[1]["changed"] == sum(a > 80 for a in ages)
    hours = [int(row["HOURS"]) for row in before if row["HOURS"] != "999"]
    assert (steps[7]["changed"], steps[7]["before"], steps[7]["after"]) == (
        len(hours),
        len(set(hours)),
        3,
    )
    assert steps[9]["changed"] == sum(row["REGION"] in "AB" for row in before)
    assert (steps[9]["before"], steps[9]["after"]) == (4, 3)


def test_the_loss_is_stated_by_preparing_by_masking_and_together(made: Bench) -> None:
    internal = made.document()
    columns = {each["name"]: each for each in internal["prepared"]["columns"]}
    before = [int(row["RENT"]) for row in people()]
    banded = [rent // 50 * 50 + 24.5 for rent in before]
    after = [float(row["RENT"]) for row in made.table()]
    mean = sum(before) / len(before)
    spread = sum((x - mean) ** 2 for x in before)
    rent = columns["RENT"]
    by_preparing = 100 * sum((x - y) ** 2 for x, y in zip(before, banded, strict=True)) / spread
    together = 100 * sum((x - y) ** 2 for x, y in zip(before, after, strict=True)) / spread
    assert rent["measure"] == "variance"
    assert rent["loss"] == pytest.approx(by_preparing, rel=1e-9)
    assert rent["together"] == pytest.approx(together, rel=1e-9)
    assert columns["REGION"]["measure"] == "entropy"
    assert "AGE" not in columns, "a new column has no original"
    page = made.page()
    assert "AGE: completed years from BORN to SEEN" in page
    assert "Dates of birth identify." in page


def test_the_public_half_names_the_steps_and_no_figure_of_the_original(made: Bench) -> None:
    public = made.log("public").read_text("utf-8")
    log = json.loads(public)
    assert "prepared" not in log
    assert "Dates of birth" not in public
    assert {"setting": "prepare", "column": None} in log["omitted"]
    before = made.everything()
    assert made.replay("public") == 2
    assert "from the public log, which leaves out settings: prepare" in made.err
    assert made.everything() == before
    joined = [step for step in log["recipe"]["prepare"] if step["do"] in ("group", "rare")]
    assert [(step["do"], step["into"]) for step in joined] == [("group", {}), ("group", {})]
    assert all("off" not in step for step in log["recipe"]["prepare"])
    (counted,) = [step for step in log["steps"] if step["name"] == "prepared"]
    assert counted["counts"] == {"steps": 12}
    page = made.page("public")
    coded = "INCOME: values above 5000 become their mean, or 5000 where it would disclose one value"
    assert coded in page
    # What was recoded and not masked is not called unchanged.
    assert "prepared as stated above, then not masked" in page
    gone = len(set(people()[0]) - set(made.table()[0]))
    said = "One column" if gone == 1 else f"{gone} columns"
    assert f"{said} of the original {'is' if gone == 1 else 'are'} not in the file." in page
    assert "ROOMS: rounded" not in page


def test_verify_and_replay_prepare_again(made: Bench) -> None:
    assert made.verify() == 0
    made.check_replay()


def test_the_public_log_suffices_to_prepare_again_without_groups(bench: Bench) -> None:
    steps = [step for step in PREPARE if step["do"] not in ("group", "rare")]
    assert protect(bench, people(), prepare=steps) in WRITTEN
    assert bench.document("public")["omitted"] == []
    assert bench.verify("public") == 0
    assert bench.replay("public") == 0
    name = "public/people_protected.csv"
    repeated = (bench.folder / "again" / name).read_bytes()
    assert repeated == (bench.release / name).read_bytes()


def test_a_changed_count_is_found(made: Bench) -> None:
    def forge(log: dict) -> None:
        log["prepared"]["steps"][1]["changed"] += 1

    assert made.verify_forged(forge, "internal", with_input=True) == 3


def test_assess_counts_the_prepared_file(made: Bench, tmp_path: Path) -> None:
    recipe = made.folder / "recipe.json"
    assert made.run("assess", recipe, "--output", tmp_path / "risk") == 0
    found = json.loads(next((tmp_path / "risk").glob("*.risk.json")).read_text("utf-8"))
    keys = [(min(age(r), 80), _JOBS[r["JOB"]], int(r["RENT"]) // 50) for r in people()]
    uniques = sum(count == 1 for count in Counter(keys).values())
    assert found["quasi_identifiers"]["uniques"] == uniques


NO_BAND = "has no band for the values of"
REFUSED = [
    ({"do": "drop", "column": "PHONE"}, "PHONE", "the file has none of this name"),
    ({"do": "band", "column": "HOURS", "cuts": [0, 20, 20]}, "HOURS", "each above the one before"),
    ({"do": "band", "column": "HOURS", "cuts": [0, 20, 35]}, "row", f"{NO_BAND} 179 records"),
    ({"do": "level", "column": "JOB", "level": 3}, "JOB", "has the levels 1 to 2"),
    ({"do": "level", "column": "REGION", "level": 1}, "REGION", "Choose one (“taxonomy”)"),
    ({"do": "round", "column": "REGION", "to": 5}, "REGION", "does not hold numbers"),
    ({"do": "round", "column": "ROOMS", "to": 0.5}, "ROOMS", "needs whole numbers"),
    ({"do": "round", "column": "ROOMS", "to": 0}, "prepare[0].to", "number above 0"),
    ({"do": "top-code", "column": "ROOMS", "above": -1e308}, "ROOMS", "is too large"),
    ({"do": "band", "column": "RENT", "width": 50, "from": 1e308}, "RENT", "is too large"),
    ({"do": "band", "column": "INCOME", "width": 2e70}, "INCOME", "is too large"),
    ({"do": "band", "column": "RENT", "width": 1}, "RENT", "more than 1,000 bands"),
    ({"do": "band", "column": "RENT", "width": 0}, "prepare[0].width", "number above 0"),
    ({"do": "band", "column": "RENT", "cuts": []}, "prepare[0].cuts", "a list of numbers"),
    ({"do": "rare", "column": "REGION", "into": "O"}, "fewer_than", "is missing"),
    ({"do": "period", "column": "ROOMS", "keep": "year"}, "ROOMS", "does not hold dates"),
    ({"do": "average", "column": "ROOMS", "of": 2}, "prepare[0].of", "from 3 on"),
    ({"do": "average", "column": "REGION", "of": 3}, "REGION", "does not hold numbers"),
    ({"do": "age", "from": "SEEN", "at": "BORN", "name": "A"}, "SEEN", "after the one on which"),
    ({"do": "age", "from": "BORN", "at": "SEEN", "name": "JOB"}, "JOB", "there is already one"),
    ({"do": "age", "from": "BORN", "at": "now", "name": "A"}, "prepare", "neither a column"),
    ({"do": "group", "column": "REGION", "into": {}}, "REGION", "joins no category"),
    (
        {"do": "group", "column": "REGION", "into": {"N": ["A"], "S": ["A"]}},
        "REGION",
        "two joined ones",
    ),
    ({"do": "rare", "column": "REGION", "fewer_than": 1, "into": "O"}, "fewer_than", "from 2 on"),
    ({"do": "top-code", "column": "ROOMS"}, "prepare[0].above", "is missing"),
    ({"do": "invent", "column": "ROOMS"}, "prepare[0].do", "one of"),
    ({"do": "drop", "column": "ROOMS", "harder": True}, "prepare[0].harder", "is not a key"),
]


@pytest.mark.parametrize(
    ("steps", "place", "said"),
    [
        *(([step], place, said) for step, place, said in REFUSED),
        ([{"do": "drop", "column": "BORN"}] * 2, "BORN", "Step 2 of “prepare” names this column"),
    ],
)
def test_a_step_that_cannot_be_done_is_refused_in_a_sentence(
    bench: Bench, steps: list[dict[str, object]], place: str, said: str
) -> None:
    assert protect(bench, people(), prepare=steps) == 2
    assert place in bench.err
    assert said in bench.err
    assert not bench.release.exists()


@pytest.mark.parametrize(
    ("tree", "mapping", "said"),
    [
        (_TREE + "Clerk,Manual\n", {}, "a taxonomy in which each category has one parent"),
        (_TREE.replace("Judge,Office\n", ""), {}, "finds a value that is not in the taxonomy"),
        (_TREE, {"mapping": {"Office": "Manual"}}, "was given another meaning (“mapping”)"),
    ],
    ids=["several parents", "not in the taxonomy", "mapped"],
)
def test_a_level_of_another_taxonomy_is_refused_in_a_sentence(
    bench: Bench, tree: str, mapping: dict[str, object], said: str
) -> None:
    (bench.folder / "odd.csv").write_text(tree, encoding="utf-8")
    odd = {"taxonomy": "odd.csv", **mapping}
    attributes = [{**a, **odd} if a["name"] == "JOB" else a for a in ATTRIBUTES]
    assert protect(bench, people(), attributes=attributes) == 2
    assert "JOB" in bench.err
    assert said in bench.err
    assert not bench.release.exists()


@pytest.mark.parametrize(
    "step",
    [
        {"do": "round", "column": "RENT", "to": 5},
        {"do": "band", "column": "RENT", "width": 5},
        {"do": "period", "column": "RENT", "keep": "year"},
        {"do": "rare", "column": "RENT", "fewer_than": 3, "into": "x"},
        {"do": "age", "from": "RENT", "at": "2025-12-31", "name": "YEARS"},
    ],
)
def test_a_column_without_a_value_stays_so(step: dict[str, object], bench: Bench) -> None:
    rows = [{**row, "RENT": ""} for row in people()]
    named = [{"name": n, "role": "other"} for n in rows[0] if n not in ("ROOMS", "HOURS")]
    attributes = [*named, *describe("ROOMS quasi integer, HOURS quasi integer")]
    if step["do"] == "age":
        attributes.append({"name": "YEARS", "role": "other"})
    assert protect(bench, rows, prepare=[step], attributes=attributes) in WRITTEN
    assert {row["RENT"] for row in bench.table()} == {""}


PRIVATE = {"name": "dp-laplace", "epsilon": 1, "confirmed": "yes"}


@pytest.mark.parametrize(
    "step",
    [
        {"do": "rare", "column": "REGION", "fewer_than": 20, "into": "Other"},
        {"do": "group", "column": "REGION", "into": {"North": ["A"]}},
        {"do": "top-code", "column": "RENT", "above": 1500, "to": "mean"},
        {"do": "band", "column": "RENT", "width": 50},
        {"do": "band", "column": "RENT", "width": 50, "label": "middle"},
        {"do": "period", "column": "SEEN", "keep": "year"},
        {"do": "average", "column": "RENT", "of": 3},
        {"do": "age", "from": "BORN", "at": "2025-12-31", "name": "AGE"},
    ],
)
def test_steps_that_look_at_other_records_are_refused_under_differential_privacy(
    step: dict[str, object], bench: Bench
) -> None:
    assert protect(bench, people(), prepare=[step], method=PRIVATE) == 2
    assert "Under differential privacy only" in bench.err


def test_a_private_release_of_prepared_columns(bench: Bench) -> None:
    roles = [{"name": n, "role": "drop"} for n in people()[0] if n != "RENT"]
    rent = {"name": "RENT", **declare("quasi integer", domain=[0, 1500])}
    steps = [
        {"do": "top-code", "column": "RENT", "above": 1500},
        {"do": "round", "column": "RENT", "to": 50},
        {"do": "drop", "column": "BORN"},
    ]
    attributes = [*(role for role in roles if role["name"] != "BORN"), rent]
    changes = {"prepare": steps, "attributes": attributes, "method": PRIVATE}
    assert protect(bench, people(), **changes) in WRITTEN
    internal = bench.document()
    assert "prepared" not in internal, "how many records were changed is a figure of the original"
    assert bench.verify() == 0


@pytest.fixture
def proposed(bench: Bench) -> Callable[[pd.DataFrame], dict[str, Any]]:
    def of(frame: pd.DataFrame) -> dict[str, Any]:
        assert bench.run("suggest", bench.people(frame), "--json") == 0
        return {
            p["columns"][0]: (p["entry"]["prepare"][0], p["because"])
            for p in json.loads(bench.out)["proposals"]
            if "prepare" in p["entry"]
        }

    return of


def frame() -> pd.DataFrame:
    rows = people()
    table = pd.DataFrame(rows).rename(columns={"BORN": "BIRTH_DATE", "SEEN": "INTERVIEW_DATE"})
    table["INCOME"] = [float(x or 1000) for x in table["INCOME"]]
    return table


def test_a_date_of_birth_becomes_an_age_or_is_dropped_beside_one(proposed) -> None:
    table = frame()
    step, because = proposed(table)["BIRTH_DATE"]
    assert step == {"do": "age", "from": "BIRTH_DATE", "at": "INTERVIEW_DATE", "name": "AGE"}
    assert "INTERVIEW_DATE" in because
    table["AGE"] = [age(row) for row in people()]
    step, because = proposed(table)["BIRTH_DATE"]
    assert step == {"do": "drop", "column": "BIRTH_DATE"}
    assert "AGE" in because


def test_a_long_tail_is_top_coded_at_a_round_number_above_its_995th_part(proposed) -> None:
    table = frame()
    table["ROOMS"] = [1000 + 7 * i for i in range(len(table))]
    assert "ROOMS" not in proposed(table)
    table.loc[3, "ROOMS"] = 4_567_891
    step, because = proposed(table)["ROOMS"]
    ordered = sorted(table["ROOMS"])
    high = ordered[int(0.995 * len(ordered) + 0.999999) - 1]
    assert step["do"] == "top-code"
    assert high <= step["above"] < 1.1 * high
    assert float(f"{step['above']:.2g}") == step["above"], "it shows no amount of the file"
    assert because.startswith("One record")


def test_rare_categories_are_joined(proposed) -> None:
    table = frame()
    table["COUNTRY"] = ["Here"] * 300 + ["There"] * 93 + ["X", "X", "Y", "Z", "Z", "Z", "Z"]
    rare = sum(count < 5 for count in Counter(table["COUNTRY"]).values())
    step, because = proposed(table)["COUNTRY"]
    assert step == {"do": "rare", "column": "COUNTRY", "fewer_than": 5, "into": "other"}
    assert because.startswith(f"{rare} of its 5 categories")


def test_what_is_proposed_can_be_taken_into_the_recipe(proposed, bench: Bench) -> None:
    table = frame()
    steps = [step for step, _ in proposed(table).values()]
    path = bench.folder / "suggested.json"
    assert bench.run("suggest", bench.folder / "people.csv", "--output", path) == 0
    recipe = json.loads(path.read_text("utf-8"))
    assert "prepare" not in recipe, "nothing is taken over without being asked for"
    recipe["prepare"] = [*steps, {"do": "drop", "column": "BIRTH_DATE"}]
    born = next(a for a in recipe["attributes"] if a["name"] == "BIRTH_DATE")
    born.update(name="AGE", scale="integer")
    path.write_text(json.dumps(recipe), encoding="utf-8")
    assert bench.run("assess", path, "--output", bench.folder / "risk") == 0, bench.err
    assert "AGE" in (bench.folder / "risk/people.risk.json").read_text("utf-8")


def test_confidential_amounts_that_all_differ_are_averaged_in_groups_of_their_own(
    proposed, bench: Bench
) -> None:
    draw = Random(40)
    table = pd.DataFrame(
        {
            "AGE": [draw.randint(15, 80) for _ in range(120)],
            "INCOME": [round(draw.lognormvariate(9, 0.5), 2) for _ in range(120)],
            "DEBT": [draw.choice([0, 100, 200]) for _ in range(120)],
        }
    )
    steps = proposed(table)
    step, because = steps["INCOME"]
    assert step == {"do": "average", "column": "INCOME", "of": 5}
    assert "120 of its values differ" in because
    assert "DEBT" not in steps
    attributes = describe("AGE quasi integer, INCOME confidential continuous, DEBT drop")
    settings = {"prepare": [step], "attributes": attributes, "keep_order": False}
    bench.recipe({"name": "mdav", "k": 5}, **settings)
    assert bench.protect() == 0
    assert "unique" not in bench.out
    released = bench.frame()
    assert released["INCOME"].value_counts().min() >= 5
    assert released["INCOME"].sum() == pytest.approx(table["INCOME"].sum(), abs=0.6)
