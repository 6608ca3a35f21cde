"""Computes the figures of a run's recipe on the original file and on the release."""

from __future__ import annotations

from collections.abc import Sequence

from core.encode import group_records, take
from core.jobs import Job
from core.measure.figures import compare_figures, sample_of
from core.model import Column, ComparedFigure, Dataset, Plan

FIGURE_PHASE = "figures"
"""The phase of a run whose recipe has figures."""


def figures_of_run(
    plan: Plan, typed: Dataset, released: Sequence[Column], job: Job
) -> tuple[ComparedFigure, ...]:
    """Return the figures of the recipe, of all records of the file and of the released ones.

    Parameters
    ----------
    plan : Plan
        Without errors.
    typed : Dataset
        The file, in the kinds of its scales.
    released : sequence of Column
        The released columns of the kept records, in their order.
    job : Job
        Raises `Cancelled` if it is cancelled.
    """
    recipe, schema = plan.project.recipe, plan.project.schema
    if not recipe.figures:
        return ()
    job.start_phase(FIGURE_PHASE, len(recipe.figures))
    all_units = kept_units = None
    if recipe.unit is not None:
        numbers = typed.column(recipe.unit.id)
        all_units, kept_units = group_records([numbers]), group_records([take(numbers, plan.kept)])
    original = sample_of(typed.columns, recipe.weight, all_units)
    release = sample_of(released, recipe.weight, kept_units)
    return compare_figures(recipe.figures, schema, original, release, job)
