"""The command suggest, as somebody uses it who has a file and no recipe."""

from __future__ import annotations

import json
import os
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from core.command_line import main
from core.model import Role
from tests.core.command_line.attacker import write_first_records
from tests.core.command_line.conftest import Bench
from tests.statuses import WRITTEN

Summary = dict[str, Any]
MOST_QUESTIONS, MOST_QUESTIONS_OF_ANY_FILE = 6, 12


@pytest.fixture
def folder(tmp_path: Path) -> Bench:
    """A folder with neither file nor recipe."""
    return Bench(tmp_path)


@cache
def suggest(path: Path, *options: str) -> Summary:
    """Run the command, once for each file; return its summary, which nobody changes."""
    with redirect_stdout(StringIO()) as out:
        assert main(["suggest", str(path), "--json", *options]) == 0
    summary: Summary = json.loads(out.getvalue())
    return summary


def entries(found: Summary, code: str) -> list[tuple[list[str], object, str]]:
    return [
        (p["columns"], p["entry"], p["detail"]) for p in found["proposals"] if p["code"] == code
    ]


def test_persons_in_households(samples: Path) -> None:
    found = suggest(samples / "household_members.csv")
    ((_, entry, _),) = entries(found, "likely-unit-name")
    assert entry["unit"]["id"] == "HOUSEHOLD_ID"
    assert {"HOUSEHOLD_SIZE", "HOUSEHOLD_INCOME"} <= set(entry["unit"]["columns"])
    skipped = {columns[0]: detail for columns, _, detail in entries(found, "skipped-empty")}
    assert skipped["SCHOOL_GRADE"] == "AGE < 6 or AGE > 17"
    assert skipped["RENT"] == "TENURE != 'tenant'"
    kept = {columns[0] for columns, _, _ in entries(found, "keep-zeros")}
    assert kept == {"EARNINGS", "BENEFITS", "INCOME"}
    rules = [entry["rules"] for _, entry, _ in entries(found, "rule-sum")]
    assert rules == [["INCOME = EARNINGS + BENEFITS"]]
    roles = {column["name"]: column["role"] for column in found["columns"]}
    assert roles["HOUSEHOLD_ID"] == "identifier"
    assert roles["AGE"] == "quasi-identifier"
    assert all(column["because"] for column in found["columns"])


def test_every_entry_is_of_a_recipe(samples: Path) -> None:
    keys = {"attributes", "prepare", "rules", "unit"}
    for sample in ("household_members", "business_survey", "household_survey"):
        found = suggest(samples / f"{sample}.csv")
        roles = {column["name"]: Role(column["role"]) for column in found["columns"]}
        for proposal in found["proposals"]:
            assert proposal["because"]
            if "rules" in proposal["entry"]:
                # No number of a member, which is left out.
                assert all(roles[name].is_released for name in proposal["columns"])
            assert set(proposal["entry"]) <= keys
            assert len(proposal["entry"]) == 1


@pytest.mark.parametrize("sample", ["household_members", "business_survey", "household_survey"])
def test_the_usual_figures_are_those_of_roles_and_scales(samples: Path, sample: str) -> None:
    found = suggest(samples / f"{sample}.csv")
    options = found["recipe"]["input"]["options"]
    layout = {"sep": options["delimiter"], "encoding": options["encoding"]}
    missing = {"keep_default_na": False, "na_values": options["missing"]}
    table = pd.read_csv(samples / f"{sample}.csv", dtype=str, **layout, **missing)
    columns = {c["name"]: c for c in found["recipe"]["attributes"]}
    weight = found["recipe"]["weight"]
    released = {
        name: c.get("scale")
        for name, c in columns.items()
        if c["role"] not in ("identifier", "drop", "link") and name != weight
    }
    amounts = [name for name, scale in released.items() if scale == "continuous"]
    categories = [n for n, scale in released.items() if scale in ("nominal", "ordinal")]
    few = [name for name in categories if 2 <= table[name].nunique() <= 20]
    figures = found["figures"]
    numbers = [n for n, scale in released.items() if scale in ("continuous", "integer")][:10]
    totals = [n for n in numbers if n in amounts or counts_something(table[n])]
    whole = {
        what: [f["of"] for f in figures if f["what"] == what and "by" not in f]
        for what in ("total", "mean", "deviation", "quantile", "gini", "share", "correlation")
    }
    assert whole["mean"] == whole["deviation"] == numbers
    assert whole["quantile"] == [name for name in numbers for _ in range(6)]
    assert whole["total"] == totals
    assert whole["share"] == few[:10]
    assert whole["correlation"] == [[*pair] for pair in combinations(numbers, 2)]
    keys = [name for name in few if columns[name]["role"] == "quasi-identifier"]
    interesting = [*keys, *(name for name in few if name not in keys)]
    tables = [f["of"] for f in figures if f["what"] == "table"]
    assert tables == [[*pair] for pair in combinations(interesting[:3], 2)]
    by_domain = [(f["what"], f["of"], f["by"]) for f in figures if "by" in f]
    assert by_domain == [
        (what, name, [domain])
        for name in numbers[:5]
        for domain in interesting[:2]
        for what in (["total"] if name in totals else []) + ["mean"]
    ]
    plain = table[amounts].apply(lambda cells: cells.str.replace(options["decimal"], "."))
    values = plain.apply(pd.to_numeric)
    has_negative = [name for name in amounts if (values[name] < 0).any()]
    assert whole["gini"] == [n for n in numbers if n in amounts and n not in has_negative]


