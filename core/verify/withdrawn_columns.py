"""Finds what a run restored or drew that this version leaves, because it would disclose a value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from core.errors import Problem
from core.log import Log
from core.model import Result
from core.protect.representatives.drawn.spread_log import (
    HYBRID_STEP,
    SPREAD_STEP,
    LoggedSpread,
    read_logged_spread,
)
from core.protect.representatives.moments.moment_log import (
    MOMENTS_STEP,
    LoggedMoments,
    read_logged_maps,
)
from core.protect.representatives.representative import CountedStep

UNREPEATED = frozenset({"repeat-left", "repeat-left-parts"})
"""The codes of what this module finds."""

_CHANGING_STEPS = {MOMENTS_STEP: "restored:", SPREAD_STEP: "drawn:", HYBRID_STEP: "drawn:"}
"""How their counts begin that name the columns with other values than means."""


def find_withdrawn_columns(log: Log, result: Result) -> Problem | None:
    """Find columns, or parts of how they vary, that a log's run used and a repeated run leaves.

    Each version may find more that discloses a value. Its run is then another one, and the
    differences between both say nothing about the release.

    Parameters
    ----------
    log : Log
        Its public half does not hold the numbers of which parts are compared.
    result : Result
        Of the repeated run.

    Returns
    -------
    Problem or None
        ``None``: the repeated run leaves nothing that the first one did not leave.
    """
    for step in result.steps:
        beginning = _CHANGING_STEPS.get(step.name)
        stated = next((s.counts for s in log.steps if s.name == step.name), None)
        if beginning is None or stated is None:
            continue
        reasons = {
            name.removeprefix("left:"): f"word-{step.name}-{reason}"
            for name, reason in step.counts.items()
            if name.startswith("left:") and f"{beginning}{name.removeprefix('left:')}" in stated
        }
        if reasons:
            params = {"columns": tuple(reasons), "count": len(reasons)}
            codes = tuple(dict.fromkeys(reasons.values()))
            return Problem("repeat-left", params={**params, "what": codes})
    try:
        columns = _list_lost_moments(log.steps, result.steps) or _list_lost_spreads(
            read_logged_spread(log.steps), read_logged_spread(result.steps)
        )
    except (AttributeError, LookupError, TypeError, ValueError):
        # No run wrote these numbers: they are compared with those of the repeated run.
        return None
    return Problem("repeat-left-parts", params={"columns": tuple(columns)}) if columns else None


def _list_lost_moments(
    stated: Iterable[CountedStep], repeated: Iterable[CountedStep]
) -> Sequence[str]:
    """List published columns to which covariances were restored, and are not any more."""
    maps_of_log, maps_of_run = (
        [LoggedMoments.read(entry) for entry in read_logged_maps(steps)]
        for steps in (stated, repeated)
    )
    published_in_run = {entry.columns: entry.published for entry in maps_of_run}
    lost = [
        name
        for entry in maps_of_log
        for name in entry.published
        if name not in published_in_run.get(entry.columns, ())
    ]
    return tuple(dict.fromkeys(lost))


def _list_lost_spreads(stated: LoggedSpread | None, repeated: LoggedSpread | None) -> Sequence[str]:
    """List columns of which a variance or covariance was used, and is not any more."""
    if stated is None or repeated is None:
        return ()
    lost = [x for x in stated.columns.published if x not in repeated.columns.published]
    if not lost and stated.covariances.shape == repeated.covariances.shape:
        is_lost = ((stated.covariances != 0) & (repeated.covariances == 0)).any(axis=0)
        # Where a column does not vary, neither do its products.
        names = (*stated.columns.published, *stated.columns.names)
        has_lost = np.diagonal(is_lost) if np.diagonal(is_lost).any() else is_lost.any(axis=1)
        lost = [name for name, is_named in zip(names, has_lost.tolist(), strict=True) if is_named]
    return lost
