"""A household file as it was collected, prepared and released without leaving the window."""

from __future__ import annotations

import csv
import random
from collections import Counter
from datetime import date, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from core.jobs import Job
from core.model import Role
from core.model.preparing import Do
from core.verify import verify
from desktop_app.state import Step
from desktop_app.views.fields.tick_list import TickList
from desktop_app.wizard.prepare_page import PreparePage
from tests.desktop.journeys.driver import Traveller
from tests.desktop.keys import type_into
from tests.desktop.mouse import choose, choose_value, press, press_cell, press_tab, tick

HOUSEHOLDS, K = 700, 5
# Sub-major groups of ISCO-08; a leading zero makes the column one of texts.
JOBS = ["01", "23", "24", "41", "42", "52", "53", "71", "72", "91"]
REGIONS = ["North", "South", "East", "West"]
RARE = ["Isle", "Cape"]
QUASI = ("BORN", "REGION", "JOB", "HH_INCOME")


@pytest.fixture
def raw(tmp_path) -> Path:
    """Two rare regions, dates of birth, detailed occupations; two or three people in each house."""
    drawn = random.Random(14)
    rows = []
    for house in range(HOUSEHOLDS):
        region = RARE[house % 2] if house < 4 else drawn.choice(REGIONS)
        income = drawn.randrange(12_000, 90_000, 50)
        asked = date(2025, 3, 1) + timedelta(days=drawn.randrange(60))
        for _ in range(2 + house % 2):
            born = date(1935, 1, 1) + timedelta(days=drawn.randrange(70 * 365))
            rows.append([10_000 + house, born, asked, region, drawn.choice(JOBS), income,
                         drawn.randrange(10, 45)])  # fmt: skip
    path = tmp_path / "people.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["HOUSEHOLD_ID", "BORN", "ASKED", "REGION", "JOB", "HH_INCOME", "HOURS"])
        writer.writerows(rows)
    return path


