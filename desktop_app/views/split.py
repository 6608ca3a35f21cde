"""Two parts of a page with a border that can be moved."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QWidget

from desktop_app.theme import sizes


def split(
    orientation: Qt.Orientation,
    first_widget: QWidget,
    second_widget: QWidget,
    shares: tuple[int, int],
) -> QSplitter:
    """Lay two widgets out side by side or above each other, at first in these shares."""
    splitter = QSplitter(orientation)
    splitter.setHandleWidth(sizes.MARGIN)
    splitter.setChildrenCollapsible(False)
    for index, (widget, share) in enumerate(
        zip((first_widget, second_widget), shares, strict=True)
    ):
        splitter.addWidget(widget)
        splitter.setStretchFactor(index, share)
    splitter.setSizes([share * 1000 for share in shares])
    return splitter
