"""A number field keeps the number that it shows."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from desktop_app.views.fields.number_field import NumberField
from tests.desktop.keys import type_into
from tests.desktop.mouse import press

pytestmark = pytest.mark.usefixtures("styled")


@pytest.mark.parametrize(
    ("country", "shown"), [(QLocale.Country.UnitedStates, "5,000"), (QLocale.Country.Spain, "5000")]
)
def test_thousands_stay_what_they_are_when_the_keyboard_comes_and_goes(
    qtbot, country: QLocale.Country, shown: str
) -> None:
    """A comma between groups of digits must not be taken for the decimal mark that it may be."""
    is_spain = country is QLocale.Country.Spain
    language = QLocale.Language.Spanish if is_spain else QLocale.Language.English
    QLocale.setDefault(QLocale(language, country))
    window = QWidget()
    qtbot.addWidget(window)
    field, other = NumberField(whole=False), QLineEdit()
    layout = QVBoxLayout(window)
    layout.addWidget(field)
    layout.addWidget(other)
    window.show()
    qtbot.waitExposed(window)
    window.activateWindow()
    type_into(field, "5000")
    for _ in range(2):
        press(other)
        assert not field.hasFocus()
        assert field.text() == shown
        assert field.number() == 5000
        press(field)
    QTest.keyClick(field, Qt.Key.Key_Up)
    assert field.number() == 5001


def test_no_digit_of_a_number_is_cut_off(qtbot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    field, other = NumberField(whole=False), QLineEdit()
    layout = QHBoxLayout(window)
    layout.addWidget(field)
    layout.addWidget(other, 1)
    window.resize(400, 60)
    window.show()
    qtbot.waitExposed(window)
    window.activateWindow()
    narrow = field.width()
    type_into(field, "0.123456789012345")
    press(other)
    line = field.lineEdit()
    qtbot.waitUntil(lambda: field.width() > narrow)
    # A line edit keeps two pixels free at each end.
    assert line.fontMetrics().horizontalAdvance(line.text()) <= line.width() - 4
    assert line.text() == "0.123456789012345"


def test_an_empty_field_holds_no_number(qtbot) -> None:
    field = NumberField(whole=False)
    qtbot.addWidget(field)
    field.show()
    qtbot.waitExposed(field)
    type_into(field, "7")
    QTest.keyClick(field, Qt.Key.Key_Backspace)
    assert field.number() is None
    assert field.complaint() == "Type a number."
