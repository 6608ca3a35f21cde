"""Questions about the same records are asked once: the widest one stands for the others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from core.checklist.row_registry import ROWS
from core.command_line import main
from core.messages.catalogue import CATALOGUE
from core.model import Scale
from core.model.checklist import RowCount, RowVerdict
from tests.core.checklist.test_rows import counts_of, published
from tests.core.tables import confidential, quasi
from tests.statuses import READY, WITH_QUESTIONS

pytestmark = pytest.mark.usefixtures("usual_office")

K_OF_SCIENTIFIC_FILES = 5
# All different, in no order, and hardly ever within 10 % of one another.
INCOMES, RENTS = (
    np.random.default_rng(seed).permutation([round(float(10 * 1.05**i), 2) for i in range(120)])
    for seed in (1, 2)
)


def questions_of(counts: dict[str, RowCount]) -> set[str]:
    """List the keys of the questions that are asked of a release in random order."""
    return {
        key
        for key, count in counts.items()
        if count.verdict is not RowVerdict.HELD
        and count.asked_as is None
        and count.field != "keep_order"
    }


def count_amounts(incomes: list[float], rents: list[float]) -> dict[str, RowCount]:
    ages = np.repeat([20.0, 30.0], [60, len(incomes) - 60]).tolist()
    attributes = [quasi("AGE"), confidential("INCOME"), confidential("RENT")]
    return counts_of(attributes, {"AGE": ages, "INCOME": incomes, "RENT": rents})


def test_amounts_of_single_units_are_one_question_with_the_records_that_they_single_out() -> None:
    counts = count_amounts(INCOMES.tolist(), RENTS.tolist())
    assert counts["plain-amount:INCOME"].asked_as == "rare-record"
    assert counts["plain-amount:RENT"].asked_as == "rare-record"
    assert questions_of(counts) == {"rare-record"}


def test_an_amount_of_few_single_units_stays_a_question() -> None:
    """Of 245 records 5 are alone, which is fewer than 5 % of them."""
    amounts = [*np.repeat(INCOMES, 2).tolist(), *(9000.25 + 9000 * i for i in range(5))]
    counts = count_amounts(amounts, [1.0] * len(amounts))
    assert counts["rare-record"].verdict is RowVerdict.HELD
    assert questions_of(counts) == {"plain-amount:INCOME"}


def test_each_row_that_a_question_may_include_has_a_sentence_of_its_own() -> None:
    included = {code for row in ROWS.values() for code in row.includes}
    assert included == {code for code in ROWS if f"included-{code}" in CATALOGUE}


def count_jobs(jobs: str, others_know_jobs: bool = True, **settings: Any) -> dict[str, RowCount]:
    """Count a file of which SEX and perhaps JOB are known, by their names."""
    name = "OCCUPATION" if others_know_jobs else "BELIEF"
    table = {"AGE": [22.0] * 6 + [42.0] * 6, "SEX": list("ffffffmmmmmm"), name: list(jobs)}
    return counts_of([quasi("AGE"), published("SEX"), published(name)], table, **settings)


def test_rare_values_of_a_known_column_are_asked_about_with_the_few_who_are_alike() -> None:
    counts = count_jobs("aaaaaxaaaaay")
    assert counts["rare-value:OCCUPATION"].asked_as == "few-alike"
    assert questions_of(counts) >= {"few-alike"}
    assert not any("rare-value" in key for key in questions_of(counts))
    # Nobody else knows it, so that no other question is about it.
    unknown = count_jobs("aaaaaxaaaaay", others_know_jobs=False)
    assert "rare-value:BELIEF" in questions_of(unknown)


def test_values_that_more_than_k_units_have_may_be_rare_for_an_office() -> None:
    settings = {"limits": (("rare", 7.0), ("k", 2.0))}
    counts = count_jobs("aaaaabaaaaax", **settings)
    assert counts["few-alike"].verdict is RowVerdict.ASKED
    assert counts["rare-value:OCCUPATION"].asked_as is None


def test_what_takes_no_reason_stays_a_question_of_its_own() -> None:
    counts = count_jobs("aaaaaxaaaaay", profile="public")
    assert counts["rare-value:OCCUPATION"].verdict is RowVerdict.NEVER
    assert "rare-value:OCCUPATION" in questions_of(counts)


@pytest.mark.parametrize("seed", range(6))
def test_records_of_included_questions_are_among_those_of_the_question(seed: int) -> None:
    """Counted again in pandas, on tables with rare values and amounts."""
    draw = np.random.default_rng(seed)
    n = 300
    table = pd.DataFrame(
        {
            "AGE": np.repeat(np.arange(30.0, 90.0), 5),
            "SEX": draw.choice(list("fm"), n),
            "OCCUPATION": draw.choice(list("abcdefgh"), n, p=[0.4, 0.3, 0.2, 0.08, *[0.005] * 4]),
            "INCOME": draw.integers(1000, 1400, n).astype(float),
        }
    )
    attributes = [quasi("AGE"), published("SEX"), published("OCCUPATION", Scale.NOMINAL)]
    counts = counts_of(
        [*attributes, confidential("INCOME")], {name: table[name].tolist() for name in table}
    )
    sizes = {name: table.groupby(name)["AGE"].transform("size") for name in table}

    def alike(names: list[str]) -> pd.Series:
        return table.groupby(names)["AGE"].transform("size")

    known = alike(["AGE", "SEX", "OCCUPATION"]) < K_OF_SCIENTIFIC_FILES
    assert counts["few-alike"].figure == known.sum()
    rare = sizes["OCCUPATION"] < 3
    assert counts["rare-value:OCCUPATION"].params["records"] == rare.sum()
    assert known[rare].all()
    alone = alike(["SEX", "OCCUPATION", "INCOME"]) == 1
    assert counts["rare-record"].figure == alone.sum() > counts["rare-record"].limit
    published_names = ["SEX", "OCCUPATION", "INCOME"]
    drivers = [
        name
        for name in published_names
        if 2 * (alike([n for n in published_names if n != name]) == 1).sum() < alone.sum()
    ]
    assert counts["rare-record"].params["drivers"] == drivers == ["INCOME"]
    lone_income = sizes["INCOME"] == 1
    assert counts["plain-amount:INCOME"].figure == lone_income.sum()
    assert alone[lone_income].all()


@pytest.fixture(scope="module")
def of_incomes(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """A file with incomes and rents of single persons, and a recipe without answers."""
    folder = tmp_path_factory.mktemp("incomes")
    table = pd.DataFrame(
        {"AGE": [20 + i // 5 for i in range(120)], "INCOME": INCOMES, "RENT": RENTS}
    )
    table.to_csv(folder / "file.csv", index=False)
    amount = {"role": "confidential", "scale": "continuous"}
    recipe = {
        "format": "statveil-recipe/2",
        "input": {"path": str(folder / "file.csv"), "kind": "csv"},
        "attributes": [
            {"name": "AGE", "role": "quasi-identifier", "scale": "integer"},
            {"name": "INCOME", **amount},
            {"name": "RENT", **amount},
        ],
        "unit": "record",
        "method": {"name": "mdav", "k": 5},
        "output": {"kind": "csv", "name": "out"},
    }
    return folder, recipe


def run(folder: Path, recipe: dict[str, Any], name: str, capsys) -> tuple[int, dict[str, Any]]:
    (folder / f"{name}.json").write_text(json.dumps(recipe), encoding="utf-8")
    capsys.readouterr()
    command = ["protect", str(folder / f"{name}.json"), "--output", str(folder / name), "--json"]
    return main(command), json.loads(capsys.readouterr().out)


def test_one_reason_answers_all_that_one_question_asks(of_incomes, capsys) -> None:
    folder, recipe = of_incomes
    status, summary = run(folder, recipe, "asked", capsys)
    assert status == WITH_QUESTIONS
    assert set(summary["questions"]) == {"rare-record"}
    (included,) = [said for said in summary["warnings"] if said.startswith("This includes ")]
    assert included == (
        "This includes amounts and dates that only one of the records has (INCOME: 120, RENT: 120)."
    )
    answer = {
        "answer": "accepted",
        "why": "The contract forbids to look for persons.",
        "figure": 120,
        "limit": 6,
        "columns": ["INCOME", "RENT"],
    }
    status, _ = run(folder, {**recipe, "answers": {"rare-record": answer}}, "answered", capsys)
    assert status == READY
    (internal,) = (folder / "answered" / "internal").glob("*.internal.json")
    log = json.loads(internal.read_text("utf-8"))
    rows = {(row["row"], row["column"]): row for row in log["checklist"]}
    amount = rows["plain-amount", "INCOME"]
    assert (amount["outcome"], amount["asked_as"]) == ("included", "rare-record")
    assert (amount["figure"], log["readiness"]) == (120, {"ready": True, "open": 0})
    assert main(["verify", str(internal), "--input", str(folder / "file.csv")]) == READY


def test_the_public_half_says_of_all_that_it_was_accepted(of_incomes) -> None:
    """It needs the run of the test before."""
    folder, _ = of_incomes
    (public,) = (folder / "answered" / "public").glob("*.audit.json")
    rows = json.loads(public.read_text("utf-8"))["checklist"]
    amounts = [row for row in rows if row["row"] == "plain-amount"]
    assert [row["column"] for row in amounts] == ["INCOME", "RENT"]
    assert all(row["outcome"] == "answered" and "figure" not in row for row in amounts)
    assert main(["verify", str(public)]) == READY
