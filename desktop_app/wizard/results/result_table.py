"""A table on the step Results where one row at a time is chosen."""

from __future__ import annotations

from desktop_app.models.titled import TitledModel
from desktop_app.theme import sizes
from desktop_app.views.tables.data_table import DataTable

_WIDEST = 48 * sizes.UNIT


def result_table(model: TitledModel, remembered: str, name: str) -> DataTable:
    """Return a table of a model; the widths of its columns are kept under the name `remembered`."""
    table = DataTable(dense=True, remembered=remembered, widest=_WIDEST)
    table.list_model(model, name, one_row=True)
    return table
