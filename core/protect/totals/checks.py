"""What keeps totals by domain from being calibrated, seen in the records before a run."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from core.conditions import Records
from core.conditions.column_orders import columns_of_equation
from core.encode.not_applicable import unanswered
from core.errors import Problem, Where
from core.model import ColumnKind, Role
from core.protect.protection_method import ProtectionMethod
from core.protect.representatives import number_representative


def totals_problems(records: Records, method: ProtectionMethod) -> list[Problem]:
    """Check the totals of a recipe against the records to be released.

    Parameters
    ----------
    records : Records
        Of a recipe whose conditions have no errors.
    method : ProtectionMethod
        Its method, which forms groups.
    """
    recipe = records.recipe
    if not recipe.totals:
        return []
    if number_representative(recipe.method.parameters).looks_at_all_clusters:
        return [Problem("totals-moments", Where(field="totals"))]
    if method.column_by_column:
        return [Problem("totals-column-by-column", Where(field="totals"))]
    problems = list(_check_cells(records))
    names = {name for entry in recipe.totals for name in entry.columns}
    for number, text in enumerate(recipe.rules, start=1):
        # Factors for the columns of an equation would break it.
        for name in columns_of_equation(text):
            if name in names:
                location = Where(name, field="totals")
                problems.append(Problem("totals-equation", location, {"number": number}))
    return problems


def _check_cells(records: Records) -> Iterator[Problem]:
    recipe, schema = records.recipe, records.schema
    quasi = {a.name for a in schema.with_role(Role.QUASI_IDENTIFIER)}
    masked = quasi.difference(recipe.strata)
    names = {name for entry in recipe.totals for name in (*entry.columns, *entry.by)}
    columns = [column for column in records.columns if column.name in names]
    amounts = {column.name for column in columns if column.kind is ColumnKind.NUMBER}
    missing = {
        column.name: int(np.count_nonzero(unanswered(column, schema.named(column.name))))
        for column in columns
    }
    for position, entry in enumerate(recipe.totals):
        places = [(name, "columns") for name in entry.columns]
        # Masking gives a record without a domain one; elsewhere these records are their own domain.
        places += [(name, "by") for name in entry.by if name in masked]
        for name, key in places:
            if missing[name]:
                location = Where(name, field=f"totals[{position}].{key}")
                yield Problem("totals-missing", location, {"count": missing[name]})
        for name in entry.by:
            if name in amounts:
                yield Problem(
                    "totals-domain-of-amounts", Where(name, field=f"totals[{position}].by")
                )
