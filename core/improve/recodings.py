"""Recodings of masked columns that a search tries: coarser levels, joined neighbours, rounding.

They are preparing steps behind those of the recipe. Figures are compared with the original as it
was before, so that those of categories that are gone count as lost (decision 315).
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import floor, log10

import numpy as np

from core.checklist.cast_columns import cast_columns
from core.conditions import rule_of
from core.encode.not_applicable import set_apart
from core.improve.settings_changes import recodings_of
from core.measure.figures import usual_figures
from core.model import (
    Attribute,
    Column,
    ColumnKind,
    Dataset,
    FigureKind,
    Preparing,
    Project,
    Recipe,
    Scale,
)
from core.model.preparing import Group, Level, Recoding, Round
from core.prepare.category_steps import left_on_levels
from core.rules import columns_of

_MOST_RECODINGS = 2
_FEWEST_CATEGORIES = 2
_JOINED = " / "
# Of the range of the middle half of the values, finest first.
_WIDTHS = (0.25, 0.5)
_MULTIPLES = (5.0, 2.0, 1.0)
# One of these is among the usual figures if any of its column is.
_OF_COLUMN = (FigureKind.SHARE, FigureKind.MEAN)


def list_recodings(
    start: Project, sample: Dataset, masked: tuple[Attribute, ...]
) -> dict[str, tuple[Recoding, ...]]:
    """List how masked columns may be recoded, each from the finest step to the coarsest.

    Columns of which no usual figure is computed are left out, for nothing would show what they
    lose; so are those that another setting names.
    """
    typed = cast_columns(sample, start)
    usual = usual_figures(start.schema, typed.columns, start.recipe.weight)
    listed = {figure.of[0] for figure in usual if figure.what in _OF_COLUMN and not figure.by}
    listed -= _list_named_columns(start.recipe)
    recodings = {}
    for attribute in masked:
        if attribute.name in listed and not attribute.keeps_zeros:
            steps = _steps_for(attribute, set_apart(sample.column(attribute.name), attribute))
            if steps:
                recodings[attribute.name] = steps[:_MOST_RECODINGS]
    return recodings


def with_recoding(
    project: Project, start: Project, column: str, recoding: Preparing | None
) -> Project:
    """Recode a column of a project in another way than so far, or not at all."""
    of_others = [step for step in recodings_of(start, project) if step.column != column]
    steps = (*of_others, recoding) if recoding is not None else tuple(of_others)
    order = start.schema.named(column).order
    if isinstance(recoding, Group):
        new_names = {old: new for new, members in recoding.into for old in members}
        order = tuple(dict.fromkeys(new_names.get(name, name) for name in order))
    attributes = (
        replace(a, order=order) if a.name == column else a for a in project.schema.attributes
    )
    return replace(
        project,
        schema=replace(project.schema, attributes=tuple(attributes)),
        recipe=replace(project.recipe, prepare=(*start.recipe.prepare, *steps)),
    )


def _list_named_columns(recipe: Recipe) -> set[str]:
    """List the columns of which another setting, or a file, says something about their values."""
    columns = {step.column for step in recipe.active_preparing}
    columns |= {name for rule in recipe.rules for name in columns_of(rule_of(rule))}
    columns |= {name for totals in recipe.totals for name in (*totals.columns, *totals.by)}
    columns |= {name for figure in recipe.figures for name in figure.columns}
    columns |= {name for scenario in recipe.scenarios for name in scenario.columns}
    if recipe.dominance is not None:
        columns |= set(recipe.dominance.columns)
    if recipe.unit is not None:
        columns |= {*recipe.unit.id, *recipe.unit.columns, *recipe.unit.members_by}
    return columns


def _steps_for(attribute: Attribute, column: Column) -> tuple[Recoding, ...]:
    if attribute.scale is Scale.NOMINAL:
        return _coarser_levels(attribute, column)
    if attribute.scale is Scale.ORDINAL:
        return _join_neighbours(attribute)
    return _roundings(attribute, column)


def _coarser_levels(attribute: Attribute, column: Column) -> tuple[Recoding, ...]:
    """List the levels of a taxonomy that leave fewer categories each, deepest first."""
    if column.kind is not ColumnKind.TEXT:
        return ()
    n_left, steps = int(np.count_nonzero(column.count_categories())), []
    n_on_levels = left_on_levels(column.categories, attribute)
    for level in range(len(n_on_levels), 0, -1):
        if _FEWEST_CATEGORIES <= n_on_levels[level - 1] < n_left:
            n_left = n_on_levels[level - 1]
            steps.append(Level(attribute.name, level))
    return tuple(steps)


def _join_neighbours(attribute: Attribute) -> tuple[Recoding, ...]:
    """Join each two neighbours of an order, from its lower end on."""
    order = attribute.order
    pairs = list(pairwise(order))[::2]
    into = tuple((_JOINED.join(pair), pair) for pair in pairs)
    if len(pairs) < _FEWEST_CATEGORIES or {name for name, _ in into} & set(order):
        return ()
    return (Group(attribute.name, into),)


def _roundings(attribute: Attribute, column: Column) -> tuple[Recoding, ...]:
    """List multiples of round steps, that most values are not yet, by the spread of the middle."""
    if not column.kind.is_numeric or column.missing.all():
        return ()
    values = column.values[~column.missing].astype(np.float64)
    low, high = np.quantile(values, (0.25, 0.75))
    finest = 1.0 if column.kind is ColumnKind.INTEGER else 0.0
    steps: dict[float, Recoding] = {}
    for width in _WIDTHS:
        step = _round_down(width * float(high - low))
        if step > finest and not np.array_equal(np.round(values / step) * step, values):
            steps[step] = Round(attribute.name, step)
    return tuple(steps.values())


def _round_down(width: float) -> float:
    """Find the largest of 1, 2, 5, 10, 20, ... and their tenths that a width reaches."""
    if width <= 0:
        return 0.0
    power = 10.0 ** floor(log10(width))
    return next(float(f"{m * power:.12g}") for m in _MULTIPLES if m * power <= width or m == 1)
