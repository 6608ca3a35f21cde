"""Keeps a table from being wider than what stands in it."""

from __future__ import annotations

from PySide6.QtWidgets import QTableView


def fit_width(table: QTableView) -> None:
    """Let `table` grow no wider than its columns and its scroll bar."""
    inside = table.horizontalHeader().length() + table.verticalHeader().width()
    bar = table.verticalScrollBar().sizeHint().width()
    table.setMaximumWidth(inside + bar + 2 * table.frameWidth())
