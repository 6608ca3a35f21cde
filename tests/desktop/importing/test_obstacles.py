"""Values that keep a column from being a number, and codes such as -9: named, called missing."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton

from core.model import ColumnKind, Role, Scale
from desktop_app.state import Step
from desktop_app.text import problem_text
from desktop_app.wizard.columns_page import ColumnsPage
from desktop_app.wizard.data_page import DataPage
from tests.desktop.importing.driving import begin, declare_layout, forward, titled_file
from tests.desktop.journeys.driver import Traveller
from tests.desktop.keys import type_into
from tests.desktop.mouse import press, tick
from tests.desktop.patience import activate


@pytest.fixture
def file(tmp_path) -> Path:
    """Rents of 60 households; two codes of the office's own stand among them."""
    rents = [f"{300 + 7 * i}" for i in range(60)]
    rents[5] = rents[6] = rents[7] = "refused"
    rents[20] = rents[21] = "n/a"
    towns = ["Rome", "Oslo", "n/a"]
    lines = "".join(f"{towns[i % 3]},{rent},{20 + i}\n" for i, rent in enumerate(rents))
    path = tmp_path / "households.csv"
    path.write_text("CITY,RENT,AGE\n" + lines, encoding="utf-8")
    return path


@pytest.fixture
def values(page, file) -> DataPage:
    begin(page, file)
    forward(page)
    forward(page)
    return page


def types(page: DataPage) -> dict[str, list[str]]:
    model = page.wizard.values_page.table.model()
    cells = [[model.index(r, c).data() for c in range(5)] for r in range(model.rowCount())]
    return {row[0]: row[1:] for row in cells}


def labels(page: DataPage) -> str:
    shown = page.wizard.values_page.obstacles
    return "\n".join(label.text() for label in shown.findChildren(type(shown._title)))


def use(page: DataPage, button: QPushButton) -> None:
    """Press a button and let what follows be done."""
    page.runner.do(press, button)


def test_the_values_are_named_with_their_counts(values) -> None:
    said = "2 of 57 distinct values are not numbers: refused (3), n/a (2)."
    assert types(values)["RENT"] == ["Text", "0", "57", said]
    assert f"RENT: {said}" in labels(values)
    assert "CITY (20)" in labels(values), "missing codes hold for the whole file"


def test_one_click_makes_the_column_a_number(values) -> None:
    (button,) = values.wizard.values_page.obstacles.buttons
    use(values, button)
    assert types(values)["RENT"][:2] == ["Whole numbers", "5"]
    assert types(values)["CITY"][:2] == ["Text", "20"]
    assert not values.wizard.values_page.obstacles.isVisible()
    assert set(values.session.options.missing) == {"", "n/a", "refused"}
    forward(values)
    assert values.store.dataset.column("RENT").kind is ColumnKind.INTEGER
    assert set(values.store.source.options.missing) == {"", "n/a", "refused"}


def test_a_value_that_is_missing_now_is_still_listed_with_its_count(values) -> None:
    page = values.wizard.values_page
    use(values, page.obstacles.buttons[0])
    assert not page.add_button.isEnabled(), "there is nothing to add"
    type_into(page.own_code, "41")
    use(values, page.add_button)
    listed = [page.codes.item(row).text() for row in range(page.codes.count())]
    assert any(said.startswith("“refused” occurs 3 times in RENT.") for said in listed)
    assert any(said.startswith("“41”, added by you") for said in listed)
    assert page.own_code.hasFocus(), "the next code can be typed"


def test_an_added_code_names_all_columns_with_it_or_says_that_none_has_it(page, tmp_path) -> None:
    lines = "".join(f"{i},{(1, 2, 8)[i % 3]},{(5, 8)[i % 2]}.5,x{i}\n" for i in range(60))
    (tmp_path / "codes.csv").write_text("STAFF,INNOVATES,RENT,NAME\n" + lines, encoding="utf-8")
    begin(page, tmp_path / "codes.csv")
    for _ in range(2):
        forward(page)
    codes = page.wizard.values_page.codes
    type_into(page.wizard.values_page.own_code, "8; 99")
    use(page, page.wizard.values_page.add_button)
    listed = [codes.item(row).text() for row in range(codes.count())]
    assert "“8”, added by you: missing in STAFF (1), INNOVATES (20)" in listed
    assert "“99”, added by you: not in the file" in listed


def test_one_value_alone_can_be_ticked_by_keys_and_unticked_again(values) -> None:
    codes = values.wizard.values_page.codes
    texts = [codes.item(row).text() for row in range(codes.count())]
    row = next(i for i, text in enumerate(texts) if "refused" in text)
    assert "3 times in RENT" in texts[row]
    codes.setFocus()
    for _ in range(row + 1):
        QTest.keyClick(codes, Qt.Key.Key_Down)
    while codes.currentRow() != row:
        QTest.keyClick(codes, Qt.Key.Key_Up)
    for state in (True, False):
        values.runner.do(QTest.keyClick, codes, Qt.Key.Key_Space)
        assert ("refused" in values.session.options.missing) is state
        assert "refused" in codes.currentItem().text(), "the keyboard stays on its line"
    assert types(values)["RENT"][0] == "Text"


