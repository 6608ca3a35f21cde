"""The step Columns with many columns: finding, sorting, changing them together, looking at one."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core.io import ColumnProfile
from core.jobs import Job
from core.model import ColumnKind, Role
from desktop_app.models.attributes_model import Field, figure_text
from desktop_app.presenters.revealing_columns import search_revealing
from desktop_app.wizard.columns_page import ColumnsPage
from tests.desktop.columns import ReadFile, columns_of, read_columns
from tests.desktop.mouse import choose, press, press_cell, press_heading

LONG = "q{:03d}_how_satisfied_are_you_with_your_life_as_a_whole_part_{:03d}"


@pytest.fixture(scope="module")
def wide_file(tmp_path_factory) -> ReadFile:
    """Return 100 columns of 200 records."""
    rng = random.Random(2)
    names = ["age", "income", "town", *(LONG.format(i, i) for i in range(97))]
    rows = [
        [str(rng.randint(18, 90)), f"{rng.randint(0, 9000)}.5", rng.choice(["Rome", "Oslo"])]
        + [str(rng.randint(1, 5)) for _ in range(97)]
        for _ in range(200)
    ]
    text = "\n".join(map(",".join, [names, *rows])) + "\n"
    return read_columns(tmp_path_factory.mktemp("wide") / "wide.csv", text)


@pytest.fixture(scope="module", autouse=True)
def _search_once() -> Iterator[None]:
    """Search the same columns once for all tests: what reveals a masked column is no subject."""
    search = cache(lambda dataset, sought: search_revealing(dataset, sought, Job()))
    where = "desktop_app.wizard.attributes.revealing_question.search_revealing"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(where, lambda dataset, sought, _job: search(dataset, sought))
        yield


@pytest.fixture
def page(qtbot, sync_runner, wide_file) -> ColumnsPage:
    return columns_of(qtbot, sync_runner, wide_file)


def names(page: ColumnsPage) -> list[str]:
    return [page.model.attribute(row).name for row in range(page.model.rowCount())]


def find(page: ColumnsPage, text: str) -> None:
    page.activateWindow()
    page.table.setFocus()
    QTest.keyClick(page.table, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert page.bar.finder.hasFocus()
    QTest.keyClicks(page.bar.finder, text)


def test_columns_are_found_and_changed_together(page) -> None:
    find(page, "part_09")
    assert names(page) == [LONG.format(i, i) for i in range(90, 97)]
    QTest.keyClick(page.bar.finder, Qt.Key.Key_Return)
    assert page.table.hasFocus()
    QTest.keyClick(page.table, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    page.runner.do(choose, page.bar.roles, "Leave out")
    dropped = [a.name for a in page.store.schema.with_role(Role.DROP)]
    assert dropped == [LONG.format(i, i) for i in range(90, 97)]
    assert len(names(page)) == 7, "what was found stays in sight while it is changed"
    page.store.undo()
    assert page.store.schema.with_role(Role.DROP) == ()


def test_esc_shows_all_columns_again_and_says_how_many_were_shown(page) -> None:
    find(page, "town")
    assert names(page) == ["town"]
    assert "1 of 100 columns are shown." in page._below.text()
    QTest.keyClick(page.bar.finder, Qt.Key.Key_Escape)
    assert len(names(page)) == 100
    assert page.model.attribute(page.table.currentIndex().row()).name == "town"
    QTest.keyClick(page.bar.finder, Qt.Key.Key_Escape)
    assert page.table.hasFocus(), "the second Esc leaves the search"


def test_roles_can_be_found_too(page) -> None:
    find(page, "confid amount")
    assert names(page) == ["income"]


def test_nothing_found_leaves_the_page_in_order(page) -> None:
    find(page, "nothing of the kind")
    assert names(page) == []
    assert page.main_action().enabled
    QTest.keyClick(page.bar.finder, Qt.Key.Key_Escape)
    assert len(names(page)) == 100


def test_a_heading_sorts_both_ways_and_back(page) -> None:
    before = names(page)
    press_cell(page.table, page.model.index(0, Field.NAME))
    press_heading(page.table, Field.DISTINCT)
    distinct = [page.model.profile(row).distinct for row in range(100)]
    assert distinct == sorted(distinct)
    assert page.model.attribute(page.table.currentIndex().row()).name == "age"
    press_heading(page.table, Field.DISTINCT)
    assert page.model.profile(0).distinct == max(distinct)
    press_heading(page.table, Field.DISTINCT)
    assert names(page) == before


def test_a_problem_leads_to_a_column_that_was_not_shown(page) -> None:
    (problem,) = [p for p in page.problems() if p.where.column == "income"]
    find(page, "town")
    page.focus_on(problem)
    assert page.model.attribute(page.table.currentIndex().row()).name == "income"


def test_the_chosen_column_is_drawn_and_described(page) -> None:
    for name, said in (("age", "n 200, missing 0, distinct"), ("town", "n 200, missing 0")):
        press_cell(page.table, page.model.index(page.model.row_of(name), Field.NAME))
        page.runner.finish()
        assert page.details.numbers.text().startswith(said)
    assert "Rome" in page.details.picture.accessibleDescription()
    page.runner.do(press_cell, page.table, page.model.index(page.model.row_of("age"), Field.NAME))
    assert "Quartiles" in page.details.numbers.text()
    counts = page.details.picture.accessibleDescription().split("; ")
    assert sum(map(int, counts)) == 200


@pytest.mark.usefixtures("styled")
def test_what_there_is_no_room_for_is_named(page) -> None:
    for width, is_width_lacking in ((760, True), (1000, True), (2600, False)):
        page.resize(width, 700)
        hidden = [f for f in Field if page.table.isColumnHidden(f)]
        assert bool(hidden) == is_width_lacking, width
        headings = [
            str(page.model.headerData(f, Qt.Orientation.Horizontal, Qt.ItemDataRole.DisplayRole))
            for f in hidden
        ]
        assert all(heading in page._below.text() for heading in headings)
        assert bool(hidden) == ("Shown below" in page._below.text())


@pytest.mark.usefixtures("styled")
def test_no_figure_is_said_to_be_shown_that_the_column_does_not_have(page) -> None:
    page.resize(760, 700)
    for name, has_amounts in (("age", True), ("town", False)):
        press_cell(page.table, page.model.index(page.model.row_of(name), Field.NAME))
        page.runner.finish()
        said = page._below.text()
        assert ("Largest" in said) == ("Median" in said) == has_amounts
        assert "Why this is suggested" in said


@pytest.mark.usefixtures("styled")
def test_the_name_of_a_changed_column_is_not_cut(qtbot, sync_runner, tmp_path) -> None:
    text = "HOUSEHOLD_INCOME,SEX\n" + "".join(f"{row}.5,{'mf'[row % 2]}\n" for row in range(20))
    page = columns_of(qtbot, sync_runner, read_columns(tmp_path / "income.csv", text))
    name = page.model.index(page.model.row_of("HOUSEHOLD_INCOME"), Field.NAME)
    press_cell(page.table, name)
    choose(page.bar.roles, "Leave out")
    page.meaning.hide()
    # In some widths the figures leave the names no more than they ask for.
    for width in range(600, 1100, 20):
        page.resize(width, 700)
        needed_width = page.table.sizeHintForIndex(name).width()
        assert page.table.columnWidth(Field.NAME) >= needed_width, width


@pytest.mark.usefixtures("styled")
def test_long_names_can_be_distinguished(page) -> None:
    index = page.model.index(5, Field.NAME)
    full = LONG.format(2, 2)
    assert index.data(Qt.ItemDataRole.ToolTipRole) == full
    metrics, width = page.table.fontMetrics(), page.table.columnWidth(Field.NAME) - 16
    shown = {
        metrics.elidedText(LONG.format(i, i), page.table.textElideMode(), width) for i in range(97)
    }
    assert len(shown) == 97


def test_usual_orders_of_several_columns_are_used_at_once(qtbot, sync_runner, tmp_path) -> None:
    steps = ["strongly disagree", "disagree", "agree", "strongly agree"]
    lines = [",".join(steps[(row + i) % 4] for i in range(5)) for row in range(12)]
    text = "\n".join([",".join(f"agree{i}" for i in range(5)), *lines]) + "\n"
    page = columns_of(qtbot, sync_runner, read_columns(tmp_path / "likert.csv", text))
    store = page.store
    wanted = [a.name for a in store.schema.attributes if not a.order]
    assert len(wanted) == 5
    assert (
        "5 columns have a usual order: strongly disagree < disagree" in page.orders.sentence.text()
    )
    sync_runner.do(press, page.orders.use_button)
    assert {a.order for a in store.schema.attributes} == {tuple(steps)}
    assert not page.orders.isVisible()
    store.undo()
    assert {a.order for a in store.schema.attributes} == {()}


@pytest.mark.parametrize(
    ("kind", "values", "shown"),
    [
        (ColumnKind.INTEGER, (2000, 17600, 316500), ["2,000", "17,600", "316,500"]),
        (ColumnKind.NUMBER, (544.0, 804.27, 1682.45), ["544", "804.27", "1,682.45"]),
        (ColumnKind.INTEGER, (1885, 1950, 2006), ["1885", "1950", "2006"]),
        (ColumnKind.INTEGER, (0, 2, 2890), ["0", "2", "2,890"]),
    ],
)
def test_the_figures_of_a_column_have_the_same_separators(
    kind: ColumnKind, values: tuple[float, float, float], shown: list[str]
) -> None:
    low, middle, high = values
    profile = ColumnProfile(
        "X", kind, 3, 0, low, high, middle, middle, 1.0, Role.OTHER, None, "", {}
    )
    fields = (Field.MINIMUM, Field.MEDIAN, Field.MAXIMUM)
    assert [figure_text(profile, field) for field in fields] == shown
