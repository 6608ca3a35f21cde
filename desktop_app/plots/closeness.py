"""How far each cluster's confidential values are from the whole file's: EMD over clusters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from desktop_app.plots.axes import (
    draw_limit,
    horizontal_lines,
    legend,
    name_axes,
    new_axes,
    write_counts,
    write_numbers,
)
from desktop_app.plots.ink import Ink

_BINS = 40


@dataclass(frozen=True, slots=True, eq=False)
class Closeness:
    """Clusters counted by their EMD. The risk runs along the horizontal axis, from 0.

    Attributes
    ----------
    emd : numpy.ndarray of float64, shape (c,)
        EMD of each cluster, 0 to 1.
    promised : float or None
        The t that was promised, if any.
    selected : int or None
        The selected cluster.
    x_title, y_title, clusters, promise, chosen, sentence : str
        Words in the user's language.
    number, count : callable
        How an EMD and how a number of clusters are written.
    """

    emd: NDArray[np.float64]
    promised: float | None
    selected: int | None
    x_title: str
    y_title: str
    clusters: str
    promise: str
    chosen: str
    sentence: str
    number: Callable[[float], str]
    count: Callable[[float], str]

    def draw(self, figure: Figure, ink: Ink) -> None:
        """Draw the picture into an empty figure."""
        axes = new_axes(figure, ink)
        horizontal_lines(axes, ink)
        counts, edges = np.histogram(self.emd, bins=_BINS, range=(0.0, self._end()))
        axes.stairs(counts, edges, fill=True, color=ink.after, label=self.clusters)
        if self.promised is not None:
            draw_limit(axes, ink, self.promised, self.promise)
        if self.selected is not None:
            chosen = float(self.emd[self.selected])
            axes.axvline(chosen, color=ink.selection, linewidth=2.0, label=self.chosen)
        highest = float(counts.max(initial=1))
        axes.set_xlim(0, self._end())
        axes.set_ylim(0, max(1.0, highest * 1.08))
        write_numbers(axes.xaxis, self.number)
        write_counts(axes.yaxis, self.count)
        legend(axes, ink)
        name_axes(axes, ink, self.x_title, self.y_title)

    def pick(self, axes: Axes, x: float, y: float) -> int | None:
        """Return the cluster whose EMD is nearest to a point, or ``None`` if there is none."""
        if len(self.emd) == 0:
            return None
        clicked, _ = axes.transData.inverted().transform((x, y))
        return int(np.argmin(np.abs(self.emd - clicked)))

    def _end(self) -> float:
        largest = max(float(self.emd.max(initial=0.0)), self.promised or 0.0)
        return min(1.0, largest * 1.1) or 1.0
