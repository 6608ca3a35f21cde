"""From a file to a verified release folder, through every step of the real window."""

from __future__ import annotations

import csv
import json
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core.jobs import Job
from core.model import Role
from core.pipeline import verify
from desktop_app.state import Step, StepState
from tests.desktop.choosing import choose_method
from tests.desktop.journeys.driver import Traveller
from tests.desktop.mouse import press
from tests.statuses import WRITTEN

ADULT = {
    "age": Role.QUASI_IDENTIFIER,
    "education-num": Role.QUASI_IDENTIFIER,
    "hours-per-week": Role.QUASI_IDENTIFIER,
    "capital-gain": Role.QUASI_IDENTIFIER,
    "fnlwgt": Role.CONFIDENTIAL,
}


def columns_to_results(traveller: Traveller, method: str) -> None:
    """Go from the step Columns to the results."""
    traveller.forward()
    while traveller.step is not Step.METHOD:
        traveller.forward()
    choose_method(traveller.page(Step.METHOD), method)
    traveller.rest()
    traveller.forward()
    traveller.run()


def run_sample(traveller: Traveller, recipe: Path) -> None:
    """Open the recipe of a sample, run it, and go on to the release."""
    traveller.open(recipe)
    traveller.wait(lambda: traveller.store.dataset is not None)
    traveller.rest()
    traveller.window.show_step(Step.RUN)
    traveller.rest()
    traveller.run()
    traveller.forward()


def command_line_release(
    log: Path, source: Path, folder: Path, taxonomies: Path | None = None
) -> list[Path]:
    """Protect again on the command line by the recipe in an audit log."""
    recipe = json.loads(log.read_text(encoding="utf-8"))["recipe"]
    recipe["input"]["path"] = str(source)
    for attribute in recipe["attributes"]:
        if "taxonomy" in attribute and taxonomies is not None:
            attribute["taxonomy"] = str(taxonomies / attribute["taxonomy"])
    path = folder / "again.recipe.json"
    path.write_text(json.dumps(recipe), encoding="utf-8")
    command = [sys.executable, "-m", "core", "protect", str(path), "--output", str(folder / "cli")]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode in WRITTEN, ended.stderr
    return sorted((folder / "cli").glob("*/*"))


@pytest.mark.parametrize("method", ["mdav", "t-closeness-first"])
def test_adult_from_file_to_verified_folder_and_the_same_on_the_command_line(
    traveller: Traveller, reference_data: Path, tmp_path: Path, method: str
) -> None:
    source = reference_data / "adult.csv"
    traveller.import_file(source)
    assert traveller.store.dataset.rows == 30_162
    traveller.forward()
    assert traveller.step is Step.COLUMNS
    names = traveller.store.dataset.names
    traveller.set_roles({name: ADULT.get(name, Role.OTHER) for name in names})
    columns_to_results(traveller, method)
    assert "at least 4 others" in traveller.page(Step.RESULTS).summary.text()
    traveller.forward()
    press(traveller.page(Step.RELEASE).form.keep)
    # Weights, published as they are, nearly all differ.
    traveller.confirm()
    traveller.release(tmp_path / "release")
    page = traveller.page(Step.RELEASE)
    assert page.verdict.headline.text() == "Ready for release"
    assert {traveller.store.step_state(step) for step in Step} == {StepState.DONE}
    log = tmp_path / "release" / "internal/adult_protected.internal.json"
    checked = verify(log, source, Job())
    assert checked.faults == ()
    files = command_line_release(log, source, tmp_path)
    again = next(path for path in files if path.suffix == ".csv")
    written = tmp_path / "release" / "public/adult_protected.csv"
    assert again.read_bytes() == written.read_bytes()


