"""Nothing of the step Prepare is cut off in a small window, and no letter is given twice."""

from __future__ import annotations

import pytest

from core.model.preparing import Do
from desktop_app.state import Step
from tests.desktop.mouse import choose_value, press
from tests.desktop.test_nothing_is_cut import _SAMPLES, looked_over
from tests.plain_recipes import write_plain_recipe


@pytest.mark.usefixtures("styled")
def test_every_form_of_the_step(traveller, tmp_path) -> None:
    page = traveller.open_at(
        Step.PREPARE, write_plain_recipe(_SAMPLES, "household_survey", tmp_path, 600)
    )
    found = looked_over(traveller, "no step")
    traveller.do(press, page.panel.suggestions.add_button)
    found += looked_over(traveller, "a step")
    press(page.panel.add_button)
    traveller.wait(lambda: page.editing)
    for do in Do:
        traveller.do(choose_value, page.form.kind, do)
        found += looked_over(traveller, do)
        if do is Do.BAND:
            press(page.form._settings.ways["cuts"])
            found += looked_over(traveller, "ends of bands")
    assert not found, "\n".join(found)


def test_without_dates_it_does_not_begin_with_ages(traveller, people) -> None:
    traveller.import_file(people)
    traveller.window.enter_step(Step.PREPARE)
    page = traveller.page(Step.PREPARE)
    press(page.panel.add_button)
    traveller.wait(lambda: page.editing)
    assert page.form.column.count() > 0
    assert page.form.kind.currentData() != Do.AGE
    assert not page.form.lacking.isVisible()
