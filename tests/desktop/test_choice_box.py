"""Lists to choose from: every entry can be seen, and nothing is chosen in passing."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QHelpEvent, QTextDocument
from PySide6.QtWidgets import QApplication, QToolTip

import desktop_app
from desktop_app.views.fields.choice_box import ChoiceBox
from desktop_app.views.plain import set_tip
from tests.desktop.keys import turn_wheel
from tests.desktop.mouse import press

pytestmark = pytest.mark.usefixtures("painted_window")


@pytest.mark.parametrize("entries", [2, 5, 9, 14])
def test_a_list_shows_its_last_entry(qtbot, entries: int) -> None:
    box = ChoiceBox()
    qtbot.addWidget(box)
    box.addItems([f"Entry {number}" for number in range(entries)])
    box.show()
    press(box)
    view = box.view()
    last = view.visualRect(view.model().index(entries - 1, 0))
    assert view.viewport().rect().contains(last)
    box.hidePopup()


def test_the_list_of_a_narrow_box_shows_its_entries_whole(qtbot) -> None:
    box = ChoiceBox()
    qtbot.addWidget(box)
    box.addItems(["Set scale…", "Continuous", "Ordered categories of many records"])
    box.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(6)
    box.resize(100, 30)
    box.show()
    press(box)
    view = box.view()
    assert view.viewport().width() >= view.sizeHintForColumn(0) > box.width()
    box.hidePopup()


def test_the_wheel_turns_no_box_with_or_without_the_keyboard(qtbot) -> None:
    box = ChoiceBox()
    qtbot.addWidget(box)
    box.addItems(["a", "b", "c"])
    box.show()
    assert not turn_wheel(box, -1)
    box.activateWindow()
    box.setFocus()
    qtbot.waitUntil(box.hasFocus)
    assert not turn_wheel(box, -1)
    assert box.currentText() == "a"


def test_no_other_kind_of_box_or_field_is_made() -> None:
    """A plain box or spin box would take the wheel in passing and rewrite what is typed."""
    plain = {"QComboBox", "QSpinBox", "QDoubleSpinBox", "QSlider", "QDial"}
    made = []
    for path in Path(str(desktop_app.__file__)).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                made += [f"{path.name}:{node.lineno}"] if node.func.id in plain else []
    assert not made


def test_an_entry_wider_than_its_box_ends_in_an_ellipsis(qtbot) -> None:
    box, short = ChoiceBox(), ChoiceBox()
    for one, text in ((box, "Second principal component"), (short, "")):
        qtbot.addWidget(one)
        one.addItem(text)
        one.setFixedSize(150, 30)
        one.show()
    fitting = box._fitting()
    assert fitting.endswith("…")
    assert "Second principal component".startswith(fitting[:-1])
    short.setItemText(0, fitting)
    assert box.grab().toImage() == short.grab().toImage()
    assert tip_of(box) == "Second principal component"


def tip_of(box: ChoiceBox) -> str:
    """Rest the mouse on a box, and return what is shown."""
    place = QPoint(20, 10)
    QApplication.sendEvent(box, QHelpEvent(QEvent.Type.ToolTip, place, box.mapToGlobal(place)))
    shown = QToolTip.text()
    QToolTip.hideText()
    return shown


@pytest.mark.parametrize("meaning", ["", "The column", "<b>The column</b>"])
def test_a_name_that_looks_like_markup_opens_no_file(qtbot, meaning: str) -> None:
    """Qt would open the file that an image names as soon as the mouse rests on the box."""
    box, name = ChoiceBox(), '<img src="file:////host/share/picture.png">'
    qtbot.addWidget(box)
    set_tip(box, meaning)
    box.addItem(name)
    box.setFixedSize(150, 30)
    box.show()
    assert "<img" not in tip_of(box)
    document = QTextDocument()
    document.setHtml(tip_of(box))
    assert document.toPlainText() == "\n".join(filter(None, (name, meaning)))
