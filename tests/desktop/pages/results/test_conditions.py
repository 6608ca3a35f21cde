"""The tab Conditions: each promise with its count; its worst groups lead to the cluster map."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest
from PySide6.QtWidgets import QApplication

from core.inspect.profiling.column_profiles import profile
from core.io import read
from core.jobs import Job
from core.model import ConditionCount
from core.recipe import open_project
from desktop_app.presenters.conditions import condition_facts, conditions_verdict
from desktop_app.text.problems import problem_text
from desktop_app.wizard.results.risk_tab import ConditionsTab
from desktop_app.wizard.results_page import ResultsPage
from tests.desktop.mouse import press_cell, press_tab
from tests.desktop.pages.results.conftest import show_results
from tests.desktop.pictures import press_in_picture
from tests.desktop.recipes import write_recipe
from tests.desktop.run_once import run_once

QUASI = "quasi-identifier"
Show = Callable[..., ResultsPage]


@pytest.fixture(scope="module")
def firms() -> pd.DataFrame:
    rng = np.random.RandomState(3)
    turnover = rng.lognormal(4, 1.2, 240).round(1)
    exports = np.where(rng.rand(240) < 0.4, 0.0, (turnover * rng.rand(240)).round(1))
    # One pattern is too small: it joins another one, and its zeros do not stay.
    rare = np.where(np.arange(240) < 2, 0.0, 1.0 + rng.randint(1, 50, 240))
    exports[:2] = 5.0
    return pd.DataFrame(
        {"TURNOVER": turnover, "EXPORTS": exports, "STAFF": rare, "DEBT": rng.randint(1, 40, 240)}
    )


@pytest.fixture
def show(tmp_path, module_page, store, sync_runner) -> Show:
    def shown(table: pd.DataFrame, attributes: list[dict[str, Any]], **more: Any) -> ResultsPage:
        table.to_csv(tmp_path / "in.csv", index=False)
        columns = {attribute["name"]: attribute for attribute in attributes}
        settings = {"method": {"name": "mdav", "k": 4}, **more}
        project = open_project(write_recipe(tmp_path / "in.csv", columns, **settings)).project
        dataset = read(project.source, Job())
        sync_runner.do(store.open_dataset, project.source, dataset, profile(dataset), project)
        store.set_result(run_once(*store.begin_run()))
        page = show_results(module_page)
        sync_runner.finish()
        sync_runner.do(press_tab, page.tabs, page.tabs.indexOf(page.conditions))
        return page

    return shown


@pytest.fixture
def page(show, firms) -> ResultsPage:
    amount = {"role": QUASI, "scale": "continuous"}
    return show(
        firms,
        [
            {"name": "TURNOVER", **amount},
            {"name": "EXPORTS", **amount, "zeros": "keep"},
            {"name": "STAFF", **amount, "zeros": "keep"},
            {"name": "DEBT", "role": "confidential", "scale": "integer"},
        ],
        dominance={"columns": ["TURNOVER"], "rule": "p-percent", "p": 10},
        rules=["EXPORTS <= TURNOVER"],
        method={"name": "t-merge", "k": 4, "t": 0.4},
    )


def shown(tab: ConditionsTab) -> dict[str, list[str]]:
    model = tab.model
    return {
        model.index(row, 0).data(): [model.index(row, c).data() for c in (1, 2, 3)]
        for row in range(model.rowCount())
    }


def press_condition(tab: ConditionsTab, name: str) -> None:
    row = list(shown(tab)).index(name)
    press_cell(tab.table, tab.model.index(row, 0))


def groups(tab: ConditionsTab) -> list[list[str]]:
    near = tab.near
    return [
        [near.index(row, c).data() for c in range(near.columnCount())]
        for row in range(near.rowCount())
    ]


def labels_of(page: ResultsPage) -> np.ndarray:
    result = page.store.result
    return result.clusters.labels


def test_each_condition_is_shown_with_promise_count_and_verdict(page, firms) -> None:
    found = shown(page.conditions)
    assert list(found) == [
        "Smallest group (k)",
        "Distance of DEBT from the whole file (t)",
        "Zeros of EXPORTS",
        "Zeros of STAFF",
        "Dominance in TURNOVER",
        "Edit rule EXPORTS <= TURNOVER",
    ]
    clusters = len(np.unique(labels_of(page)))
    assert found["Smallest group (k)"][0] == "at least 4 records"
    zeros = int((firms["EXPORTS"] == 0).sum())
    assert found["Zeros of EXPORTS"][1].startswith(f"{zeros} zeros, ")
    assert found["Dominance in TURNOVER"][1] == f"0 of {clusters} groups violate it"
    assert found["Edit rule EXPORTS <= TURNOVER"][1] == "0 records violate it"
    assert {row[2] for row in found.values()} == {"yes"}
    said = page.conditions_sentence.text()
    assert "No group violates the dominance rule." in said
    assert "1 edit rule is violated by no more records than before." in said


@pytest.mark.usefixtures("styled")
def test_six_conditions_are_in_sight_above_their_groups(page) -> None:
    tab = page.conditions
    # What a window of 1280 x 800 leaves to the page above a bar of problems.
    page.resize(1080, 600)
    QApplication.processEvents()
    lowest = tab.table.visualRect(tab.model.index(tab.model.rowCount() - 1, 0)).bottom()
    assert tab.model.rowCount() == 6
    assert lowest <= tab.table.viewport().height()
    assert tab.groups.rowAt(tab.groups.viewport().height() - 1) >= 3


def test_what_was_counted_is_said_in_whole_sentences_and_again_of_the_written_file() -> None:
    rules = ["PURCHASES <= TURNOVER", "COSTS = PURCHASES + WAGES"]
    counts = [
        ConditionCount("zeros", "EXPORTS", {"after": 3923, "changed": 0}, True),
        ConditionCount("zeros", "INVESTMENT", {"after": 7, "changed": 0}, True),
        ConditionCount("dominance", "TURNOVER", {"groups": 40, "failing": 0}, True),
        *(ConditionCount("rules", rule, {"before": 0, "after": 0}, True) for rule in rules),
    ]
    assert " ".join(conditions_verdict(counts)) == (
        "Zeros stayed zeros in 2 columns. No group violates the dominance rule. Each of 2 edit "
        "rules is violated by no more records than before."
    )
    facts = dict(condition_facts(counts))
    assert facts["Zeros of EXPORTS"] == "3,923 zeros"
    assert facts["Groups that violate the rule in TURNOVER"] == "0 of 40"
    assert facts[f"Violations of “{rules[1]}”"] == "0 after, 0 before"


def test_t_over_units_is_shown_with_the_farthest_groups(show) -> None:
    rng = np.random.RandomState(7)
    homes = np.repeat(np.arange(150), 2)
    table = pd.DataFrame(
        {"HID": homes, "AGE": rng.randint(0, 90, 300), "DEBT": rng.randint(1, 9, 150)[homes]}
    )
    page = show(
        table,
        [
            {"name": "HID", "role": "link"},
            {"name": "AGE", "role": QUASI, "scale": "integer"},
            {"name": "DEBT", "role": "confidential", "scale": "integer"},
        ],
        unit={"id": "HID", "columns": ["DEBT"]},
        method={"name": "t-merge", "k": 4, "t": 0.3},
    )
    name = "t over units in DEBT"
    promised, counted, held = shown(page.conditions)[name]
    assert (promised, held) == ("every group of units is within t", "yes")
    assert counted.startswith("0 of ")
    press_condition(page.conditions, name)
    distances = [float(row[-1]) for row in groups(page.conditions)]
    assert distances == sorted(distances, reverse=True)
    assert 0 < distances[0] <= 0.3


def test_the_groups_nearest_to_violating_a_rule_come_first(page, firms) -> None:
    press_condition(page.conditions, "Dominance in TURNOVER")
    satisfied = {}
    for cluster, amounts in firms["TURNOVER"].groupby(labels_of(page)):
        top, second = amounts.nlargest(2)
        satisfied[cluster] = 100 * (amounts.sum() - top - second) / top
    (least, p), *_ = sorted(satisfied.items(), key=lambda one: one[1])
    first = groups(page.conditions)[0]
    assert p >= 10
    assert first == [str(least + 1), str((labels_of(page) == least).sum()), f"{p:.1f} %"]


def test_a_rule_not_kept_for_certain_is_followed_by_its_count(show, firms) -> None:
    firms = firms.copy()
    row = int(firms["EXPORTS"].gt(5).to_numpy().nonzero()[0][0])
    firms.loc[row, "EXPORTS"] = firms.loc[row, "TURNOVER"] + 0.1
    masked = {"role": QUASI, "scale": "continuous"}
    page = show(
        firms,
        [{"name": name, **masked} for name in firms.columns],
        rules=["EXPORTS <= TURNOVER", "if STAFF = 0 then TURNOVER >= 0"],
    )
    before = [problem.code for problem in page.store.plan.warnings]
    assert sum(code.startswith("rule-not-kept") for code in before) == 2
    result = page.store.result
    released = {column.name: column.values for column in result.columns}
    after = int((released["EXPORTS"] > released["TURNOVER"]).sum())
    said = [problem_text(problem) for problem in page.problems()]
    assert f"Rule 1: Counted after the run: {after} records violate it; in the file, 1 did." in said
    assert "Rule 2: Counted after the run: no record violates it." in said
    assert not any("Not kept for certain" in each for each in said)


def test_a_click_on_a_group_shows_it_on_the_map_and_in_every_tab(page) -> None:
    tab = page.conditions
    press_condition(tab, "Distance of DEBT from the whole file (t)")
    press_cell(tab.groups, tab.near.index(1, 0))
    cluster = int(groups(tab)[1][0]) - 1
    assert page.selection.cluster == cluster
    assert tab.map.drawing.selected == cluster
    assert len(tab.map.drawing.members) == int(groups(tab)[1][1])
    press_in_picture(tab.map, *tab.map.drawing.centroids[0])
    assert page.selection.cluster == 0


def test_only_groups_with_changed_cells_are_near_to_losing_zeros(page) -> None:
    press_condition(page.conditions, "Zeros of STAFF")
    ((_, _, changed),) = groups(page.conditions)
    assert int(changed) >= 2
    press_condition(page.conditions, "Edit rule EXPORTS <= TURNOVER")
    assert groups(page.conditions) == []
    assert page.conditions.meaning.text().endswith(
        "No group is nearer to violating it than others."
    )


def test_a_group_of_another_block_is_shown_among_the_clusters_of_its_block(
    show, firms, sync_runner
) -> None:
    amount = {"role": QUASI, "scale": "continuous"}
    page = show(
        firms[["TURNOVER", "DEBT"]],
        [{"name": "TURNOVER", **amount}, {"name": "DEBT", "role": QUASI, "scale": "integer"}],
        method={"name": "individual-ranking", "k": 4},
    )
    tab = page.conditions
    assert list(shown(tab)) == ["Smallest group (k) in TURNOVER", "Smallest group (k) in DEBT"]
    press_condition(tab, "Smallest group (k) in DEBT")
    sync_runner.do(press_cell, tab.groups, tab.near.index(2, 0))
    sync_runner.do(press_tab, page.tabs, page.tabs.indexOf(page.clusters))
    assert page.clusters.block.currentData() == 1
    cluster = int(groups(tab)[2][0]) - 1
    assert page.selection.cluster == cluster == tab.map.drawing.selected
    assert page.clusters.map.drawing.selected == cluster


def test_units_are_shown_before_and_after(show, sync_runner) -> None:
    rows = [(h, 100 + h * 7 % 53, (h * 31 + m * 17) % 80) for h in range(60) for m in (0, 1)]
    page = show(
        pd.DataFrame(rows, columns=["HID", "INCOME", "AGE"]),
        [
            {"name": "HID", "role": "link"},
            {"name": "INCOME", "role": QUASI, "scale": "integer"},
            {"name": "AGE", "role": QUASI, "scale": "integer"},
        ],
        unit={"id": "HID", "columns": ["INCOME"], "protect": "unit"},
    )
    found = shown(page.conditions)
    assert found["Units by HID"][0] == "every profile is shared by at least 4 units"
    assert found["Column of the unit: INCOME"][2] == "yes"
    said = page.conditions.units.text()
    assert said.startswith("Units with a unique profile: 60 before, 0 after. Mean risk")
    # A record is one of at least four, and at least one of two is found with up to 1 − (3/4)².
    risk = float(re.findall(r"([\d.]+) % after", said)[0])
    assert 25 < risk <= 43.8
    assert "Each record of a unit counts on its own" in said
    assert said.endswith("Whoever looks for a whole unit finds at least k that share its profile.")
    press_condition(page.conditions, "Units by HID")
    assert groups(page.conditions)[0][2] == "4"
    # The number of a unit has no mean; without t an empty picture would take the table's space.
    sync_runner.do(press_tab, page.tabs, page.tabs.indexOf(page.utility))
    listed = page.utility.columns
    assert {listed.index(row, 0).data() for row in range(listed.rowCount())} == {"INCOME", "AGE"}
    sync_runner.do(press_tab, page.tabs, page.tabs.indexOf(page.risk))
    assert page.risk.no_distance.isVisible()
    assert not page.risk.picture.isVisible()
