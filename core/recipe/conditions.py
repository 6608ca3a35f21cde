"""The conditions of a recipe besides k and t."""

from __future__ import annotations

from core.model import DomainTotals, Dominance, DominanceRule, Recipe
from core.model.recipe_conditions import USUAL_DEVIATION
from core.recipe.fields import Fields

_PLAIN = Dominance(())


def parse_zeros(fields: Fields) -> bool:
    """Return whether the ``zeros`` of an attribute are kept."""
    value = fields.raw("zeros")
    if value not in (None, "keep"):
        fields.note("recipe-expects-choice", fields.path("zeros"), choices=["keep"])
    return value == "keep"


def parse_dominance(recipe: Fields) -> Dominance | None:
    """Return the rule under ``dominance``, or ``None`` without one.

    `core.conditions` checks whether it fits the file.
    """
    if recipe.raw("dominance") is None:
        return None
    fields = recipe.section("dominance")
    rule = fields.choice("rule", DominanceRule, _PLAIN.rule) or _PLAIN.rule
    columns = fields.texts("columns")
    if rule is DominanceRule.P_PERCENT:
        found = Dominance(columns, rule, p=fields.number("p", _PLAIN.p))
    else:
        n = fields.whole("n")
        share = fields.number("share", _PLAIN.share)
        found = Dominance(columns, rule, n=_PLAIN.n if n is None else n, share=share)
    fields.close()
    return found


def dominance_entry(recipe: Recipe) -> dict[str, object]:
    """Return the ``dominance`` of a recipe, if a rule is chosen."""
    rule = recipe.dominance
    if rule is None:
        return {}
    entry: dict[str, object] = {"columns": list(rule.columns), "rule": str(rule.rule)}
    if rule.rule is DominanceRule.P_PERCENT:
        return {"dominance": {**entry, "p": rule.p}}
    return {"dominance": {**entry, "n": rule.n, "share": rule.share}}


def parse_totals(recipe: Fields) -> tuple[DomainTotals, ...]:
    """Return the list under ``totals``; `core.conditions` checks whether it fits the file."""
    found = []
    for fields in recipe.sections("totals", of_columns=False):
        within = fields.number("within", USUAL_DEVIATION)
        found.append(DomainTotals(fields.texts("columns"), fields.texts("by"), within))
        fields.close()
    return tuple(found)


def totals_entry(recipe: Recipe) -> dict[str, object]:
    """Return the ``totals`` of a recipe, if there are any."""
    entries = [
        {"columns": list(each.columns), "by": list(each.by), "within": each.within}
        for each in recipe.totals
    ]
    return {"totals": entries} if entries else {}
