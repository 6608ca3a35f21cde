"""Resolves a project against a file in the scratch folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from core.errors import Problem, Refused, Severity, Where, warning
from core.io.scratch.apart_columns import table_as_in_file
from core.jobs import Job
from core.model import Column, ColumnKind, Dataset, Plan, Project, Schema
from core.pipeline.out_of_core.conditions.large_rules import large_rule_problems
from core.pipeline.out_of_core.figures.large_figures import large_figure_problems
from core.pipeline.out_of_core.large_input import CATEGORICAL, LargeInput
from core.pipeline.out_of_core.part_checks import OF_WHOLE_FILE
from core.pipeline.out_of_core.parts.large_patterns import PartsOfFile, parts_of_file
from core.pipeline.out_of_core.parts.large_scenarios import large_out_of_reach
from core.pipeline.out_of_core.units.unit_intake import LargeUnits
from core.pipeline.out_of_core.units.unit_plan import have_equal_means, plan_units
from core.pipeline.out_of_core.units.unit_rows import UnitRows
from core.pipeline.out_of_core.workplace import Workplace
from core.pipeline.resolve import resolve
from core.pipeline.resolve.file_implications import implications_for_file, with_merges
from core.pipeline.resolve.parts import broken_problems, joined_problems
from core.pipeline.resolve.privacy_checks import noise_problems
from core.pipeline.resolve.strata_checks import stratum_too_small

# The recipe is resolved against so many records: more than any check of settings needs.
_RECORDS = 100_000


def plan_large(
    project: Project, given: LargeInput, work: Workplace, job: Job
) -> tuple[Plan, PartsOfFile]:
    """Return the plan of a run, with the figures of the whole file, and the parts of the file.

    Its `kept` is empty. The settings are resolved against the first records. All records were
    checked on reading.

    Raises
    ------
    Refused
        If the recipe does not fit the file.
    """
    kinds = given.strata.kinds if given.strata is not None else {}
    check_strata(given.schema, kinds, project.recipe.strata)
    if given.waves is not None:
        check_strata(given.schema, given.waves.kinds, tuple(given.waves.kinds))
    plan, others = _resolved(project, given, work, job)
    recipe = plan.project.recipe
    records = given.table.rows
    if given.units is not None:
        records = given.units.complete
    k = plan.parameters.get("k")
    if isinstance(k, int) and records < k:
        params = {"k": k, "count": records}
        raise Refused(Problem("k-exceeds-records", Where(field="method.k"), params))
    too_large = noise_problems(plan.project, records)
    if too_large:
        raise Refused(*too_large)
    if given.strata is not None and isinstance(k, int):
        sizes, rows = given.strata.sizes, given.strata.rows
        small = np.flatnonzero(sizes < k).tolist()
        if small:
            raise Refused(*(stratum_too_small(recipe, rows[s], int(sizes[s]), k) for s in small))
    if given.units is not None:
        return _of_units(plan, given, given.units, (*given.warnings, *others), work, job)
    parts = parts_of_file(plan.project, given.table, given.strata, work, job)
    # Each stratum, or the file, that violates a limit as a whole.
    lines = [1 if given.strata is None else given.strata.rows[s] for s in parts.broken]
    broken = broken_problems(lines, recipe.strata)
    if broken:
        raise Refused(*broken)
    implied = implications_for_file(
        recipe.method.name, dict(plan.parameters), parts.sizes, given.left_out
    )
    joined = joined_problems([parts.joined], parts.patterns, plan.project.schema)
    rules = _rule_problems(plan.project, given, None, work, job)
    plan = replace(
        plan,
        kept=np.empty(0, np.int64),
        implications=with_merges(implied, recipe),
        problems=(*given.warnings, *others, *_left_out(given), *joined, *rules),
    )
    return plan, parts


def _resolved(
    project: Project, given: LargeInput, work: Workplace, job: Job
) -> tuple[Plan, list[Problem]]:
    """Return the plan of the first records, and what it says that holds for all of them."""
    first, source = _first_records(given), project.source
    # The first records do not say whether figures can be computed.
    plan = resolve(replace(project.recipe, figures=()), given.schema, first, source, is_whole=False)
    recipe = replace(plan.project.recipe, figures=project.recipe.figures)
    plan = replace(plan, project=replace(plan.project, recipe=recipe))
    others = [p for p in plan.problems if p.code not in OF_WHOLE_FILE]
    errors = [p for p in others if p.severity is Severity.ERROR]
    if errors:
        raise Refused(*errors)
    wrong = large_figure_problems(plan.project, given, work, job)
    if wrong:
        raise Refused(*wrong)
    return plan, others


def _of_units(
    plan: Plan,
    given: LargeInput,
    units: LargeUnits,
    warned: tuple[Problem, ...],
    work: Workplace,
    job: Job,
) -> tuple[Plan, PartsOfFile]:
    """Return the plan of a run that protects units, and their parts."""
    strata, project = (given.strata, given.waves), plan.project
    found = plan_units(project, given.table, units, strata, given.left_out, work, job)
    equal_means = have_equal_means(project, given.table, units, work, job)
    rules = _rule_problems(project, given, found.parts.by_unit, work, job, equal_means)
    problems = *warned, *_left_out(given), *found.warnings, *rules
    kept, implied = np.empty(0, np.int64), found.implications
    return replace(plan, kept=kept, implications=implied, problems=problems), found.parts


def _rule_problems(
    project: Project,
    given: LargeInput,
    by_unit: UnitRows | None,
    work: Workplace,
    job: Job,
    equal_means: bool | None = None,
) -> list[Problem]:
    """Return the warnings on rules, totals and scenarios; raise `Refused` for errors."""
    found = large_rule_problems(project, given.table, work.rows, job, equal_means)
    found += large_out_of_reach(project, given.table, by_unit, work, job)
    if any(problem.severity is Severity.ERROR for problem in found):
        raise Refused(*(p for p in found if p.severity is Severity.ERROR))
    return found


def _first_records(given: LargeInput) -> Dataset:
    """Return the first records; columns that are not released are empty."""
    table = table_as_in_file(given.table)
    known = {column.name: column.part(0, _RECORDS) for column in table.columns}
    count = min(given.table.rows, _RECORDS)
    empty = np.full(count, -1, np.int32), np.ones(count, np.bool_)
    columns = (known.get(name) or Column(name, ColumnKind.TEXT, *empty) for name in given.names)
    return Dataset(tuple(columns), given.fingerprint, first_row=1, prepared=given.prepared)


def check_strata(schema: Schema, kinds: Mapping[str, ColumnKind], strata: Sequence[str]) -> None:
    """Raise `Refused` for columns of strata whose cells would have to be cast part by part.

    Parameters
    ----------
    kinds : Mapping of str to ColumnKind
        Of the columns that define strata, as they were read.
    strata : sequence of str
        These columns.
    """
    problems = []
    for attribute in schema.attributes:
        if attribute.name not in strata or attribute.scale is None:
            continue
        is_text = kinds.get(attribute.name) is ColumnKind.TEXT
        if is_text is not (attribute.scale in CATEGORICAL):
            problems.append(Problem("large-categories", Where(attribute.name)))
    if problems:
        raise Refused(*problems)


def _left_out(given: LargeInput) -> tuple[Problem, ...]:
    # Those of units that are left out have a warning of their own.
    complete = given.table.rows if given.units is None else given.units.complete
    if given.rows == complete:
        return ()
    return (warning("records-left-out", count=given.rows - complete),)
