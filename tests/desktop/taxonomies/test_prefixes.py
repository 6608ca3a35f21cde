"""Codes that nest by their leading characters are put into a taxonomy with one press."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QWidget

from core.inspect.profiling.column_profiles import profile
from core.model import Attribute, ColumnKind, Dataset, FileKind, Fingerprint, Role, Scale, Source
from desktop_app.models.taxonomies.taxonomy_places import CATEGORY, RECORDS
from desktop_app.state import Step
from desktop_app.store import ProjectStore
from desktop_app.text import problem_text
from desktop_app.wizard import taxonomies_page
from desktop_app.wizard.taxonomies_page import TaxonomiesPage
from tests.desktop.conftest import column
from tests.desktop.mouse import press
from tests.desktop.showing import show_page

REGIONS = ["AT111", "AT112", "AT121", "AT121", "AT122", "AT211", "AT311", "AT312"]
CARD = "leading-characters"


@pytest.fixture
def page(sync_runner, tmp_path, qtbot) -> TaxonomiesPage:
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
    page = show_page(qtbot, TaxonomiesPage(store, sync_runner), (1000, 650))
    sync_runner.do(page.open_column, "NUTS3")
    return page


def test_regional_codes_become_a_taxonomy_that_is_saved_and_used(
    page: TaxonomiesPage, sync_runner, tmp_path, monkeypatch
) -> None:
    card = page.view.choices.cards[CARD]
    assert card.line.text() == "AT > AT1 > AT11 > AT111"
    sync_runner.do(press, card.button)
    tree = page.view.tree.model
    shown = [tree.index(0, 0).data(), tree.index(0, 0, tree.index(0, 0)).data()]
    assert shown == ["AT", "AT1"]
    assert "changed, not saved" in page.view._headline.text()
    assert "need not cover all of them" in page.meaning.text()
    assert "most frequent category" not in page.meaning.text()
    assert not page.main_action().enabled
    (problem,) = page.problems()
    assert "Its taxonomy is in no file yet. Save it, or" in problem_text(problem)
    assert "changed" not in problem_text(problem) + page.main_action().reason
    path, asked = tmp_path / "nuts.csv", []

    def choose(_parent: QWidget, name: str) -> tuple[Path, bool]:
        asked.append(name)
        return path, False

    monkeypatch.setattr(taxonomies_page, "choose_taxonomy_target", choose)
    sync_runner.do(press, page.view.editor.save_button)
    assert asked == ["NUTS3_taxonomy.csv"], "nothing was there before that was changed"
    assert page.current is not None
    assert page.current.taxonomy == str(path)
    assert not page.problems()
    assert page.main_action().enabled
    assert "AT121,AT12" in path.read_text().splitlines()


def test_names_are_offered_no_such_taxonomy(page: TaxonomiesPage, sync_runner) -> None:
    sync_runner.do(page.open_column, "TOWN")
    assert "flat" in page.view.choices.cards
    assert CARD not in page.view.choices.cards


@pytest.mark.usefixtures("styled")
@pytest.mark.parametrize(("width", "hidden"), [(760, True), (1300, False)])
def test_names_of_deep_categories_can_be_read_in_a_narrow_window(
    page: TaxonomiesPage, sync_runner, width: int, *, hidden: bool
) -> None:
    sync_runner.do(press, page.view.choices.cards[CARD].button)
    page.resize(width, 650)
    QApplication.processEvents()
    tree = page.view.tree.tree
    assert tree.isColumnHidden(RECORDS) is hidden
    needed = 3 * tree.indentation() + tree.fontMetrics().horizontalAdvance("AT111")
    assert tree.columnWidth(CATEGORY) > needed


def test_it_is_undone_in_one_step(page: TaxonomiesPage, sync_runner) -> None:
    before = page.current
    sync_runner.do(press, page.view.choices.cards[CARD].button, QPoint(8, 8))
    assert page.decisions.edited_taxonomy is not None
    sync_runner.do(page.store.undo)
    assert page.decisions.edited_taxonomy is None
    assert page.current == before
