"""From the recipe of a sample to a release that is ready, through the real window."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core.jobs import Job
from core.verify import verify
from desktop_app.state import Step, StepState
from tests.desktop.journeys.driver import Traveller
from tests.desktop.keys import type_into
from tests.small_samples import write_small_sample

# Its pages are made ahead, as they are for a user who waits.
pytestmark = pytest.mark.usefixtures("pages_ahead")


def run_sample(traveller: Traveller, recipe: Path) -> None:
    """Open the recipe of a sample, run it, and go on to the release."""
    traveller.open_project(recipe)
    traveller.protect()
    traveller.forward()


@pytest.mark.longer
def test_the_sample_of_enterprises_is_ready_with_the_answers_of_its_recipe(
    traveller, samples, tmp_path
) -> None:
    run_sample(traveller, samples / "business_survey.recipe.json")
    page = traveller.page(Step.RELEASE)
    assert len(page.confirming.questions) == 3
    # Each reason is read from its beginning.
    assert {question.why.cursorPosition() for question in page.confirming.questions} == {0}
    traveller.release(tmp_path / "release")
    assert page.verdict.headline.text() == "Ready for release"


def test_a_sample_goes_from_its_recipe_to_a_release_that_is_ready_once_cautions_are_confirmed(
    traveller, tmp_path
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
    assert traveller.store.step_states()[Step.RELEASE] is StepState.ATTENTION
    for question in page.confirming.questions:
        QTest.keyClick(question.box, Qt.Key.Key_Space)
        traveller.do(type_into, question.why, "Known.")
    traveller.release(tmp_path / "release")
    assert page.verdict.headline.text() == "Ready for release"
    for log in (tmp_path / "release").glob("*/*.json"):
        assert verify(log, None, Job()).faults == ()
