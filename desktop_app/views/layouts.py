"""Rows and columns of widgets, each laid out in one call."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QBoxLayout,
    QGridLayout,
    QHBoxLayout,
    QLayout,
    QStackedWidget,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from desktop_app.theme import sizes

_Box = TypeVar("_Box", bound=QBoxLayout)
Margins = int | tuple[int, int] | tuple[int, int, int, int]

STRETCH = 1
"""Room that stays empty."""


@dataclass(frozen=True, slots=True)
class Gap:
    """So many pixels that stay empty, besides the spacing."""

    pixels: int


Part = (
    QWidget
    | QLayout
    | tuple[QWidget | QLayout, int]
    | tuple[QWidget | QLayout, int, Qt.AlignmentFlag]
    | Gap
    | int
)
"""A part of a row or column: a widget or a layout, with its share of the space that is left and its
side if it does not fill what it gets; a gap; or a number alone, for a share that stays empty."""


def in_column(
    *parts: Part, inside: QWidget | None = None, margins: Margins = 0, spacing: int = sizes.UNIT
) -> QVBoxLayout:
    """Put parts below each other.

    Parameters
    ----------
    *parts : Part
        From top to bottom.
    inside : QWidget, optional
        The widget that is laid out so; without one, the column goes into another layout.
    margins : int or tuple of int
        In pixels: on all sides; beside the parts and above and below them; or left, above, right
        and below; -1 for those of Qt's style.
    spacing : int
        In pixels, between parts; -1 for that of Qt's style.
    """
    box = QVBoxLayout() if inside is None else QVBoxLayout(inside)
    return _filled(box, parts, margins, spacing)


def in_row(
    *parts: Part, inside: QWidget | None = None, margins: Margins = 0, spacing: int = sizes.UNIT
) -> QHBoxLayout:
    """Put parts beside each other, from left to right; the parameters are those of `in_column`."""
    box = QHBoxLayout() if inside is None else QHBoxLayout(inside)
    return _filled(box, parts, margins, spacing)


def in_grid(
    inside: QWidget | None = None,
    *,
    across: int = sizes.MARGIN,
    down: int = sizes.UNIT,
    widening: int = 1,
) -> QGridLayout:
    """Make rows and columns without margins.

    Parameters
    ----------
    inside : QWidget, optional
        The widget that is laid out so; without one, the grid goes into another layout.
    across, down : int
        Pixels between columns and between rows.
    widening : int
        The column that takes the width that is left.
    """
    grid = QGridLayout() if inside is None else QGridLayout(inside)
    if inside is not None:
        grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(across)
    grid.setVerticalSpacing(down)
    grid.setColumnStretch(widening, 1)
    return grid


def _filled(box: _Box, parts: tuple[Part, ...], margins: Margins, spacing: int) -> _Box:
    sides = (margins,) * 2 if isinstance(margins, int) else margins
    box.setContentsMargins(*(sides * 2)[:4])
    box.setSpacing(spacing)
    fill(box, *parts)
    return box


def fill(box: QBoxLayout, *parts: Part) -> None:
    """Add parts to the end of a row or column."""
    for item in parts:
        if isinstance(item, int):
            box.addStretch(item)
        elif isinstance(item, Gap):
            box.addSpacing(item.pixels)
        elif isinstance(item, tuple):
            side = item[2] if len(item) == 3 else Qt.AlignmentFlag(0)
            _add(box, item[0], item[1], side)
        else:
            _add(box, item, 0, Qt.AlignmentFlag(0))


def _add(box: QBoxLayout, what: QWidget | QLayout, share: int, side: Qt.AlignmentFlag) -> None:
    if isinstance(what, QWidget):
        box.addWidget(what, share, side)
    else:
        box.addLayout(what, share)


def stack_of(tabs: QTabWidget) -> QWidget:
    """Find the parent that a tab is made in: a tab that is moved there is styled once more."""
    return tabs.findChild(QStackedWidget) or tabs


def at_left(widget: QWidget) -> tuple[QWidget, int, Qt.AlignmentFlag]:
    """Return a part that stays as wide as it likes, on the left."""
    return widget, 0, Qt.AlignmentFlag.AlignLeft
