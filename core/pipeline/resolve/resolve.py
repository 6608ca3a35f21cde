"""Combines the checks into a plan."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from core.array_types import Ints
from core.checklist.figure_problems import figure_problems
from core.checklist.scenario_problems import scenario_problems
from core.conditions import condition_problems
from core.errors import Problem, Severity, Where
from core.model import (
    Dataset,
    Implications,
    Method,
    Plan,
    Project,
    Recipe,
    Schema,
    Source,
)
from core.pipeline.resolve.columns import column_problems
from core.pipeline.resolve.core_checks import core_problems
from core.pipeline.resolve.declared_files import list_file_problems, read_population
from core.pipeline.resolve.domains_from_data import with_domains_from_data
from core.pipeline.resolve.file_implications import implications_for_file, with_merges
from core.pipeline.resolve.parameter_checks import (
    merging_problems,
    resolve_parameters,
    scale_problems,
)
from core.pipeline.resolve.parts import parts_of
from core.pipeline.resolve.privacy_checks import (
    listed_columns,
    preparing_problems,
    privacy_problems,
)
from core.pipeline.resolve.recipe_rules import rule_problems
from core.pipeline.resolve.records import ConfidentialUse, select_kept_rows
from core.pipeline.resolve.roles import role_problems
from core.pipeline.resolve.scales import not_applicable_problems
from core.pipeline.resolve.strata_checks import (
    small_strata,
    strata_of,
    strata_problems,
    weight_problems,
)
from core.pipeline.resolve.taxonomy_loading import with_taxonomies
from core.pipeline.resolve.unit_records import kept_units, unit_implications
from core.pipeline.resolve.unit_settings import unit_problems
from core.prepare import unapplied
from core.protect import METHODS, ProtectionMethod


def resolve(recipe: Recipe, schema: Schema, dataset: Dataset, source: Source) -> Plan:
    """Check `recipe` against `schema` and `dataset` and fill in all defaults.

    Never raises for user errors: the plan then contains the problems. Later stages may rely on
    everything that is checked here.

    Parameters
    ----------
    source : Source
        The source of the records, which becomes part of the plan's project.

    Returns
    -------
    Plan
        It can be executed unless it has errors.
    """
    values, wrong = resolve_parameters(recipe.method, schema, recipe.strata)
    method, decimal = METHODS.get(recipe.method.name), source.options.decimal
    if method is not None and method.adds_noise:
        schema = with_domains_from_data(schema, dataset, decimal)
    schema, unread = with_taxonomies(schema)
    recipe, uncounted = read_population(recipe, schema)
    project = Project(source, schema, replace(recipe, method=Method(recipe.method.name, values)))
    problems = [*unapplied(project, dataset), *preparing_problems(project), *unread, *uncounted]
    problems += list_file_problems(recipe, schema)
    problems += [
        *column_problems(recipe, schema, dataset, decimal, listed_columns(project)),
        *strata_problems(recipe, schema, dataset),
        *weight_problems(recipe, schema, dataset),
        *not_applicable_problems(recipe, schema, dataset),
        *scenario_problems(recipe, schema),
        *wrong,
    ]
    if method is not None:
        problems += role_problems(method, values, schema.without_strata(recipe.strata))
    kept_rows, implied = np.arange(dataset.rows, dtype=np.int64), None
    problems += [*unit_problems(method, project), *scale_problems(method, recipe, values)]
    problems += merging_problems(method, recipe)
    problems += [] if method is None or _has_errors(problems) else core_problems(project)
    if method is not None and not _has_errors(problems):
        problems += condition_problems(
            project.recipe, project.schema, forms_groups=method.forms_groups
        )
    problems += [] if _has_errors(problems) else privacy_problems(project, dataset)
    problems += [] if _has_errors(problems) else figure_problems(project, dataset)
    if method is not None and not _has_errors(problems):
        kept_rows, implied, count_problems = _count_records(method, values, project, dataset)
        problems += count_problems
    return Plan(
        project=project,
        parameters=values,
        kept=kept_rows,
        phases=() if method is None else method.phases_under(recipe, values),
        implications=implied,
        problems=tuple(problems),
    )


def _count_records(
    method: ProtectionMethod,
    values: dict[str, object],
    project: Project,
    dataset: Dataset,
) -> tuple[Ints, Implications | None, list[Problem]]:
    """Return the kept records, the implications of the settings, and problems."""
    recipe, schema = project.recipe, project.schema
    use = ConfidentialUse(method.works_on_confidential(values), needs_all=method.keeps_t(values))
    kept_rows, problems = select_kept_rows(schema, dataset, recipe.missing, use)
    strata = strata_of(project, dataset, kept_rows)
    needed, records = method.count_needed_records(values), int(strata.sizes.sum())
    if 0 < records < needed:
        code, name = ("k-exceeds-records", "k") if "k" in values else ("too-few-records", "name")
        params = {"k": needed, "count": records}
        problems.append(Problem(code, Where(field=f"method.{name}"), params))
    else:
        problems += small_strata(recipe, dataset, strata, needed)
    if _has_errors(problems):
        return kept_rows, None, problems
    if recipe.unit is not None:
        units = kept_units(project, dataset, kept_rows)
        problems += units.problems
        if not _has_errors(problems):
            problems += rule_problems(project, dataset, units.rows)
        is_wrong = _has_errors(problems)
        implied = None if is_wrong else unit_implications(project, dataset, units.rows)
        return units.rows, implied, problems
    parts = parts_of(project, dataset, kept_rows, strata.sizes)
    problems += parts.problems
    if _has_errors(problems):
        return kept_rows, None, problems
    problems += rule_problems(project, dataset, kept_rows)
    if _has_errors(problems):
        return kept_rows, None, problems
    left_out = dataset.rows - len(kept_rows)
    implied = implications_for_file(method.name, values, parts.sizes, left_out)
    return kept_rows, with_merges(implied, recipe), problems


def _has_errors(problems: list[Problem]) -> bool:
    return any(problem.severity is Severity.ERROR for problem in problems)
