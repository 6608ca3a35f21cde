"""From the raw household file to a release: once by mouse alone, once by keys alone.

Whoever accepts what is right needs 22 clicks and one for each question; version 0.1 took 45 to 50.
"""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QTableView, QWidget

from core.jobs import Job
from core.verify import verify
from desktop_app.settings import LAST_FOLDER
from desktop_app.state import Step, StepState
from desktop_app.wizard.release_page import ReleasePage
from tests.desktop.journeys.driver import Traveller
from tests.desktop.journeys.hands import Keyboard, Mouse, button_in
from tests.desktop.keys import turn_wheel
from tests.desktop.patience import activate
from tests.small_samples import write_small_sample

# Its pages are made ahead, as they are for a user who waits.
pytestmark = pytest.mark.usefixtures("styled", "pages_ahead")
# And one for each question.
MOST_CLICKS = 22
CONTROL = Qt.KeyboardModifier.ControlModifier
# What the codes of the questionnaire say: no value.
MISSING = {"n/a", "refused", "-9"}


@pytest.fixture
def raw(tmp_path) -> Path:
    """Return the household file as an office gets it, alone in a folder that was used last."""
    folder = tmp_path / "raw"
    folder.mkdir()
    write_small_sample(folder, "household_survey", 1_000)
    (folder / "household_survey.recipe.json").unlink()
    (folder / "household_survey.csv").rename(folder / "household.csv")
    QSettings().setValue(LAST_FOLDER, str(folder))
    return folder / "household.csv"


def unfolded(traveller: Traveller, width: int, height: int) -> None:
    """Give the window a size of its own: the offscreen screen is a small one."""
    traveller.window.setWindowState(Qt.WindowState.WindowNoState)
    traveller.window.resize(width, height)
    activate(traveller.window)


def checked(traveller: Traveller, raw: Path) -> None:
    """Count in the released file what the release promises, in plain Python."""
    assert traveller.page(Step.RELEASE).verdict.headline.text() == "Ready for release"
    assert {traveller.store.step_states()[step] for step in Step} == {StepState.DONE}
    release = traveller.store.release
    folder = Path(release.folder)
    assert verify(folder / release.log, raw, Job()).faults == ()
    released = next((folder / "public").glob("*.csv"))
    with released.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file, delimiter=";"))
    masked = [a.name for a in traveller.store.schema.attributes if a.role == "quasi-identifier"]
    assert len(masked) >= 5
    assert min(Counter(tuple(row[name] for name in masked) for row in rows).values()) >= 5
    gone = {"PERSON_ID", "NAME", "INTERVIEW_DATE"}
    assert not gone & set(rows[0])
    assert not MISSING & {row[name] for row in rows for name in masked}


def wait(traveller: Traveller) -> None:
    traveller.rest()
    QApplication.processEvents()


# By mouse


def bring_in_sight(page: ReleasePage, widget: QWidget) -> None:
    """Turn the wheel until a part of the page is above its lower edge."""
    view = page._area.viewport()
    while widget.mapTo(view, QPoint(0, widget.height())).y() > view.height():
        assert turn_wheel(view, -1)


def click_on(mouse: Mouse, traveller: Traveller) -> None:
    """Click the main button once it can be pressed."""
    button = traveller.window.footer.main_button
    traveller.wait(button.isEnabled)
    wait(traveller)
    mouse.click(button)
    wait(traveller)


def tick(mouse: Mouse, codes, begins: str) -> None:
    texts = [codes.item(row).text() for row in range(codes.count())]
    row = next(i for i, text in enumerate(texts) if text.startswith(begins))
    place = codes.visualItemRect(codes.item(row))
    mouse.click(codes.viewport(), QPoint(place.left() + 10, place.center().y()))


@pytest.mark.usefixtures("painted_window")
@pytest.mark.parametrize("size", [(1024, 700), pytest.param((1280, 800), marks=pytest.mark.longer)])
def test_by_mouse_alone(traveller, raw, size: tuple[int, int]) -> None:
    unfolded(traveller, *size)
    mouse, window = Mouse(), traveller.window
    data = traveller.page(Step.DATA)
    mouse.in_file_dialog(mouse.take_file(raw))
    mouse.click(data.empty.open_button)
    traveller.wait(lambda: data.importing)
    click_on(mouse, traveller)
    click_on(mouse, traveller)
    traveller.wait(window.footer.main_button.isEnabled)
    values = data.wizard.currentWidget()
    mouse.click(button_in(values.obstacles, "Treat as missing"))
    wait(traveller)
    tick(mouse, values.codes, "-9 ")
    wait(traveller)
    click_on(mouse, traveller)
    traveller.wait(lambda: traveller.store.dataset is not None)
    click_on(mouse, traveller)
    decide_columns(mouse, traveller)
    click_on(mouse, traveller)
    decide_taxonomies(mouse, traveller)
    assert traveller.step is Step.PREPARE
    click_on(mouse, traveller)
    assert traveller.step is Step.METHOD
    click_on(mouse, traveller)
    click_on(mouse, traveller)
    traveller.wait(lambda: traveller.step is Step.RESULTS)
    click_on(mouse, traveller)
    page = traveller.page(Step.RELEASE)
    for question in page.confirming.questions:
        bring_in_sight(page, question)
        mouse.click(question.box)
        assert QApplication.focusWidget() is question.why
        QTest.keyClicks(question.why, "Known.")
    click_on(mouse, traveller)
    traveller.wait(page.verdict.isVisible)
    wait(traveller)
    checked(traveller, raw)
    assert mouse.clicks <= MOST_CLICKS + len(page.confirming.questions)


