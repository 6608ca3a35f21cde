"""The 8-pixel grid and the three font sizes."""

from __future__ import annotations

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication

UNIT = 8
HALF = UNIT // 2
MARGIN = 2 * UNIT
PANEL_WIDTH = 32 * UNIT
NARROW_PANEL_WIDTH = 22 * UNIT
RAIL_WIDTH = 24 * UNIT
ICON = 20


def _scaled(factor: float, weight: QFont.Weight) -> QFont:
    font = QFont(QApplication.font())
    font.setPointSizeF(font.pointSizeF() * factor)
    font.setWeight(weight)
    return font


def title_font() -> QFont:
    """Return the font of a page's title."""
    return _scaled(1.6, QFont.Weight.DemiBold)


def section_font() -> QFont:
    """Return the font of a heading inside a page."""
    return _scaled(1.15, QFont.Weight.DemiBold)


def strong_font() -> QFont:
    """Return the font of a small heading: text, but heavier."""
    return _scaled(1.0, QFont.Weight.DemiBold)


def text_font() -> QFont:
    """Return the font of everything else."""
    return QFont(QApplication.font())
