"""Preparing steps that `suggest` proposes: with a reason, and as entries that a recipe takes."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pandas as pd
import pytest

from tests.core.command_line.conftest import Bench
from tests.core.command_line.test_prepare import age, people


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
    attributes = [
        {"name": "AGE", "role": "quasi-identifier", "scale": "integer"},
        {"name": "INCOME", "role": "confidential", "scale": "continuous"},
        {"name": "DEBT", "role": "drop"},
    ]
    settings = {"prepare": [step], "attributes": attributes, "keep_order": False}
    bench.recipe({"name": "mdav", "k": 5}, **settings)
    assert bench.protect() == 0
    assert "unique" not in bench.out
    released = bench.frame()
    assert released["INCOME"].value_counts().min() >= 5
    assert released["INCOME"].sum() == pytest.approx(table["INCOME"].sum(), abs=0.6)
