"""No letter with Alt is given twice: relations of categories, a comparison, a run that goes on.

The other pages are looked at by `test_nothing_is_cut`.
"""

from __future__ import annotations

import threading
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

import resources
from core import pipeline
from core.model import Role
from desktop_app.jobs.attempt import AttemptState
from desktop_app.state import Step
from tests.desktop.mnemonics import ambiguous_mnemonics
from tests.desktop.mouse import press
from tests.desktop.patience import activate

_RELATED = ("occupation", "native-country")
_HOUSEHOLDS = resources.FOLDER / "samples/household_survey.csv"


def test_where_categories_are_related(traveller, reference_data, tmp_path) -> None:
    lines = (reference_data / "adult.csv").read_text(encoding="utf-8").splitlines()
    (tmp_path / "adult.csv").write_text("\n".join(lines[:600]) + "\n", encoding="utf-8")
    traveller.import_file(tmp_path / "adult.csv")
    traveller.forward()
    names = traveller.store.dataset.names
    traveller.set_roles({n: Role.QUASI_IDENTIFIER if n in _RELATED else Role.OTHER for n in names})
    traveller.forward()
    assert traveller.step is Step.TAXONOMIES
    page = traveller.page(Step.TAXONOMIES)
    found = ambiguous_mnemonics(traveller.window)
    traveller.forward()
    found += ambiguous_mnemonics(traveller.window)
    assert page.accepts_file(str(reference_data / f"taxonomies/adult_{page.current.name}.csv"))
    traveller.rest()
    found += ambiguous_mnemonics(traveller.window)
    assert found == []


def test_where_methods_are_compared(traveller) -> None:
    traveller.open_at(Step.METHOD, _HOUSEHOLDS.with_suffix(".recipe.json"))
    press(traveller.page(Step.METHOD).compare_button)
    assert traveller.page(Step.METHOD).comparing
    assert ambiguous_mnemonics(traveller.window) == []


def test_where_a_run_goes_on(traveller, monkeypatch) -> None:
    """What stops the run is on the page and in the strip; Return, pressed again, is neither."""
    window, may_end = traveller.window, threading.Event()
    measure_run = pipeline.measure_run

    def wait_and_measure(*arguments: Any, **options: Any) -> Any:
        assert may_end.wait(120)
        return measure_run(*arguments, **options)

    monkeypatch.setattr(pipeline, "measure_run", wait_and_measure)
    page = traveller.open_at(Step.RUN, _HOUSEHOLDS.with_suffix(".recipe.json"))
    activate(window)
    window.footer.main_button.setFocus()
    QTest.keyClick(window.footer.main_button, Qt.Key.Key_Return)
    traveller.wait(window.activity.isVisible)
    assert page.cancel_button.isVisible()
    assert ambiguous_mnemonics(window) == []
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Space):
        QTest.keyClick(window.focusWidget(), key)
    assert page.state is AttemptState.RUNNING
    press(page.cancel_button)
    may_end.set()
    traveller.rest()
    # It can be pressed again, and the keyboard is back on it.
    assert window.focusWidget() is window.footer.main_button
