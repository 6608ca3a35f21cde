"""Assessing a file from the command line: figures, files, refusals, and no value of a record."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from core.assess import RiskRequest, assess, write_assessment
from core.errors import Cancelled
from core.io import read
from core.jobs import Job
from core.recipe import open_project
from tests.architecture.manual_pages import ROOT, code_names
from tests.attributes import declare, describe
from tests.core.command_line.conftest import ATTRIBUTES, PEOPLE, Bench, read_rows
from tests.oracles import risk as oracle
from tests.statuses import WRITTEN

HOUSEHOLD = ("urbrur", "roof", "walls", "water", "electcon", "relat", "sex")
SCENARIOS = [
    {"name": "neighbour", "columns": ["AGE"]},
    {"name": "boss", "columns": ["INCOME", "AGE"]},
]


def run(bench: Bench, *more: object) -> int:
    recipe = bench.folder / "recipe.json"
    return bench.run("assess", recipe, "--output", bench.folder / "risk", *more)


def assessed(bench: Bench, *more: object) -> dict:
    assert run(bench, *more) == 0, bench.err
    return json.loads((bench.folder / "risk/people.risk.json").read_text("utf-8"))


@pytest.fixture
def households(bench: Bench, reference_data: Path) -> Bench:
    source = reference_data / "household_testdata.csv"
    roles = dict.fromkeys(HOUSEHOLD, "quasi nominal") | {"ori_hid": "identifier"}
    attributes = [{"name": n, **declare(roles.get(n, "other"))} for n in read_rows(source)[0]]
    bench.recipe(
        input={"path": str(source), "kind": "csv"},
        attributes=attributes,
        weight="sampling_weight",
        unit={"id": "ori_hid"},
        scenarios=[{"name": "five", "columns": ["urbrur", "roof", "walls", "water", "sex"]}],
    )
    return bench


def test_the_figures_of_the_published_households(households: Bench) -> None:
    assert run(households, "--length", 5, "--json") == 0
    found = json.loads(households.out)
    written = households.folder / "risk/household_testdata.risk.json"
    assert found["quasi_identifiers"] == json.loads(written.read_text("utf-8"))["quasi_identifiers"]
    keys = found["quasi_identifiers"]
    risk = keys["individual_risk"]
    assert [each["records"] for each in keys["violations"]] == [157, 281, 458]
    assert risk["expected"] == pytest.approx(10.7782989187, rel=1e-9)
    assert risk["rate"] == pytest.approx(0.00235334037525, rel=1e-8)
    assert risk["expected_units"] == pytest.approx(51.812927436, rel=1e-9)
    assert risk["rate_units"] == pytest.approx(0.0113128662524, rel=1e-9)
    assert sum(each["records"] for each in risk["distribution"]) == found["records"] == 4580
    (five,) = found["scenarios"]
    assert (five["name"], five["suda"]["records"], five["suda"]["total"]) == ("five", 12, 19)
    shares = {name: round(100 * share, 2) for name, share in five["suda"]["contributions"].items()}
    assert shares == {"urbrur": 31.58, "roof": 78.95, "walls": 26.32, "water": 100, "sex": 89.47}
    assert found["sampling_fraction"] == pytest.approx(0.01)


def test_two_files_are_written_for_their_owner_alone_and_no_data(bench: Bench) -> None:
    before = bench.everything()
    assert run(bench) == 0
    written = sorted(set(bench.everything()) - set(before))
    assert written == ["risk", "risk/people.risk.html", "risk/people.risk.json"]
    if os.name == "posix":
        modes = {path.stat().st_mode & 0o777 for path in (bench.folder / "risk").iterdir()}
        assert modes == {0o600}
    assert bench.out.startswith("The risk of 40 records is assessed in risk: ")
    assert "All quasi-identifiers: 40 unique records; 40, 40 and 40 violate" in bench.out


def test_combinations_and_scenarios_are_those_of_the_file(bench: Bench) -> None:
    bench.recipe(scenarios=SCENARIOS)
    found = assessed(bench)
    records = [(row[1], row[2]) for row in PEOPLE[1:]]
    by_hand = oracle.minimal_uniques(records, 2)
    subsets = {("AGE",): (0,), ("HOURS",): (1,), ("AGE", "HOURS"): (0, 1)}
    assert found["quasi_identifiers"]["combinations"] == [
        {
            "columns": list(names),
            "uniques": len(oracle.uniques(records, subset)),
            "minimal": sum(subset in each for each in by_hand.values()),
        }
        for names, subset in subsets.items()
    ]
    assert [each["name"] for each in found["scenarios"]] == ["neighbour", "boss"]
    ages = oracle.frequencies([(row[1],) for row in PEOPLE[1:]])
    assert found["scenarios"][0]["violations"][0]["records"] == ages.count(1)
    page = (bench.folder / "risk/people.risk.html").read_text("utf-8")
    assert "Scenario “neighbour”" in page
    assert "Key columns: INCOME, AGE." in page


def keys_of(found: object) -> set[str]:
    """Return the keys of the file at any depth; those under `contributions` are columns."""
    if isinstance(found, list):
        return set().union(*map(keys_of, found))
    if not isinstance(found, dict):
        return set()
    deeper = [keys_of(value) for key, value in found.items() if key != "contributions"]
    return set(found).union(*deeper)


def test_every_key_of_the_file_is_in_the_manual(bench: Bench) -> None:
    bench.recipe(scenarios=SCENARIOS)
    page = (ROOT / "resources/manual/risk.md").read_text("utf-8").split("## The file")[1]
    assert keys_of(assessed(bench)) == code_names(page) & keys_of(assessed(bench, "--overwrite"))


PLANTED = ("Xylophonist-7731", "918273.25", "P-44117", "77123.5")


def test_no_value_of_a_record_is_in_any_output(bench: Bench) -> None:
    """One of each kind: a category, a rare amount, the number of a unit, a weight."""
    rows = (
        [f"Smith-{i % 3}55", f"{500 + i % 5}.75", f"P-{i // 2 + 10_000}", "61.25"]
        for i in range(60)
    )
    bench.people([["JOB", "PAY", "HOME", "W"], *rows, PLANTED])
    bench.recipe(
        attributes=describe("JOB quasi nominal, PAY quasi continuous, HOME identifier, W other"),
        weight="W",
        unit={"id": "HOME"},
        scenarios=[{"name": "one", "columns": ["PAY"]}],
    )
    assert run(bench, "--json") == 0, bench.err
    files = [path for path in (bench.folder / "risk").iterdir() if path.is_file()]
    outputs = [bench.out, bench.err, *(path.read_text("utf-8") for path in files)]
    assert len(files) == 2
    assert "Unique records" in outputs[2] + outputs[3]
    values = {*PLANTED, "918,273", "77,123", "Xylophonist", "Smith-", "P-100", "61.25", "500.75"}
    assert [v for v in values for said in outputs if v in said] == []


def test_names_of_columns_cannot_become_markup(bench: Bench) -> None:
    bench.people([["<b>AGE", "X"], *([str(i % 7), "1"] for i in range(20))])
    bench.recipe(attributes=describe("<b>AGE quasi integer, X other"))
    assert run(bench) == 0, bench.err
    page = (bench.folder / "risk/people.risk.html").read_text("utf-8")
    assert "&lt;b&gt;AGE" in page
    assert "<b>" not in page


def test_the_method_of_the_recipe_does_not_matter(bench: Bench) -> None:
    before = assessed(bench)
    bench.recipe({"name": "mdav", "k": 1_000})
    assert assessed(bench, "--overwrite") == before


def test_a_missing_value_is_a_category_of_its_own(bench: Bench) -> None:
    bench.people([["A", "B"], ["1", "x"], ["", "x"], ["1", "x"], ["", "y"]])
    bench.recipe(attributes=describe("A quasi nominal, B quasi nominal"))
    keys = assessed(bench)["quasi_identifiers"]
    assert (keys["groups"], keys["uniques"]) == (3, 2)
    assert assessed(bench, "--overwrite")["missing"] == "own-category"


def test_dis_needs_a_sampling_fraction(bench: Bench) -> None:
    assert assessed(bench)["quasi_identifiers"]["suda"]["dis"] is None
    suda = assessed(bench, "--overwrite", "--fraction", 0.05)["quasi_identifiers"]["suda"]
    records = [(row[1], row[2]) for row in PEOPLE[1:]]
    assert suda["dis"] == pytest.approx(oracle.dis(records, 0.05))
    page = (bench.folder / "risk/people.risk.html").read_text("utf-8")
    assert "a sampling fraction of 5\u00a0%" in page


def test_another_file_gives_the_names(bench: Bench) -> None:
    other = bench.folder / "later.csv"
    other.write_bytes((bench.folder / "people.csv").read_bytes())
    assert run(bench, "--input", other) == 0
    names = sorted(path.name for path in (bench.folder / "risk").iterdir())
    assert names == ["later.risk.html", "later.risk.json"]


def scenario(**changes: object) -> dict[str, object]:
    return {"scenarios": [{"name": "a", "columns": ["AGE"], **changes}]}


REFUSED = {
    "holds a k of 1": (scenario(k=1), "scenarios[0].k"),
    "no name": (scenario(name=" "), "“scenarios[0].name”: a scenario needs a name"),
    "one name twice": (
        {"scenarios": [{"name": "a", "columns": ["AGE"]}, {"name": "a", "columns": ["HOURS"]}]},
        "two scenarios have this name",
    ),
    "no columns": (scenario(columns=[]), "at least one key column"),
    "no such column": (scenario(columns=["SHOE"]), "names SHOE"),
    "a column twice": (scenario(columns=["AGE", "AGE"]), "twice"),
    "not released": (scenario(columns=["NAME"]), "is not released"),
    "no list": ({"scenarios": {"name": "a"}}, "scenarios"),
    "unknown key": (scenario(t=1), "scenarios[0].t"),
    "no keys": (
        {"attributes": [{**a, "role": "other"} for a in ATTRIBUTES]},
        "No column is a quasi-identifier",
    ),
    "undescribed column": ({"attributes": ATTRIBUTES[:-1]}, "NOTE"),
    "weight unknown": ({"weight": "MASS"}, "MASS"),
    "weight not positive": ({"weight": "INCOME"}, "INCOME"),
    "unit unknown": ({"unit": {"id": "HOME"}}, "HOME"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_wrong_recipe_is_refused_and_leaves_nothing_behind(bench: Bench, case: str) -> None:
    changes, said = REFUSED[case]
    bench.people([*PEOPLE, ["P99", "30", "20", "-1", "ok"]])
    bench.recipe(**changes)
    before = bench.everything()
    assert run(bench) == 2
    assert said in bench.err
    assert bench.everything() == before


FRACTION = "A sampling fraction is above 0 and at most 1."


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--length", 0, "It must be at least 1."),
        *(("--fraction", value, FRACTION) for value in (0, 1.5, "nan")),
    ],
)
def test_a_wrong_option_is_refused(bench: Bench, option: str, value: object, said: str) -> None:
    before = bench.everything()
    assert run(bench, option, value) == 2
    assert bench.err == f"{option} is {value}. {said}\n"
    assert bench.everything() == before


def test_too_many_combinations_are_refused(bench: Bench) -> None:
    names = [f"K{i}" for i in range(60)]
    bench.people([names, ["1"] * 60, ["2"] * 60])
    bench.recipe(
        attributes=[{"name": n, "role": "quasi-identifier", "scale": "integer"} for n in names]
    )
    before = bench.everything()
    assert run(bench) == 2
    assert "60 key columns have more than 20,000 combinations of up to 3 columns" in bench.err
    assert bench.everything() == before


def test_files_of_the_user_are_never_replaced(bench: Bench) -> None:
    assert run(bench) == 0
    assert run(bench) == 2  # the folder holds files
    recipe = bench.folder / "recipe.json"
    place = bench.folder / "risk/people.risk.json"
    place.unlink()
    place.symlink_to(recipe)
    assert run(bench, "--overwrite") == 2
    assert json.loads(recipe.read_text("utf-8"))["format"] == "statveil-recipe/2"


def test_cancelling_leaves_nothing_behind(bench: Bench) -> None:
    project = open_project(bench.folder / "recipe.json").project
    dataset, before = read(project.source, Job()), bench.everything()
    job = Job()
    job.cancel()
    with pytest.raises(Cancelled):
        assess(project, dataset, RiskRequest(), job)
    found = assess(project, dataset, RiskRequest(), Job())
    with pytest.raises(Cancelled):
        write_assessment(found, bench.folder / "risk", False, job)
    assert bench.everything() == before


def test_scenarios_change_no_release_and_are_not_published(bench: Bench) -> None:
    assert bench.protect() in WRITTEN, bench.err
    plain = (bench.release / "public/people_protected.csv").read_bytes()
    bench.recipe(scenarios=SCENARIOS)
    assert bench.protect("--overwrite") in WRITTEN, bench.err
    assert (bench.release / "public/people_protected.csv").read_bytes() == plain
    assert "neighbour" in bench.log().read_text("utf-8")
    assert "neighbour" not in bench.log("public").read_text("utf-8")
    assert bench.verify() == bench.verify("public") == bench.replay() == 0, bench.err
