"""What noise does to values: each made-up one with what is released in its place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray

from desktop_app.plots.axes import (
    draw_marks,
    horizontal_lines,
    name_axes,
    new_axes,
    write_numbers,
)
from desktop_app.plots.ink import Ink

_MOST_TICKS = 3
# Width of a figure, in sizes of the font.
_SIGN = 0.62


@dataclass(frozen=True, slots=True, eq=False)
class Noise:
    """Released over original values; without noise all would lie on the line.

    Attributes
    ----------
    before, after : numpy.ndarray of float64, shape (p,)
        Made-up values, and those with noise.
    x_title, y_title, sentence : str
        Words in the user's language.
    number : callable
        How a value is written.
    """

    before: NDArray[np.float64]
    after: NDArray[np.float64]
    x_title: str
    y_title: str
    sentence: str
    number: Callable[[float], str]

    def draw(self, figure: Figure, ink: Ink) -> None:
        """Draw the picture into an empty figure."""
        axes = new_axes(figure, ink)
        horizontal_lines(axes, ink)
        ends = (float(self.before.min()), float(self.before.max()))
        axes.plot(ends, ends, color=ink.before, linewidth=1.6)
        places = np.column_stack((self.before, self.after))
        draw_marks(axes, places, "o", 3, color=ink.after, alpha=0.7)
        # How many numbers fit beneath the picture, side by side.
        longest = max(
            len(self.number(float(end))) for end in (self.before.min(), self.before.max())
        )
        space = 72 * figure.get_figwidth() - (longest + 3) * _SIGN * ink.size
        fitting = int(space / ((longest + 2) * _SIGN * ink.size))
        ticks = min(_MOST_TICKS, max(1, fitting - 1))
        axes.xaxis.set_major_locator(MaxNLocator(ticks, steps=(1, 2, 5, 10)))
        axes.yaxis.set_major_locator(MaxNLocator(_MOST_TICKS, steps=(1, 2, 5, 10)))
        for axis in (axes.xaxis, axes.yaxis):
            write_numbers(axis, self.number)
        name_axes(axes, ink, self.x_title, self.y_title)
