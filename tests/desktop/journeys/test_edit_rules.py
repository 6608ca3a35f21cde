"""Edit rules of an opened recipe, kept through saving, reopening and running in the real window."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest

from core.jobs import Job
from core.pipeline import open_project, verify
from desktop_app.state import Step
from tests.desktop.journeys.driver import Traveller

RULES = ["PURCHASES <= TURNOVER", "COSTS = PURCHASES + WAGES"]


@pytest.fixture
def recipe(samples: Path, tmp_path: Path) -> Path:
    """Make a recipe of the business sample with a column that is a sum of two others."""
    table = pd.read_csv(samples / "business_survey.csv").head(600)
    table["COSTS"] = (table["PURCHASES"] + table["WAGES"]).round(1)
    table.to_csv(tmp_path / "firms.csv", index=False)
    found = json.loads((samples / "business_survey.recipe.json").read_text(encoding="utf-8"))
    found["input"]["path"] = "firms.csv"
    del found["dominance"]
    for attribute in found["attributes"]:
        if attribute["name"] == "WEIGHT":  # medians do not keep weighted totals
            attribute["role"] = "other"
    sum_of_costs = {"name": "COSTS", "role": "quasi-identifier", "scale": "continuous"}
    found["attributes"].append(sum_of_costs)
    found["method"] = {"name": "mdav", "k": 5, "aggregate": "median"}
    found |= {"rules": RULES, "keep_order": True}
    path = tmp_path / "recipe.json"
    path.write_text(json.dumps(found), encoding="utf-8")
    return path


def test_they_are_kept_through_saving_and_running(
    traveller: Traveller, recipe: Path, tmp_path: Path
) -> None:
    traveller.open(recipe)
    traveller.wait(lambda: traveller.store.plan_is_current and traveller.store.dataset is not None)
    traveller.rest()
    file = tmp_path / "work.statveil"
    traveller.window.keeper.storage.save(file)
    traveller.rest()
    assert json.loads(file.read_text(encoding="utf-8"))["rules"] == RULES
    assert open_project(file).project.recipe.rules == tuple(RULES)
    traveller.window.show_step(Step.METHOD)
    traveller.rest()
    traveller.forward()
    traveller.run()
    said = traveller.page(Step.RESULTS).conditions_said.text()
    assert "Each of 2 edit rules is violated by no more records than before." in said
    traveller.forward()
    traveller.confirm()
    traveller.release(tmp_path / "out")

    after = pd.read_csv(tmp_path / "out/public/business_survey_protected.csv")
    assert ((after["COSTS"] - after["PURCHASES"] - after["WAGES"]).abs() < 1e-6).all()
    facts = traveller.page(Step.RELEASE).verdict.facts
    shown = dict(zip(facts[::2], facts[1::2], strict=False))
    assert shown[f"Violations of “{RULES[1]}”, counted again"] == "0 after, 0 before"
    log = tmp_path / "out/internal/business_survey_protected.internal.json"
    assert json.loads(log.read_text(encoding="utf-8"))["recipe"]["rules"] == RULES
    assert verify(log, tmp_path / "firms.csv", Job()).faults == ()
