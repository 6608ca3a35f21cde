"""Resolves a project against a file in the scratch folder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from core.errors import Problem, Refused, Severity, Where
from core.model import Column, ColumnKind, Dataset, Plan, Project, Role, Schema
from core.pipeline.out_of_core.large_input import CATEGORICAL, LargeInput
from core.pipeline.out_of_core.part_checks import OF_WHOLE_FILE
from core.pipeline.resolve import resolve
from core.pipeline.resolve.file_implications import implications_for_file

# The recipe is resolved against so many records: more than any check of settings needs.
_RECORDS = 100_000


def plan_large(project: Project, given: LargeInput) -> Plan:
    """Return the plan of a run, with the figures of the whole file; `kept` is empty.

    The settings are resolved against the first records. All records were checked on reading.

    Raises
    ------
    Refused
        If the recipe does not fit the file.
    """
    check_categories(project.schema, {c.name: c.kind for c in given.table.columns})
    plan = resolve(project.recipe, project.schema, _first_records(given), project.source)
    others = [p for p in plan.problems if p.code not in OF_WHOLE_FILE]
    errors = [p for p in others if p.severity is Severity.ERROR]
    if errors:
        raise Refused(*errors)
    recipe, records = plan.project.recipe, given.table.rows
    k = plan.parameters.get("k")
    if isinstance(k, int) and records < k:
        params = {"k": k, "count": records}
        raise Refused(Problem("k-exceeds-records", Where(field="method.k"), params))
    sizes = np.array([records], dtype=np.int64)
    implied = implications_for_file(
        recipe.method.name, dict(plan.parameters), sizes, given.left_out
    )
    return replace(
        plan,
        kept=np.empty(0, np.int64),
        implications=implied,
        problems=(*given.warnings, *others, *_left_out(given)),
    )


def _first_records(given: LargeInput) -> Dataset:
    """Return the first records; columns that are not released are empty."""
    known = {column.name: column.part(0, _RECORDS) for column in given.table.columns}
    count = min(given.table.rows, _RECORDS)
    empty = np.full(count, -1, np.int32), np.ones(count, np.bool_)
    columns = (known.get(name) or Column(name, ColumnKind.TEXT, *empty) for name in given.names)
    return Dataset(tuple(columns), given.fingerprint, first_row=1)


def check_categories(schema: Schema, kinds: Mapping[str, ColumnKind]) -> None:
    """Raise `Refused` for columns whose cells would have to be cast part by part."""
    problems = []
    for attribute in schema.attributes:
        if not attribute.role.is_released:
            continue
        is_text = kinds[attribute.name] is ColumnKind.TEXT
        is_category = attribute.scale in CATEGORICAL
        # Columns that only pass through may be texts without a scale.
        has_scale = attribute.role is not Role.OTHER
        if (is_category and not is_text) or (has_scale and is_text and not is_category):
            problems.append(Problem("large-categories", Where(attribute.name)))
    if problems:
        raise Refused(*problems)


def _left_out(given: LargeInput) -> tuple[Problem, ...]:
    if not given.left_out:
        return ()
    params = {"count": given.left_out}
    return (Problem("records-left-out", params=params, severity=Severity.WARNING),)
