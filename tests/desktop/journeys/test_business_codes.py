"""A business survey as offices keep it: activity codes without dots, codes for missing values."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core.model import Role, Scale
from desktop_app.models.attributes_model import Field
from desktop_app.models.taxonomies.taxonomy_mapping import MEANS, SUGGESTION
from desktop_app.state import Step
from tests.desktop.journeys.driver import Traveller
from tests.desktop.mouse import press, press_cell, press_tab

pytestmark = pytest.mark.usefixtures("styled")

ROWS = 80
ACTIVITIES = ("1071", "4711", "6201", "5610", "8610")


@pytest.fixture
def survey(tmp_path) -> Path:
    rows = []
    for i in range(ROWS):
        research = "entf." if i % 3 else f"{i + 5000 * (i == 30)},25"
        turnover = "k.A." if i % 20 == 7 else f"{900 + 13 * i},5"
        rows.append(f"U{1000 + 7 * i};{ACTIVITIES[i % 5]};{5 + i * i % 37};{turnover};{research}")
    path = tmp_path / "betriebe.csv"
    text = "\r\n".join(["UNR;ÖNACE;BESCHÄFTIGTE;UMSATZ;FE_AUSGABEN", *rows, ""])
    path.write_text(text, encoding="cp1252")
    return path


@pytest.fixture
def at_columns(traveller, survey) -> Traveller:
    """Return the user on the step Columns, who has declared both codes for missing values."""
    traveller.open(survey)
    for _ in range(2):
        traveller.forward()
    session = traveller.page(Step.DATA)
    field = session.wizard.values_page.own_code
    for code in ("k.A.", "entf."):
        traveller.rest()
        field.setFocus()
        QTest.keyClicks(field, code)
        QTest.keyClick(field, Qt.Key.Key_Return)
    traveller.rest()
    traveller.forward()
    traveller.do(traveller.wait, lambda: traveller.store.dataset is not None)
    traveller.forward()
    return traveller


def check_suggestions(at_columns: Traveller) -> None:
    """Activity codes are suggested as categories, and figures as those of firms."""
    suggested = {a.name: (a.role, a.scale) for a in at_columns.store.schema.attributes}
    quasi = Role.QUASI_IDENTIFIER
    assert suggested["ÖNACE"] == (quasi, Scale.NOMINAL)
    page = at_columns.page(Step.COLUMNS)
    shown = {
        page.model.index(row, Field.NAME).data(): [
            page.model.index(row, field).data() for field in (Field.MINIMUM, Field.MEDIAN)
        ]
        for row in range(page.model.rowCount())
    }
    assert shown["ÖNACE"] == ["", ""]
    assert shown["BESCHÄFTIGTE"] != ["", ""]
    # Where there is less space, ticks take that of the picture.
    at_columns.window.resize(1280, 800)
    at_columns.do(press_cell, page.table, page.model.index(1, Field.NAME))
    figures = page.details.numbers
    at_columns.wait(lambda: bool(figures.text()))
    assert figures.text() == "n 80, missing 0, distinct 5"
    picture = page.details.picture
    assert picture.isVisible()
    assert len(picture.accessibleDescription().split("; ")) == 5
    assert suggested["BESCHÄFTIGTE"] == (quasi, Scale.INTEGER)
    assert suggested["UMSATZ"] == (quasi, Scale.CONTINUOUS)
    assert suggested["FE_AUSGABEN"] == (quasi, Scale.CONTINUOUS)


def _activities(traveller: Traveller, before: bool) -> set[str]:
    """Return what a table of the tab Records shows in the column of activities."""
    page = traveller.page(Step.RESULTS)
    traveller.do(press_tab, page.tabs, page.tabs.indexOf(page.records))
    model = page.records.panes.models[0 if before else 1]
    names = [model.headerData(c, Qt.Orientation.Horizontal) for c in range(model.columnCount())]
    at = names.index("ÖNACE")
    assert model.rowCount() > 0
    return {model.index(row, at).data() for row in range(model.rowCount())}


def test_codes_without_dots_find_their_classification_and_the_release_says_so(
    at_columns, tmp_path
) -> None:
    traveller = at_columns
    check_suggestions(traveller)
    roles = {"UNR": Role.IDENTIFIER, "FE_AUSGABEN": Role.CONFIDENTIAL}
    quasi = dict.fromkeys(("ÖNACE", "BESCHÄFTIGTE", "UMSATZ"), Role.QUASI_IDENTIFIER)
    traveller.set_roles({**quasi, **roles})
    traveller.forward()
    assert traveller.step is Step.TAXONOMIES
    traveller.do(traveller.forward)
    view = traveller.page(Step.TAXONOMIES).view
    first = next(iter(view.choices.cards))
    assert first == "shipped:nace2"
    assert view.choices.cards[first].line.text().startswith("Suggested: covers 100.0")
    traveller.do(press, view.use_button)
    table = view.mapping.model
    cells = [table.index(0, column).data() for column in (SUGGESTION, MEANS)]
    title = "10.71 · Manufacture of bread; manufacture of fresh pastry goods and cakes"
    assert cells == [f"{title} (the same code, written differently)", "–"]
    traveller.do(press, view.mapping.all_button)
    cells = [table.index(0, column).data() for column in (SUGGESTION, MEANS)]
    assert cells == ["", title]
    mapping = dict(traveller.store.schema.named("ÖNACE").mapping)
    assert mapping == {code: f"{code[:2]}.{code[2:]}" for code in ACTIVITIES}
    traveller.forward()
    traveller.forward()
    assert traveller.step is Step.METHOD
    traveller.forward()
    traveller.run()
    assert _activities(traveller, before=True) <= set(ACTIVITIES)
    assert _activities(traveller, before=False) <= {f"{c[:2]}.{c[2:]}" for c in ACTIVITIES}
    traveller.forward()
    said = traveller.page(Step.RELEASE).contents.text()
    assert "written in UTF-8, not in the encoding of your file (cp1252)" in said
    assert "ÖNACE: the categories are written as the taxonomy names them" in said
    assert "UMSATZ: means are written in the steps of your file" in said
    bar = traveller.window.problem_bar
    dominated = [bar.item(i).text() for i in range(bar.count()) if "total" in bar.item(i).text()]
    (warned,) = dominated
    assert warned.startswith("Column FE_AUSGABEN: One record holds 83 % of the total")
    assert "keep the codes of your file for missing values: “k.A.”, “entf.”" in said
    traveller.confirm()
    traveller.release(tmp_path / "release")
    written = (tmp_path / "release/public/betriebe_protected.csv").read_text(encoding="utf-8")
    assert "entf." in written
    assert "k.A." not in written
    assert "10.71" in written
    assert "1071" not in written


def test_a_file_that_is_opened_again_says_where_its_last_release_was_written(
    traveller, survey, tmp_path, qtbot
) -> None:
    traveller.import_file(survey)
    assert "last release" not in traveller.page(Step.DATA).meaning.text()
    traveller.forward()
    names = traveller.store.dataset.names
    traveller.set_roles({**dict.fromkeys(names, Role.OTHER), "BESCHÄFTIGTE": Role.QUASI_IDENTIFIER})
    while traveller.step is not Step.RUN:
        traveller.forward()
    traveller.run()
    traveller.forward()
    traveller.release(tmp_path / "release")
    again = Traveller(qtbot)
    again.import_file(survey)
    said = again.page(Step.DATA).meaning.text()
    assert "The last release from this file was written on" in said
    assert str(tmp_path / "release") in said
    again.leave()
