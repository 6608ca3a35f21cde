"""Checks that the figures of a recipe fit the columns and the records of the file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod

import numpy as np

from core.checklist.cast_columns import cast_column
from core.errors import Problem, Where, field_problem
from core.measure.figures import SideRecords, sample_of, usual_figures
from core.measure.figures.figure_domains import domains_of
from core.measure.figures.regression import models_of, obstacle
from core.model import Attribute, Column, ColumnKind, Dataset, Figure, FigureKind, Project, Role
from core.model.compared_figures import column_of, is_log

MOST_CATEGORIES = 1_000
"""Domains or categories that a figure may have: a table of more is of no use to a reader."""
# Coefficients that a regression may have.
_MOST_TERMS = 60

# How many columns each kind has under "of".
_OF = {FigureKind.RATIO: (2, 2), FigureKind.CORRELATION: (2, 2), FigureKind.TABLE: (2, 5)}


def figure_problems(project: Project, dataset: Dataset) -> list[Problem]:
    """List what is wrong with the figures, for these records.

    Parameters
    ----------
    project : Project
        Resolved; its columns and roles fit the file.
    """
    problems = setting_problems(project)
    figures, weight = project.recipe.figures, project.recipe.weight
    if problems or not figures:
        return problems
    attributes = {attribute.name: attribute for attribute in project.schema.attributes}
    decimal = project.source.options.decimal
    needed = {name for figure in figures for name in figure.columns}
    if weight is not None:
        needed.add(weight)
    columns = [
        cast_column(dataset.column(name), attributes[name], decimal) for name in sorted(needed)
    ]
    checked = FigureChecks(project, sample_of(columns, weight, None))
    for at, figure in enumerate(figures):
        problems += checked.problems(figure, f"figures[{at}]")
    return problems


def propose_figures(project: Project, typed: Sequence[Column]) -> tuple[Figure, ...]:
    """Choose the figures that users will probably compute and that a recipe may name.

    Parameters
    ----------
    typed : sequence of Column
        The file's columns, in the kinds that their scales need.
    """
    weight = project.recipe.weight
    checks = FigureChecks(project, sample_of(typed, weight, None))
    figures = usual_figures(project.schema, typed, weight)
    return tuple(figure for figure in figures if not checks.problems(figure, ""))


def setting_problems(project: Project) -> list[Problem]:
    """List what is wrong with the figures, whatever the records contain."""
    figures, weight = project.recipe.figures, project.recipe.weight
    attributes = {attribute.name: attribute for attribute in project.schema.attributes}
    published = {name for name, attribute in attributes.items() if attribute.role.is_released}
    if figures and weight is not None and weight not in published:
        return [Problem("figure-weight-not-released", Where(weight, field="weight"))]
    return [
        problem
        for at, figure in enumerate(figures)
        for problem in _of_settings(figure, f"figures[{at}]", attributes)
    ]


def _of_settings(
    figure: Figure, field: str, attributes: Mapping[str, Attribute]
) -> Iterator[Problem]:
    fewest, limit = _OF.get(figure.what, (1, 1))
    if not fewest <= len(figure.of) <= limit:
        code = f"figure-{figure.what}-of" if figure.what in _OF else "figure-of"
        yield field_problem(code, f"{field}.of", most=limit)
    if figure.what is FigureKind.REGRESSION and not figure.on:
        yield field_problem("figure-on", f"{field}.on")
    terms = {"of": figure.of, "on": figure.on, "by": figure.by}
    for path, term in ((f"{field}.{key}", term) for key, names in terms.items() for term in names):
        name = column_of(term) if figure.what is FigureKind.REGRESSION else term
        if name not in attributes:
            code = "figure-log" if is_log(name) else "figure-unknown"
            yield Problem(code, Where(field=path), {"field": path, "column": name})
        elif not attributes[name].role.is_released:
            yield field_problem("figure-not-released", path, name)
        elif attributes[name].role is Role.LINK:
            yield field_problem("figure-link", path, name)
    for name, times in Counter((*figure.of, *figure.on, *figure.by)).items():
        if times > 1:
            yield field_problem("figure-column-twice", field, name)


@dataclass(frozen=True, slots=True, eq=False)
class FigureChecks:
    """The records of a side, with which figures are tried."""

    project: Project
    sample: SideRecords

    def problems(self, figure: Figure, field: str) -> list[Problem]:
        """List what is wrong with the cells of the columns of a figure."""
        problems = [*self._numbers(figure, field), *self._categories(figure, field)]
        if problems:
            return problems
        schema = self.project.schema
        case = self.sample.complete_cases(figure.columns, schema)
        if not case.side.records:
            return [field_problem("figure-no-records", field)]
        if figure.what is FigureKind.REGRESSION:
            return self._regression(figure, field)
        names = (*figure.by, *figure.of) if figure.what.counts_categories else figure.by
        # Most often the numbers of categories suffice, and no record has to be looked at.
        if prod(_distinct(self.sample.columns[name]) for name in names) <= MOST_CATEGORIES:
            return []
        if len(domains_of(names, [case], schema).names) <= MOST_CATEGORIES:
            return []
        return [field_problem("figure-too-many", field, most=MOST_CATEGORIES)]

    def _numbers(self, figure: Figure, field: str) -> Iterator[Problem]:
        """Yield an error for each column without numbers of which amounts are computed."""
        if figure.what.counts_categories:
            return
        terms = [(term, f"{field}.of") for term in figure.of]
        terms += [(term, f"{field}.on") for term in figure.on if is_log(term)]
        for term, path in terms:
            name = column_of(term) if figure.what is FigureKind.REGRESSION else term
            if not self.sample.columns[name].kind.is_numeric:
                yield field_problem(f"figure-not-numbers-{figure.what}", path, name)

    def _categories(self, figure: Figure, field: str) -> Iterator[Problem]:
        """Yield an error for each column of measurements, or with too many categories."""
        columns = [(name, f"{field}.by") for name in figure.by]
        if figure.what.counts_categories:
            columns += [(name, f"{field}.of") for name in figure.of]
        regressors = [(name, f"{field}.on") for name in figure.on if not is_log(name)]
        columns += [
            (name, path)
            for name, path in regressors
            if not self.sample.columns[name].kind.is_numeric
        ]
        for name, path in columns:
            column = self.sample.columns[name]
            if column.kind is ColumnKind.NUMBER:
                yield field_problem("figure-not-categories", path, name)
                continue
            limit = _MOST_TERMS if path.endswith(".on") else MOST_CATEGORIES
            if _distinct(column) > limit:
                yield field_problem("figure-too-many", path, name, most=limit)

    def _regression(self, figure: Figure, field: str) -> list[Problem]:
        schema = self.project.schema
        case = self.sample.complete_cases(figure.columns, schema)
        for term in (*figure.of, *figure.on):
            if is_log(term):
                values = case.numbers(column_of(term))
                count = int(np.count_nonzero(~(values > 0)))
                if count:
                    return [field_problem("figure-log-of", field, column_of(term), count=count)]
        terms, (model,) = models_of(figure, [case], schema)
        if len(terms) > _MOST_TERMS:
            return [field_problem("figure-too-many", field, most=_MOST_TERMS)]
        lacks = obstacle(model, case.weights)
        if lacks is None:
            return []
        count, columns = case.side.records, list(figure.on)
        return [
            field_problem(f"figure-{lacks}", field, count=count, terms=len(terms), columns=columns)
        ]


def _distinct(column: Column) -> int:
    """Count the categories of a column."""
    if column.kind is ColumnKind.TEXT:
        return len(column.categories)
    return len(np.unique(column.values[~column.missing]))
