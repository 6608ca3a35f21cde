"""The first start, and the tour: it follows the user, covers nothing, and never comes by itself."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from desktop_app import closing
from desktop_app.state import Step
from desktop_app.tour import LINES
from desktop_app.views.frame.rail import step_title
from tests.desktop.cut_off import cut_off
from tests.desktop.journeys.driver import Traveller
from tests.desktop.keys import choose_in_menu
from tests.desktop.mnemonics import ambiguous_mnemonics
from tests.desktop.mouse import press, press_in_sight
from tests.small_samples import write_small_sample


@pytest.fixture
def on_tour(traveller, tmp_path, monkeypatch) -> Traveller:
    """A user who pressed *Take the tour* at the first start; its sample is a short one."""
    sample = write_small_sample(tmp_path, "household_survey", 600)
    monkeypatch.setattr("desktop_app.tour.SAMPLE", sample)
    press(traveller.page(Step.DATA).empty.tour_button)
    traveller.do(traveller.wait, lambda: traveller.window.tour.card.isVisible())
    return traveller


def place(widget: QWidget) -> QRect:
    return QRect(widget.mapTo(widget.window(), widget.rect().topLeft()), widget.size())


def press_next(traveller: Traveller) -> None:
    button = traveller.window.tour.card.next_button
    traveller.wait(button.isEnabled)
    press(button)


def is_greeting(traveller: Traveller) -> bool:
    empty = traveller.page(Step.DATA).empty
    assert empty.isVisible()
    assert empty.welcome.isVisible() == empty.tour_button.isVisible()
    return empty.welcome.isVisible()


# The first start


def test_the_first_start_says_what_the_program_does(traveller) -> None:
    assert is_greeting(traveller)
    empty = traveller.page(Step.DATA).empty
    assert empty.welcome.sentence.text().count(". ") == 2
    assert empty.welcome.steps.text().split(" › ") == [step_title(step) for step in Step]
    assert [button.isVisible() for button in empty.sample_buttons] == [True] * 3
    assert traveller.window.focusWidget() is empty.open_button
    QTest.keyClick(empty.open_button, Qt.Key.Key_Tab)
    assert traveller.window.focusWidget() is empty.tour_button


def test_who_has_opened_a_file_is_greeted_no_more(qtbot, traveller, people) -> None:
    traveller.import_file(people)
    QTest.keyClick(traveller.window, Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    traveller.rest()
    assert not is_greeting(traveller)
    second = Traveller(qtbot)
    assert not is_greeting(second)
    second.leave()


def test_a_file_that_was_not_imported_leaves_the_greeting(traveller, people) -> None:
    traveller.open(people)
    traveller.wait(traveller.window.footer.main_button.isEnabled)
    press(traveller.page(Step.DATA).cancel_button)
    assert is_greeting(traveller)


# The tour


def test_each_step_has_its_words() -> None:
    assert set(LINES) == set(Step)


def test_next_leads_through_every_step(on_tour) -> None:
    card, seen = on_tour.window.tour.card, []
    while on_tour.step is not Step.RELEASE:
        seen.append(on_tour.step)
        assert card.title.text().endswith(f": {step_title(on_tour.step)}")
        assert LINES[on_tour.step] in card.sentence.text()
        assert f"“{on_tour.button}”" in card.sentence.text()
        press_next(on_tour)
        if seen[-1] is Step.RUN:
            assert not card.next_button.isEnabled(), "while a run is under way there is no next"
        on_tour.do(on_tour.wait, lambda: on_tour.step is not seen[-1])
    assert [*seen, Step.RELEASE] == list(Step)
    assert on_tour.store.result is not None
    assert card.next_button.text() == "Finish"
    press_next(on_tour)
    assert not card.isVisible()
    # Nothing was written, and what is open stays.
    assert on_tour.store.release is None
    assert on_tour.step is Step.RELEASE


def test_it_moves_on_as_the_user_does(on_tour) -> None:
    card = on_tour.window.tour.card
    on_tour.forward()
    assert on_tour.step is Step.COLUMNS
    assert card.title.text() == "Guided tour, 2 of 8: Columns"
    QTest.keyClick(on_tour.window, Qt.Key.Key_6, Qt.KeyboardModifier.ControlModifier)
    assert card.title.text() == "Guided tour, 6 of 8: Run"
    on_tour.run()
    assert card.title.text() == "Guided tour, 7 of 8: Results"
    on_tour.back()
    assert card.title.text() == "Guided tour, 6 of 8: Run"
    press_next(on_tour)
    # The result is there: it is not computed again.
    assert on_tour.step is Step.RESULTS


@pytest.mark.usefixtures("styled")
@pytest.mark.parametrize(
    "size", [pytest.param((1024, 700), marks=pytest.mark.longer), (960, 520)], ids=str
)
def test_it_covers_nothing_and_nothing_is_cut(on_tour, size: tuple[int, int]) -> None:
    window, found = on_tour.window, []
    for step in (Step.DATA, Step.COLUMNS, Step.TAXONOMIES, Step.PREPARE, Step.METHOD, Step.RUN):
        window.enter_step(step)
        for _ in range(2):
            on_tour.do(window.resize, *size)
            for _ in range(4):
                QApplication.processEvents()
        assert (window.width(), window.height()) == size
        found += [f"{step.name}: {line}" for line in cut_off(window)]
        found += [f"{step.name}: {line}" for line in ambiguous_mnemonics(window)]
        others = (window.pages, window.footer, window.problem_bar, window.rail)
        for other in filter(QWidget.isVisible, others):
            assert not place(window.tour.card).intersects(place(other)), (step, other)
        press_in_sight(window.tour.card.title)
    assert found == []


@pytest.mark.usefixtures("styled")
def test_the_first_start_is_not_cut_either(traveller) -> None:
    for size in ((1024, 700), (960, 520)):
        for _ in range(4):
            traveller.window.resize(*size)
            QApplication.processEvents()
        assert cut_off(traveller.window) == []
        assert ambiguous_mnemonics(traveller.window) == []


# Its end


def test_esc_closes_it_for_good(qtbot, on_tour, monkeypatch) -> None:
    monkeypatch.setattr(closing, "confirm_closing", lambda *_: closing.Answer.CLOSE)
    window = on_tour.window
    QTest.keyClick(window.focusWidget(), Qt.Key.Key_Escape)
    assert not window.tour.active
    assert not window.tour.card.isVisible()
    assert on_tour.store.dataset is not None
    on_tour.do(on_tour.forward)
    assert not window.tour.card.isVisible()
    on_tour.do(QTest.keyClick, window, Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    assert not is_greeting(on_tour)
    second = Traveller(qtbot)
    assert not is_greeting(second)
    assert not second.window.tour.card.isVisible()
    second.leave()


def test_closing_it_gives_the_keyboard_back_to_the_page(on_tour) -> None:
    card = on_tour.window.tour.card
    card.close_button.setFocus()
    QTest.keyClick(card.close_button, Qt.Key.Key_Space)
    assert not card.isVisible()
    assert on_tour.page(Step.DATA).isAncestorOf(on_tour.window.focusWidget())


def test_another_file_ends_it(on_tour, people) -> None:
    on_tour.import_file(people)
    assert not on_tour.window.tour.card.isVisible()


def test_the_menu_help_starts_it_again(on_tour) -> None:
    QTest.keyClick(on_tour.window.focusWidget(), Qt.Key.Key_Escape)
    on_tour.window.enter_step(Step.METHOD)
    choose_in_menu(on_tour.window, Qt.Key.Key_H, Qt.Key.Key_T)
    on_tour.do(on_tour.wait, on_tour.window.tour.card.isVisible)
    assert on_tour.step is Step.DATA
    assert on_tour.window.tour.card.title.text() == "Guided tour, 1 of 8: Data"


def test_tab_reaches_its_buttons_between_page_and_footer(on_tour) -> None:
    window = on_tour.window
    card, footer = window.tour.card, window.footer
    card.next_button.setFocus()
    reached = []
    for _ in range(3):
        QTest.keyClick(window.focusWidget(), Qt.Key.Key_Tab)
        reached.append(window.focusWidget())
    assert footer.main_button in reached
    while window.focusWidget() is not card.next_button:
        QTest.keyClick(window.focusWidget(), Qt.Key.Key_Backtab)
        assert not window.rail.hasFocus()
