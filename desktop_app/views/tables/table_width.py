"""Keeps a table as wide as its contents."""

from __future__ import annotations

from PySide6.QtWidgets import QTableView

WIDE_WINDOW = 1200
"""From so many pixels on, a table beside a picture may take what its columns need."""


def fit_width(table: QTableView, narrowest: int = 0) -> None:
    """Let `table` grow no wider than its columns and its scroll bar.

    Parameters
    ----------
    table : QTableView
        The table.
    narrowest : int
        It shall not be narrower than its columns either, as long as they are not wider than
        this, in pixels.
    """
    inside = table.horizontalHeader().length() + table.verticalHeader().width()
    bar = table.verticalScrollBar().sizeHint().width()
    full_width = inside + bar + 2 * table.frameWidth()
    table.setMaximumWidth(full_width)
    table.setMinimumWidth(min(full_width, narrowest))
