"""Small files that disclosed something and were called ready: each ends with its question."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest

from core.command_line import main
from tests.statuses import READY, WITH_QUESTIONS

FOLDER = Path(__file__).parents[2] / "data" / "disclosures"
QUESTIONS = {
    "firm_months": "unit-undeclared",
    "household_key_two_columns": "unit-undeclared",
    "serial_published": "number-kept:LINE",
    "homogeneous": "same-value",
    "known_beside": "few-alike",
    "rare_values": "rare-value:DIAGNOSIS",
    "sorted_order": "order-kept",
    "no_negative": "dominated",
    "one_negative": "dominated",
    "ranking_k1": "few-alike",
    "verify_public_refuses": "few-alike",
    "paradata": "field-data",
    "dp_rest_open": "exact-date:BIRTH_DATE",
    "top_of_one": "tail-of-few:WEALTH",
    # Runs that ended with a defect.
    "ama_exit1": None,
    "members_t_exit1": None,
}
# An only answer is not released; a code that is gone is no fault.
CURED = ("only_answer", "code_gone")


pytestmark = pytest.mark.usefixtures("usual_office")


def protect(name: str, folder: Path, capsys) -> tuple[int, dict[str, str]]:
    command = ["protect", str(FOLDER / f"{name}.recipe.json"), "--output", str(folder), "--json"]
    status = main(command)
    questions: dict[str, str] = json.loads(capsys.readouterr().out)["questions"]
    return status, questions


def is_verified(name: str, folder: Path) -> bool:
    public, internal = (next(folder.glob(f"{half}/*.json")) for half in ("public", "internal"))
    repeats = ["--input", str(FOLDER / f"{name}.csv")]
    return main(["verify", str(public)]) == main(["verify", str(internal), *repeats]) == 0


@pytest.mark.parametrize("name", QUESTIONS)
def test_it_ends_with_the_question_of_its_row(name: str, tmp_path: Path, capsys) -> None:
    status, questions = protect(name, tmp_path / "out", capsys)
    assert status == WITH_QUESTIONS
    assert QUESTIONS[name] in (None, *questions)
    assert is_verified(name, tmp_path / "out")


@pytest.mark.parametrize("name", CURED)
def test_what_is_cured_is_ready(name: str, tmp_path: Path, capsys) -> None:
    assert protect(name, tmp_path / "out", capsys) == (READY, {})
    assert is_verified(name, tmp_path / "out")


@pytest.mark.parametrize(
    ("name", "column", "amount", "oldest"),
    [("only_answer", "DRINKS", 9, 24), ("top_of_one", "WEALTH", 987_654, 120)],
)
def test_the_amount_of_one_is_in_no_cell_to_within_ten_per_cent(
    name: str, column: str, amount: int, oldest: int, tmp_path: Path, capsys
) -> None:
    protect(name, tmp_path / "out", capsys)
    paths = (FOLDER / f"{name}.csv", tmp_path / "out/public/out.csv")
    tables = (pd.read_csv(path) for path in paths)
    original, released = (table.loc[table["AGE"] <= oldest, column] for table in tables)
    assert (original == amount).sum() == 1
    assert len(released) == len(original)
    assert not (abs(released / amount - 1) <= 0.1).any()


def test_a_private_release_states_what_its_guarantee_does_not_cover(tmp_path: Path, capsys) -> None:
    name, folder = "dp_household", tmp_path / "out"
    recipe = FOLDER / f"{name}.recipe.json"
    assert main(["protect", str(recipe), "--output", str(folder)]) == WITH_QUESTIONS
    doubt = "Nothing says whether several records belong to one household or firm."
    assert doubt in capsys.readouterr().out
    settings = json.loads(recipe.read_text("utf-8"))
    settings["method"]["confirmed"] = "yes"
    settings["input"]["path"] = str(FOLDER / f"{name}.csv")
    (tmp_path / "confirmed.json").write_text(json.dumps(settings), encoding="utf-8")
    command = ["protect", str(tmp_path / "confirmed.json"), "--output", str(folder), "--overwrite"]
    assert main([*command, "--ledger", str(tmp_path / "ledger.json")]) == READY
    assert is_verified(name, folder)


def test_columns_beside_noise_are_counted_like_those_of_other_releases(
    tmp_path: Path, capsys
) -> None:
    _, questions = protect("dp_rest_open", tmp_path / "out", capsys)
    of_columns = {"exact-date:BIRTH_DATE", "rare-record", "rare-value:JOB"}
    # ε is 5.
    assert set(questions) == {*of_columns, "private-budget"}
    internal = next((tmp_path / "out").glob("internal/*.internal.json"))
    log = json.loads(internal.read_text("utf-8"))
    assert log["readiness"] == {"ready": False, "open": len(questions)}


def test_a_unit_that_obtains_an_amount_by_a_loss_ends_the_run(tmp_path: Path, capsys) -> None:
    path = str(FOLDER / "signed_dominance.recipe.json")
    assert main(["protect", path, "--output", str(tmp_path / "out")]) == 3
    assert "2 of 3 groups violate the dominance rule" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
