"""Two releases of the business sample: asked about, and without a firm in them once cured."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest

from core.checklist.rows import released_originals
from core.command_line import main
from core.protect.edit_rules import finishing
from tests.oracles.two_releases import solved_amounts
from tests.plain_recipes import plain_recipe

AMOUNTS = ["TURNOVER", "PURCHASES", "WAGES", "INVESTMENT"]
PUBLISHED = ["OVERDUE_INVOICES", "WEIGHT", "ANSWERED_BY"]


def release(samples: Path, folder: Path, k: int, merges: str | None = None) -> dict[str, object]:
    """Release the sample in plain groups of at least k; return the row D1 of the log."""
    recipe = plain_recipe(samples, "business_survey")
    recipe["method"]["k"] = k
    if merges is not None:
        recipe["merges"] = merges
    folder.mkdir()
    (folder / "recipe.json").write_text(json.dumps(recipe), "utf-8")
    assert main(["protect", str(folder / "recipe.json"), "--output", str(folder / "out")]) in (0, 5)
    log = json.loads(next((folder / "out/internal").glob("*.internal.json")).read_text("utf-8"))
    return dict(next(row for row in log["checklist"] if row["row"] == "other-release"))


def solved_firms(samples: Path, *folders: Path) -> tuple[int, int]:
    """Count the firms of which the attack computes an amount exactly, and to within 10 %."""
    files = [pd.read_csv(next((folder / "out/public").glob("*.csv"))) for folder in folders]
    original = pd.read_csv(samples / "business_survey.csv")
    truth = original.drop_duplicates(PUBLISHED, keep=False).set_index(PUBLISHED)[AMOUNTS]
    exact = near = 0
    for key, amounts in solved_amounts(files, AMOUNTS, PUBLISHED, "WEIGHT"):
        if key in truth.index:
            firm = truth.loc[key]
            errors = [
                abs(amounts[name] / firm[name] - 1) for name in AMOUNTS if firm[name] not in (0,)
            ]
            exact += any(error < 1e-6 for error in errors)
            near += any(error < 0.1 for error in errors)
    return exact, near


@pytest.mark.usefixtures("usual_office")
def test_groups_that_are_only_merged_give_no_firm_away(
    samples: Path, tmp_path: Path, register: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Were means not rounded, every amount that is computed would be exact."""
    monkeypatch.setattr(finishing, "round_released", lambda _r, columns, *_: columns)
    # Row B6 takes no reason for such means, and then nothing is registered.
    monkeypatch.setattr(released_originals, "DIGITS", 17)
    monkeypatch.setattr(released_originals, "step_of", lambda _values: 0.0)
    release(samples, tmp_path / "first", 5)
    (number,) = (path.stem for path in register.glob("*.release"))

    asked = release(samples, tmp_path / "second", 6)
    cured = release(samples, tmp_path / "cured", 6, merges=number)

    assert asked["outcome"] == "open"
    assert (cured["outcome"], cured["figure"]) == ("held", 0)
    exact, near = solved_firms(samples, tmp_path / "first", tmp_path / "second")
    assert exact == near == 189
    assert solved_firms(samples, tmp_path / "first", tmp_path / "cured") == (0, 0)
