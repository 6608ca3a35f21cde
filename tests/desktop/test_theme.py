"""The palettes: words can be read on every ground, and the choice is kept."""

from __future__ import annotations

from dataclasses import asdict

import pytest
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

import resources
from desktop_app import theme
from desktop_app.theme import DARK, LIGHT, Choice, Colours
from desktop_app.theme.manager import qt_palette


def luminance(colour: str) -> float:
    """As WCAG 2 defines it."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: str, b: str) -> float:
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("words", ["text", "muted", "accent", "good", "caution", "danger"])
@pytest.mark.parametrize("ground", ["window", "surface", "sunken"])
def test_words_can_be_read(colours: Colours, words: str, ground: str) -> None:
    assert contrast(asdict(colours)[words], asdict(colours)[ground]) >= 4.5


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_what_acts_and_what_is_selected_can_be_read(colours: Colours) -> None:
    assert contrast(colours.accent_text, colours.accent) >= 4.5
    assert contrast(colours.selection_text, colours.selection) >= 4.5
    assert contrast(colours.text, colours.accent_soft) >= 4.5
    assert contrast(colours.strong_border, colours.surface) >= 3
    assert contrast(colours.before, colours.surface) >= 3


def test_the_choice_is_applied_and_kept(qapp: QApplication) -> None:
    told = []
    manager = theme.manager()
    manager.changed.connect(lambda: told.append(theme.current()))
    manager.choose(Choice.DARK)
    assert told == [DARK]
    assert qapp.palette().color(QPalette.ColorRole.Window) == QColor(DARK.window)
    assert theme.ThemeManager(qapp).choice is Choice.DARK


def test_no_colour_of_the_palettes_is_left_to_qt() -> None:
    palette = qt_palette(DARK)
    for role in (QPalette.ColorRole.Base, QPalette.ColorRole.Text, QPalette.ColorRole.Highlight):
        assert palette.color(role) != QPalette().color(role)


@pytest.mark.parametrize("path", sorted((resources.FOLDER / "icons").glob("*.svg")), ids=str)
def test_every_icon_draws_something(path) -> None:
    image = theme.icon(path.stem).pixmap(24, 24).toImage()
    painted = sum(image.pixelColor(x, y).alpha() > 60 for x in range(24) for y in range(24))
    assert painted > 8
