"""What the step Method says of each method's settings."""

from __future__ import annotations

from dataclasses import replace

from core.model import Attribute, Method, Role
from core.protect import METHODS
from desktop_app.presenters.method.method_meaning import meaning
from desktop_app.store import ProjectStore
from tests.desktop.sync_runner import SyncRunner


def _said(store: ProjectStore, runner: SyncRunner, name: str, **parameters: object) -> str:
    runner.do(store.set_method, Method(name, {"k": 3, **parameters}))
    assert store.plan is not None
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
