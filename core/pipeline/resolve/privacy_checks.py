"""Checks whether a differentially private method can be run as requested."""

from __future__ import annotations

from collections.abc import Sequence

from core.checklist.cast_columns import cast_column
from core.encode import numbers
from core.encode.numbers import distinct_texts
from core.errors import Problem, Severity, Where
from core.model import (
    Attribute,
    Column,
    Dataset,
    Guarantee,
    MissingPolicy,
    Project,
    Role,
    Scale,
    Schema,
)
from core.pipeline.resolve.cell_local import file_problems, reading_problems
from core.pipeline.resolve.masks import masked_together
from core.pipeline.resolve.scales import cells_outside, cells_problem
from core.prepare.preparation import private_problems
from core.protect import adds_noise
from core.protect.privacy import design_of, list_masked
from core.protect.privacy.category_candidates import MOST_CANDIDATES, count_declared
from core.protect.privacy.grid import grid_of


def listed_columns(project: Project) -> frozenset[str]:
    """Return the columns whose list of categories belongs to a private method."""
    if not adds_noise(project.recipe):
        return frozenset()
    masked = list_masked(project.schema, project.recipe.method.parameters)
    return frozenset(a.name for a in masked if a.listed and a.taxonomy is None)


def preparing_problems(project: Project) -> list[Problem]:
    """Return a problem for each preparing step that a private method forbids."""
    return private_problems(project.recipe) if adds_noise(project.recipe) else []


def privacy_problems(project: Project, dataset: Dataset) -> list[Problem]:
    """Check for problems that prevent a private run or invalidate its claim, and add notes.

    Parameters
    ----------
    project : Project
        With taxonomies read and parameters resolved.
    dataset : Dataset
        The input; only notes, which are shown but never written, count anything in it.
    """
    recipe, schema = project.recipe, project.schema
    if not adds_noise(recipe):
        if recipe.insecure_test_seed is None:
            return []
        return [Problem("seed-without-noise", Where(field="insecure_test_seed"))]
    parameters = recipe.method.parameters
    masked = list_masked(project.schema, parameters)
    problems = file_problems(project.source)
    if recipe.strata:
        problems.append(Problem("dp-strata", Where(field="strata")))
    if recipe.weight is not None:
        problems.append(Problem("dp-weight", Where(field="weight")))
    if recipe.keep_order and recipe.method.name != "dp-laplace":
        problems.append(Problem("dp-keep-order", Where(field="keep_order")))
    problems += masked_together(parameters, [a.name for a in masked])
    edges, tree = parameters.get("edge_share", 0), parameters.get("tree_share", 0)
    if isinstance(edges, int | float) and isinstance(tree, int | float):
        share = edges + (0 if parameters.get("tree") else tree)
        if parameters.get("guarantee") == Guarantee.DEPENDENCE and not share < 1:
            problems.append(Problem("dp-nothing-for-columns", Where(field="method.edge_share")))
    for attribute in masked:
        problems += _domain_problems(attribute)
        if attribute.name in dataset.names:
            column = dataset.column(attribute.name)
            problems += reading_problems(attribute, column, project.source)
            column = cast_column(column, attribute, project.source.options.decimal)
            problems += _cell_problems(attribute, column, dataset)
    # The number of records that are left out would disclose single records.
    if recipe.missing is not MissingPolicy.USE_OBSERVED:
        problems += _lacking_problems(_lacking(schema, masked, dataset))
    if any(problem.severity is Severity.ERROR for problem in problems):
        return problems
    problems += _noise_problems(project, dataset.rows)
    # An order of exactly the observed categories was possibly taken from the data.
    exact = [
        a.name
        for a in masked
        if a.scale is Scale.ORDINAL
        and not a.domain_from_data
        and set(a.order) <= set(distinct_texts(dataset.column(a.name))[0])
    ]
    if exact:
        params = {"columns": exact}
        problems.append(Problem("dp-order-occurs", params=params, severity=Severity.NOTE))
    return problems + _warnings(project, masked)


def _domain_problems(attribute: Attribute) -> list[Problem]:
    location = Where(attribute.name)
    if attribute.scale is Scale.NOMINAL:
        if attribute.categories is None and not attribute.domain_from_data:
            return [Problem("dp-categories-missing", location)]
        count, limit = count_declared(attribute), MOST_CANDIDATES
        params = {"count": count, "most": limit}
        return [Problem("dp-categories-many", location, params)] if count > limit else []
    grid = grid_of(attribute)
    if grid is None:
        return [] if attribute.domain_from_data else [Problem("dp-domain-missing", location)]
    return (
        [Problem("dp-precision-too-coarse", location)] if grid.step > grid.high - grid.low else []
    )


def _cell_problems(attribute: Attribute, column: Column, dataset: Dataset) -> list[Problem]:
    """Check for undeclared categories, and note numbers that will be clamped."""
    if attribute.scale is Scale.NOMINAL:
        return _list_unlisted_cells(attribute, column, dataset)
    if attribute.domain is None or attribute.scale is Scale.ORDINAL or column.categories:
        return []
    values = numbers(column, attribute)
    count = int(((values < attribute.domain[0]) | (values > attribute.domain[1])).sum())
    if not count:
        return []
    location, params = Where(attribute.name), {"count": count}
    return [Problem("dp-values-outside", location, params, Severity.NOTE)]


def _list_unlisted_cells(attribute: Attribute, column: Column, dataset: Dataset) -> list[Problem]:
    if not attribute.listed:
        return []
    outside = cells_outside(column, attribute.listed)
    if not len(outside):
        return []
    return [cells_problem("dp-category-not-listed", column, outside, len(outside), dataset)]


def _lacking(schema: Schema, masked: tuple[Attribute, ...], dataset: Dataset) -> list[str]:
    looked_at = {a.name for a in (*schema.with_role(Role.QUASI_IDENTIFIER), *masked)}
    return [c.name for c in dataset.columns if c.name in looked_at and bool(c.missing.any())]


def _lacking_problems(columns: Sequence[str]) -> list[Problem]:
    """Return an error if records would be left out because a column lacks values."""
    params = {"columns": list(columns)}
    return [Problem("dp-missing", Where(field="missing"), params)] if columns else []


def _noise_problems(project: Project, records: int) -> list[Problem]:
    """Return an error if the noise of a private method is too large to compute with."""
    try:
        design_of(project, records)
    except OverflowError:
        return [Problem("dp-noise-too-large", Where(field="method.epsilon"))]
    return []


def _warnings(project: Project, masked: tuple[Attribute, ...]) -> list[Problem]:
    recipe, problems = project.recipe, []
    if recipe.insecure_test_seed is not None:
        problems.append(Problem("dp-insecure-seed", Where(field="insecure_test_seed")))
    # One warning of all domains that were taken from the data.
    columns = [a.name for a in masked if a.domain_from_data]
    location = Where(columns[0]) if len(columns) == 1 else Where()
    params = {"count": len(columns), "columns": columns}
    problems += [Problem("dp-domain-from-data", location, params)] if columns else []
    names = {attribute.name for attribute in masked}
    published = [
        a.name for a in project.schema.attributes if a.name not in names and a.role.is_released
    ]
    if published:
        problems.append(Problem("dp-published-columns", params={"columns": published}))
    if recipe.method.parameters.get("guarantee") == Guarantee.AS_PUBLISHED:
        problems.append(Problem("dp-as-published", Where(field="method.guarantee")))
    return [Problem(p.code, p.where, p.params, Severity.WARNING) for p in problems]