def read(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def violating(rows: list[dict[str, str]], columns: tuple[str, ...]) -> int:
    """Return the records that share their values with fewer than K records."""
    groups = Counter(tuple(row[name] for name in columns) for row in rows)
    return sum(count for count in groups.values() if count < K)


def tick_name(names: TickList, wanted: str) -> None:
    row = [names.item(i).text().split(" (")[0] for i in range(names.count())].index(wanted)
    tick(names, names.model().index(row, 0))
    QApplication.processEvents()


def to_prepare(traveller: Traveller, raw: Path) -> PreparePage:
    """Import, say what the columns are, declare the households, take the taxonomy of jobs."""
    traveller.import_file(raw)
    traveller.forward()
    roles = dict.fromkeys(QUASI, Role.QUASI_IDENTIFIER)
    traveller.set_roles(
        {
            **roles,
            "HOURS": Role.CONFIDENTIAL,
            "HOUSEHOLD_ID": Role.IDENTIFIER,
            "ASKED": Role.IDENTIFIER,
        }
    )
    columns = traveller.page(Step.COLUMNS)
    traveller.wait(columns.units.bar.form_button.isVisible)
    traveller.do(press, columns.units.bar.form_button)
    assert columns.units.form.id.currentData() == "HOUSEHOLD_ID"
    tick_name(columns.units.form.members_by, "JOB")
    traveller.do(traveller.forward)
    traveller.forward()
    taxonomies = traveller.page(Step.TAXONOMIES)
    names = [attribute.name for attribute in taxonomies.columns]
    open_row = taxonomies.overview.model.index(names.index("JOB"), 0)
    press_cell(taxonomies.overview.table, open_row)
    QTest.keyClick(taxonomies.overview.table, Qt.Key.Key_Return)
    choices = taxonomies.view.choices
    # Shipped taxonomies are compared with the column when the step is first seen.
    traveller.wait(lambda: "shipped:isco08" in choices.cards)
    traveller.do(press, choices.cards["shipped:isco08"].button)
    QTest.keyClick(taxonomies, Qt.Key.Key_Escape)
    press(taxonomies.overview.flat_button)
    traveller.forward()
    assert traveller.step is Step.PREPARE
    return traveller.page(Step.PREPARE)


def add(traveller: Traveller, page: PreparePage, do: Do, column: str) -> object:
    """Open the form of a new step; return its settings."""
    press(page.panel.add_button)
    traveller.wait(lambda: page.editing)
    choose_value(page.form.kind, do)
    traveller.do(choose_value, page.form.column, column)
    return page.form._settings


def risk_of(page: PreparePage) -> list[tuple[str, str, str]]:
    """Return the figures of the panel: title, before, now."""
    lines = page.risk.overview.figures.rows
    return [tuple(label.text() for label in line) for line in lines if line[0].isVisible()]


def prepare(traveller: Traveller, page: PreparePage) -> None:
    """Take five steps by their forms."""
    settings = add(traveller, page, Do.AGE, "BORN")
    choose(settings.fields["at"].choice, "ASKED")
    traveller.do(traveller.forward)
    add(traveller, page, Do.DROP, "BORN")
    traveller.do(traveller.forward)
    settings = add(traveller, page, Do.BAND, "AGE")
    type_into(settings.fields["width"].widget, "20")
    traveller.do(traveller.forward)
    settings = add(traveller, page, Do.LEVEL, "JOB")
    choose_value(settings.fields["level"].widget, 1)
    traveller.do(traveller.forward)
    groups = add(traveller, page, Do.GROUP, "REGION").fields["into"]
    traveller.wait(lambda: groups.categories.count() == len(REGIONS) + len(RARE))
    for row in range(2):  # the rarest come first
        tick(groups.categories, groups.categories.model().index(row, 0))
    type_into(groups.name_field, "Islands and capes\n")
    traveller.do(traveller.forward)


def prepared_rows(before: list[dict[str, str]]) -> list[dict[str, str]]:
    """Return the key columns as the five steps leave them, in plain Python."""
    ages = [
        (a := date.fromisoformat(row["ASKED"])).year
        - (b := date.fromisoformat(row["BORN"])).year
        - ((a.month, a.day) < (b.month, b.day))
        for row in before
    ]
    return [
        {
            "AGE": str(age // 20 * 20),
            "REGION": "Islands and capes" if row["REGION"] in RARE else row["REGION"],
            "JOB": row["JOB"][0],
            "HH_INCOME": row["HH_INCOME"],
        }
        for age, row in zip(ages, before, strict=True)
    ]


def run_with_figures(traveller: Traveller) -> None:
    """Run, take over the figures that are proposed, and run again."""
    traveller.forward()
    assert traveller.step is Step.METHOD
    traveller.forward()
    traveller.run()
    results = traveller.page(Step.RESULTS)
    traveller.do(press_tab, results.tabs, results.tabs.indexOf(results.figures))
    choosing = results.figures.choice
    press(results.figures.change_button)
    traveller.do(press, choosing.propose_button)
    press(choosing.use_button)
    traveller.protect()
    assert traveller.store.result.figures


def test_a_raw_household_file_is_prepared_and_released(traveller, raw, tmp_path) -> None:
    page = to_prepare(traveller, raw)
    traveller.rest()
    before = read(raw)
    known = next(line for line in risk_of(page) if line[0].startswith("Records that violate"))
    count = violating(before, QUASI)
    assert known[1].replace(",", "").split(" ")[0] == str(count)

    prepare(traveller, page)
    assert not traveller.store.plan.errors
    now = violating(prepared_rows(before), ("AGE", "REGION", "JOB", "HH_INCOME"))
    line = next(line for line in risk_of(page) if line[0].startswith("Records that violate"))
    assert line[1] == known[1], "what was read stays what it was"
    assert line[2].replace(",", "").split(" ")[0] == str(now)

    run_with_figures(traveller)
    traveller.window.show_step(Step.RELEASE)
    traveller.confirm()
    traveller.release(tmp_path / "out")
    assert traveller.page(Step.RELEASE).verdict.headline.text() == "Ready for release"
    after = read(next((tmp_path / "out/public").glob("*.csv")))
    assert "BORN" not in after[0]
    assert "HOUSEHOLD_ID" not in after[0]
    assert len(after) == len(before)
    # Whole households share their profile with four others, so each of their records does.
    assert violating(after, ("AGE", "REGION", "JOB", "HH_INCOME")) == 0
    log = next((tmp_path / "out/internal").glob("*.internal.json"))
    assert verify(log, raw, Job()).faults == ()
    QTest.keyClick(traveller.window, Qt.Key.Key_Escape)
