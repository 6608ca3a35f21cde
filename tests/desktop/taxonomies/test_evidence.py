"""Which taxonomy is suggested for codes: numbers alone are no evidence, the column's name is."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from core.inspect.profiling.column_profiles import profile
from core.model import Attribute, ColumnKind, Dataset, FileKind, Fingerprint, Role, Scale, Source
from desktop_app.models.taxonomies.taxonomy_columns import ROLE
from desktop_app.state import Step
from desktop_app.store import ProjectStore
from desktop_app.wizard.taxonomies_page import TaxonomiesPage
from tests.desktop.conftest import column
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
    assert page.current is not None
    assert page.current.name == name


def in_sight(page: TaxonomiesPage) -> list[str]:
    return [label.text() for label in page.view.findChildren(QLabel) if label.isVisible()]


@pytest.mark.parametrize("name", ["region", "sex"])
def test_numbers_alone_suggest_no_taxonomy(page: TaxonomiesPage, sync_runner, name: str) -> None:
    open_by_keys(page, sync_runner, name)
    assert not page.view.use_button.isVisible()
    assert "No taxonomy is suggested for these categories." in in_sight(page)
    assert "numbers that occur in several classifications" in page.view.sentence.text()
    assert list(page.view.choices.cards)[:2] == ["flat", "order"]
    lines = [card.line.text() for card in page.view.choices.cards.values()]
    assert not [line for line in lines if "Suggested" in line]


@pytest.mark.parametrize("name", ["ISCO_88", "NACE1.1"])
def test_codes_of_an_earlier_version_suggest_no_later_one(
    page: TaxonomiesPage, sync_runner, name: str
) -> None:
    open_by_keys(page, sync_runner, name)
    lines = [card.line.text() for card in page.view.choices.cards.values()]
    assert not [line for line in lines if "Suggested" in line]


def test_bands_of_numbers_suggest_an_order_and_no_taxonomy(
    page: TaxonomiesPage, sync_runner
) -> None:
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
def test_a_name_or_telling_codes_suggest_one(
    page: TaxonomiesPage, sync_runner, name: str, title: str
) -> None:
    open_by_keys(page, sync_runner, name)
    assert page.view.use_button.isVisible()
    assert f"Suggested: {title}" in in_sight(page)
    first = next(iter(page.view.choices.cards.values()))
    assert first.line.text().startswith("Suggested: covers 100.0")
    # Nothing is added where all are spelled as in the taxonomy.
    assert ("codes and labels count as well" in page.view.sentence.text()) == (name == "cntry")


def test_the_list_says_of_a_stratum_that_it_is_one(page: TaxonomiesPage, sync_runner) -> None:
    sync_runner.do(page.store.set_strata, ["region"])
    model = page.overview.model
    roles = [str(model.index(model.row_of(name), ROLE).data()) for name in ("region", "sex")]
    assert roles == ["Stratum", "Quasi-identifier"]


def test_the_keyboard_stays_on_the_page_when_a_suggestion_was_used(
    page: TaxonomiesPage, sync_runner
) -> None:
    open_by_keys(page, sync_runner, "code")
    page.activateWindow()
    page.view.use_button.setFocus()
    sync_runner.do(QTest.keyClick, page.view.use_button, Qt.Key.Key_Space)
    assert page.view.chosen_key == "shipped:nace2"
    assert page.view.choices.cards["shipped:nace2"].button.hasFocus()
