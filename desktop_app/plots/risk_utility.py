"""The risk-utility map: what a release still discloses, against what it has lost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import LogLocator, NullLocator
from numpy.typing import NDArray

from desktop_app.plots.axes import (
    draw_marks,
    horizontal_lines,
    name_axes_at_length,
    nearest_place,
    new_axes,
    write_legend,
    write_numbers,
)
from desktop_app.plots.ink import Ink
from desktop_app.plots.labels import Label, place_labels

# No two alike at a glance, so that colours may come again after the palette's last.
SHAPES = ("o", "s", "^", "D", "v", "P", "X", "p", "<", "*", ">", "h", "8", "d")

_REACH = 18.0
"""How far from a mark a click still means it, in pixels."""
_SIZE, _RING = 7.5, 14.0
_MARGIN = 0.06
_OLD = 0.45
_DASHES = (0.0, (2.0, 2.0))
_LOG_STEPS = (1.0, 2.0, 5.0)
# Below the least and above the largest loss on a logarithmic axis.
_MARGIN_FACTOR = 1.4


@dataclass(frozen=True, slots=True)
class RiskUtilityWords:
    """What the map says, in the user's language."""

    x_title: str
    y_title: str
    frontier: str
    present: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Track:
    """The runs of one method.

    Attributes
    ----------
    title : str
        The method.
    style : int
        Which shape and colour it has, the same in every map.
    runs : tuple of int
        Numbers of its runs; joined by a line in this order.
    """

    title: str
    style: int
    runs: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class RiskUtilityMap:
    """Runs over the share of records linked and the information lost.

    Attributes
    ----------
    points : numpy.ndarray of float64, shape (r, 2)
        Risk, across, and loss, up, of each run.
    tracks : tuple of Track
        The runs by method.
    labels : tuple of str
        What is written beside each run, if there is space.
    frontiers : tuple of tuples of int
        For each guarantee the runs that none with the same guarantee betters in both, by
        ascending risk; they are filled, the others hollow.
    present, old : frozenset of int
        Runs with the settings in force, and those that are out of date.
    selected : int or None
        The run that is picked out.
    words : RiskUtilityWords
        Titles, legend and sentence.
    number : callable
        How the numbers of the axes are written.
    log : bool
        Whether the loss is on a logarithmic axis; all losses are above 0 then.
    """

    points: NDArray[np.float64]
    tracks: tuple[Track, ...]
    labels: tuple[str, ...]
    frontiers: tuple[tuple[int, ...], ...]
    present: frozenset[int]
    old: frozenset[int]
    selected: int | None
    words: RiskUtilityWords
    number: Callable[[float], str]
    log: bool = False

    def draw(self, figure: Figure, ink: Ink) -> None:
        """Draw the picture into an empty figure."""
        axes = new_axes(figure, ink)
        horizontal_lines(axes, ink)
        self._frame(axes)
        self._draw_frontiers(axes, ink)
        for track in self.tracks:
            self._draw_track(axes, ink, track)
        for i in self.present:
            axes.add_line(_ring(self.points[i], ink.text, "s", gid="present"))
        if self.selected is not None:
            axes.add_line(_ring(self.points[self.selected], ink.selection, "o", gid="chosen"))
        for axis in (axes.xaxis, axes.yaxis):
            write_numbers(axis, self.number)
        self._draw_legend(figure, ink)
        name_axes_at_length(axes, ink, self.words.x_title, self.words.y_title)
        # An empty line above the axes, in which the vertical axis's title lies.
        axes.set_title(" ", fontsize=ink.size, pad=4)
        # The layout must be final before labels are placed where there is space.
        layout = figure.get_layout_engine()
        if layout is not None:
            layout.execute(figure)
            figure.set_layout_engine("none")
        ringed = self.present | {self.selected}
        beside = [
            Label(text, (float(x), float(y)), (_RING if i in ringed else _SIZE) / 2 + 0.7)
            for i, (text, (x, y)) in enumerate(zip(self.labels, self.points, strict=True))
        ]
        place_labels(axes, ink, beside, self._by_weight())

    @property
    def sentence(self) -> str:
        """What the picture shows."""
        return self.words.sentence

    def pick(self, axes: Axes, x: float, y: float) -> int | None:
        """Return the run nearest to a place, if near enough."""
        return nearest_place(axes, self.points, x, y, _REACH)

    def _by_weight(self) -> list[int]:
        """Return the runs in the order in which they deserve a label."""
        first = [i for i in (self.selected, *sorted(self.present), *self._leading) if i is not None]
        ends = [i for track in self.tracks for i in (track.runs[0], track.runs[-1])]
        return list(dict.fromkeys((*first, *ends, *range(len(self.points)))))

    def _frame(self, axes: Axes) -> None:
        high = self.points.max(axis=0, initial=0.0)
        right, top = (float(limit) if limit > 0 else 1.0 for limit in high)
        axes.set_xlim(-_MARGIN * right, right * (1 + 2 * _MARGIN))
        if self.log:
            axes.set_yscale("log")
            axes.set_ylim(float(self.points[:, 1].min()) / _MARGIN_FACTOR, top * _MARGIN_FACTOR)
            axes.yaxis.set_major_locator(LogLocator(subs=_LOG_STEPS))
            axes.yaxis.set_minor_locator(NullLocator())
        else:
            axes.set_ylim(-_MARGIN * top, top * (1 + 2 * _MARGIN))

    @property
    def _leading(self) -> tuple[int, ...]:
        """All runs that are on a front."""
        return tuple(i for front in self.frontiers for i in front)

    @property
    def _has_front(self) -> bool:
        return any(len(front) > 1 for front in self.frontiers)

    def _draw_frontiers(self, axes: Axes, ink: Ink) -> None:
        """Draw the borders of what was reached: what lies right of one or above is bettered."""
        for front in self.frontiers:
            if len(front) < 2:
                continue
            steps = self.points[list(front)]
            looks: dict[str, Any] = {"color": ink.muted, "linewidth": 1.0, "linestyle": _DASHES}
            axes.step(steps[:, 0], steps[:, 1], where="post", gid="frontier", **looks)

    def _draw_track(self, axes: Axes, ink: Ink, track: Track) -> None:
        runs = self.points[list(track.runs)]
        track_colour, sign = colour(track.style, ink), shape(track.style)
        if len(runs) > 1:
            axes.plot(*runs.T, color=track_colour, linewidth=1.2, alpha=0.6, gid="track")
        edge = {"markeredgecolor": track_colour, "markeredgewidth": 1.4, "zorder": 3}
        for i in track.runs:
            edge["alpha"] = _OLD if i in self.old else 1.0
            fill = track_colour if i in self._leading else ink.surface
            place = self.points[i : i + 1]
            draw_marks(axes, place, sign, _SIZE, markerfacecolor=fill, gid="run", **edge)

    def _draw_legend(self, figure: Figure, ink: Ink) -> None:
        entries = [
            Line2D(
                [],
                [],
                linestyle="-" if len(track.runs) > 1 else "",
                linewidth=1.2,
                color=colour(track.style, ink),
                marker=shape(track.style),
                markersize=_SIZE - 1,
                label=track.title,
            )
            for track in self.tracks
        ]
        if self._has_front:
            entries.append(
                Line2D([], [], color=ink.muted, linestyle=_DASHES, label=self.words.frontier)
            )
        if self.present:
            sign = _ring(np.zeros(2), ink.text, "s", _SIZE + 2)
            sign.set_label(self.words.present)
            entries.append(sign)
        lines = 72 * figure.get_figheight() / ink.size
        legend = figure.legend(
            handles=entries,
            loc="outside right upper",
            frameon=False,
            handlelength=1.8,
            borderpad=0.1,
            labelspacing=float(np.clip((lines - 1.0) / max(1, len(entries)) - 1.1, 0.05, 0.45)),
        )
        write_legend(legend, ink)


def _ring(
    point: NDArray[np.float64],
    edge_colour: str,
    sign: Literal["o", "s"],
    size: float = _RING,
    gid: str = "",
) -> Line2D:
    return Line2D(
        point[:1],
        point[1:],
        linestyle="",
        marker=sign,
        markersize=size,
        markerfacecolor="none",
        markeredgecolor=edge_colour,
        markeredgewidth=1.6,
        zorder=4,
        gid=gid,
    )


def shape(number: int) -> str:
    """Return the shape of the thing with this number."""
    return SHAPES[number % len(SHAPES)]


def colour(number: int, ink: Ink) -> str:
    """Return the colour of the thing with this number."""
    palette = ink.series or (ink.after,)
    return palette[number % len(palette)]
