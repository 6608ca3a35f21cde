"""Settings of any earlier version are brought up to date, in order, once."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSettings

from desktop_app.settings import (
    LAST_FOLDER,
    OPENED,
    RECENT,
    THEME,
    UPGRADES,
    VERSION,
    numbers,
    texts,
    upgrade,
)


@pytest.fixture
def settings(tmp_path) -> QSettings:
    return QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)


def test_upgrades_are_made_in_order_from_where_the_settings_are(settings) -> None:
    made: list[int] = []
    steps = [lambda _, n=n: made.append(n) for n in (1, 2, 3)]
    settings.setValue(VERSION, 1)
    upgrade(settings, steps)
    upgrade(settings, steps)
    assert made == [2, 3]
    assert int(settings.value(VERSION)) == 3


def test_an_upgrade_that_breaks_is_made_again_and_no_other(settings) -> None:
    made: list[str] = []

    def breaks(_: QSettings) -> None:
        made.append("breaks")
        if len(made) == 2:
            raise RuntimeError("broken")

    steps = [lambda _: made.append("first"), breaks]
    with pytest.raises(RuntimeError, match="broken"):
        upgrade(settings, steps)
    upgrade(settings, steps)
    assert made == ["first", "breaks", "breaks"]


def test_the_first_settings_keep_their_theme_and_folder(settings) -> None:
    settings.setValue("window/theme", "dark")
    settings.setValue("files/last_folder", "/data")
    upgrade(settings)
    assert settings.value(THEME) == "dark"
    assert settings.value(LAST_FOLDER) == "/data"
    assert not settings.contains("window/theme")
    assert int(settings.value(VERSION)) == len(UPGRADES)


@pytest.mark.parametrize(("key", "opened"), [(RECENT, True), (LAST_FOLDER, True), (THEME, False)])
def test_who_has_worked_before_is_no_newcomer(settings, key: str, opened: bool) -> None:
    settings.setValue(key, "/data/x")
    upgrade(settings)
    assert settings.contains(OPENED) is opened


def test_settings_of_a_newer_version_are_left_alone(settings) -> None:
    settings.setValue(VERSION, 99)
    settings.setValue("window/theme", "dark")
    upgrade(settings)
    assert int(settings.value(VERSION)) == 99
    assert settings.value("window/theme") == "dark"


@pytest.mark.parametrize("broken", ["", "x", "-1", "1.5"])
def test_a_broken_version_counts_as_none(settings, broken: str) -> None:
    settings.setValue(VERSION, broken)
    upgrade(settings)
    assert int(settings.value(VERSION)) == len(UPGRADES)


def test_lists_come_back_whatever_their_length(settings) -> None:
    for known in ([], ["one"], ["one", "two, with a comma"]):
        settings.setValue("list", known)
        settings.sync()
        again = QSettings(settings.fileName(), QSettings.Format.IniFormat)
        assert texts(again, "list") == known
    assert numbers(settings, "list") == []
