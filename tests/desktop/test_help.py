"""The way to the guide from the first page, and the manual saved as web pages."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMenu

from core.command_line import main
from desktop_app.main_window import MainWindow
from desktop_app.manual import ManualWindow
from desktop_app.state import Step
from tests.desktop.journeys.driver import Traveller
from tests.desktop.keys import choose_in_menu
from tests.desktop.mouse import press
from tests.desktop.patience import activate


def _menu(window: MainWindow, title: str) -> QMenu:
    menus = {menu.title().replace("&", ""): menu for menu in window.menuBar().findChildren(QMenu)}
    return menus[title]


def _manual_of(window: MainWindow) -> ManualWindow:
    (manual,) = window.findChildren(ManualWindow)
    assert manual.isVisible()
    return manual


@pytest.mark.parametrize("by", ["mouse", "Space", "Alt+G"])
def test_the_start_leads_to_the_first_page_of_the_guide(traveller, by: str) -> None:
    button = traveller.page(Step.DATA).empty.guide_button
    assert button.isVisible()
    if by == "mouse":
        press(button)
    elif by == "Space":
        button.setFocus()
        QTest.keyClick(button, Qt.Key.Key_Space)
    else:
        activate(traveller.window)
        QTest.keyClick(traveller.window, Qt.Key.Key_G, Qt.KeyboardModifier.AltModifier)
        # The button is pressed for a moment first.
        traveller.wait(lambda: bool(traveller.window.findChildren(ManualWindow)))
    manual = _manual_of(traveller.window)
    assert manual.place == "guide.md"
    assert manual.page.toPlainText().startswith("Guide: know the file")
    manual.close()


def test_the_guide_is_offered_after_the_first_file_too(traveller, people, tmp_path) -> None:
    traveller.import_file(people)
    traveller.save(tmp_path / "people.statveil")
    traveller.do(traveller.window.commands.close_project.trigger)
    empty = traveller.page(Step.DATA).empty
    assert not empty.tour_button.isVisible()
    assert empty.guide_button.isVisible()


def _save_by_keys(traveller: Traveller, home: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(home))
    traveller.do(choose_in_menu, traveller.window, Qt.Key.Key_H, Qt.Key.Key_S)
    return traveller.window.notice.sentence.text()


def _files(folder: Path) -> dict[str, bytes]:
    found = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def test_the_manual_is_saved_as_the_command_line_does(traveller, tmp_path, monkeypatch) -> None:
    said = _save_by_keys(traveller, tmp_path, monkeypatch)
    folder = tmp_path / "statveil_manual"
    pages = len(list(folder.glob("*.html")))
    assert said == (
        f"The manual was saved as {pages} web pages in {folder}; begin with index.html."
    )
    assert main(["manual", "--html", str(tmp_path / "other")]) == 0
    assert _files(folder) == _files(tmp_path / "other")


def test_an_earlier_copy_is_kept_and_the_folder_opens(traveller, tmp_path, monkeypatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(
        "PySide6.QtGui.QDesktopServices.openUrl",
        lambda url: opened.append(url.toLocalFile()) or True,
    )
    earlier = tmp_path / "statveil_manual"
    earlier.mkdir()
    (earlier / "index.html").write_text("mine")
    _save_by_keys(traveller, tmp_path, monkeypatch)
    assert _files(earlier) == {"index.html": b"mine"}
    (button,) = traveller.window.notice.buttons
    assert button.text() == "Open the folder"
    press(button)
    assert opened == [str(tmp_path / "statveil_manual_2")]


def test_a_folder_that_cannot_be_opened_is_named(traveller, tmp_path, monkeypatch) -> None:
    where = "PySide6.QtGui.QDesktopServices.openUrl"
    monkeypatch.setattr(where, lambda _: False)
    _save_by_keys(traveller, tmp_path, monkeypatch)
    press(traveller.window.notice.buttons[0])
    said = traveller.window.notice.sentence.text()
    assert str(tmp_path / "statveil_manual") in said
    assert said.startswith("No program on this computer opens")


def test_what_cannot_be_written_is_said_in_a_sentence(traveller, tmp_path, monkeypatch) -> None:
    said = _save_by_keys(traveller, tmp_path / "taken out", monkeypatch)
    assert said.startswith("The manual was not saved. ")
    assert "statveil_manual" in said
    assert "Error" not in said
    assert list(tmp_path.glob("*statveil*")) == []


def test_thinking_better_of_it_does_nothing(traveller, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: "")
    traveller.do(choose_in_menu, traveller.window, Qt.Key.Key_H, Qt.Key.Key_S)
    assert not traveller.window.notice.isVisible()


@pytest.mark.parametrize("title", ["File", "Edit", "View", "Steps", "Release", "Help"])
def test_no_letter_of_a_menu_is_given_twice(traveller, title: str) -> None:
    texts = [action.text() for action in _menu(traveller.window, title).actions()]
    letters = [QKeySequence.mnemonic(text).toString() for text in texts]
    given = [letter for letter in letters if letter]
    assert len(given) == len(set(given)), given
