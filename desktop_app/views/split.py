"""Two parts of a page with a border that can be moved."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QWidget

from desktop_app.theme import sizes


def split(
    orientation: Qt.Orientation, one: QWidget, other: QWidget, shares: tuple[int, int]
) -> QSplitter:
    """Return `one` and `other` beside or above each other, in these shares to begin with."""
    splitter = QSplitter(orientation)
    splitter.setHandleWidth(sizes.MARGIN)
    splitter.setChildrenCollapsible(False)
    for at, (widget, share) in enumerate(zip((one, other), shares, strict=True)):
        splitter.addWidget(widget)
        splitter.setStretchFactor(at, share)
    splitter.setSizes([share * 1000 for share in shares])
    return splitter
