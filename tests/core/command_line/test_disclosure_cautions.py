"""Questions about columns that are published as they are and disclose what others hide."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest

from tests.attributes import declare
from tests.core.command_line.conftest import Bench
from tests.log_words import answers_to, questions_in, row_words

Summary = dict[str, Any]

pytestmark = pytest.mark.usefixtures("usual_office")

KINDS = (
    "undone",
    "rare-value",
    "rare-combination",
    "weight-reveals",
    "weight-few-values",
    "identifier-content",
)
ROLES = {"AGE": "quasi integer", "INCOME": "quasi integer", "REGION": "drop"}


def people() -> pd.DataFrame:
    """Draw 600 persons in whose file nothing is published that discloses the others."""
    draw = np.random.default_rng(11)
    return pd.DataFrame(
        {
            "AGE": draw.integers(18, 80, 600),
            "INCOME": draw.integers(1_000, 9_000, 600),
            "REGION": np.array(["east", "north", "south", "west"])[draw.integers(0, 4, 600)],
            "BELIEF": np.array(["a", "b", "c"])[draw.integers(0, 3, 600)],
            "WEIGHT": draw.uniform(50, 90, 600).round(3),
        }
    )


@pytest.fixture
def asked(bench: Bench) -> Callable[..., Summary]:
    """Return a run that gives the open questions, but for those on utility and on the weight."""

    def protect(table: pd.DataFrame, **settings: object) -> Summary:
        bench.people(table)
        attributes = [{"name": n, **declare(ROLES.get(n, "other"))} for n in table]
        people = {"attributes": attributes, "keep_order": False}
        bench.recipe({"name": "mdav", "k": 5}, **people, **settings)
        status = bench.protect("--json", "--overwrite")
        questions = json.loads(bench.out)["questions"]
        assert status == (5 if questions else 0)
        return {key: said for key, said in questions.items() if key.startswith(KINDS)}

    return protect


def test_a_file_that_discloses_nothing_raises_none(asked) -> None:
    assert asked(people()) == {}


@pytest.mark.parametrize(
    "published",
    [lambda t: 2024 - t["AGE"], lambda t: np.log(t["INCOME"]), lambda t: t["AGE"] + t["INCOME"]],
    ids=["year of birth", "logarithm", "sum"],
)
def test_a_published_column_that_undoes_a_mask_is_a_question(asked, published) -> None:
    table = people()
    table["SHOWN"] = published(table)
    found = asked(table)
    assert list(found) == ["undone:SHOWN"]
    assert "SHOWN is published as it is" in found["undone:SHOWN"]


def test_a_tax_that_follows_from_the_income_of_some_is_a_question(asked, bench: Bench) -> None:
    table = people()
    table["TAX"] = (0.4 * (table["INCOME"] - 6_000)).clip(lower=0).round(1)
    found = asked(table)
    assert list(found) == ["undone-part:TAX"]
    paying = int((table["TAX"] > 0).sum())
    assert f"in {paying} records the masked INCOME can be computed" in next(iter(found.values()))
    assert asked(table, answers=answers_to(bench.document(), "Tax lists are public.")) == {}
    checklist = bench.document("public")["checklist"]
    (stated,) = (row for row in checklist if row["row"] == "undone-part")
    assert str(paying) not in str(stated)


def test_a_weight_that_reveals_a_dropped_region_is_a_question(asked) -> None:
    table = people()
    table["WEIGHT"] = table["REGION"].map({"east": 50.5, "north": 61.0, "south": 72.5, "west": 83})
    found = asked(table, weight="WEIGHT")
    assert list(found) == ["weight-reveals:WEIGHT"]
    assert "REGION" in found["weight-reveals:WEIGHT"]


def test_a_category_of_one_record_is_a_question_and_no_value_is_named(asked) -> None:
    table = people()
    table.loc[[3, 77], "BELIEF"] = ["pastafarian", "jedi"]
    found = asked(table)
    assert list(found) == ["rare-value:BELIEF"]
    said = "2 of its values occur in fewer than 3 records each (2 records)"
    assert said in found["rare-value:BELIEF"]
    assert "jedi" not in json.dumps(found)


def test_known_columns_that_single_out_records_together_are_a_question(asked, bench: Bench) -> None:
    table, draw = people(), np.random.default_rng(3)
    table["SEX"] = np.array(["f", "m"])[draw.integers(0, 2, 600)]
    table["OCCUPATION"] = np.array([f"job {at}" for at in range(20)])[draw.integers(0, 20, 600)]
    assert asked(table) == {}
    table["MARITAL_STATUS"] = np.array(list("abcd"))[draw.integers(0, 4, 600)]
    shown = ["SEX", "OCCUPATION", "MARITAL_STATUS"]
    sizes = table.groupby(shown, observed=True).size()
    alone = int((sizes == 1).sum())
    assert alone > 1
    # They are among those who have few alike in all that others know, who are asked about.
    assert asked(table) == {}
    log = bench.document()
    rows = {row["row"]: row for row in log["checklist"]}
    stated = rows["rare-combination"]
    assert stated["columns"] == shown
    assert (stated["figure"], stated["asked_as"]) == (alone, "few-alike")
    assert rows["few-alike"]["outcome"] == "open"
    assert asked(table, answers=answers_to(log)) == {}
    assert bench.document()["readiness"]["ready"]
    checklist = bench.document("public")["checklist"]
    (stated,) = (row for row in checklist if row["row"] == "rare-combination")
    assert str(alone) not in str(stated)
    # Answers to questions are not known to others, whatever their number.
    opinions = table.rename(columns=dict(zip(shown, ["Q1", "Q2", "Q3"], strict=True)))
    assert asked(opinions) == {}


def test_a_single_category_of_a_record_that_is_left_out_is_none(asked) -> None:
    table = people()
    table.loc[3, "BELIEF"] = "jedi"
    table["AGE"] = table["AGE"].astype("Int64")
    table.loc[3, "AGE"] = pd.NA
    assert asked(table) == {}


def test_they_are_answered_in_the_recipe_and_internal_until_then(asked, bench: Bench) -> None:
    table = people()
    table["SHOWN"] = table["AGE"]
    asked(table)
    open_log = bench.document("public")
    assert open_log["checklist"] == []
    assert open_log["readiness"]["open"] == 3
    for file in (bench.release / "public").iterdir():
        assert "related to masked columns" not in file.read_text("utf-8")

    answers = answers_to(bench.document(), "Ages are public.")
    assert asked(table, answers={"undone:SHOWN": answers["undone:SHOWN"]}) == {}
    undone = [c for c in questions_in(bench.document()) if c["row"] == "undone"]
    assert [c["why"] for c in undone] == ["Ages are public."]
    public = bench.document("public")
    (stated,) = (row for row in public["checklist"] if row["column"] == "SHOWN")
    answered = {"row": "undone", "column": "SHOWN", "params": {}, "outcome": "answered"}
    assert stated == {**answered, "why": "Ages are public."}
    said = "Column SHOWN: It is published as it is, although it is related to masked columns."
    assert row_words(stated, is_public=True) == said
    assert list(public["recipe"]["answers"]) == ["undone:SHOWN"]
    for half in ("internal", "public"):
        assert "Reason: Ages are public." in bench.page(half)
    # The share of the variance, and the column that follows from it, stay internal.
    assert "of the variance of the masked" not in bench.page("public")
    assert bench.verify("public", with_input=False) == bench.verify() == 0


@pytest.mark.parametrize(("cell", "asks"), [("192.168.17.254", False), ("a@b.org", True)])
def test_only_identifiers_of_an_uncertain_kind_take_a_reason(
    asked, bench: Bench, cell: str, asks: bool
) -> None:
    table = people()
    table.loc[:9, "BELIEF"] = cell
    key = "identifier-content:BELIEF"
    assert list(asked(table)) == [key]
    answers = answers_to(bench.document())
    assert (key in asked(table, answers=answers)) == asks
    assert cell not in bench.log("public").read_text("utf-8")


def test_the_answers_of_all_open_questions_are_printed_to_be_filled_in(asked, bench: Bench) -> None:
    table = people()
    table["TAX"] = (0.4 * (table["INCOME"] - 6_000)).clip(lower=0).round(1)
    table["BÉLIEF"] = ["jedi", *table.pop("BELIEF")[1:]]
    asked(table)
    assert bench.protect("--overwrite") == 5
    answers = "{" + bench.out[bench.out.index('"answers"') :] + "}"
    assert {"undone-part:TAX", "rare-value:BÉLIEF"} <= set(json.loads(answers)["answers"])
    path = bench.folder / "recipe.json"
    recipe = json.loads(path.read_text("utf-8"))
    # As it is printed, without reasons, it answers nothing; neither does a blank.
    for why, status in (("", 5), ("  ", 5), ("Known anyway.", 0)):
        filled = recipe | json.loads(answers.replace('"why": ""', f'"why": "{why}"'))
        path.write_text(json.dumps(filled), encoding="utf-8")
        assert bench.protect("--overwrite") == status
