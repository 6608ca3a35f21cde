"""How many clusters there are of each size."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from desktop_app.plots.axes import (
    horizontal_lines,
    name_axes,
    new_axes,
    write_counts,
)
from desktop_app.plots.ink import Ink

_MOST_BARS = 30


@dataclass(frozen=True, slots=True, eq=False)
class SizeBars:
    """Clusters counted by size.

    Attributes
    ----------
    edges : numpy.ndarray of int64, shape (b + 1,)
        Bar `i` holds the sizes from ``edges[i]`` up to, not including, ``edges[i + 1]``.
    counts : numpy.ndarray of int64, shape (b,)
        Clusters in each bar.
    """

    edges: NDArray[np.int64]
    counts: NDArray[np.int64]


def count_sizes(sizes: NDArray[np.int64]) -> SizeBars:
    """Count clusters by size: a bar for each size, or for equal ranges if sizes differ widely."""
    if len(sizes) == 0:
        return SizeBars(np.array([0, 1]), np.array([0]))
    low, high = int(sizes.min()), int(sizes.max())
    width = -(-(high - low + 1) // _MOST_BARS)
    edges = np.arange(low, high + width + 1, width, dtype=np.int64)
    counts = np.bincount((sizes - low) // width, minlength=len(edges) - 1)
    return SizeBars(edges, counts.astype(np.int64))


@dataclass(frozen=True, slots=True, eq=False)
class ClusterSizes:
    """Histogram of cluster sizes.

    Attributes
    ----------
    bars : SizeBars
        What is drawn.
    x_title, y_title, sentence : str
        Words in the user's language.
    number : callable
        Writes a count.
    selected : int or None
        Size of the selected cluster.
    """

    bars: SizeBars
    x_title: str
    y_title: str
    sentence: str
    number: Callable[[float], str]
    selected: int | None = None

    def draw(self, figure: Figure, ink: Ink) -> None:
        """Draw the picture into an empty figure."""
        axes = new_axes(figure, ink)
        horizontal_lines(axes, ink)
        left = self.bars.edges[:-1] - 0.5
        width = np.diff(self.bars.edges)
        drawn = axes.bar(
            left,
            self.bars.counts,
            width=width,
            align="edge",
            color=ink.after,
            edgecolor=ink.surface,
            linewidth=1.0,
        )
        chosen = self._bar_of(self.selected)
        if chosen is not None:
            drawn[chosen].set(edgecolor=ink.selection, linewidth=2.0, zorder=3)
        self._frame(axes)
        name_axes(axes, ink, self.x_title, self.y_title)

    def pick(self, axes: Axes, x: float, y: float) -> int | None:
        """Return the least size in the bar under a point, or ``None``."""
        bar = self._bar_at(axes, x, y)
        return None if bar is None else int(self.bars.edges[bar])

    def hint(self, axes: Axes, x: float, y: float) -> str:
        """Return the sizes in the bar under a point, and how many clusters have them."""
        bar = self._bar_at(axes, x, y)
        if bar is None:
            return ""
        low, high = int(self.bars.edges[bar]), int(self.bars.edges[bar + 1]) - 1
        sizes = " \N{EN DASH} ".join(self.number(float(size)) for size in sorted({low, high}))
        clusters = self.number(float(self.bars.counts[bar]))
        return f"{self.x_title}: {sizes}\n{self.y_title}: {clusters}"

    def _bar_at(self, axes: Axes, x: float, y: float) -> int | None:
        """Return the bar above or below a point, or ``None`` if it holds no cluster."""
        size, _ = axes.transData.inverted().transform((x, y))
        bar = self._bar_of(round(float(size)))
        return None if bar is None or self.bars.counts[bar] == 0 else bar

    def _bar_of(self, size: int | None) -> int | None:
        if size is None or not self.bars.edges[0] <= size < self.bars.edges[-1]:
            return None
        return int(np.searchsorted(self.bars.edges, size, side="right")) - 1

    def _frame(self, axes: Axes) -> None:
        low, high = float(self.bars.edges[0]), float(self.bars.edges[-1])
        # One single bar should look like a bar, not like a wall.
        margin = max(0.5, (6 - (high - low)) / 2)
        # There is no cluster of less than one record.
        axes.set_xlim(max(0.0, low - 0.5 - margin), high - 0.5 + margin)
        axes.set_ylim(0, max(1.0, float(self.bars.counts.max()) * 1.08))
        for axis in (axes.xaxis, axes.yaxis):
            write_counts(axis, self.number)
