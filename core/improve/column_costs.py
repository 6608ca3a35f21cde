"""Computes which masked column costs most: how many figures of the others hold without it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.conditions import rule_of
from core.measure.figures.kept_figures import is_of, score_figures
from core.model import ComparedFigure, Method, Project, Recipe, Schema, UsualFigures
from core.model.preparing import Drop
from core.rules import columns_of


@dataclass(frozen=True, slots=True)
class ColumnCost:
    """What a masked column costs the figures of the others.

    Attributes
    ----------
    column : str
        Its name.
    counted, inside : int
        Figures of other columns, and those inside the original's 95 % interval.
    inside_without : int or None
        The same where the column is left out of the file; ``None``: the file cannot be protected
        without it, as its conditions are.
    """

    column: str
    counted: int
    inside: int
    inside_without: int | None


def figures_without(usual: UsualFigures, column: str) -> UsualFigures:
    """Select the figures of other columns."""
    other_figures = tuple(c for c in usual.compared if not is_of(c.figure, (column,)))
    return replace(usual, compared=other_figures)


def cost_of(
    column: str, usual: UsualFigures, figures_left: tuple[ComparedFigure, ...] | None
) -> ColumnCost:
    """Count what holds with a column and without it.

    Parameters
    ----------
    usual : UsualFigures
        Of the release with the column.
    figures_left : tuple of ComparedFigure or None
        Those of other columns in the release without the column, if it can be made.
    """
    counts = score_figures(figures_without(usual, column))
    inside_without = None
    if figures_left is not None:
        inside_without = score_figures(replace(usual, compared=figures_left)).inside
    return ColumnCost(column, counts.counted, counts.inside, inside_without)


def leave_out_column(project: Project, column: str) -> Project:
    """Drop a column from a project after its other steps, with all conditions, and all figures."""
    attributes = tuple(a for a in project.schema.attributes if a.name != column)
    recipe = _without_conditions(project.recipe, column)
    recipe = replace(recipe, figures=(), prepare=(*recipe.prepare, Drop(column)))
    return replace(project, schema=Schema(attributes), recipe=recipe)


def _without_conditions(recipe: Recipe, column: str) -> Recipe:
    def others(names: Sequence[str]) -> tuple[str, ...]:
        return tuple(name for name in names if name != column)

    dominance, unit, parameters = recipe.dominance, recipe.unit, dict(recipe.method.parameters)
    if dominance is not None:
        columns = others(dominance.columns)
        dominance = replace(dominance, columns=columns) if columns else None
    if unit is not None:
        columns, members_by = others(unit.columns), others(unit.members_by)
        unit = replace(unit, columns=columns, members_by=members_by)
    if isinstance(blocks := parameters.get("blocks"), Sequence):
        parameters["blocks"] = [list(names) for block in blocks if (names := others(block))]
    totals = (replace(t, columns=others(t.columns)) for t in recipe.totals if column not in t.by)
    scenarios = (replace(s, columns=others(s.columns)) for s in recipe.scenarios)
    return replace(
        recipe,
        method=Method(recipe.method.name, parameters),
        dominance=dominance,
        unit=unit,
        totals=tuple(t for t in totals if t.columns),
        scenarios=tuple(s for s in scenarios if s.columns),
        rules=tuple(rule for rule in recipe.rules if column not in columns_of(rule_of(rule))),
    )
