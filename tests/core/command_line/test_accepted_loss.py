"""How many records may be left out because of missing values before the user is asked."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest

from core.command_line import main


@pytest.fixture
def protect(tmp_path: Path, capsys):
    """Return a run on 100 records of which 30 lack a value; it gives status and summary."""

    def run(missing: object) -> tuple[int, dict]:
        ages = [None if i % 10 < 3 else 20 + i % 7 for i in range(100)]
        table = pd.DataFrame({"AGE": ages, "DEBT": [i * 37 % 100 for i in range(100)]}).astype(
            "Int64"
        )
        table.to_csv(tmp_path / "people.csv", index=False)
        recipe = {
            "format": "statveil-recipe/2",
            "input": {"path": "people.csv", "kind": "csv"},
            "attributes": [
                {"name": "AGE", "role": "quasi-identifier", "scale": "integer"},
                {"name": "DEBT", "role": "confidential", "scale": "integer"},
            ],
            "missing": missing,
            "method": {"name": "mdav", "k": 5},
            "output": {"kind": "csv", "name": "out"},
            "answers": {
                "column-unique-confidential:DEBT": {"answer": "accepted", "why": "made up"}
            },
        }
        (tmp_path / "recipe.json").write_text(json.dumps(recipe), encoding="utf-8")
        command = ["protect", str(tmp_path / "recipe.json"), "--output", str(tmp_path / "release")]
        status = main([*command, "--overwrite", "--json"])
        shown = capsys.readouterr()
        return status, json.loads(shown.out) if status in (0, 5) else {"said": shown.err}

    return run


@pytest.mark.parametrize(
    "missing", ["leave-out", {"policy": "leave-out"}, {"policy": "leave-out", "accept": 0.29}]
)
def test_more_records_than_accepted_are_a_question(protect, missing: object) -> None:
    status, summary = protect(missing)
    assert status == 5
    assert "30 of 100 records" in summary["questions"]["many-left-out"]


def test_an_accepted_share_is_no_question_and_stands_in_both_logs(protect, tmp_path: Path) -> None:
    missing = {"policy": "leave-out", "accept": 0.3}
    status, summary = protect(missing)
    assert (status, summary["questions"]) == (0, {})
    for name in ("internal/out.internal.json", "public/out.audit.json"):
        log = tmp_path / "release" / name
        assert json.loads(log.read_text(encoding="utf-8"))["recipe"]["missing"] == missing
        assert main(["verify", str(log), "--input", str(tmp_path / "people.csv")]) == 0
    page = (tmp_path / "release/public/out.report.html").read_text(encoding="utf-8")
    assert "left out" in page


@pytest.mark.parametrize(
    ("missing", "said"),
    [
        ({"policy": "leave-out", "accept": 35}, "“missing.accept” must be a number from 0 to 1"),
        ({"policy": "leave-out", "accept": True}, "“missing.accept” must be a number from 0 to 1"),
        ({"policy": "use-observed", "accept": 0.3}, "applies to the policy “leave-out” only"),
        ({"policy": "drop"}, "missing.policy"),
        ({"policy": "leave-out", "share": 0.3}, "missing.share"),
        (["leave-out"], "missing"),
    ],
)
def test_what_is_wrong_is_said(protect, missing: object, said: str) -> None:
    status, summary = protect(missing)
    assert status == 2
    assert said in summary["said"]
