"""About Statveil, and the list of its keys, reached by the menu's own keys."""

from __future__ import annotations

import csv
import re
import sys
from importlib.metadata import distributions
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

import resources
from core import __version__
from desktop_app import theme
from desktop_app.about.about_dialog import AboutDialog
from desktop_app.about.keys_dialog import KeysDialog
from desktop_app.about.licences import ShippedPart, shipped_parts
from desktop_app.main_window import MainWindow
from desktop_app.views.tables import table_menu
from desktop_app.views.tables.data_table import DataTable
from tests.conftest import ROOT
from tests.desktop.cut_off import cut_off
from tests.desktop.keys import choose_in_menu
from tests.desktop.mnemonics import ambiguous_mnemonics
from tests.desktop.mouse import press, press_cell, press_tab
from tests.desktop.test_table_menu import menu_of
from tests.desktop.test_table_menu import press as press_key


@pytest.fixture
def window(empty_window) -> MainWindow:
    return empty_window


def test_about_names_version_licence_and_the_network(window) -> None:
    choose_in_menu(window, Qt.Key.Key_H, Qt.Key.Key_A)
    dialog = window.findChild(AboutDialog)
    assert dialog.isVisible()
    said = dialog.sentence.text()
    assert "BSD 3-Clause" in said
    assert "no network connection" in said
    press(dialog.copy_button)
    assert QGuiApplication.clipboard().text().startswith(f"Statveil {__version__}\nPython 3.")
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_the_citation_is_copied_with_the_version(window) -> None:
    choose_in_menu(window, Qt.Key.Key_H, Qt.Key.Key_A)
    dialog = window.findChild(AboutDialog)
    press(dialog.cite_button)
    assert QGuiApplication.clipboard().text() == dialog.citation.text()
    assert dialog.citation.text().endswith(f"version {__version__}.")


def test_the_use_of_qt_is_named_with_source_and_place(window) -> None:
    choose_in_menu(window, Qt.Key.Key_H, Qt.Key.Key_A)
    said = window.findChild(AboutDialog).sentence.text()
    assert "GNU Lesser General Public Licence, version 3" in said
    assert "https://code.qt.io" in said
    assert "PySide6 and may be replaced by others." in said


