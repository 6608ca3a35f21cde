"""Computes the figures of a run on both sides: those of the recipe, and the usual ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.encode.drawn_records import draw_records
from core.encode.unit_groups import number_units
from core.jobs import Job
from core.measure.figures import SideRecords, compare_figures, sample_of, usual_figures
from core.measure.figures.kept_figures import find_fewest_records
from core.model import Column, ComparedFigure, Dataset, Figure, Plan, UsualFigures
from core.protect import adds_noise

FIGURE_PHASE = "figures"
"""The phase of a run in which figures are compared."""
MOST_RECORDS = 50_000
"""Records from which the usual figures are computed; of more a sample is drawn."""


@dataclass(frozen=True, slots=True)
class RunFigures:
    """The figures of the recipe, and those that users will probably compute, if any may be."""

    declared: tuple[ComparedFigure, ...] = ()
    usual: UsualFigures | None = None


def figures_of_run(plan: Plan, typed: Dataset, released: Sequence[Column], job: Job) -> RunFigures:
    """Compare figures of all records of the file with those of the released ones.

    Under differential privacy no figure of the original is computed but those of the recipe.

    Parameters
    ----------
    plan : Plan
        Without errors.
    typed : Dataset
        The file, in the kinds of its scales.
    released : sequence of Column
        The released columns of the kept records, in their order.
    """
    recipe, schema = plan.project.recipe, plan.project.schema
    names = {column.name for column in released}
    # Nobody can weight a figure by weights that are not released.
    weight = recipe.weight if recipe.weight in names else None
    further: tuple[Figure, ...] = ()
    if not adds_noise(recipe):
        usual = usual_figures(schema, typed.columns, recipe.weight)
        further = tuple(figure for figure in usual if figure not in recipe.figures)
    if not recipe.figures and adds_noise(recipe):
        return RunFigures()
    units = None if recipe.unit is None else number_units(typed, recipe.unit)
    original = sample_of(typed.columns, weight, units)
    release = sample_of(released, weight, None if units is None else units[plan.kept])
    job.start_phase(FIGURE_PHASE, len(recipe.figures))
    declared = compare_figures(recipe.figures, schema, original, release, job)
    if adds_noise(recipe):
        return RunFigures(declared)
    is_sample = typed.rows > MOST_RECORDS
    if is_sample:
        original, release = _draw(plan, original, release, further)
    job.start_phase(FIGURE_PHASE, len(further))
    compared = declared + compare_figures(further, schema, original, release, job)
    fewest = find_fewest_records(plan.parameters)
    return RunFigures(declared, UsualFigures(len(original.weights), is_sample, fewest, compared))


def _draw(
    plan: Plan, original: SideRecords, release: SideRecords, figures: Sequence[Figure]
) -> tuple[SideRecords, SideRecords]:
    """Draw the same records of both sides, units whole."""
    n = len(original.weights)
    positions = draw_records(n, MOST_RECORDS, original.units)
    is_drawn = np.zeros(n, dtype=np.bool_)
    is_drawn[positions] = True
    names = tuple({name for figure in figures for name in figure.columns})
    drawn_positions = np.flatnonzero(is_drawn[plan.kept])
    return original.take(positions, names), release.take(drawn_positions, names)
