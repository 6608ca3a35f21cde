"""What the step Method says: clusters, survey weights, lost relations, and what settings mean."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from core.model import Attribute, Method, Role
from core.protect import METHODS
from desktop_app.presenters.method.method_meaning import meaning
from desktop_app.state import Step
from desktop_app.store import ProjectStore
from tests.desktop.mouse import choose, press, tick
from tests.desktop.recipes import declare, write_recipe
from tests.desktop.sync_runner import SyncRunner
from tests.desktop.test_projects import session

__all__ = ["session"]


@pytest.fixture
def firms(tmp_path) -> Path:
    """Return a recipe for 60 firms; 20 have no exports, and one firm dominates its group."""
    rows = [f"{0 if i < 20 else 100 + i},{1000 + 7 * i}" for i in range(59)]
    columns = {"EXPORTS": "quasi integer", "WAGES": "quasi integer"}
    return write_recipe(tmp_path / "firms.csv", columns, [*rows, "5000,1413"])


def test_it_follows_what_is_ticked(session, qtbot, firms) -> None:
    page = session.open_at(Step.METHOD, firms)
    assert not page.outlook.isVisible(), "without a condition there is nothing to say"
    press(page.conditions.fold.button)
    tick(page.conditions.zeros, page.conditions.zeros.model().index(0, 0))
    qtbot.waitUntil(lambda: "2 patterns" in page.outlook.sentence.text())
    assert page.outlook.isVisible()
    assert page.outlook.sentence.text().splitlines() == [
        "2 patterns of zeros; records are grouped within patterns. Each has enough records.",
        "– 40 records: nothing zero",
        "– 20 records: zero in EXPORTS",
    ]
    tick(page.conditions.columns, page.conditions.columns.model().index(0, 0))
    expected = "p% rule: about 1 of 12 groups would disclose an amount of EXPORTS."
    qtbot.waitUntil(lambda: expected in page.outlook.sentence.text())
    page.store.undo()
    page.store.undo()
    qtbot.waitUntil(lambda: not page.outlook.isVisible())


@pytest.fixture
def homes(tmp_path) -> Path:
    """Return a recipe for 60 households of one to three persons, a third of them without rent."""
    rows = [
        f"{h},{0 if h % 3 == 0 else 400 + 7 * h},{20 + (11 * h + m) % 50}"
        for h in range(60)
        for m in range(1 + h // 3 % 3)
    ]
    return write_recipe(
        tmp_path / "homes.csv",
        {
            "HID": "identifier",
            "RENT": declare("quasi integer", zeros="keep"),
            "AGE": "quasi integer",
        },
        rows,
        unit={"id": "HID", "columns": ["RENT"], "protect": "unit"},
        dominance={"columns": ["RENT"], "rule": "p-percent", "p": 10},
    )


def test_with_units_it_says_what_only_the_run_can_know(session, qtbot, homes) -> None:
    outlook = session.open_at(Step.METHOD, homes).outlook
    qtbot.waitUntil(outlook.isVisible)
    assert outlook.sentence.text().splitlines() == [
        "60 units, 117 records, 3 in the largest unit.",
        "Each pattern of zeros has enough units.",
        "p% rule: which groups would violate it is known only during the run, because units are "
        "grouped by their whole profile. The run merges such groups until the rule holds in all.",
    ]
    assert outlook.bars.titles == ("↑ Units", "Records of a unit")
    assert [size for size, _ in outlook.bars.sizes] == [1, 2, 3]


SAID = "The weight probably reveals the stratum"


@pytest.fixture
def people(tmp_path) -> Path:
    """Return a recipe for 200 people, each with one of four factors; 30 have no age."""
    rows = [f"{'' if i < 30 else 20 + 7 * i % 60},{(1.5, 2.5, 8.25, 9)[i % 4]}" for i in range(200)]
    columns = {"AGE": "quasi integer", "FACTOR": "other"}
    return write_recipe(tmp_path / "people.csv", columns, rows, missing="leave-out")


def test_a_weight_is_judged_when_it_is_chosen(session, qtbot, people) -> None:
    page = session.open_at(Step.METHOD, people)
    assert not page.weight.isVisible(), "nothing is said of a column that is no weight"
    press(page.design.fold.button)
    choose(page.design.weight, "FACTOR")
    qtbot.waitUntil(page.weight.isVisible)
    said = page.weight.sentence.text()
    assert SAID in said
    assert "Round it so that strata share values; where every record is a unit" in said
    total = sum((1.5, 2.5, 8.25, 9)) * 50
    left = total - sum((1.5, 2.5, 8.25, 9)[i % 4] for i in range(30))
    assert f"add up to {left:,.0f} instead of {total:,.0f}" in said
    assert said.endswith("the step Release asks you to accept this.")
    choose(page.design.weight, "None")
    qtbot.waitUntil(lambda: not page.weight.isVisible())


@pytest.mark.parametrize(("t", "is_said"), [(0.1, True), (0.3, False)])
def test_correlations_that_t_cannot_keep_are_said(
    session, qtbot, tmp_path, t: float, is_said: bool
) -> None:
    # HOURS rises with INCOME, of which the ranks have the standard deviation 0.2901.
    rows = [f"{20 + 7 * i % 60},{10 + i // 5},{1000 + i}" for i in range(200)]
    columns = {"AGE": "quasi integer", "HOURS": "quasi integer", "INCOME": "confidential integer"}
    method = {"name": "t-closeness-first", "k": 5, "t": t}
    relations = session.open_at(
        Step.METHOD, write_recipe(tmp_path / "people.csv", columns, rows, method=method)
    ).relations
    if not is_said:
        assert not relations.isVisible()
        return
    qtbot.waitUntil(relations.isVisible)
    assert "with the ranks of INCOME can be above 0.35" in relations.sentence.text()
    assert "That of HOURS is 1; to keep it, t must be at least 0.3." in relations.sentence.text()


def _said(store: ProjectStore, runner: SyncRunner, name: str, **parameters: object) -> str:
    runner.do(store.set_method, Method(name, {"k": 3, **parameters}))
    assert store.plan.implications is not None, store.plan.problems
    return " ".join(meaning(store.plan, store.plan.implications))


CLUSTERING = [
    name for name, method in METHODS.items() if name != "univariate-optimal" and method.forms_groups
]


def test_each_method_says_how_many_clusters_there_will_be(opened, sync_runner) -> None:
    for name in CLUSTERING:
        limit = {"t": 0.3} if METHODS[name].promises_t else {}
        assert "12 records become " in _said(opened, sync_runner, name, **limit), name


def test_a_cluster_that_may_grow_makes_the_number_a_limit(opened, sync_runner) -> None:
    said = _said(opened, sync_runner, "v-mdav", gamma=0.2)
    assert "up to 4 clusters of at least 3 records" in said
    assert "takes in near records while it has fewer than 5" in said
    assert "no cluster grows" in _said(opened, sync_runner, "v-mdav", gamma=0)


def test_one_column_is_cut_where_it_loses_least(opened, sync_runner) -> None:
    opened.set_attributes([Attribute("HOURS", Role.OTHER)])
    said = _said(opened, sync_runner, "univariate-optimal")
    assert "up to 4 clusters of at least 3 records" in said
    assert "3 to 5 records" in said


def test_columns_one_by_one_do_not_promise_that_a_person_is_among_k(opened, sync_runner) -> None:
    said = _said(opened, sync_runner, "individual-ranking")
    assert "In each of 2 columns by itself, 12 records become up to 4 clusters" in said
    assert "may find a single record" in said
    assert "the chance to pick the right one" not in said


def test_blocks_say_the_same_and_one_block_does_not(opened, sync_runner) -> None:
    said = _said(opened, sync_runner, "mdav", blocks=[["AGE"], ["HOURS"]])
    assert "In each of 2 blocks of columns, 12 records become" in said
    assert "may find a single record" in said
    assert "blocks of columns" not in _said(opened, sync_runner, "mdav")


def test_strata_are_told(opened) -> None:
    plan = opened.plan
    recipe = replace(plan.project.recipe, strata=("ID",))
    split = replace(plan, project=replace(plan.project, recipe=recipe))
    said = " ".join(meaning(split, split.implications))
    assert "Each stratum (by ID)" in said


def test_weighted_means_are_told(opened, sync_runner) -> None:
    # A weight that is masked itself is refused.
    opened.set_attributes([Attribute("ID", Role.OTHER)])
    opened.set_weight("ID")
    assert "Means are weighted by ID." in _said(opened, sync_runner, "mdav")


def test_the_picture_fits_the_method(page, sync_runner) -> None:
    for name, limit, picture in (
        ("mdav", {}, "sketch"),
        ("individual-ranking", {}, "runs"),
        ("insensitive", {}, "runs"),
        ("t-merge", {"t": 0.3}, "sketch"),
        ("t-closeness-first", {"t": 0.3}, "price"),
    ):
        sync_runner.do(page.store.set_method, Method(name, {"k": 3, **limit}))
        shown = {w for w in ("sketch", "runs", "price") if not getattr(page.picture, w).isHidden()}
        assert shown == {picture}, name
