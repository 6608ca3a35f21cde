"""Two parts of a page with a border that can be moved."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QWidget

from desktop_app.theme import sizes

_WIDE = 1250
"""From so many pixels on, a table and its picture lie side by side."""


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


def turn_for_width(splitter: QSplitter, width: int) -> bool:
    """Lay a table and its picture side by side where that is wide enough, or above each other.

    Returns
    -------
    bool
        Whether they lay the other way before.
    """
    is_wide = width >= _WIDE
    orientation = Qt.Orientation.Horizontal if is_wide else Qt.Orientation.Vertical
    has_turned = splitter.orientation() is not orientation
    splitter.setOrientation(orientation)
    return has_turned
