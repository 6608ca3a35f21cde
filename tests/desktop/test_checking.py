"""Verify and repeat a release from the menu, as somebody does who did not make it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from core.command_line import main
from desktop_app.checking.dialog import CheckDialog
from desktop_app.main_window import MainWindow
from tests.desktop.keys import choose_in_menu
from tests.people import people, people_recipe
from tests.statuses import WRITTEN


class Release:
    def __init__(self, folder: Path) -> None:
        self.folder, self.original = folder / "release", people(folder, 80)
        recipe = people_recipe(folder, name="safe")
        assert main(["protect", str(recipe), "--output", str(self.folder)]) in WRITTEN

    @property
    def log(self) -> Path:
        return self.folder / "internal/safe.internal.json"


@pytest.fixture
def release(tmp_path) -> Release:
    return Release(tmp_path)


@pytest.fixture
def window(traveller) -> Iterator[MainWindow]:
    yield traveller.window
    for dialog in traveller.window.findChildren(CheckDialog):
        dialog.close()


def checked(qtbot, dialog: CheckDialog) -> CheckDialog:
    assert dialog.main_button.isEnabled(), dialog.sentence.text()
    # Not `press`, which lets the window work: a check that ends at once would be over by then.
    QTest.mouseClick(dialog.main_button, Qt.MouseButton.LeftButton)
    assert not dialog.main_button.isEnabled()
    qtbot.waitUntil(dialog.panel.isVisible)
    return dialog


def test_without_a_log_nothing_can_be_checked(window) -> None:
    choose_in_menu(window, Qt.Key.Key_R, Qt.Key.Key_V)
    (dialog,) = window.findChildren(CheckDialog)
    assert not dialog.main_button.isEnabled()
    assert dialog.sentence.text() == "Choose the audit log."


def test_a_log_dropped_on_the_window_is_verified(qtbot, window, release) -> None:
    assert window.open_path(str(release.log))
    (dialog,) = window.findChildren(CheckDialog)
    checked(qtbot, dialog)
    assert dialog.headline.text() == "Verified: this is the release that was sealed"
    assert "k and t" in dialog.lines.text()
    assert "the original file was not given" in dialog.lines.text()
    dialog.original.set_path(release.original)
    assert not dialog.panel.isVisible()
    checked(qtbot, dialog)
    assert "all measures of a repeated run" in dialog.lines.text()
    assert "Not checked" not in dialog.lines.text()


def test_the_public_log_says_what_it_cannot_show(qtbot, window, release) -> None:
    assert window.open_path(str(release.folder / "public/safe.audit.json"))
    (dialog,) = window.findChildren(CheckDialog)
    dialog.original.set_path(release.original)
    checked(qtbot, dialog)
    assert dialog.headline.text() == "Verified: this is the release that was sealed"
    assert "the rounded measures of a repeated run" in dialog.lines.text()
    assert "Not checked with the public log" in dialog.lines.text()


@pytest.mark.parametrize(
    "name", ["public/safe.csv", "public/safe.report.html", "internal/safe.report.html"]
)
def test_a_changed_byte_is_told_with_its_file(qtbot, window, release, name: str) -> None:
    path = release.folder / name
    content = path.read_bytes()
    other = b"7" if content[-9:-8] != b"7" else b"8"
    path.write_bytes(content[:-9] + other + content[-8:])
    dialog = checked(qtbot, window.checks.verify_log(release.log))
    assert dialog.headline.text().startswith("Not verified")
    assert path.name in dialog.lines.text()


def test_the_wrong_original_is_told(qtbot, window, release, tmp_path) -> None:
    other = tmp_path / "other.csv"
    other.write_text(release.original.read_text().replace("P3,", "P4,", 1))
    dialog = window.checks.verify_log(release.log)
    dialog.original.set_path(other)
    checked(qtbot, dialog)
    assert dialog.headline.text() == "This could not be checked"
    assert "other.csv is not the input" in dialog.lines.text()


def test_what_is_typed_replaces_a_log_that_was_filled_in(window, release) -> None:
    dialog = window.checks.verify_log(release.log)
    QTest.keyClicks(dialog.log.line, "/other.json")
    assert dialog.log.line.text() == "/other.json"


@pytest.mark.usefixtures("styled")
def test_a_longer_outcome_than_the_one_before_is_shown_whole(qtbot, window, release) -> None:
    dialog = window.checks.verify_log(release.log.with_name("none.internal.json"))
    checked(qtbot, dialog)
    assert dialog.headline.text() == "This could not be checked"
    field = dialog.log.line
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(field, str(release.log))
    checked(qtbot, dialog)
    assert dialog.headline.text() == "Verified: this is the release that was sealed"
    QApplication.processEvents()
    lines = dialog.lines
    assert lines.height() >= lines.heightForWidth(lines.width())


def test_a_release_is_repeated_into_a_new_folder(qtbot, window, release, tmp_path) -> None:
    dialog = window.checks.repeat()
    dialog.log.set_path(release.log)
    assert dialog.sentence.text() == "Choose the original file."
    dialog.original.set_path(release.original)
    assert dialog.sentence.text() == "Choose a new folder."
    dialog.folder.set_path(tmp_path / "again")
    checked(qtbot, dialog)
    assert dialog.headline.text() == "The same came out again"
    again = tmp_path / "again"
    assert sorted(p.relative_to(again).as_posix() for p in again.rglob("*.*")) == [
        "internal/safe.internal.json",
        "internal/safe.report.html",
        "public/safe.audit.json",
        "public/safe.csv",
        "public/safe.report.html",
    ]


def test_repeating_never_writes_over_anything(qtbot, window, release) -> None:
    before = {path: path.read_bytes() for path in release.folder.rglob("*.*")}
    dialog = window.checks.repeat()
    dialog.log.set_path(release.log)
    dialog.original.set_path(release.original)
    dialog.folder.set_path(release.folder)
    checked(qtbot, dialog)
    assert "already holds files" in dialog.lines.text()
    assert {path: path.read_bytes() for path in release.folder.rglob("*.*")} == before


def test_closing_the_dialog_stops_its_work(qtbot, window, release) -> None:
    dialog = window.checks.verify_log(release.log)
    dialog.begin()
    dialog.close()
    qtbot.waitUntil(lambda: not window.runner.operations)


@pytest.mark.parametrize("content", [b"A,B\n1,2\n", b"%PDF-1.7\n\xe2\xe3", b"[1, 2]"])
def test_a_file_that_is_no_log_is_called_just_that(window, qtbot, tmp_path, content: bytes) -> None:
    other = tmp_path / "hh.csv"
    other.write_bytes(content)
    QTest.keyClick(window, Qt.Key.Key_R, Qt.KeyboardModifier.AltModifier)
    QTest.keyClick(QApplication.activePopupWidget(), Qt.Key.Key_V)
    (dialog,) = window.findChildren(CheckDialog)
    dialog.log.line.setFocus()
    QTest.keyClicks(dialog.log.line, str(other))
    checked(qtbot, dialog)
    assert dialog.headline.text() == "This could not be checked"
    assert dialog.lines.text().startswith("hh.csv is not an audit log.")
