"""The palettes: words can be read on every ground, and the choice is kept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import pytest
from PySide6.QtCore import QFile
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QCheckBox, QLineEdit

import resources
from desktop_app import theme
from desktop_app.theme import DARK, LIGHT, Colours, ThemeChoice
from desktop_app.theme.manager import qt_palette, stylesheet
from tests.desktop.mouse import press

pytestmark = pytest.mark.usefixtures("painted_window")


def luminance(colour: str) -> float:
    """As WCAG 2 defines it."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: str, b: str) -> float:
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_words_can_be_read(colours: Colours) -> None:
    values = asdict(colours)
    unreadable = [
        (words, ground)
        for words in ("text", "muted", "accent", "good", "caution", "danger")
        for ground in ("window", "surface", "sunken")
        if contrast(values[words], values[ground]) < 4.5
    ]
    assert not unreadable


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_what_acts_and_what_is_selected_can_be_read(colours: Colours) -> None:
    assert contrast(colours.accent_text, colours.accent) >= 4.5
    assert contrast(colours.selection_text, colours.selection) >= 4.5
    assert contrast(colours.text, colours.accent_soft) >= 4.5
    assert contrast(colours.strong_border, colours.surface) >= 3
    assert contrast(colours.before, colours.surface) >= 3
    assert contrast(colours.after, colours.crowded) >= 2


def test_the_choice_is_applied_and_kept(qapp) -> None:
    told = []
    manager = theme.manager()
    manager.changed.connect(lambda: told.append(theme.current()))
    manager.choose(ThemeChoice.DARK)
    assert told == [DARK]
    assert qapp.palette().color(QPalette.ColorRole.Window) == QColor(DARK.window)
    assert theme.ThemeManager(qapp).choice is ThemeChoice.DARK


def test_no_colour_of_the_palettes_is_left_to_qt() -> None:
    palette = qt_palette(DARK)
    for role in (QPalette.ColorRole.Base, QPalette.ColorRole.Text, QPalette.ColorRole.Highlight):
        assert palette.color(role) != QPalette().color(role)


def painted_pixels(name: str) -> int:
    """Count the pixels of an icon that can be seen."""
    image = theme.icon(name).pixmap(24, 24).toImage()
    return sum(image.pixelColor(x, y).alpha() > 60 for x in range(24) for y in range(24))


@pytest.mark.usefixtures("qapp")
def test_every_icon_draws_something() -> None:
    names = [path.stem for path in (resources.FOLDER / "icons").glob("*.svg")]
    assert names
    assert not [name for name in names if painted_pixels(name) <= 8]


# Signs that a style sheet, a URL or a file system may read otherwise; a quote may hide others.
FOLDERS = ["Jürgen é 统计 100 % of %41, a b  (new) c#3? semi;{colon} [x] & + ~", "it's"]
QUOTED = ['the "new" one', "back\\slash"]  # Windows has no such names
RED = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="99" height="99" fill="red"/></svg>'


@pytest.fixture(params=[*FOLDERS, *QUOTED])
def odd_folder(request, tmp_path, monkeypatch) -> Iterator[Path]:
    """The program's resources in a folder with an odd name; every mark there is a red square."""
    folder = tmp_path / request.param
    try:
        (folder / "icons").mkdir(parents=True)
    except OSError:
        pytest.skip("this system has no such names")
    for file in (resources.FOLDER / "icons").glob("*.svg"):
        (folder / "icons" / file.name).write_text(RED)
    plain = resources.FOLDER
    monkeypatch.setattr(resources, "FOLDER", folder)
    yield folder
    monkeypatch.setattr(resources, "FOLDER", plain)
    theme.manager().choose(ThemeChoice.DARK)
    theme.manager().choose(ThemeChoice.LIGHT)


@pytest.mark.usefixtures("odd_folder")
def test_the_window_is_styled_wherever_the_program_lies(qtbot) -> None:
    # Qt reports a sheet that it cannot parse as a warning, and any warning fails a test.
    theme.manager().choose(ThemeChoice.DARK)
    box = QCheckBox("Checked")
    qtbot.addWidget(box)
    box.show()
    press(box)
    assert box.isChecked()

    picture = box.grab().toImage()

    drawn = {picture.pixelColor(x, y).name() for x in range(24) for y in range(picture.height())}
    assert "#ff0000" in drawn


def test_the_sheets_differ_in_colours_only() -> None:
    """What fits in light colours fits in dark ones, so only light ones are measured elsewhere."""
    light, dark = (re.sub(r"#\w{6}|-(light|dark)\.svg", "", stylesheet(c)) for c in (LIGHT, DARK))
    assert light == dark


@pytest.mark.usefixtures("qapp")
def test_every_mark_that_the_sheet_names_is_there() -> None:
    for colours in (LIGHT, DARK):
        named = re.findall(r"url\(([^)]*)\)", stylesheet(colours))
        assert len(named) == 6
        for url in named:
            assert QFile.exists(url), url


@pytest.mark.parametrize("choice", [ThemeChoice.LIGHT, ThemeChoice.DARK])
def test_what_stands_in_an_empty_field_can_be_read(qtbot, choice: ThemeChoice) -> None:
    theme.manager().choose(choice)
    field = QLineEdit()
    qtbot.addWidget(field)
    # Full blocks: their pixels have the colour of the words, without blended edges.
    field.setPlaceholderText("█" * 10)
    field.setFrame(False)
    field.resize(200, 40)
    field.show()
    picture = field.grab().toImage()
    seen = {picture.pixelColor(x, 20).name() for x in range(20, 60)}
    assert max(contrast(colour, theme.current().surface) for colour in seen) >= 4.5


def test_the_keyboard_stays_on_its_field_when_the_colours_change(qtbot, empty_window, people):
    assert empty_window.open_path(str(people))
    qtbot.waitUntil(empty_window.footer.main_button.isEnabled)
    field = QApplication.focusWidget()
    assert field is not None
    for choice in (ThemeChoice.DARK, ThemeChoice.LIGHT):
        theme.manager().choose(choice)
        QApplication.processEvents()
        assert QApplication.focusWidget() is field
