"""Computes which masked column costs most: how many figures of the others hold without it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.conditions import rule_of
from core.measure.figures.kept_figures import is_of, score_figures
from core.model import Attribute, Figure, Method, Project, Recipe, Result, Role, UsualFigures
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


def cost_of(column: str, usual: UsualFigures, without_column: Result | None) -> ColumnCost:
    """Count what holds with a column and without it.

    Parameters
    ----------
    usual : UsualFigures
        Of the release with the column.
    without_column : Result or None
        The release of `without_column`, whose declared figures are those of other columns.
    """
    counts = score_figures(figures_without(usual, column))
    inside_without = None
    if without_column is not None:
        compared = replace(usual, compared=without_column.figures)
        inside_without = score_figures(compared).inside
    return ColumnCost(column, counts.counted, counts.inside, inside_without)


def leave_out_column(project: Project, column: str, figures: Sequence[Figure]) -> Project:
    """Drop a column from a project and all of its conditions, and declare figures."""
    attributes = tuple(
        Attribute(column, Role.DROP) if a.name == column else a for a in project.schema.attributes
    )
    recipe = replace(_without_conditions(project.recipe, column), figures=tuple(figures))
    return replace(project, schema=replace(project.schema, attributes=attributes), recipe=recipe)


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
