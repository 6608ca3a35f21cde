"""What closing the window or opening another file would lose is said before it is lost."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core.model import Method, Role
from desktop_app.state import Step
from tests.desktop.journeys.driver import Traveller
from tests.desktop.keys import choose_in_menu
from tests.desktop.mouse import answer, press
from tests.desktop.patience import activate


@pytest.fixture
def traveller(qtbot, shared_window, people) -> Iterator[Traveller]:
    """Return a user who is asked before the window closes."""
    traveller = Traveller(qtbot, shared_window.lend())
    traveller.import_file(people)
    traveller.forward()
    traveller.set_roles(
        {"NAME": Role.IDENTIFIER, "AGE": Role.QUASI_IDENTIFIER, "INCOME": Role.QUASI_IDENTIFIER}
    )
    store = traveller.store
    store.set_method(Method("mdav", {"k": 3}))
    traveller.wait(lambda: store.plan_is_current)
    traveller.window.keeper.storage.save(people.with_name("people.statveil"))
    traveller.wait(lambda: not store.modified)
    yield traveller
    shared_window.take_back(qtbot)


def _quit(traveller: Traveller) -> None:
    choose_in_menu(traveller.window, Qt.Key.Key_F, Qt.Key.Key_Q)


def _compare(traveller: Traveller) -> int:
    traveller.window.show_step(Step.METHOD)
    page = traveller.page(Step.METHOD)
    press(page.compare_button)
    panel = page.compare.panel
    traveller.do(traveller.wait, lambda: panel.model.rowCount() >= 2 and not panel.busy)
    return panel.model.rowCount()


def test_rows_of_a_comparison_are_not_lost_without_a_question(traveller) -> None:
    rows = _compare(traveller)
    said = answer("Stay")
    _quit(traveller)
    assert len(said) == 1
    assert f"The comparison of methods has {rows} rows" in said[0]
    assert traveller.window.isVisible()
    assert traveller.page(Step.METHOD).compare.panel.model.rowCount() == rows


def test_a_run_that_was_not_released_is_not_lost_to_another_file(
    traveller, tmp_path, monkeypatch
) -> None:
    other = tmp_path / "other.csv"
    other.write_text("A,B\n1,2\n3,4\n")
    monkeypatch.setattr("desktop_app.wizard.data_page.choose_data_file", lambda *_: other)
    traveller.protect()
    result = traveller.store.result
    said = answer("Stay", with_title=True)
    QTest.keyClick(traveller.window, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)
    traveller.rest()
    assert len(said) == 1
    assert said[0].startswith("Open another file: The protected data have not been released yet.")
    assert traveller.store.result is result
    assert not traveller.window.incoming
    said = answer("Open the other file")
    activate(traveller.window)
    QTest.keyClick(traveller.window, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)
    traveller.rest()
    assert len(said) == 1
    assert traveller.window.incoming == "other.csv"
