"""Palettes, sizes and icons."""

from desktop_app.theme.colours import DARK, LIGHT, Colours
from desktop_app.theme.icons import icon, keep_icon
from desktop_app.theme.manager import ThemeChoice, ThemeManager, current, manager

__all__ = [
    "DARK",
    "LIGHT",
    "Colours",
    "ThemeChoice",
    "ThemeManager",
    "current",
    "icon",
    "keep_icon",
    "manager",
]
