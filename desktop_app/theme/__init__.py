"""Palettes, sizes and icons."""

from desktop_app.theme.colours import DARK, LIGHT, Colours
from desktop_app.theme.icons import icon
from desktop_app.theme.manager import Choice, ThemeManager, current, manager

__all__ = ["DARK", "LIGHT", "Choice", "Colours", "ThemeManager", "current", "icon", "manager"]