def test_each_licence_is_read_where_its_part_is_chosen(qtbot, window) -> None:
    choose_in_menu(window, Qt.Key.Key_H, Qt.Key.Key_A)
    dialog = window.findChild(AboutDialog)
    press_tab(dialog.tabs, 1)
    table, text = dialog.licences.table, dialog.licences.text
    qtbot.waitUntil(lambda: table.model().rowCount() > 1)
    assert text.toPlainText() == (ROOT / "LICENSE").read_text(encoding="utf-8").strip()
    rows = {shipped.name.lower(): row for row, shipped in enumerate(dialog.licences.model.items)}
    press_cell(table, table.model().index(rows["pyside6_essentials"], 0))
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in text.toPlainText()
    assert "GNU GENERAL PUBLIC LICENSE" in text.toPlainText()
    QTest.keyClick(table, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    assert "Redistribution and use" in text.toPlainText()


def required(name: str) -> set[str]:
    """Return what the lock of the window's parts names for this Python and system."""
    lock = (ROOT / name).read_text(encoding="utf-8")
    return {plain(found) for found in re.findall(r"^([\w.-]+)==", lock, flags=re.MULTILINE)}


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_every_part_of_the_lock_that_is_installed_is_listed_with_a_text() -> None:
    there = {plain(one.name) for one in distributions()}
    wanted = (required("installer/locks/desktop.txt") & there) - {"setuptools"}
    parts = {plain(part.name): part for part in shipped_parts()}
    assert len(wanted) > 20
    assert wanted - parts.keys() == set()
    assert [name for name in wanted if len(parts[name].text()) < 500] == []
    assert [name for name in wanted if not parts[name].version or not parts[name].licence] == []
    # Tools of the developers are no parts of the program.
    assert {"pytest", "ruff", "mypy"} & parts.keys() == set()


def test_the_licence_that_is_shipped_is_that_of_the_program() -> None:
    shipped = (resources.FOLDER / "licences/statveil.txt").read_text(encoding="utf-8")
    assert shipped == (ROOT / "LICENSE").read_text(encoding="utf-8")


def test_a_package_without_records_of_its_own_lists_what_lies_next_to_it(
    tmp_path, monkeypatch
) -> None:
    site, home = tmp_path / "site", tmp_path / "python"
    for name, licence in (("x", "MIT"), ("y", "LGPL-3.0-only")):
        metadata = site / f"{name}-1.dist-info/METADATA"
        metadata.parent.mkdir(parents=True)
        metadata.write_text(
            f"Metadata-Version: 2.4\nName: {name}\nVersion: 1\nLicense-Expression: {licence}\n"
        )
        record = f"{name}-1.dist-info/licenses/LICENSE,," if name == "x" else ""
        (metadata.parent / "RECORD").write_text(record)
    (site / "x-1.dist-info/licenses").mkdir()
    (site / "x-1.dist-info/licenses/LICENSE").write_text("You may.")
    (site / "resources").mkdir()
    (site / "resources/licences").symlink_to(resources.FOLDER / "licences")
    (home / "licences").mkdir(parents=True)
    (home / "licences/libxcb1.txt").write_text("You may, too.")
    monkeypatch.setattr(resources, "FOLDER", site / "resources")
    monkeypatch.setattr(sys, "base_prefix", str(home))
    monkeypatch.setattr("desktop_app.about.licences._OWN", "not-installed")

    found = {part.name: part for part in shipped_parts()}

    assert {"x", "y", "libxcb1", "Python", "Statveil"} == found.keys()
    assert found["x"].text() == "You may."
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in found["y"].text()
    assert found["libxcb1"].text() == "You may, too."


def test_a_text_that_is_gone_is_said(tmp_path) -> None:
    part = ShippedPart("x", "1", "MIT", (tmp_path / "gone",))
    assert part.text() == "Its text is not on this computer."


@pytest.mark.usefixtures("styled")
@pytest.mark.parametrize("height", [480, pytest.param(700, marks=pytest.mark.longer)])
def test_nothing_of_it_is_cut(qtbot, window, height: int) -> None:
    choose_in_menu(window, Qt.Key.Key_H, Qt.Key.Key_A)
    dialog = window.findChild(AboutDialog)
    dialog.resize(dialog.width(), height)
    for tab in (0, 1):
        press_tab(dialog.tabs, tab)
        for _ in range(4):
            QApplication.processEvents()
        assert cut_off(dialog) == []
        assert ambiguous_mnemonics(dialog) == []
    qtbot.waitUntil(lambda: dialog.licences.table.model().rowCount() > 1)


def copy_and_save(table: DataTable, target: Path, qtbot) -> tuple[list[list[str]], list[list[str]]]:
    """Copy what can be selected by the keys, and save the table by its menu; return both."""
    QGuiApplication.clipboard().clear()
    for key in (Qt.Key.Key_A, Qt.Key.Key_C):
        QTest.keyClick(table, key, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: bool(QGuiApplication.clipboard().text()))
    press_key(menu_of(table), Qt.Key.Key_S)
    qtbot.waitUntil(target.exists)
    copied = [line.split("\t") for line in QGuiApplication.clipboard().text().splitlines()]
    with target.open(encoding="utf-8-sig", newline="") as file:
        return copied, list(csv.reader(file))


def test_lists_of_keys_and_licences_are_copied_and_saved(
    qtbot, window, tmp_path, monkeypatch
) -> None:
    target = tmp_path / "keys.csv"
    monkeypatch.setattr(table_menu, "choose_table_target", lambda _: target)
    choose_in_menu(window, Qt.Key.Key_H, Qt.Key.Key_K)
    dialog = window.findChild(KeysDialog)
    copied, saved = copy_and_save(dialog.table, target, qtbot)
    assert copied == saved
    assert copied[0] == ["Action", "Keys"]
    assert ["Columns", "Ctrl+2"] in copied
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    target = tmp_path / "licences.csv"
    choose_in_menu(window, Qt.Key.Key_H, Qt.Key.Key_A)
    about = window.findChild(AboutDialog)
    press_tab(about.tabs, 1)
    table = about.licences.table
    qtbot.waitUntil(lambda: table.model().rowCount() > 1)
    copied, saved = copy_and_save(table, target, qtbot)
    # One part at a time can be selected: the first at the beginning.
    assert copied == saved[:2]
    assert saved[0] == ["Part", "Version", "Licence"]
    assert saved[1][:2] == ["Statveil", __version__]
    assert len(saved) == 1 + table.model().rowCount()


def test_every_key_of_the_menus_is_listed(window) -> None:
    choose_in_menu(window, Qt.Key.Key_H, Qt.Key.Key_K)
    dialog = window.findChild(KeysDialog)
    listed = {keys: action for action, keys in dialog.table.model().items}
    keys = [
        action.shortcut().toString()
        for menu in window.menuBar().findChildren(QMenu)
        for action in menu.actions()
        if not action.shortcut().isEmpty()
    ]
    assert len(keys) >= 15
    assert [key for key in keys if not any(key in said for said in listed)] == []
    assert listed["Ctrl+2"] == "Columns"
    assert listed["Ctrl+S"] == "Save project"
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


@pytest.mark.usefixtures("styled", "qapp")
def test_the_window_has_an_icon() -> None:
    image = theme.icon("statveil").pixmap(64, 64).toImage()
    colours = {image.pixelColor(x, y).name() for x in range(64) for y in range(64)}
    assert {"#1d5fa8", "#ffffff"} <= colours