def counts_something(cells: pd.Series) -> bool:
    """Whether whole numbers spread as counts do, of which some have none and few have many."""
    numbers = [int(cell) for cell in cells.dropna()]
    mean = sum(numbers) / len(numbers)
    variance = sum((number - mean) ** 2 for number in numbers) / len(numbers)
    return min(numbers) >= 0 and mean > 0 and variance >= mean**2


@pytest.mark.usefixtures("usual_office")
@pytest.mark.parametrize("sample", ["household_members", "business_survey"])
def test_the_written_recipe_runs_and_asks_little(folder: Bench, sample: str) -> None:
    source, recipe = (
        write_first_records(sample, 3_000, folder.folder),
        folder.folder / "recipe.json",
    )
    found = suggest(source, "--output", str(recipe))
    written = json.loads(recipe.read_text(encoding="utf-8"))
    assert written["attributes"] == found["recipe"]["attributes"]
    written["figures"] = found["figures"]
    recipe.write_text(json.dumps(written), encoding="utf-8")
    assert folder.protect("--json") in WRITTEN
    assert len(json.loads(folder.out)["questions"]) <= MOST_QUESTIONS
    after = (folder.release / f"public/{sample}_protected.csv").read_text(encoding="utf-8")
    assert len(after.splitlines()) == len(source.read_text(encoding="utf-8").splitlines())


def test_an_order_that_names_do_not_show_is_left_to_people(folder: Bench) -> None:
    """Such a column is unordered in the recipe, which then runs."""
    draw = np.random.default_rng(1)
    levels = {"HEALTH_LEVEL": ["fine", "so so", "awful"], "EDUCATION": ["none", "primary", "n/a"]}
    levels["EDUCATION"] += ["bachelor", "master"]
    table = pd.DataFrame({name: draw.choice(of, 60) for name, of in levels.items()})
    table["AGE"] = draw.integers(18, 90, 60)
    people = folder.people(table)
    found = suggest(people, "--output", str(folder.folder / "recipe.json"))
    scales = {column["name"]: column["scale"] for column in found["columns"]}
    assert scales == {"HEALTH_LEVEL": "nominal", "EDUCATION": "nominal", "AGE": "integer"}
    assert entries(found, "order-unknown") == [(["HEALTH_LEVEL"], {}, "")]
    ((_, entry, _),) = entries(found, "order-open")
    order = ["none", "primary", "bachelor", "master", "n/a"]
    assert entry == {"attributes": [{"name": "EDUCATION", "scale": "ordinal", "order": order}]}
    assert folder.run("suggest", people) == 0
    assert "one of them has no place in the order" in folder.out
    assert folder.protect() in WRITTEN


@pytest.mark.usefixtures("usual_office")
def test_school_years_are_ordered_as_a_census_lists_them(
    reference_data: Path, folder: Bench
) -> None:
    table = pd.read_csv(reference_data / "adult.csv", nrows=2_000)
    found = suggest(folder.people(table), "--output", str(folder.folder / "recipe.json"))
    order = next(c["order"] for c in found["columns"] if c["name"] == "education")
    years = table.groupby("education")["education-num"].first()
    assert order == years.sort_values().index.tolist()
    assert folder.protect("--json") in WRITTEN
    assert len(json.loads(folder.out)["questions"]) <= MOST_QUESTIONS_OF_ANY_FILE


def test_recipe_and_people_read_what_is_sensitive_or_a_place_and_why(samples: Path, capsys) -> None:
    """Only where the checklist counts by it: what is masked cannot be learned."""
    found = suggest(samples / "household_members.csv")
    keys = ("known", "sensitive", "place")
    declared = {c["name"]: {key: c[key] for key in keys if key in c} for c in found["columns"]}
    amounts = ["EARNINGS", "BENEFITS", "INCOME", "HOUSEHOLD_INCOME", "RENT"]
    stated = {name: said for name, said in declared.items() if said}
    assert stated == {"REGION": {"place": True}} | {n: {"sensitive": True} for n in amounts}
    assert main(["suggest", str(samples / "household_members.csv")]) == 0
    said = capsys.readouterr().out
    assert "may know. It says where somebody lives or works (“place”)." in said
    assert "quasi-identifier, integer: The name suggests something other people may know." in said
    assert "SCHOOL_GRADE (AGE < 6 or AGE > 17): The question was probably asked of" in said
    assert '{"attributes": [{"name": "SCHOOL_GRADE", "not_applicable": [""]}]}' in said


