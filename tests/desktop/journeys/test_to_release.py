"""From a file to a verified release folder, through every step of the real window."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core.command_line import main
from core.jobs import Job
from core.model import Role
from core.verify import verify
from desktop_app.state import Step, StepState
from tests.desktop.choosing import choose_method
from tests.desktop.journeys.conftest import ADULT_RECORDS
from tests.desktop.journeys.driver import Traveller
from tests.desktop.keys import type_into
from tests.desktop.mouse import press
from tests.small_samples import write_small_sample
from tests.statuses import WRITTEN

# Its pages are made ahead, as they are for a user who waits.
pytestmark = pytest.mark.usefixtures("pages_ahead")

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
    traveller.open_project(recipe)
    traveller.protect()
    traveller.forward()


def protect_again(log: Path, source: Path, folder: Path) -> Path:
    """Protect on the command line by the recipe in an audit log; return the file."""
    recipe = json.loads(log.read_text(encoding="utf-8"))["recipe"]
    recipe["input"]["path"] = str(source)
    path = folder / "again.recipe.json"
    path.write_text(json.dumps(recipe), encoding="utf-8")
    assert main(["protect", str(path), "--output", str(folder / "cli")]) in WRITTEN
    (released,) = (folder / "cli" / "public").glob("*.csv")
    return released


def read_records(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_adult_from_file_to_verified_folder_and_the_same_on_the_command_line(
    traveller: Traveller, adult: Path, tmp_path: Path
) -> None:
    traveller.import_file(adult)
    traveller.forward()
    assert traveller.step is Step.COLUMNS
    names = traveller.store.dataset.names
    traveller.set_roles({name: ADULT.get(name, Role.OTHER) for name in names})
    columns_to_results(traveller, "t-closeness-first")
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
    checked = verify(log, adult, Job())
    assert checked.faults == ()
    written = tmp_path / "release" / "public/adult_protected.csv"
    assert protect_again(log, adult, tmp_path).read_bytes() == written.read_bytes()

    original, released = read_records(adult), read_records(written)
    assert len(released) == len(original) == ADULT_RECORDS
    masked = [name for name, role in ADULT.items() if role is Role.QUASI_IDENTIFIER]
    groups = Counter(tuple(record[name] for name in masked) for record in released)
    assert min(groups.values()) >= 5
    assert [record["fnlwgt"] for record in released] == [record["fnlwgt"] for record in original]


@pytest.mark.longer
def test_the_sample_of_enterprises_is_ready_with_the_answers_of_its_recipe(
    traveller: Traveller, samples: Path, tmp_path: Path
) -> None:
    run_sample(traveller, samples / "business_survey.recipe.json")
    page = traveller.page(Step.RELEASE)
    assert len(page.confirming.questions) == 3
    # Each reason is read from its beginning.
    assert {question.why.cursorPosition() for question in page.confirming.questions} == {0}
    traveller.release(tmp_path / "release")
    assert page.verdict.headline.text() == "Ready for release"


def test_a_sample_goes_from_its_recipe_to_a_release_that_is_ready_once_cautions_are_confirmed(
    traveller: Traveller, tmp_path: Path
) -> None:
    unanswered = write_small_sample(tmp_path, "household_survey", 2_500)
    recipe = json.loads(unanswered.read_text())
    del recipe["answers"]
    unanswered.write_text(json.dumps(recipe))
    run_sample(traveller, unanswered)
    page = traveller.page(Step.RELEASE)
    assert len(page.confirming.questions) == 3
    traveller.release(tmp_path / "open")
    assert page.verdict.headline.text().startswith("Verified, not yet ready")
    assert traveller.store.step_state(Step.RELEASE) is StepState.ATTENTION
    for question in page.confirming.questions:
        QTest.keyClick(question.box, Qt.Key.Key_Space)
        type_into(question.why, "Known.")
        traveller.rest()
    traveller.release(tmp_path / "release")
    assert page.verdict.headline.text() == "Ready for release"
    for log in (tmp_path / "release").glob("*/*.json"):
        assert verify(log, None, Job()).faults == ()
