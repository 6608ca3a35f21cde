"""Names and cells that look like markup are shown letter by letter, on every page and in tips."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt
from PySide6.QtGui import Qt as Text
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QLabel, QTabWidget, QWidget

from desktop_app.state import Step
from tests.desktop.mouse import press, press_tab
from tests.desktop.recipes import write_recipe

IMAGE = '<img src="file:///no/such/picture.png">'
BOLD, SCRIPT = "<b>age</b>", "<script>alert(1)</script>"
# As the program would have to write them in markup of its own.
_TAGS = ("<img", "<script", "<b>age")
_MOST_ROWS, _MOST_COLUMNS = 40, 15


@pytest.fixture
def recipe(tmp_path) -> Path:
    draws = np.random.default_rng(4)
    rows = [
        f"{a},{b},{c},{d}"
        for a, b, c, d in zip(
            draws.integers(20, 80, 200).tolist(),
            draws.choice(["north", SCRIPT, "<b>south"], 200).tolist(),
            draws.integers(0, 9000, 200).tolist(),
            draws.choice(["yes", "<i>no</i>"], 200).tolist(),
            strict=True,
        )
    ]
    head = f'{BOLD},"{IMAGE.replace(chr(34), chr(34) * 2)}",{SCRIPT},<u>known</u>'
    data = tmp_path / "people.csv"
    data.write_text("\n".join([head, *rows]) + "\n", encoding="utf-8")
    columns = {
        BOLD: "quasi continuous",
        IMAGE: "quasi nominal",
        SCRIPT: "confidential continuous",
        "<u>known</u>": "other nominal",
    }
    return write_recipe(
        data,
        columns,
        prepare=[{"do": "top-code", "column": BOLD, "above": 70}],
        method={"name": "mdav", "k": 5, "blocks": [[BOLD], [IMAGE]]},
        strata=[],
    )


def read_as_markup(root: QWidget) -> Iterator[str]:
    """Yield the texts of a widget and all in it that Qt would take for markup of the file."""
    for widget in root.findChildren(QWidget):
        if isinstance(widget, QLabel):
            form = widget.textFormat()
            is_plain = form is Qt.TextFormat.PlainText
            is_plain |= form is Qt.TextFormat.AutoText and not Text.mightBeRichText(widget.text())
            yield from [] if is_plain else hostile(widget.text())
        for text in (widget.toolTip(), widget.whatsThis()):
            yield from hostile(text) if Text.mightBeRichText(text) else []
        if isinstance(widget, QAbstractItemView | QComboBox) and widget.model() is not None:
            for tip in tips_of(widget.model()):
                yield from hostile(tip) if Text.mightBeRichText(tip) else []


def tips_of(model: QAbstractItemModel) -> Iterator[str]:
    role, none = Qt.ItemDataRole.ToolTipRole, QModelIndex()
    rows = min(model.rowCount(none), _MOST_ROWS)
    is_list = isinstance(model, QAbstractListModel)
    columns = 1 if is_list else min(model.columnCount(none), _MOST_COLUMNS)
    cells = [model.index(row, column) for row in range(rows) for column in range(columns)]
    heads = [model.headerData(at, Qt.Orientation.Horizontal, role) for at in range(columns)]
    heads += [model.headerData(at, Qt.Orientation.Vertical, role) for at in range(rows)]
    tips = (*(cell.data(role) for cell in cells), *heads)
    yield from (tip for tip in tips if isinstance(tip, str))


def hostile(text: str) -> list[str]:
    return [text] if any(tag in text for tag in _TAGS) else []


def every_tab(part: QWidget) -> Iterator[str]:
    """Press each tab, and those of the page that it opens, and yield their titles."""
    tabs = next(iter(part.findChildren(QTabWidget)), None)
    for at in range(tabs.count() if tabs is not None else 0):
        if tabs is not None and tabs.isTabVisible(at):
            press_tab(tabs, at)
            yield tabs.tabText(at)
            yield from every_tab(tabs.widget(at))


def test_a_hostile_file_is_shown_letter_by_letter_from_import_to_release(
    traveller, recipe, tmp_path
) -> None:
    found: list[tuple[str, str]] = []

    def look(place: str) -> None:
        found.extend((place, text[:200]) for text in read_as_markup(traveller.window))

    traveller.open(recipe.with_name("people.csv"))
    for page in ("file", "layout", "values"):
        traveller.wait(traveller.window.footer.main_button.isEnabled)
        look(page)
        traveller.forward()
    traveller.wait(lambda: traveller.store.dataset is not None)
    traveller.forward()
    press(traveller.page(Step.COLUMNS).bar.ask_button)
    look("questions")
    traveller.open_project(recipe)
    for step in (Step.DATA, Step.COLUMNS, Step.TAXONOMIES, Step.PREPARE, Step.METHOD, Step.RUN):
        traveller.show(step)
        look(step.name)
    traveller.run()
    for tab in every_tab(traveller.page(Step.RESULTS)):
        traveller.rest()
        look(tab)
    traveller.do(traveller.forward)
    look("RELEASE")
    traveller.confirm()
    traveller.release(tmp_path / "release")
    look("released")
    assert found == []