def decide_columns(mouse: Mouse, traveller: Traveller) -> None:
    """Accept the order that is suggested where the program asks for it."""
    page = traveller.page(Step.COLUMNS)
    while not traveller.window.footer.main_button.isEnabled():
        column = next(p.where.column for p in traveller.store.problems if p.severity == "error")
        names = [attribute.name for attribute in traveller.store.schema.attributes]
        mouse.click_cell(page.table, names.index(column))
        wait(traveller)
        mouse.click(button_in(page.details, "Use this order"))
        wait(traveller)


def decide_taxonomies(mouse: Mouse, traveller: Traveller) -> None:
    """Say of every column that is left that its categories have no order."""
    page = traveller.page(Step.TAXONOMIES)
    while traveller.step is Step.TAXONOMIES:
        if not traveller.window.footer.main_button.isEnabled():
            mouse.click(button_in(page, "No order for all", "No order"))
            wait(traveller)
        click_on(mouse, traveller)


# By keys


def go_on(keyboard: Keyboard, traveller: Traveller) -> None:
    """Press Ctrl+Return once the main button can be pressed."""
    traveller.wait(traveller.window.footer.main_button.isEnabled)
    wait(traveller)
    keyboard.press(Qt.Key.Key_Return, CONTROL)
    wait(traveller)


def labelled(*words: str):
    """Return what finds a control by its text or its name."""

    def wanted(widget: QWidget) -> bool:
        text = getattr(widget, "text", str)().replace("&", "")
        return any(word in text or word in widget.accessibleName() for word in words)

    return wanted


def test_by_keys_alone(traveller, raw) -> None:
    unfolded(traveller, 1280, 800)
    keyboard = Keyboard()
    keyboard.in_file_dialog(raw)
    keyboard.press(Qt.Key.Key_O, CONTROL)
    import_by_keys(keyboard, traveller)
    go_on(keyboard, traveller)
    order_by_keys(keyboard, traveller)
    go_on(keyboard, traveller)
    while traveller.step is Step.TAXONOMIES:
        if not traveller.window.footer.main_button.isEnabled():
            keyboard.tab_to(labelled("No order"))
            keyboard.press(Qt.Key.Key_Space)
            wait(traveller)
        go_on(keyboard, traveller)
    assert traveller.step is Step.PREPARE
    go_on(keyboard, traveller)
    assert traveller.step is Step.METHOD
    keyboard.tab_to(labelled("size k"))
    keyboard.press(Qt.Key.Key_A, CONTROL)
    keyboard.type("6")
    go_on(keyboard, traveller)
    go_on(keyboard, traveller)
    traveller.wait(lambda: traveller.step is Step.RESULTS)
    go_on(keyboard, traveller)
    release_by_keys(keyboard, traveller, raw.parent / "out")
    checked(traveller, raw)
    assert Path(traveller.store.release.folder) == raw.parent / "out"
    assert traveller.store.draft.method.parameters["k"] == 6


def import_by_keys(keyboard: Keyboard, traveller: Traveller) -> None:
    """Go through the pages of the import, and say which codes mean that a value is missing."""
    data = traveller.page(Step.DATA)
    traveller.wait(lambda: data.importing)
    go_on(keyboard, traveller)
    go_on(keyboard, traveller)
    traveller.wait(traveller.window.footer.main_button.isEnabled)
    codes = keyboard.tab_to(labelled("Missing codes"))
    for _ in range(codes.count()):
        if codes.currentItem() is not None and codes.currentItem().text().startswith("-9 "):
            break
        keyboard.press(Qt.Key.Key_Down)
    keyboard.press(Qt.Key.Key_Space)
    wait(traveller)
    keyboard.tab_to(labelled("Treat as missing"))
    keyboard.press(Qt.Key.Key_Space)
    wait(traveller)
    go_on(keyboard, traveller)
    traveller.wait(lambda: traveller.store.dataset is not None)


def release_by_keys(keyboard: Keyboard, traveller: Traveller, place: Path) -> None:
    """Confirm each question, name the folder and write the release."""
    page = traveller.page(Step.RELEASE)
    for question in page.confirming.questions:
        keyboard.tab_to(lambda widget, box=question.box: widget is box)
        keyboard.press(Qt.Key.Key_Space)
        keyboard.tab_to(lambda widget, why=question.why: widget is why)
        keyboard.type("Known.")
    folder = keyboard.tab_to(lambda w: isinstance(w, QLineEdit) and "Folder" in w.accessibleName())
    assert folder is page.form.folder
    keyboard.press(Qt.Key.Key_A, CONTROL)
    keyboard.type(str(place))
    wait(traveller)
    go_on(keyboard, traveller)
    traveller.wait(page.verdict.isVisible)
    wait(traveller)


def order_by_keys(keyboard: Keyboard, traveller: Traveller) -> None:
    """Go down the table of columns to each that needs an order, and accept what is suggested."""
    names = [attribute.name for attribute in traveller.store.schema.attributes]
    while not traveller.window.footer.main_button.isEnabled():
        column = next(p.where.column for p in traveller.store.problems if p.severity == "error")
        table = keyboard.tab_to(lambda widget: isinstance(widget, QTableView))
        keyboard.press(Qt.Key.Key_Home, CONTROL)
        for _ in range(names.index(column)):
            keyboard.press(Qt.Key.Key_Down)
        assert table.currentIndex().row() == names.index(column)
        keyboard.tab_to(labelled("Use this order"))
        keyboard.press(Qt.Key.Key_Space)
        wait(traveller)
