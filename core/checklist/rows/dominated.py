"""Row B7: columns of amounts in which groups would disclose a single record's amount."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial

from core.checklist.evidence import Evidence
from core.checklist.promised_conditions import count_promised
from core.checklist.row import Family, Publicity, Row
from core.encode import MeasuredTable, numbers
from core.encode.standard import are_skewed_amounts
from core.model import PPercent, Recipe, Role, Schema
from core.model.checklist import RowCount

_DOMINATED = Row("B7", "dominated", Publicity.ANSWERED, names_columns=True, field="dominance")


def _count(evidence: Evidence) -> Iterator[RowCount]:
    """Count the groups of columns of amounts that violate the p% rule; one rule cures them all.

    Columns of a chosen dominance rule keep that, unless it is a weaker p% rule. Amounts are masked
    numbers whose sizes have at least 20 different values above zero and are skewed to the right.
    """
    recipe, original = evidence.recipe, evidence.original
    columns = _columns_without_rule(original, recipe, evidence.profile.p)
    # Whether sizes are skewed takes as long as counting, so it is asked of few columns.
    is_skewed = cache(partial(_is_skewed, original))
    if not evidence.is_paired or not any(map(is_skewed, columns)):
        return
    rule = PPercent(columns, p=evidence.profile.p)
    schema_of_rule, recipe_of_rule = _ask_of(original.schema, recipe, rule)
    counts = count_promised(schema_of_rule, recipe_of_rule, original.columns, evidence.released)
    of_columns = [count for count in counts if count.condition == "dominance"]
    violated = [c for c in of_columns if not c.is_held and is_skewed(c.column)]
    names = tuple(count.column for count in violated)
    n_groups = sum(count.violations for count in violated)
    params = {
        "count": n_groups,
        "p": rule.p,
        "columns": names,
        "groups": [f"{c.column}: {c.violations}/{c.figures['groups']}" for c in violated],
    }
    yield _DOMINATED.count(evidence.profile, n_groups, 0, params, columns=names)


def _ask_of(schema: Schema, recipe: Recipe, rule: PPercent) -> tuple[Schema, Recipe]:
    """Return the settings with a p% rule, and with no other condition."""
    plain = Schema(tuple(replace(a, keeps_zeros=False) for a in schema.attributes))
    return plain, replace(recipe, dominance=rule, scenarios=(), rules=(), totals=())


def _columns_without_rule(original: MeasuredTable, recipe: Recipe, p: float) -> tuple[str, ...]:
    """List the masked columns of amounts without a dominance rule, or with a p% rule below `p`."""
    rule = recipe.dominance
    chosen: tuple[str, ...] = ()
    if rule is not None and not (isinstance(rule, PPercent) and rule.p < p):
        chosen = rule.columns
    return tuple(
        attribute.name
        for attribute in original.schema.with_role(Role.QUASI_IDENTIFIER)
        if attribute.name not in (*chosen, *recipe.strata, recipe.weight)
        and attribute.scale is not None
        and attribute.scale.has_amounts
    )


def _is_skewed(original: MeasuredTable, name: str) -> bool:
    """Return whether units are known by the sizes of a column: a loss is as telling as a gain."""
    attribute = original.schema.named(name)
    return are_skewed_amounts(numbers(original.column(name), attribute, shared=True))


FAMILY = Family((_DOMINATED,), _count, is_of_core=True)
