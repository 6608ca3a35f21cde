"""Zeros and a dominance rule from the step Method to the release, in the real window."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd

from core.jobs import Job
from core.pipeline import verify
from desktop_app.state import Step
from desktop_app.views.fields.tick_list import TickList
from tests.desktop.journeys.driver import Traveller
from tests.desktop.mouse import press, tick

AMOUNTS = ("TURNOVER", "EXPORTS")


def tick_names(traveller: Traveller, names: TickList, *wanted: str) -> None:
    for name in wanted:
        row = [names.item(i).text() for i in range(names.count())].index(name)
        tick(names, names.model().index(row, 0))
        # What the tick brings up above the list moves it.
        traveller.rest()


def test_a_business_survey_keeps_its_zeros(
    traveller: Traveller, samples: Path, tmp_path: Path
) -> None:
    recipe = json.loads((samples / "business_survey.recipe.json").read_text(encoding="utf-8"))
    recipe["input"]["path"] = str(samples / "business_survey.csv")
    recipe.pop("dominance", None)
    for attribute in recipe["attributes"]:
        attribute.pop("zeros", None)
    (tmp_path / "recipe.json").write_text(json.dumps(recipe), encoding="utf-8")
    traveller.open(tmp_path / "recipe.json")
    traveller.wait(lambda: traveller.store.plan_is_current and traveller.store.dataset is not None)
    traveller.rest()
    traveller.window.show_step(Step.METHOD)
    conditions = traveller.page(Step.METHOD).conditions
    press(conditions.fold.button)
    tick_names(traveller, conditions.zeros, "EXPORTS", "INVESTMENT")
    tick_names(traveller, conditions.columns, *AMOUNTS)

    traveller.forward()
    traveller.run()
    said = traveller.page(Step.RESULTS).conditions_said.text()
    assert "Zeros stayed zeros in 2 columns. No group violates the dominance rule." in said
    traveller.forward()
    traveller.confirm()
    traveller.release(tmp_path / "out")

    facts = traveller.page(Step.RELEASE).verdict.facts
    shown = dict(zip(facts[::2], facts[1::2], strict=False))
    before = pd.read_csv(samples / "business_survey.csv")
    after = pd.read_csv(tmp_path / "out/public/business_survey_protected.csv")
    assert (after["EXPORTS"] == 0).sum() == (before["EXPORTS"] == 0).sum()
    assert shown["Zeros of EXPORTS, counted again"] == "3,923 zeros"
    name = "Groups that violate the rule in TURNOVER, counted again"
    assert shown[name].startswith("0 of ")
    log = tmp_path / "out/internal/business_survey_protected.internal.json"
    assert verify(log, samples / "business_survey.csv", Job()).faults == ()
