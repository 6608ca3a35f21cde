"""Small parts that forms are made of."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QFrame, QLabel, QScrollArea, QWidget

from desktop_app.theme import sizes

_WIDEST_BOX = 40 * sizes.UNIT


def heading(text: str) -> QLabel:
    """Return a section's heading."""
    label = QLabel(text)
    label.setFont(sizes.section_font())
    label.setWordWrap(True)
    return label


def note(text: str = "", kind: str = "muted") -> QLabel:
    """Return a wrapping sentence in a quieter colour."""
    label = QLabel(text)
    label.setWordWrap(True)
    label.setProperty("kind", kind)
    return label


def set_kind(label: QLabel, kind: str) -> None:
    """Give a label another meaning, and so another colour."""
    if label.property("kind") != kind:
        label.setProperty("kind", kind)
        label.style().unpolish(label)
        label.style().polish(label)


def named(widget: QWidget, name: str, description: str = "") -> None:
    """Give a control its accessible name and, where there is more to say, its tooltip."""
    widget.setAccessibleName(name)
    if description:
        widget.setAccessibleDescription(description)
        widget.setToolTip(description)
        widget.setWhatsThis(description)


def growing(box: QComboBox) -> QComboBox:
    """Let a box that is filled after it was first shown be as wide as its entries, in bounds."""
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
    box.setMaximumWidth(_WIDEST_BOX)
    return box


def scrolling(inner: QWidget) -> QScrollArea:
    """Return `inner` in an area that scrolls up and down, never sideways."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(inner)
    return area