def test_adult_is_protected_as_its_recipe_says(
    traveller: Traveller, reference_data: Path, tmp_path: Path
) -> None:
    traveller.import_file(reference_data / "adult.csv")
    traveller.forward()
    names = traveller.store.dataset.names
    traveller.set_roles({name: ADULT.get(name, Role.OTHER) for name in names})
    columns_to_results(traveller, "mdav")
    traveller.forward()
    traveller.release(tmp_path / "release")
    with (tmp_path / "release" / "public/adult_protected.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    masked = [name for name, role in ADULT.items() if role is Role.QUASI_IDENTIFIER]
    groups: dict[tuple[str, ...], int] = {}
    for row in rows:
        profile = tuple(row[name] for name in masked)
        groups[profile] = groups.get(profile, 0) + 1
    assert len(rows) == 30_162
    assert min(groups.values()) >= 5
    with (reference_data / "adult.csv").open(encoding="utf-8") as file:
        original = sorted(row["fnlwgt"] for row in csv.DictReader(file))
    assert sorted(row["fnlwgt"] for row in rows) == original


def test_the_sample_of_whole_households_is_ready_without_a_question(
    traveller: Traveller, samples: Path, tmp_path: Path
) -> None:
    run_sample(traveller, samples / "household_members.recipe.json")
    traveller.release(tmp_path / "release")
    page = traveller.page(Step.RELEASE)
    assert page.verdict.headline.text() == "Ready for release"
    released = tmp_path / "release/public/household_members_protected.csv"
    with released.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    households: dict[str, list[tuple[str, ...]]] = {}
    for row in rows:
        household = households.setdefault(row.pop("HOUSEHOLD_ID"), [])
        household.append(tuple(row.values()))
    profiles = Counter(tuple(sorted(members)) for members in households.values())
    assert len(households) == 2_500
    assert min(profiles.values()) >= 5


def test_the_sample_of_enterprises_is_ready_with_the_answers_of_its_recipe(
    traveller: Traveller, samples: Path, tmp_path: Path
) -> None:
    run_sample(traveller, samples / "business_survey.recipe.json")
    page = traveller.page(Step.RELEASE)
    assert len(page.confirming.cautions) == 4
    # Each reason is read from its beginning.
    assert {caution.why.cursorPosition() for caution in page.confirming.cautions} == {0}
    traveller.release(tmp_path / "release")
    assert page.verdict.headline.text() == "Ready for release"


def test_a_sample_goes_from_its_recipe_to_a_release_that_is_ready_once_cautions_are_confirmed(
    traveller: Traveller, samples: Path, tmp_path: Path
) -> None:
    recipe = json.loads((samples / "household_survey.recipe.json").read_text())
    del recipe["answers"]
    shutil.copy(samples / "household_survey.csv", tmp_path)
    unanswered = tmp_path / "unanswered.recipe.json"
    unanswered.write_text(json.dumps(recipe))
    run_sample(traveller, unanswered)
    page = traveller.page(Step.RELEASE)
    assert len(page.confirming.cautions) == 3
    traveller.release(tmp_path / "open")
    assert page.verdict.headline.text().startswith("Verified, not yet ready")
    assert traveller.store.step_state(Step.RELEASE) is StepState.ATTENTION
    for caution in page.confirming.cautions:
        QTest.keyClick(caution.box, Qt.Key.Key_Space)
        traveller.rest()
    traveller.release(tmp_path / "release")
    assert page.verdict.headline.text() == "Ready for release"
    for log in (tmp_path / "release").glob("*/*.json"):
        assert verify(log, None, Job()).faults == ()


def test_a_workbook_becomes_a_workbook(traveller: Traveller, tmp_path: Path) -> None:
    from openpyxl import Workbook, load_workbook

    book = Workbook()
    sheet = book.active
    sheet.append(["AGE", "HOURS", "WAGE"])
    for i in range(60):
        sheet.append([20 + i % 13, 30 + i % 7, 1000.5 + i])
    path = tmp_path / "people.xlsx"
    book.save(path)
    traveller.import_file(path)
    traveller.forward()
    traveller.set_roles(
        {
            "AGE": Role.QUASI_IDENTIFIER,
            "HOURS": Role.QUASI_IDENTIFIER,
            "WAGE": Role.CONFIDENTIAL,
        }
    )
    columns_to_results(traveller, "mdav")
    traveller.forward()
    traveller.release(tmp_path / "release")
    released = load_workbook(tmp_path / "release" / "public/people_protected.xlsx").active
    rows = list(released.iter_rows(values_only=True))
    assert rows[0] == ("AGE", "HOURS", "WAGE")
    assert len(rows) == 61
    assert sorted(row[2] for row in rows[1:]) == [1000.5 + i for i in range(60)]