def test_what_was_called_missing_is_still_there_when_the_layout_is_changed(values) -> None:
    use(values, values.wizard.values_page.obstacles.buttons[0])
    forward(values)
    rent = values.store.schema.named("RENT")
    assert (rent.role, rent.scale) == (Role.CONFIDENTIAL, Scale.INTEGER)
    use(values, values.loaded.layout_button)
    assert values.wizard.currentWidget() is values.wizard.layout_page
    forward(values)
    assert set(values.session.options.missing) == {"", "n/a", "refused"}
    codes = values.wizard.values_page.codes
    ticked = {
        str(codes.item(row).data(Qt.ItemDataRole.UserRole + 1))
        for row in range(codes.count())
        if codes.item(row).checkState() is Qt.CheckState.Checked
    }
    assert ticked == {"", "n/a", "refused"}
    assert types(values)["RENT"][0] == "Whole numbers"
    forward(values)
    assert values.store.schema.named("RENT") == rent


def test_a_layout_of_ones_own_is_kept_when_it_is_looked_at_again(page, tmp_path) -> None:
    rows = "".join(f"{n};{20 + n};0{n % 9 + 1}/0{n % 7 + 1}/2020\n" for n in range(1, 30))
    begin(page, titled_file(tmp_path, "id;age;day\n" + rows))
    forward(page)
    layout = declare_layout(page, "1", dates="%d/%m/%Y", encoding="cp1252")
    chosen = page.session.options
    forward(page)
    forward(page)
    assert page.store.dataset.column("day").kind is ColumnKind.DATE
    use(page, page.loaded.layout_button)
    assert page.session.options == chosen
    assert layout.controls["skip"].number() == 1
    assert layout.controls["encoding"].currentData() == "cp1252"
    assert layout.reason_text("dates").startswith("Changed by you")
    assert not layout.reason_text("header").startswith("Changed by you")
    forward(page)
    assert types(page)["day"][0] == "Dates"


def test_leaving_the_layout_shows_the_file_as_it_was(values) -> None:
    forward(values)
    use(values, values.loaded.layout_button)
    assert values.back()
    assert values.back()
    assert values.loaded.isVisible()
    assert not values.importing


def test_the_open_file_leads_to_its_values(values) -> None:
    forward(values)
    said = "\n".join(label.text() for label in values.loaded.findChildren(QLabel))
    assert "RENT would be numbers or dates but for a few values." in said
    use(values, values.loaded.values_button)
    assert values.wizard.currentWidget() is values.wizard.values_page
    use(values, values.wizard.values_page.obstacles.buttons[0])
    forward(values)
    assert values.store.dataset.column("RENT").kind is ColumnKind.INTEGER


def test_categories_that_are_mostly_numbers_get_a_caution(qtbot, values, file) -> None:
    text = file.read_text()
    file.write_text(text + "".join(f"Rome,{800 + i},40\n" for i in range(90)))
    begin(values, file)
    for _ in range(3):
        forward(values)
    columns = ColumnsPage(values.store, values.runner)
    qtbot.addWidget(columns)
    columns.show()
    (problem,) = [p for p in columns.problems() if p.code == "column-nearly-numbers"]
    assert problem.where.column == "RENT"
    assert problem_text(problem).startswith("Column RENT: 96.6 % of its values are numbers")
    columns.focus_on(problem)
    gone: list[Step] = []
    columns.go_to.connect(gone.append)
    press(columns.details.data_button)
    assert gone == [Step.DATA]


def test_a_code_in_several_columns_is_listed_with_all_of_them(page, tmp_path) -> None:
    rows = [f"{i}.5,{100 + i}.25" for i in range(40)]
    rows[3], rows[4], rows[9] = "k.A.,103.25", "k.A.,k.A.", "9.5,k.A."
    path = tmp_path / "firms.csv"
    path.write_text("\n".join(["TURNOVER,EXPORTS", *rows, ""]), encoding="utf-8")
    begin(page, path)
    forward(page)
    forward(page)
    codes = page.wizard.values_page.codes
    said = [codes.item(row).text() for row in range(codes.count())]
    assert any(
        text.startswith("“k.A.” occurs 4 times: TURNOVER (2), EXPORTS (2).") for text in said
    ), said


ROWS = 40


@pytest.fixture
def survey(tmp_path) -> Path:
    """Ages and hours are numbers, branches of activity are codes that no rule takes for one."""
    rows = [
        f"{'-9' if i % 20 == 7 else 20 + i};{'-9' if i % 4 == 1 else '38,5'};"
        f"{'-9' if i % 2 else '0' + str(1 + i % 8) + '.11'}"
        for i in range(ROWS)
    ]
    path = tmp_path / "labour_force.csv"
    path.write_text("\n".join(["age;hours;nace", *rows, ""]), encoding="utf-8")
    return path


def test_every_column_that_a_code_empties_is_named_with_its_cells(traveller, survey) -> None:
    traveller.open(survey)
    traveller.forward()
    traveller.forward()
    traveller.wait(traveller.window.footer.main_button.isEnabled)
    page = traveller.page(Step.DATA).wizard.currentWidget()
    row = next(i for i in range(page.codes.count()) if page.codes.item(i).text().startswith("-9 "))
    said = page.codes.item(row).text()
    assert "-9 occurs 32 times in the rows looked at: age (2), hours (10), nace (20)." in said
    traveller.do(tick, page.codes, page.codes.model().index(row, 0))
    model = page.table.model()
    missing = {model.index(r, 0).data(): model.index(r, 2).data() for r in range(3)}
    assert missing == {"age": "2", "hours": "10", "nace": "20"}


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
