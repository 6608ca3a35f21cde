"""The keyboard stays beside the button that was pressed when the button goes away."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from desktop_app.state import Step
from tests.desktop.journeys.driver import Traveller
from tests.desktop.patience import activate


@pytest.fixture
def at_values(traveller, tmp_path) -> Traveller:
    """Return the user on the import's third page, where RENT has a code for missing values."""
    rents = [f"{300 + 7 * i}" for i in range(60)]
    rents[5] = rents[6] = "refused"
    path = tmp_path / "households.csv"
    path.write_text("AGE,RENT\n" + "".join(f"{20 + i},{r}\n" for i, r in enumerate(rents)))
    traveller.window.activateWindow()
    traveller.open(path)
    for _ in range(2):
        traveller.forward()
    traveller.rest()
    return traveller


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, None], ids=["key", "mouse"])
def test_after_treat_as_missing(at_values, key: Qt.Key | None) -> None:
    page = at_values.page(Step.DATA)
    (button,) = [
        button
        for button in page.wizard.values_page.obstacles.findChildren(QPushButton)
        if button.text() == "Treat as missing" and button.isVisible()
    ]
    activate(at_values.window)
    button.setFocus()
    if key is None:
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    else:
        QTest.keyClick(button, key)
    at_values.rest()
    focused = QApplication.focusWidget()
    assert focused is not None
    assert page.isAncestorOf(focused), focused
