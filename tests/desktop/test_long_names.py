"""Long names show what tells them apart, and first lines of sentences are whole."""

from __future__ import annotations

import numpy as np
import pytest
from markupsafe import Markup
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QImage, QTextLayout
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from core.model import ColumnKind, Dataset, Fingerprint
from desktop_app.models.dataset_model import DatasetModel
from desktop_app.views.forms import Sentence
from desktop_app.views.tables.data_table import DataTable
from tests.desktop.conftest import column

pytestmark = pytest.mark.usefixtures("painted_window")


def _heading(qtbot: QtBot, name: str, kind: ColumnKind) -> QImage:
    values = ["a", "b"] if kind is ColumnKind.TEXT else [1, 2]
    table = DataTable()
    qtbot.addWidget(table)
    model = DatasetModel()
    model.show_dataset(Dataset((column(name, kind, values),), Fingerprint("x.csv", 1, "0" * 64)))
    table.setModel(model)
    table.resize(400, 200)
    table.show()
    return table.horizontalHeader().grab().toImage()


@pytest.mark.parametrize("kind", [ColumnKind.TEXT, ColumnKind.INTEGER])
def test_a_heading_shows_both_ends_of_a_long_name(qtbot, kind: ColumnKind) -> None:
    middle = "_household_income_from_all_sources_before_tax_and_transfers_"
    seen = [_heading(qtbot, a + middle + b, kind) for a, b in ("AX", "AY", "BX")]
    assert seen[0] == _heading(qtbot, f"A{middle}X", kind)
    assert seen[0] != seen[1]
    assert seen[0] != seen[2]


@pytest.mark.parametrize("folder", ["/data/office/releases/2026", "//server/office/releases/2026"])
def test_a_folder_is_never_broken_behind_the_slash_that_it_begins_with(qtbot, folder: str) -> None:
    said = Sentence(f"Written to {folder}")
    qtbot.addWidget(said)
    assert said.text() == f"Written to {folder}"
    lines = QTextLayout(QLabel.text(said), said.font())
    metrics = said.fontMetrics()
    # Just too narrow for the folder's first part beside the words before it.
    wide = metrics.horizontalAdvance(f"Written to {folder[: folder.index('/', 2) - 1]}")
    lines.beginLayout()
    line = lines.createLine()
    line.setLineWidth(wide)
    lines.endLayout()
    assert QLabel.text(said)[: line.textLength()].strip() == "Written to"


def test_a_number_stays_on_the_line_of_its_per_cent_sign(qtbot) -> None:
    said = Sentence("150 of them lie within 5 % as well")
    qtbot.addWidget(said)
    assert said.text() == "150 of them lie within 5 % as well"
    lines = QTextLayout(QLabel.text(said), said.font())
    lines.beginLayout()
    line = lines.createLine()
    # The number has space on the line, and its sign has none.
    line.setLineWidth(said.fontMetrics().horizontalAdvance("150 of them lie within 5 "))
    lines.endLayout()
    assert QLabel.text(said)[: line.textLength()].strip() == "150 of them lie within"


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
