"""One attribute's distribution before and after, counted in the same bins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from desktop_app.plots.axes import (
    horizontal_lines,
    legend,
    name_axes,
    new_axes,
    whole_numbers,
    write_numbers,
)
from desktop_app.plots.ink import Ink


@dataclass(frozen=True, slots=True, eq=False)
class Distribution:
    """Records in common bins, before and after.

    Attributes
    ----------
    edges : numpy.ndarray of float64, shape (b + 1,)
        Borders of the bins.
    before, after : numpy.ndarray of int64, shape (b,)
        Records in each bin, in the original and in the protected file.
    categories : tuple of str
        Names of the bins, if the attribute has categories; else empty.
    x_title, y_title, before_word, after_word, sentence : str
        Words in the user's language.
    number, count : callable
        How a value and how a number of records are written.
    """

    edges: NDArray[np.float64]
    before: NDArray[np.int64]
    after: NDArray[np.int64]
    categories: tuple[str, ...]
    x_title: str
    y_title: str
    before_word: str
    after_word: str
    sentence: str
    number: Callable[[float], str]
    count: Callable[[float], str]

    def draw(self, figure: Figure, ink: Ink) -> None:
        """Draw the picture into an empty figure."""
        axes = new_axes(figure, ink)
        horizontal_lines(axes, ink)
        axes.stairs(
            self.before, self.edges, fill=True, color=ink.before, alpha=0.55, label=self.before_word
        )
        # The outline lets both be seen where they overlap, also without colours.
        axes.stairs(self.after, self.edges, color=ink.after, linewidth=1.8, label=self.after_word)
        self._frame(axes)
        legend(axes, ink)
        name_axes(axes, ink, self.x_title, self.y_title)

    def said(self) -> str:
        """Return what the picture shows in one sentence."""
        return self.sentence

    def pick(self, axes: Axes, x: float, y: float) -> int | None:
        """Return ``None``: there is nothing to pick in this picture."""

    def _frame(self, axes: Axes) -> None:
        highest = max(float(self.before.max()), float(self.after.max()), 1.0)
        axes.set_ylim(0, highest * 1.06)
        axes.set_xlim(self.edges[0], self.edges[-1])
        whole_numbers(axes.yaxis)
        write_numbers(axes.yaxis, self.count)
        if self.categories:
            middles = (self.edges[:-1] + self.edges[1:]) / 2
            axes.set_xticks(middles, self.categories, parse_math=False)
        else:
            write_numbers(axes.xaxis, self.number)
