"""A recipe that prepares columns, opened in the window: shown as prepared, saved and run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.command_line import main
from core.jobs import Job
from core.model import Dataset, Scale
from core.pipeline import execute, resolve
from desktop_app.state import Step
from tests.desktop.test_projects import Session, session
from tests.statuses import WRITTEN

__all__ = ["session"]

STEPS = [
    {"do": "age", "from": "BORN", "at": "2025-12-31", "name": "AGE", "why": "Dates identify."},
    {"do": "drop", "column": "BORN"},
    {"do": "band", "column": "WAGE", "width": 100, "label": "lower"},
    {"do": "round", "column": "ROOMS", "to": 2, "off": True},
]


@pytest.fixture
def recipe(tmp_path: Path) -> Path:
    rows = [
        f"{1940 + 7 * i % 70}-0{1 + i % 9}-11,{500 + 37 * i % 900},{1 + i % 6}" for i in range(60)
    ]
    (tmp_path / "wages.csv").write_text("BORN,WAGE,ROOMS\n" + "\n".join(rows) + "\n")
    document = {
        "format": "statveil-recipe/1",
        "input": {"path": "wages.csv", "kind": "csv"},
        "prepare": STEPS,
        "attributes": [
            {"name": "AGE", "role": "quasi-identifier", "scale": "integer"},
            {"name": "WAGE", "role": "quasi-identifier", "scale": "integer"},
            {"name": "ROOMS", "role": "other"},
        ],
        "keep_order": True,
        "method": {"name": "mdav", "k": 5},
        "output": {"kind": "csv", "name": "out"},
    }
    path = tmp_path / "wages.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def test_the_window_shows_the_prepared_columns_and_saves_the_steps(
    session: Session, recipe: Path
) -> None:
    session.open_project(recipe)
    assert session.store.dataset.names == ("AGE", "WAGE", "ROOMS")
    assert not session.store.plan.errors
    said = session.window.page(Step.DATA).loaded._figures.text()
    assert "Prepared as the recipe says, in 3 steps: AGE: completed years from BORN" in said
    place = recipe.with_name("work.statveil")
    session.window.keeper.storage.save(place)
    session.rest()
    saved = json.loads(place.read_text(encoding="utf-8"))["prepare"]
    given = [{"from": 0, **step} if step["do"] == "band" else step for step in STEPS]
    assert saved == given


def test_a_run_in_the_window_gives_the_records_of_the_command_line(
    session: Session, recipe: Path, tmp_path: Path
) -> None:
    session.open_project(recipe)
    plan, dataset = session.store.plan, session.store.dataset
    result = execute(plan, dataset, Job())
    assert main(["protect", str(recipe), "--output", str(tmp_path / "release")]) in WRITTEN
    lines = (tmp_path / "release/public/out.csv").read_text(encoding="utf-8").splitlines()[1:]
    ages = next(column for column in result.columns if column.name == "AGE")
    assert ages.values.tolist() == [int(line.split(",")[0]) for line in lines]


def test_records_that_were_not_prepared_are_refused(session: Session, recipe: Path) -> None:
    session.open_project(recipe)
    store = session.store
    bare = Dataset(store.dataset.columns, store.dataset.fingerprint)
    project = store.project
    plan = resolve(project.recipe, project.schema, bare, project.source)
    assert plan.errors[0].code == "prepare-not-applied"


def test_changing_the_layout_prepares_the_file_again(session: Session, recipe: Path) -> None:
    session.open_project(recipe)
    page = session.window.page(Step.DATA)
    session.window.show_step(Step.DATA)
    page._check_values()
    session.wait(lambda: page.session.opened is not None)
    page._open(page.session.opened)
    session.rest()
    assert session.store.dataset.names == ("AGE", "WAGE", "ROOMS")
    assert session.store.schema.named("AGE").scale is Scale.INTEGER
    assert not session.store.plan.errors
