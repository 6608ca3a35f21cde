"""Measures restored means and covariances in the released file; nothing is solved again."""

from __future__ import annotations

import numpy as np

from core.errors import Problem
from core.log import InternalLog, Log
from core.model import Dataset, Project, Result
from core.protect.representatives.moments.moment_log import (
    MOMENTS_STEP,
    LoggedMoments,
    read_logged_maps,
)
from core.verify.figures import compare, tree_faults


def moment_faults(log: Log, project: Project, released: Dataset) -> list[Problem]:
    """Compare by how much the moments of a file miss the original ones with what the log states.

    The public log does not state them, and a file without weights or units does not show those of
    weighted records or of units that count once.

    Parameters
    ----------
    released : Dataset
        The protected file, read back and set apart.
    """
    logged = [LoggedMoments.read(text) for text in read_logged_maps(log.steps)]
    weight = project.recipe.weight
    if not logged or weight not in (None, *released.names):
        return []
    if any(entry.counts_units for entry in logged):
        return []
    columns = {column.name: column for column in released.columns}
    weights = np.ones(released.rows) if weight is None else columns[weight].values
    off = max(entry.deviation_in(columns, weights.astype(np.float64)) for entry in logged)
    (step,) = (step for step in log.steps if step.name == MOMENTS_STEP)
    return compare(f"steps.{MOMENTS_STEP}.file", step.counts.get("file"), off)


def repeated_moment_faults(log: InternalLog, result: Result) -> list[Problem]:
    """Compare what a log says of restored moments with a repeated run, which takes its map over."""
    stated = [dict(step.counts) for step in log.steps if step.name == MOMENTS_STEP]
    repeated = [dict(step.counts) for step in result.steps if step.name == MOMENTS_STEP]
    return tree_faults(f"steps.{MOMENTS_STEP}", stated, repeated)
