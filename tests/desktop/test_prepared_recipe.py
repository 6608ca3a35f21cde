"""A recipe that prepares columns, opened in the window: shown as prepared, saved and run."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from core.command_line import main
from core.jobs import Job
from core.model import Dataset, Method, Scale
from core.pipeline import execute, resolve
from desktop_app.state import Step
from tests.desktop.mouse import press_main
from tests.desktop.recipes import declare, write_recipe
from tests.statuses import WRITTEN

STEPS = [
    {"do": "age", "from": "BORN", "at": "2025-12-31", "name": "AGE", "why": "Dates identify."},
    {"do": "drop", "column": "BORN"},
    {"do": "band", "column": "WAGE", "width": 100, "label": "lower"},
    {"do": "round", "column": "ROOMS", "to": 2, "off": True},
]


@pytest.fixture
def recipe(tmp_path) -> Path:
    rows = [
        f"{1940 + 7 * i % 70}-0{1 + i % 9}-11,{500 + 37 * i % 900},{1 + i % 6}" for i in range(60)
    ]
    data = tmp_path / "wages.csv"
    data.write_text("BORN,WAGE,ROOMS\n" + "\n".join(rows) + "\n")
    return write_recipe(
        data,
        {"AGE": "quasi integer", "WAGE": "quasi integer", "ROOMS": "other"},
        prepare=STEPS,
        keep_order=True,
        output={"kind": "csv", "name": "out"},
    )


def test_the_window_shows_the_prepared_columns_and_saves_the_steps(traveller, recipe) -> None:
    traveller.open_project(recipe)
    assert traveller.store.dataset.names == ("AGE", "WAGE", "ROOMS")
    assert not traveller.store.plan.errors
    said = traveller.window.page(Step.DATA).loaded._figures.text()
    assert "Prepared in 3 steps: AGE: completed years from BORN" in said
    place = recipe.with_name("work.statveil")
    traveller.save(place)
    saved = json.loads(place.read_text(encoding="utf-8"))["prepare"]
    assert saved == STEPS


def test_run_and_release_list_what_the_preparation_left_out_and_made(traveller, recipe) -> None:
    traveller.open_project(recipe)
    for step in (Step.COLUMNS, Step.METHOD):
        traveller.store.confirm(step)
    said = traveller.show(Step.RUN).summary.text().split("<br>")
    assert "<b>Masked:</b> AGE (computed from BORN), WAGE" in said
    assert "<b>Left out on the step Prepare:</b> BORN" in said
    press_main(traveller.window.page(Step.RUN))
    traveller.do(traveller.wait, lambda: traveller.store.result is not None)
    panel = traveller.show(Step.RELEASE).meaning
    assert "Column BORN is not in the release." in panel.text()


def test_a_run_in_the_window_gives_the_records_of_the_command_line(
    traveller, recipe, tmp_path
) -> None:
    traveller.open_project(recipe)
    plan, dataset = traveller.store.plan, traveller.store.dataset
    result = execute(plan, dataset, Job())
    assert main(["protect", str(recipe), "--output", str(tmp_path / "release")]) in WRITTEN
    lines = (tmp_path / "release/public/out.csv").read_text(encoding="utf-8").splitlines()[1:]
    ages = next(column for column in result.columns if column.name == "AGE")
    assert ages.values.tolist() == [int(line.split(",")[0]) for line in lines]


def test_records_that_were_not_prepared_are_refused(traveller, recipe) -> None:
    traveller.open_project(recipe)
    store = traveller.store
    bare = Dataset(store.dataset.columns, store.dataset.fingerprint)
    project = store.project
    plan = resolve(project.recipe, project.schema, bare, project.source)
    assert plan.errors[0].code == "prepare-not-applied"


def test_codes_declared_afterwards_are_set_apart_before_the_steps(
    traveller, recipe, tmp_path
) -> None:
    """500 occurs in WAGE; as a code it must not become the lower end of a band."""
    traveller.open_project(recipe)
    store = traveller.store
    wages = store.dataset.column("WAGE")
    assert 500 in wages.values
    assert 537 not in wages.values
    traveller.do(store.set_not_applicable, {"WAGE": ("537",)})
    assert not store.plan.errors
    assert 537 in store.dataset.column("WAGE").values, "the code is prepared like an amount"
    kept = store.dataset
    traveller.do(store.undo)
    assert 537 not in store.dataset.column("WAGE").values
    traveller.do(store.redo)
    assert store.dataset.column("WAGE").values.tolist() == kept.column("WAGE").values.tolist()
    place = recipe.with_name("work.statveil")
    traveller.save(place)
    result = execute(store.plan, store.dataset, Job())
    assert main(["protect", str(place), "--output", str(tmp_path / "release")]) in WRITTEN
    lines = (tmp_path / "release/public/out.csv").read_text(encoding="utf-8").splitlines()[1:]
    released = next(column for column in result.columns if column.name == "WAGE")
    assert released.values.tolist() == [float(line.split(",")[1]) for line in lines]


def test_a_private_method_chosen_afterwards_refuses_steps_that_it_forbids(
    traveller, recipe
) -> None:
    traveller.open_project(recipe)
    traveller.do(traveller.store.set_method, Method("dp-laplace", {"epsilon": 1.0}))
    found = [p.where for p in traveller.store.plan.errors if p.code == "prepare-not-private"]
    assert [where.field for where in found] == ["prepare[0]"]


def test_a_step_on_a_taxonomy_follows_the_taxonomy(traveller, tmp_path) -> None:
    jobs = ["Farmer", "Builder", "Clerk", "Judge"]
    rows = [f"{jobs[i % 4]},{20 + i}" for i in range(40)]
    for name, manual in (("one", "Manual"), ("two", "Hands")):
        tree = f"category,parent\nAll,\n{manual},All\nOffice,All\nFarmer,{manual}\n"
        tree += f"Builder,{manual}\nClerk,Office\nJudge,Office\n"
        (tmp_path / f"{name}.csv").write_text(tree)
    path = write_recipe(
        tmp_path / "jobs.csv",
        {"JOB": declare("quasi nominal", taxonomy="one.csv"), "AGE": "quasi integer"},
        rows,
        prepare=[{"do": "level", "column": "JOB", "level": 1}],
        output={"kind": "csv", "name": "out"},
    )
    traveller.open_project(path)
    store = traveller.store
    assert store.dataset.column("JOB").categories == ("Manual", "Office")
    attribute = store.schema.named("JOB")
    traveller.do(store.relate, replace(attribute, taxonomy=str(tmp_path / "two.csv")))
    assert not store.plan.errors
    assert store.dataset.column("JOB").categories == ("Hands", "Office")
    traveller.do(store.relate, replace(attribute, taxonomy=None))
    assert [p.code for p in store.plan.errors][:2] == ["prepare-no-taxonomy", "prepare-not-applied"]


def test_changing_the_layout_prepares_the_file_again(traveller, recipe) -> None:
    traveller.open_project(recipe)
    page = traveller.window.page(Step.DATA)
    traveller.window.show_step(Step.DATA)
    page._check_values()
    traveller.wait(lambda: page.session.opened is not None)
    traveller.do(page._open, page.session.opened)
    assert traveller.store.dataset.names == ("AGE", "WAGE", "ROOMS")
    assert traveller.store.schema.named("AGE").scale is Scale.INTEGER
    assert not traveller.store.plan.errors
