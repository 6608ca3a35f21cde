"""The list of columns as an item model."""

from __future__ import annotations

from PySide6.QtCore import Qt

from desktop_app.models.taxonomies.taxonomy_columns import (
    CATEGORIES,
    STATE,
    ColumnRow,
    ColumnState,
    TaxonomyColumnsModel,
)
from desktop_app.state.parts import Part

JOB = ColumnRow("JOB", Part.QUASI_IDENTIFIER, None, "Not chosen yet", "", ColumnState.TODO)


def test_rows_come_change_and_go(qtmodeltester) -> None:
    model = TaxonomyColumnsModel()
    qtmodeltester.check(model)
    model.show_rows([JOB])
    qtmodeltester.check(model)
    assert model.index(0, CATEGORIES).data() == ""
    known = ColumnRow("JOB", Part.QUASI_IDENTIFIER, 1234, "No order", "", ColumnState.CHOSEN)
    model.show_rows([known])
    assert model.index(0, CATEGORIES).data() == "1,234"
    assert model.index(0, STATE).data() == "Chosen"
    assert not model.index(0, STATE).data(Qt.ItemDataRole.DecorationRole).isNull()
    assert (model.row_of("JOB"), model.row_of("AGE")) == (0, -1)
    model.show_rows([])
    qtmodeltester.check(model)
    assert model.rowCount() == 0
