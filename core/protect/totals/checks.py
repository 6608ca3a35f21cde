"""What keeps totals by domain from being calibrated, seen in the records before a run."""

from __future__ import annotations

from collections.abc import Iterator

from core.conditions import Records
from core.encode.not_applicable import unanswered
from core.errors import Problem, Where
from core.model import ColumnKind, Role
from core.protect.method_registry import METHODS
from core.protect.totals.rule_bounds import columns_of_equation


def totals_problems(records: Records) -> list[Problem]:
    """Return what is wrong with the totals of a recipe, for the records to be released.

    Parameters
    ----------
    records : Records
        With a recipe whose conditions have no errors and whose method forms groups.
    """
    recipe = records.recipe
    if not recipe.totals:
        return []
    if METHODS[recipe.method.name].column_by_column:
        return [Problem("totals-column-by-column", Where(field="totals"))]
    return [*_of_cells(records), *_of_rules(records)]


def _of_cells(records: Records) -> Iterator[Problem]:
    quasi = {a.name for a in records.schema.with_role(Role.QUASI_IDENTIFIER)}
    masked = quasi.difference(records.recipe.strata)
    for at, each in enumerate(records.recipe.totals):
        places = [(name, "columns") for name in each.columns]
        # Masking gives a record without a domain one; elsewhere these records are their own domain.
        places += [(name, "by") for name in each.by if name in masked]
        for name, key in places:
            missing = unanswered(records.named(name), records.schema.named(name))
            if missing.any():
                where = Where(name, field=f"totals[{at}].{key}")
                yield Problem("totals-missing", where, {"count": int(missing.sum())})
        for name in each.by:
            if records.named(name).kind is ColumnKind.NUMBER:
                yield Problem("totals-domain-of-amounts", Where(name, field=f"totals[{at}].by"))


def _of_rules(records: Records) -> Iterator[Problem]:
    """Yield an error for each equation, which factors for its columns would break."""
    named = {name for each in records.recipe.totals for name in each.columns}
    for number, text in enumerate(records.recipe.rules, start=1):
        for name in columns_of_equation(text):
            if name in named:
                yield Problem("totals-equation", Where(name, field="totals"), {"number": number})
