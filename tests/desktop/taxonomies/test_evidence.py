"""Which taxonomy is suggested for codes: by a column's name, or by leading characters."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from core.inspect.profiling.column_profiles import profile
from core.model import Attribute, ColumnKind, Dataset, FileKind, Fingerprint, Role, Scale, Source
from desktop_app.models.taxonomies.taxonomy_columns import ROLE
from desktop_app.models.taxonomies.taxonomy_places import CATEGORY, RECORDS
from desktop_app.state import Step
from desktop_app.store import ProjectStore
from desktop_app.text import problem_text
from desktop_app.wizard import taxonomies_page
from desktop_app.wizard.taxonomies_page import TaxonomiesPage
from tests.desktop.conftest import column
from tests.desktop.mouse import press
from tests.desktop.showing import show_page
from tests.desktop.sync_runner import SyncRunner

ROWS = 20
CODES = {
    "region": [f"{1 + i % 10:02d}" for i in range(ROWS)],
    "sex": [str(1 + i % 2) for i in range(ROWS)],
    "educ_isced": [str(i % 9) for i in range(ROWS)],
    "branch": [f"{(1, 10, 62, 85)[i % 4]:02d}" for i in range(ROWS)],
    "code": [("01.11", "10.71", "62.01", "85.20")[i % 4] for i in range(ROWS)],
    "staff": [("0-9", "10-49", "50-249", "250+")[i % 4] for i in range(ROWS)],
    "ISCO_88": [("22", "23", "31", "51")[i % 4] for i in range(ROWS)],
    "NACE1.1": [("C", "D", "K", "M")[i % 4] for i in range(ROWS)],
    "cntry": [("AT", "DE", "PL", "RS")[i % 4] for i in range(ROWS)],
}


@pytest.fixture
def survey() -> Dataset:
    columns = tuple(column(name, ColumnKind.TEXT, codes) for name, codes in CODES.items())
    return Dataset(columns, Fingerprint("labour_force.csv", 99, "0" * 64))


@pytest.fixture
def page(qtbot, sync_runner, survey, tmp_path) -> TaxonomiesPage:
    store = ProjectStore(sync_runner)
    source = Source(str(tmp_path / "labour_force.csv"), FileKind.CSV)
    store.open_dataset(source, survey, profile(survey))
    quasi, nominal = Role.QUASI_IDENTIFIER, Scale.NOMINAL
    store.set_attributes([Attribute(name, quasi, nominal) for name in CODES])
    store.confirm(Step.COLUMNS)
    return show_page(qtbot, TaxonomiesPage(store, sync_runner), (1000, 650))


def open_by_keys(page: TaxonomiesPage, runner: SyncRunner, name: str) -> None:
    """Go down the list of columns to one and press Return."""
    table = page.overview.table
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    for _ in range(list(CODES).index(name)):
        QTest.keyClick(table, Qt.Key.Key_Down)
    runner.do(QTest.keyClick, table, Qt.Key.Key_Return)
    assert page.current.name == name


def in_sight(page: TaxonomiesPage) -> list[str]:
    return [label.text() for label in page.view.findChildren(QLabel) if label.isVisible()]


@pytest.mark.parametrize("name", ["region", "sex"])
def test_numbers_alone_suggest_no_taxonomy(page, sync_runner, name: str) -> None:
    open_by_keys(page, sync_runner, name)
    assert not page.view.use_button.isVisible()
    assert "No taxonomy is suggested for these categories." in in_sight(page)
    assert "numbers that occur in several classifications" in page.view.sentence.text()
    assert list(page.view.choices.cards)[:2] == ["flat", "order"]
    lines = [card.line.text() for card in page.view.choices.cards.values()]
    assert not [line for line in lines if "Suggested" in line]


@pytest.mark.parametrize("name", ["ISCO_88", "NACE1.1"])
def test_codes_of_an_earlier_version_suggest_no_later_one(page, sync_runner, name: str) -> None:
    open_by_keys(page, sync_runner, name)
    lines = [card.line.text() for card in page.view.choices.cards.values()]
    assert not [line for line in lines if "Suggested" in line]


def test_bands_of_numbers_suggest_an_order_and_no_taxonomy(page, sync_runner) -> None:
    open_by_keys(page, sync_runner, "staff")
    assert not page.view.use_button.isVisible()
    assert (
        "The categories are bands of numbers. Choose “In this order”" in page.view.sentence.text()
    )
    lines = [card.line.text() for card in page.view.choices.cards.values()]
    assert not [line for line in lines if "Suggested" in line]


@pytest.mark.parametrize(
    ("name", "title"),
    [("educ_isced", "Education levels (ISCED 2011)"),
     ("branch", "Economic activities (ISIC Rev. 4)"),
     ("code", "Economic activities (NACE Rev. 2)"),
     ("cntry", "Countries and regions (UN M49)")],
)  # fmt: skip
def test_a_name_or_telling_codes_suggest_one(page, sync_runner, name: str, title: str) -> None:
    open_by_keys(page, sync_runner, name)
    assert page.view.use_button.isVisible()
    assert f"Suggested: {title}" in in_sight(page)
    first = next(iter(page.view.choices.cards.values()))
    assert first.line.text().startswith("Suggested: covers 100.0")
    # Nothing is added where all are spelled as in the taxonomy.
    assert ("codes and labels count as well" in page.view.sentence.text()) == (name == "cntry")


def test_the_list_says_of_a_stratum_that_it_is_one(page, sync_runner) -> None:
    sync_runner.do(page.store.set_strata, ["region"])
    model = page.overview.model
    roles = [str(model.index(model.row_of(name), ROLE).data()) for name in ("region", "sex")]
    assert roles == ["Stratum", "Quasi-identifier"]


def test_the_keyboard_stays_on_the_page_when_a_suggestion_was_used(page, sync_runner) -> None:
    open_by_keys(page, sync_runner, "code")
    page.activateWindow()
    page.view.use_button.setFocus()
    sync_runner.do(QTest.keyClick, page.view.use_button, Qt.Key.Key_Space)
    assert page.view.chosen_key == "shipped:nace2"
    assert page.view.choices.cards["shipped:nace2"].button.hasFocus()


REGIONS = ["AT111", "AT112", "AT121", "AT121", "AT122", "AT211", "AT311", "AT312"]
CARD = "leading-characters"


@pytest.fixture
def regions_page(sync_runner, tmp_path, qtbot) -> TaxonomiesPage:
    dataset = Dataset(
        (
            column("NUTS3", ColumnKind.TEXT, REGIONS),
            column("TOWN", ColumnKind.TEXT, ["Graz", "Linz", "Wien", "Steyr"] * 2),
        ),
        Fingerprint("firms.csv", 99, "0" * 64),
    )
    store = ProjectStore(sync_runner)
    store.open_dataset(Source(str(tmp_path / "firms.csv"), FileKind.CSV), dataset, profile(dataset))
    quasi = Role.QUASI_IDENTIFIER
    store.set_attributes([Attribute(name, quasi, Scale.NOMINAL) for name in ("NUTS3", "TOWN")])
    sync_runner.do(store.confirm, Step.COLUMNS)
    regions_page = show_page(qtbot, TaxonomiesPage(store, sync_runner), (1000, 650))
    sync_runner.do(regions_page.open_column, "NUTS3")
    return regions_page


def test_regional_codes_become_a_taxonomy_that_is_saved_and_used(
    regions_page, sync_runner, tmp_path, monkeypatch
) -> None:
    card = regions_page.view.choices.cards[CARD]
    assert card.line.text() == "AT > AT1 > AT11 > AT111"
    sync_runner.do(press, card.button)
    tree = regions_page.view.tree.model
    shown = [tree.index(0, 0).data(), tree.index(0, 0, tree.index(0, 0)).data()]
    assert shown == ["AT", "AT1"]
    assert "changed, not saved" in regions_page.view._headline.text()
    assert "need not cover all of them" in regions_page.meaning.text()
    assert "most frequent category" not in regions_page.meaning.text()
    assert not regions_page.main_action().enabled
    (problem,) = regions_page.problems()
    assert "Its taxonomy is in no file yet. Save it, or" in problem_text(problem)
    assert "changed" not in problem_text(problem) + regions_page.main_action().reason
    path, asked = tmp_path / "nuts.csv", []

    def choose(_parent: QWidget, name: str) -> tuple[Path, bool]:
        asked.append(name)
        return path, False

    monkeypatch.setattr(taxonomies_page, "choose_taxonomy_target", choose)
    sync_runner.do(press, regions_page.view.editor.save_button)
    assert asked == ["NUTS3_taxonomy.csv"], "nothing was there before that was changed"
    assert regions_page.current.taxonomy == str(path)
    assert not regions_page.problems()
    assert regions_page.main_action().enabled
    assert "AT121,AT12" in path.read_text().splitlines()


def test_names_are_offered_no_such_taxonomy(regions_page, sync_runner) -> None:
    sync_runner.do(regions_page.open_column, "TOWN")
    assert "flat" in regions_page.view.choices.cards
    assert CARD not in regions_page.view.choices.cards


@pytest.mark.usefixtures("styled")
@pytest.mark.parametrize(("width", "hidden"), [(760, True), (1300, False)])
def test_names_of_deep_categories_can_be_read_in_a_narrow_window(
    regions_page, sync_runner, width: int, *, hidden: bool
) -> None:
    sync_runner.do(press, regions_page.view.choices.cards[CARD].button)
    regions_page.resize(width, 650)
    QApplication.processEvents()
    tree = regions_page.view.tree.tree
    assert tree.isColumnHidden(RECORDS) is hidden
    needed = 3 * tree.indentation() + tree.fontMetrics().horizontalAdvance("AT111")
    assert tree.columnWidth(CATEGORY) > needed


def test_it_is_undone_in_one_step(regions_page, sync_runner) -> None:
    before = regions_page.current
    sync_runner.do(press, regions_page.view.choices.cards[CARD].button, QPoint(8, 8))
    assert regions_page.decisions.edited_taxonomy is not None
    sync_runner.do(regions_page.store.undo)
    assert regions_page.decisions.edited_taxonomy is None
    assert regions_page.current == before
