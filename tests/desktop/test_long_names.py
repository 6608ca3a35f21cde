"""Long names of columns: what tells them apart can be read in every heading."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QImage, QTextLayout
from PySide6.QtWidgets import QLabel
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
