"""Persons in households from the question on units to a release, in the real window."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pandas as pd
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from core.jobs import Job
from core.pipeline import verify
from desktop_app.state import Step
from desktop_app.views.fields.tick_list import TickList
from tests.desktop.journeys.driver import Traveller
from tests.desktop.keys import type_into
from tests.desktop.mouse import press, press_tab, tick

NAME = "household_members"
OF_UNIT = ["HOUSEHOLD_SIZE", "HOUSEHOLD_INCOME", "TENURE", "RENT"]


def _look_at_measures(traveller: Traveller) -> None:
    """Look at Utility and Risk: the number of a unit has no mean, and without t is no picture."""
    results = traveller.page(Step.RESULTS)
    press_tab(results.tabs, results.tabs.indexOf(results.utility))
    traveller.rest()
    listed = results.utility.columns
    names = [listed.index(row, 0).data() for row in range(listed.rowCount())]
    assert "HOUSEHOLD_SIZE" in names
    assert "HOUSEHOLD_ID" not in names
    press_tab(results.tabs, results.tabs.indexOf(results.risk))
    traveller.rest()
    # An empty picture would take the space of the table.
    assert results.risk.no_distance.isVisible()
    assert not results.risk.picture.isVisible()


def tick_name(names: TickList, wanted: str) -> None:
    row = [names.item(i).text().split(" (")[0] for i in range(names.count())].index(wanted)
    tick(names, names.model().index(row, 0))
    QApplication.processEvents()


def begin(traveller: Traveller, samples: Path, folder: Path) -> None:
    """Open the sample with its roles, but without units, zeros, skipped questions and rules."""
    recipe = json.loads((samples / f"{NAME}.recipe.json").read_text(encoding="utf-8"))
    recipe["input"]["path"] = str(samples / f"{NAME}.csv")
    recipe["input"]["options"]["missing"] = [""]
    for key in ("unit", "rules"):
        recipe.pop(key)
    recipe["attributes"][0]["role"] = "identifier"
    for attribute in recipe["attributes"]:
        attribute.pop("zeros", None)
        attribute.pop("not_applicable", None)
    (folder / "recipe.json").write_text(json.dumps(recipe), encoding="utf-8")
    traveller.open(folder / "recipe.json")
    traveller.wait(lambda: traveller.store.plan_is_current and traveller.store.dataset is not None)
    traveller.rest()


def test_households_are_declared_and_released_with_new_numbers(
    traveller: Traveller, samples: Path, tmp_path: Path
) -> None:
    begin(traveller, samples, tmp_path)
    traveller.window.show_step(Step.COLUMNS)
    traveller.rest()
    page = traveller.page(Step.COLUMNS)
    press(page.units.bar.form_button)
    traveller.rest()
    for name in ("RELATION", "AGE"):
        tick_name(page.units.form.members_by, name)
    press(page.units.form.linked)
    traveller.forward()
    traveller.rest()

    traveller.window.show_step(Step.METHOD)
    traveller.rest()
    method = traveller.page(Step.METHOD)
    if not method.conditions.fold.is_open:
        press(method.conditions.fold.button)
    tick_name(method.conditions.zeros, "HOUSEHOLD_INCOME")
    for name in ("HOURS", "RENT"):
        tick_name(method.conditions.unasked, name)
    traveller.rest()
    press(method.rules.fold.button)
    type_into(method.rules.field, "RENT <= HOUSEHOLD_INCOME")
    method.rules.field.names.popup().hide()
    QTest.keyClick(method.rules.field, Qt.Key.Key_Return)
    traveller.rest()
    traveller.wait(lambda: "2,500 units" in method.outlook.said.text())
    assert [size for size, _ in method.outlook.bars.sizes] == [1, 2, 3, 4, 5, 6]

    traveller.forward()
    traveller.run()
    said = traveller.page(Step.RESULTS).conditions_said.text()
    assert "Every unit shares its whole profile with at least 4 others." in said
    _look_at_measures(traveller)
    traveller.forward()
    traveller.confirm()
    traveller.release(tmp_path / "out")
    assert traveller.page(Step.RELEASE).verdict.headline.text() == "Ready for release"

    before = pd.read_csv(samples / f"{NAME}.csv", dtype=str, keep_default_na=False)
    after = pd.read_csv(
        tmp_path / f"out/public/{NAME}_protected.csv", dtype=str, keep_default_na=False
    )
    households = list(after.groupby("HOUSEHOLD_ID"))
    assert len(households) == 2_500
    assert all((group[OF_UNIT].nunique() == 1).all() for _, group in households)
    columns = [name for name in after.columns if name != "HOUSEHOLD_ID"]
    profiles = Counter(
        tuple(sorted(map(tuple, group[columns].to_numpy()))) for _, group in households
    )
    assert min(profiles.values()) >= 5
    assert len(after) == len(before)
    log = tmp_path / f"out/internal/{NAME}_protected.internal.json"
    recipe = json.loads(log.read_text(encoding="utf-8"))["recipe"]
    assert recipe["unit"]["members_by"] == ["RELATION", "AGE"]
    assert verify(log, samples / f"{NAME}.csv", Job()).faults == ()
