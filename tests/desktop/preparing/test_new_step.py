"""A new step begins with something that can be done with the file."""

from __future__ import annotations

from pathlib import Path

from core.model.preparing import Do
from desktop_app.state import Step
from tests.desktop.journeys.driver import Traveller
from tests.desktop.mouse import press


def test_without_dates_it_does_not_begin_with_ages(traveller: Traveller, people: Path) -> None:
    traveller.import_file(people)
    traveller.window.enter_step(Step.PREPARE)
    page = traveller.page(Step.PREPARE)
    press(page.panel.add_button)
    traveller.wait(lambda: page.editing)
    assert page.form.column.count() > 0
    assert page.form.kind.currentData() != Do.AGE
    assert not page.form.lacking.isVisible()
