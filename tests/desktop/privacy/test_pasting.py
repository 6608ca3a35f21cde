"""Domains pasted from a spreadsheet; noise that leaves nothing; what the table's titles mean."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from desktop_app.models.masked_columns import MaskedField
from desktop_app.store import ProjectStore
from desktop_app.wizard.method_page import MethodPage
from tests.desktop.mouse import press_cell
from tests.desktop.privacy.test_method_page import opened


@pytest.fixture
def page(private: ProjectStore, sync_runner, qtbot) -> MethodPage:
    return opened(private, sync_runner, qtbot)


def _paste(page: MethodPage, text: str, column: str, field: MaskedField) -> None:
    table, model = page.privacy.section.table, page.privacy.section.model
    press_cell(table, model.index(model.row_of(column), field))
    QGuiApplication.clipboard().setText(text)
    QTest.keyClick(table, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)


def _domains(page: MethodPage) -> dict[str, object]:
    return {a.name: a.domain for a in page.store.schema.attributes if a.domain is not None}


def test_a_block_fills_the_cells_below_and_beside(page: MethodPage, private: ProjectStore) -> None:
    _paste(page, "0\t120\r\n0\t5000\t0.5\t2\r\n1920-01-01\t2020-12-31\r\n", "AGE", MaskedField.LOW)
    assert _domains(page) == {
        "AGE": (0.0, 120.0),
        "RENT": (0.0, 5000.0),
        "BORN": (-18263.0, 18627.0),
    }
    assert private.schema.named("RENT").precision == 0.5
    assert private.draft.method.parameters["shares"]["RENT"] == 2
    private.undo()
    assert _domains(page) == {}


def test_rows_that_begin_with_names_find_their_columns(page: MethodPage) -> None:
    _paste(page, "BORN\t1920-01-01\t2020-12-31\nAGE\t0\t120\n", "RENT", MaskedField.HIGH)
    assert _domains(page) == {"AGE": (0.0, 120.0), "BORN": (-18263.0, 18627.0)}


def test_a_block_that_does_not_fit_changes_nothing(page: MethodPage) -> None:
    refusal = page.privacy.section.refused
    for text, sentence in (
        ("0\t120\n0\tmany", "RENT, Largest: “many” cannot be read. Nothing was pasted."),
        ("0\t120\t-1", "AGE, Step: type a number above 0. Nothing was pasted."),
        (
            "0\t9\n\n\n\n1",
            "The block is larger than the table from this cell on. Nothing was pasted.",
        ),
        ("0\t1\t1\t1\t1", "The block is larger than the table"),
    ):
        _paste(page, text, "AGE", MaskedField.LOW)
        assert _domains(page) == {}
        assert refusal.text().startswith(sentence)
        assert refusal.isVisible()
        _paste(page, "0\t120", "AGE", MaskedField.LOW)
        assert not refusal.isVisible()
        page.store.undo()


def test_noise_wider_than_the_domain_is_called_useless(
    page: MethodPage, declared: ProjectStore, sync_runner
) -> None:
    model = page.privacy.section.model
    sync_runner.finish()
    error = model.index(model.row_of("AGE"), MaskedField.ERROR)
    assert "useless" not in error.data()
    method = declared.draft.method
    tiny = {**method.parameters, "epsilon": 0.001}
    sync_runner.do(declared.set_method, replace(method, parameters=tiny))
    row = model.row(model.row_of("AGE"))
    assert row.error.value > 120
    assert error.data().endswith(": useless")
    assert "says nothing" in error.data(Qt.ItemDataRole.ToolTipRole)


def test_each_title_says_what_it_means(page: MethodPage) -> None:
    for field in MaskedField:
        meaning = page.privacy.section.model.headerData(
            field, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole
        )
        assert meaning.endswith("."), field
