"""Nothing of a sentence's first line is cut off: the dots of a capital Ö are painted whole."""

from __future__ import annotations

import numpy as np
import pytest
from markupsafe import Markup
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QImage
from PySide6.QtWidgets import QApplication

from desktop_app.views.forms import Sentence

pytestmark = pytest.mark.usefixtures("painted_window")


def _inked_rows(sentence: Sentence) -> list[int]:
    """Return how high each band of painted rows is."""
    image = sentence.grab().toImage().convertToFormat(QImage.Format.Format_Grayscale8)
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1)
    pixels = pixels[:, : image.width()].astype(int)
    inked = np.abs(pixels - pixels[0, -1]).max(axis=1) > 40
    # The dots of an Ö are one band of rows, the letter another; a line is two of them.
    starts = np.flatnonzero(np.diff(np.concatenate(([0], inked.astype(int)))) == 1)
    ends = np.flatnonzero(np.diff(np.concatenate((inked.astype(int), [0]))) == -1)
    return (ends - starts + 1).tolist()


@pytest.mark.parametrize("selectable", [True, False], ids=["selectable", "not selectable"])
@pytest.mark.parametrize("text", [Markup("<b>Ö</b><br><b>Ö</b>"), "Ö\nÖ"], ids=["rich", "plain"])
def test_the_first_line_is_as_high_as_the_second(qtbot, text: str, selectable: bool) -> None:
    sentence = Sentence()
    if selectable:
        sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    sentence.setFont(QFont(QApplication.font().family(), 20))
    sentence.setText(text)
    qtbot.addWidget(sentence)
    sentence.resize(200, sentence.heightForWidth(200))
    sentence.show()
    rows = _inked_rows(sentence)
    assert len(rows) in (2, 4)
    assert rows[: len(rows) // 2] == rows[len(rows) // 2 :]
    assert sentence.text() == text