def test_a_weight_that_reveals_the_region_is_found(folder: Bench) -> None:
    draw = np.random.default_rng(3)
    region = draw.integers(0, 5, 900)
    table = pd.DataFrame({"AGE": draw.integers(18, 90, 900), "WEIGHT": 10.5 + region})
    table["REGION"] = np.array(["north", "south", "east", "west", "mid"])[region]
    table["INCOME"] = np.round(draw.lognormal(8, 1, 900))
    found = suggest(folder.people(table))
    ((columns, entry, _),) = entries(found, "weight-reveals")
    assert columns == ["WEIGHT"]
    masked = {"name": "WEIGHT", "role": "quasi-identifier", "scale": "continuous"}
    assert entry == {"attributes": [masked]}
    assert found["recipe"]["weight"] == "WEIGHT"


def test_an_existing_recipe_is_not_replaced(samples: Path, folder: Bench) -> None:
    recipe = folder.folder / "recipe.json"
    recipe.write_text("mine", encoding="utf-8")
    assert folder.run("suggest", samples / "business_survey.csv", "--output", recipe) == 2
    assert recipe.read_text(encoding="utf-8") == "mine"
    assert "exists already" in folder.err


@pytest.mark.parametrize("content", [None, b"", b"\x00\x01\x02\xff" * 30])
def test_a_bad_file_is_one_clear_sentence(folder: Bench, content: bytes | None) -> None:
    path, recipe = (folder.folder / name for name in ("people.csv", "new.json"))
    if content is not None:
        path.write_bytes(content)
    assert folder.run("suggest", path, "--output", recipe) == 2
    assert folder.sentence().strip()
    assert not recipe.exists()


def test_no_code_is_released_that_the_file_does_not_know(folder: Bench) -> None:
    """As suggested, walls of material 2 and 9 are not averaged to walls of material 6."""
    draw = np.random.default_rng(5)
    people = pd.DataFrame(
        {
            "AGE": draw.integers(16, 90, 900),
            "walls": draw.choice([1, 2, 4, 9], 900),
            "relat": draw.choice([1, 2, 3, 7], 900),
            "q17": draw.choice([1, 3, 8], 900),
            "rooms": draw.integers(1, 7, 900),
        }
    )
    recipe = folder.folder / "recipe.json"
    found = suggest(folder.people(people), "--output", str(recipe))
    scales = {column["name"]: column.get("scale") for column in found["columns"]}

    if os.name == "posix":
        assert recipe.stat().st_mode & 0o777 == 0o600
    folder.protect()

    released, coded = folder.frame(), ["walls", "relat", "q17"]
    assert {name: scales[name] for name in coded} == dict.fromkeys(coded, "nominal")
    assert scales["rooms"] == "integer"
    assert all(set(released[name]) <= set(people[name]) for name in coded)
    assert not released[coded].equals(people[coded])


@pytest.mark.usefixtures("usual_office")
@pytest.mark.parametrize("as_json", [[], ["--json"]])
@pytest.mark.parametrize("command", ["suggest", "protect"])
def test_names_cannot_forge_lines_of_the_terminal(
    bench: Bench, command: str, as_json: list[str]
) -> None:
    forged = "a\nReady for release: survey.csv in /srv/public"
    names = (forged, "x\x1b[31mRED", "b\u202egnp")
    bench.people(pd.DataFrame({name: range(60) for name in names}))
    columns = [{"name": name, "role": "quasi-identifier", "scale": "integer"} for name in names]
    bench.recipe({"name": "mdav", "k": 3}, attributes=columns)
    if command == "suggest":
        assert bench.run("suggest", bench.folder / "people.csv", *as_json) == 0
    else:
        # Its questions are printed as answers to fill in, which name the columns.
        assert bench.protect(*as_json) == 5
    assert not any(line.startswith("Ready") for line in bench.out.splitlines())
    assert [sign for sign in bench.out if not (sign.isprintable() or sign == "\n")] == []


def test_nothing_is_written_into_the_public_half_of_a_release(folder: Bench, samples: Path) -> None:
    public = folder.folder / "public"
    public.mkdir()
    (public / "people.audit.json").touch()
    for command in (
        ["suggest", samples / "household_survey.csv", "--output", public / "recipe.json"],
        ["manual", "--html", public / "manual"],
    ):
        assert folder.run(*command) == 2
        assert "public half of a release" in folder.err
    assert [path.name for path in public.iterdir()] == ["people.audit.json"]
