"""The risk-utility map of a comparison, put into words. Knows no Qt."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.compare.ways import ways
from core.protect import METHODS
from desktop_app.models.comparison import ComparisonModel
from desktop_app.plots.risk_utility import RiskUtilityMap, RiskUtilityWords, Track
from desktop_app.text import number, tr, tr_n
from desktop_app.text.methods import method_short

# Losses that span more are drawn on a logarithmic axis.
_DECADE = 10


def drawn_rows(model: ComparisonModel) -> tuple[int, ...]:
    """Return the rows that have a place in the map."""
    return tuple(i for i, row in enumerate(model.compared) if row.figures is not None)


def risk_utility_map(model: ComparisonModel, selected: int | None) -> RiskUtilityMap:
    """Return the map of the rows of `model`.

    Parameters
    ----------
    model : ComparisonModel
        With a row that has figures, at least.
    selected : int or None
        The row that is picked out.
    """
    rows = drawn_rows(model)
    place = {row: i for i, row in enumerate(rows)}
    figures = [model.compared[row].figures for row in rows]
    points = np.array([(f.linkage, f.loss) for f in figures if f is not None]).reshape(-1, 2)
    standing = model.standing
    losses = points[:, 1]
    log = bool(losses.min() > 0 and losses.max() > _DECADE * losses.min())
    return RiskUtilityMap(
        points=points,
        tracks=_tracks(model, rows, place),
        labels=tuple(_label(model, row) for row in rows),
        frontiers=tuple(tuple(place[row] for row in front) for front in standing.fronts),
        present=frozenset(place[row] for row in standing.present if row in place),
        old=frozenset(place[row] for row in standing.old if row in place),
        selected=None if selected is None else place.get(selected),
        words=_words(model, rows, selected, log),
        number=number,
        log=log,
    )


def _tracks(
    model: ComparisonModel, rows: Sequence[int], place: dict[int, int]
) -> tuple[Track, ...]:
    runs: dict[str, list[int]] = {}
    for row in rows:
        runs.setdefault(model.compared[row].trial.way, []).append(place[row])
    # What is no method of its own comes last, so that the styles of the others stay.
    styles = {way: i for i, way in enumerate(sorted(ways(), key=lambda way: way not in METHODS))}
    return tuple(
        Track(method_short(name), styles[name], tuple(found)) for name, found in runs.items()
    )


def _label(model: ComparisonModel, row: int) -> str:
    trial = model.compared[row].trial
    return method_short(trial.way) if trial.value is None else number(trial.value)


def _words(
    model: ComparisonModel, rows: Sequence[int], selected: int | None, log: bool
) -> RiskUtilityWords:
    said = tr_n(
        "{count} run by linked records, across, and loss, up; {best} on a front.",
        "{count} runs by linked records, across, and loss, up; {best} on a front.",
        len(rows),
        best=len(model.standing.frontier),
    )
    if selected is not None:
        said = tr("{said} Selected: {row}.", said=said, row=model.label(selected))
    return RiskUtilityWords(
        x_title=tr("Disclosure risk: records linked (%), lower is better"),
        y_title=(
            tr("Information loss (%, log scale), lower is better")
            if log
            else tr("Information loss (%), lower is better")
        ),
        frontier=tr("Front (filled)"),
        present=tr("Current settings"),
        chosen=tr("Selected"),
        sentence=said,
    )
