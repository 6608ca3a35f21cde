"""The manual by keys: F1 at the current step, links, back, search; nothing leaves it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt, QUrl
from PySide6.QtGui import QTextCursor, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop_app import theme
from desktop_app.manual import ManualWindow
from desktop_app.manual.manual_pages import (
    anchor_of,
    guide_of_step,
    page_names,
    place_of_step,
    readable_text,
    title_of,
)
from desktop_app.manual.page_view import PageView
from desktop_app.state import Step
from resources import manual_page
from tests.architecture.manual_pages import PAGES, anchors
from tests.desktop.keys import choose_in_menu


@pytest.fixture
def manual(survey_window) -> ManualWindow:
    QTest.keyClick(survey_window, Qt.Key.Key_F1)
    return survey_window.findChild(ManualWindow)


def top_heading(page: PageView) -> str:
    """Return the heading of the section at the top of the view."""
    block = page.cursorForPosition(QPoint(20, 30)).block()
    while block.isValid() and not block.blockFormat().headingLevel():
        block = block.previous()
    return block.text()


def press_link(manual: ManualWindow, text: str) -> None:
    """Click on a link by the mouse, where its text is."""
    page = manual.page
    page.moveCursor(QTextCursor.MoveOperation.Start)
    assert page.find(text)
    cursor = page.textCursor()
    cursor.setPosition((cursor.selectionStart() + cursor.selectionEnd()) // 2)
    page.setTextCursor(cursor)
    page.ensureCursorVisible()
    QTest.mouseClick(
        page.viewport(), Qt.MouseButton.LeftButton, pos=page.cursorRect(cursor).center()
    )


def test_f1_opens_the_manual_at_the_current_step(survey_window) -> None:
    survey_window.show_step(Step.COLUMNS)
    QTest.keyClick(survey_window, Qt.Key.Key_F1)
    manual = survey_window.findChild(ManualWindow)
    assert manual.isVisible()
    assert manual.place == "guide.md#which-columns-are-quasi-identifiers"
    assert manual.page.textCursor().block().text() == "Which columns are quasi-identifiers"
    QTest.keyClick(manual.page, Qt.Key.Key_Escape)
    assert not manual.isVisible()
    survey_window.show_step(Step.DATA)
    QTest.keyClick(survey_window, Qt.Key.Key_F1)
    assert survey_window.findChildren(ManualWindow) == [manual]
    assert manual.place == "guide.md#know-the-file"


def test_the_menu_opens_the_manual_at_the_controls_of_the_step(survey_window) -> None:
    survey_window.show_step(Step.COLUMNS)
    choose_in_menu(survey_window, Qt.Key.Key_H, Qt.Key.Key_M)
    manual = survey_window.findChild(ManualWindow)
    assert manual.place == "steps.md#columns"
    QTest.keyClick(manual.page, Qt.Key.Key_Escape)
    choose_in_menu(survey_window, Qt.Key.Key_H, Qt.Key.Key_G)
    assert manual.place == "guide.md#which-columns-are-quasi-identifiers"


@pytest.mark.parametrize("step", list(Step))
def test_every_step_has_its_section(step: Step) -> None:
    for place in (place_of_step(step), guide_of_step(step)):
        name, _, section = place.partition("#")
        assert section in anchors(manual_page(name)), place


def test_the_list_has_every_page_once_and_goes_to_it_by_keys(manual) -> None:
    assert sorted(page_names()) == sorted(PAGES)
    manual.list.setFocus()
    QTest.keyClick(manual.list, Qt.Key.Key_Home)
    for name in page_names():
        assert manual.place == name
        assert manual.page.document().begin().text() == title_of(name)
        QTest.keyClick(manual.list, Qt.Key.Key_Down)


@pytest.mark.usefixtures("styled")
def test_every_title_of_the_list_can_be_read_whole(manual) -> None:
    assert manual.list.horizontalScrollBar().maximum() == 0
    room = manual.list.viewport().width()
    metrics = manual.list.fontMetrics()
    for row in range(manual.list.count()):
        shown = manual.list.visualItemRect(manual.list.item(row))
        title = manual.list.item(row).text()
        lines = shown.height() // metrics.lineSpacing()
        assert shown.right() <= room
        assert metrics.horizontalAdvance(title) <= lines * room, title


@pytest.mark.usefixtures("styled")
def test_the_manual_is_no_larger_than_the_screen(manual) -> None:
    available = manual.screen().availableSize()
    assert manual.width() <= available.width()
    assert manual.height() <= available.height()


def test_links_are_followed_and_back_returns(manual) -> None:
    first = manual.place
    manual.go_to("steps.md")
    press_link(manual, "roles")
    assert manual.place == "methods.md#roles"
    assert top_heading(manual.page) == "Roles"
    assert manual.list.currentItem().text() == title_of("methods.md")
    for before in ("steps.md", first, first):
        QTest.keyClick(manual.page, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
        assert manual.place == before
    assert not manual.back_button.isEnabled()


@pytest.mark.parametrize(
    "link", ["https://example.org/x", "file:///etc/passwd", "../recipe.md", "no-such-page.md"]
)
def test_a_link_out_of_the_manual_is_not_opened(manual, link: str, monkeypatch) -> None:
    opened: list[QUrl] = []
    monkeypatch.setattr("PySide6.QtGui.QDesktopServices.openUrl", opened.append)
    before = manual.place
    manual.page.anchorClicked.emit(QUrl(link))
    assert manual.place == before
    assert "not opened" in manual.sentence.text()
    assert opened == []


def test_finding_goes_through_all_pages_and_round(manual) -> None:
    QTest.keyClick(manual.page, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.focusWidget() is manual.find_field
    QTest.keyClicks(manual.find_field, "landlord")
    found = set()
    whole = sum(readable_text(name).lower().count("landlord") for name in page_names())
    assert whole > 2
    for _ in range(whole + 2):
        QTest.keyClick(manual.find_field, Qt.Key.Key_Return)
        assert manual.page.textCursor().selectedText().lower() == "landlord"
        found.add((manual.place, manual.page.textCursor().position()))
    assert len(found) == whole
    here = manual.place, manual.page.textCursor().position()
    QTest.keyClick(manual.find_field, Qt.Key.Key_F3)
    QTest.keyClick(manual.find_field, Qt.Key.Key_F3, Qt.KeyboardModifier.ShiftModifier)
    assert (manual.place, manual.page.textCursor().position()) == here


def test_finding_says_where_it_went_and_what_is_not_there(manual) -> None:
    place = manual.place
    QTest.keyClick(manual.page, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(manual.find_field, "Woodruff")
    QTest.keyClick(manual.find_field, Qt.Key.Key_Return)
    assert manual.place == "figures.md"
    assert manual.sentence.text() == "Found on another page."
    QTest.keyClick(manual.page, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert manual.place == place
    QTest.keyClick(manual.page, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(manual.find_field, "qqq")
    QTest.keyClick(manual.find_field, Qt.Key.Key_Return)
    assert manual.sentence.text() == "“qqq” is not in the manual."
    assert manual.place == place
    QTest.keyClick(manual.find_field, Qt.Key.Key_Escape)
    QTest.keyClick(manual.find_field, Qt.Key.Key_Escape)
    assert QApplication.focusWidget() is manual.page


@pytest.mark.usefixtures("painted_window")
def test_pictures_are_shown_no_wider_than_the_page(manual, qtbot) -> None:
    manual.go_to("guide-household.md")
    for width in (manual.width(), 700):
        manual.resize(width, 600)
        QApplication.processEvents()
        document = manual.page.document()
        blocks = (document.findBlockByNumber(n) for n in range(document.blockCount()))
        held = [block for block in blocks if "\ufffc" in block.text()]
        assert len(held) == 5
        for block in held:
            layout = document.documentLayout().blockBoundingRect(block)
            line = block.layout().lineAt(0)
            assert 200 < line.naturalTextWidth() <= manual.page.viewport().width()
            assert layout.height() > 150
    assert manual.page.horizontalScrollBar().maximum() == 0
    bar = manual.page.verticalScrollBar()
    # Long pages are laid out in parts, the last of which comes a moment later.
    qtbot.waitUntil(lambda: bar.maximum() + bar.pageStep() >= layout.bottom())
    bar.setValue(int(layout.top()))
    shown = manual.page.viewport().grab().toImage()
    places = [(x, y) for x in range(0, shown.width(), 5) for y in range(0, shown.height(), 5)]
    colours = [shown.pixelColor(x, y) for x, y in places]
    # The main button of the window, which no text of the page is as blue as.
    assert sum(colour.blue() > colour.red() + 100 for colour in colours) > 20


def test_every_heading_of_every_page_can_be_shown(manual) -> None:
    for name in page_names():
        manual.go_to(name)
        for anchor in anchors(manual_page(name)):
            assert manual.page.show_section(anchor), (name, anchor)


def test_headings_lead_where_code_hosts_lead() -> None:
    assert anchor_of("Merging: t-merge") == "merging-t-merge"
    assert anchor_of("Preservation of dependence λ") == "preservation-of-dependence-λ"
    assert anchor_of("k, p and diversity") == "k-p-and-diversity"


@pytest.mark.usefixtures("styled")
def test_a_change_of_colours_keeps_the_place(manual) -> None:
    manual.go_to("recipe.md#answers")
    at = manual.page.verticalScrollBar().value()
    theme.manager().choose(theme.ThemeChoice.DARK)
    assert manual.place == "recipe.md#answers"
    assert manual.page.verticalScrollBar().value() == at > 0


def test_pages_out_of_sight_are_forgotten(manual) -> None:
    for name in page_names():
        manual.go_to(name)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert len(manual.page.findChildren(QTextDocument)) == 1
