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
from core.model import Column, ComparedFigure, Dataset, Figure, Plan, Schema, UsualFigures
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
    further: tuple[Figure, ...] = ()
    if not adds_noise(recipe):
        usual = usual_figures(schema, typed.columns, recipe.weight)
        further = tuple(figure for figure in usual if figure not in recipe.figures)
    if not recipe.figures and adds_noise(recipe):
        return RunFigures()
    original, release = _sides_of(plan, typed, released)
    job.start_phase(FIGURE_PHASE, len(recipe.figures))
    declared = compare_figures(recipe.figures, schema, original, release, job)
    if adds_noise(recipe):
        return RunFigures(declared)
    if typed.rows > MOST_RECORDS:
        original, release = _draw(plan, original, release, further)
    job.start_phase(FIGURE_PHASE, len(further))
    compared = declared + compare_figures(further, schema, original, release, job)
    return RunFigures(declared, _to_usual(plan, typed, original, compared))


def compare_with_records(
    figures: Sequence[Figure],
    plan: Plan,
    schema: Schema,
    typed: Dataset,
    released: Sequence[Column],
    job: Job,
) -> UsualFigures:
    """Compare figures of a release with those of other columns than its own plan prepared.

    Parameters
    ----------
    figures : sequence of Figure
        Of `typed`; what the released columns lack of them is lost.
    plan : Plan
        Of the release.
    schema : Schema
        Describes the columns of `typed`.
    typed : Dataset
        The same records in columns that were recoded less.
    released : sequence of Column
        The released columns of the kept records.
    job : Job
        Raises `Cancelled` if it is cancelled.
    """
    original, release = _sides_of(plan, typed, released)
    if typed.rows > MOST_RECORDS:
        original, release = _draw(plan, original, release, figures)
    compared = compare_figures(figures, schema, original, release, job)
    return _to_usual(plan, typed, original, compared)


def _to_usual(
    plan: Plan, typed: Dataset, original: SideRecords, compared: tuple[ComparedFigure, ...]
) -> UsualFigures:
    fewest, is_sample = find_fewest_records(plan.parameters), typed.rows > MOST_RECORDS
    return UsualFigures(len(original.weights), is_sample, fewest, compared)


def _sides_of(
    plan: Plan, typed: Dataset, released: Sequence[Column]
) -> tuple[SideRecords, SideRecords]:
    recipe, names = plan.project.recipe, {column.name for column in released}
    # Nobody can weight a figure by weights that are not released.
    weight = recipe.weight if recipe.weight in names else None
    units = None if recipe.unit is None else number_units(typed, recipe.unit)
    original = sample_of(typed.columns, weight, units)
    return original, sample_of(released, weight, None if units is None else units[plan.kept])


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
