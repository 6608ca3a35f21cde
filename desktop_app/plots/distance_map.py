"""Distances between categories, as a square of squares."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from numpy.typing import NDArray

from desktop_app.plots.axes import name_axes, new_axes, write_numbers
from desktop_app.plots.ink import Ink

_MOST_NAMES_UP = 30
_MOST_NAMES_ACROSS = 16
_LETTERS = 18


@dataclass(frozen=True, slots=True, eq=False)
class DistanceMap:
    """Near categories are dark, those that share nothing have the colour of the ground.

    Attributes
    ----------
    names : tuple of str
        Of `c` categories, in an order in which near ones stand together.
    distances : numpy.ndarray of float64, shape (c, c)
        Between them, in [0, 1].
    chosen : tuple of int, or None
        Two categories whose distance is picked out.
    title, sentence : str
        Words in the user's language.
    number : callable
        How a distance is written.
    """

    names: tuple[str, ...]
    distances: NDArray[np.float64]
    chosen: tuple[int, int] | None
    title: str
    sentence: str
    number: Callable[[float], str]

    def draw(self, figure: Figure, ink: Ink) -> None:
        """Draw the picture into an empty figure."""
        axes = new_axes(figure, ink)
        shades = LinearSegmentedColormap.from_list("near", [ink.after, ink.surface])
        image = axes.imshow(self.distances, shades, vmin=0.0, vmax=1.0, interpolation="nearest")
        self._name_rows(axes)
        if self.chosen is not None:
            row, column = self.chosen
            for across, up in {(column, row), (row, column)}:
                corner = (across - 0.5, up - 0.5)
                axes.add_patch(
                    Rectangle(corner, 1, 1, fill=False, edgecolor=ink.selection, linewidth=2.0)
                )
        name_axes(axes, ink, "", "")
        bar = figure.colorbar(image, ax=axes, shrink=0.8, pad=0.02)
        bar.outline.set_edgecolor(ink.grid)
        bar.ax.tick_params(colors=ink.muted, labelsize=ink.size, width=0.8, length=3)
        write_numbers(bar.ax.yaxis, self.number)
        name_axes(bar.ax, ink, "", self.title)

    def _name_rows(self, axes: Axes) -> None:
        """Write the names beside the rows; where there are too many, those of every n-th."""
        count = len(self.names)
        step = -(-count // _MOST_NAMES_UP)
        shown = np.arange(0, count, step)
        axes.set_yticks(shown, [_short(self.names[i]) for i in shown], parse_math=False)
        if count > _MOST_NAMES_ACROSS:
            axes.set_xticks([])
            return
        names = [_short(name) for name in self.names]
        axes.set_xticks(np.arange(count), names, rotation=90, parse_math=False)

    def pick(self, axes: Axes, x: float, y: float) -> int | None:
        """Return the number of the pair at a point, row by row, or ``None`` beside the map."""
        if not axes.images:
            return None
        across, up = axes.transData.inverted().transform((x, y))
        row, column = round(float(up)), round(float(across))
        count = len(self.names)
        inside = 0 <= row < count and 0 <= column < count
        return row * count + column if inside else None


def _short(name: str) -> str:
    return name if len(name) <= _LETTERS else f"{name[: _LETTERS - 1]}…"


def pair_of(number: int, names: Sequence[str]) -> tuple[int, int]:
    """Return the two categories that `DistanceMap.pick` means by a number."""
    return divmod(number, len(names))
