"""Shapes and colours that distinguish several things, in print without colour, too."""

from __future__ import annotations

from desktop_app.plots.ink import Ink

# No two alike at a glance, so that colours may come again after the palette's last.
SHAPES = ("o", "s", "^", "D", "v", "P", "X", "p", "<", "*", ">", "h", "8", "d")


def shape(number: int) -> str:
    """Return the shape of the thing with this number."""
    return SHAPES[number % len(SHAPES)]


def colour(number: int, ink: Ink) -> str:
    """Return the colour of the thing with this number."""
    palette = ink.series or (ink.after,)
    return palette[number % len(palette)]
