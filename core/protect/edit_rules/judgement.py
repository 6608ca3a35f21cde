"""Judges before a run which rules it keeps, and finds the sums whose parts are shared out again.

A sum that masking does not keep for certain is shared out: its total is masked, and its parts
follow from it (`core.rules.sharing`). That changes the parts, so every other rule is judged again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from core.conditions import Records, inapplicable_cells, rule_of, rule_place
from core.errors import Problem, Refused, Severity
from core.protect.edit_rules.masking_plan import masked_together, masking_plan
from core.protect.edit_rules.sum_obstacles import sum_problems
from core.protect.method_registry import METHODS
from core.rules import (
    Construction,
    Masking,
    MaskingPlan,
    Operator,
    Relation,
    Rule,
    SumOfParts,
    construction,
    sharing_order,
    sum_of_parts,
)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a run does to the rules of a recipe.

    Attributes
    ----------
    reasons : tuple of Construction
        For each rule, why it is kept or not.
    sums : tuple of SumOfParts
        The sums whose parts are shared out, each after the one that its total is a part of.
    problems : tuple of Problem
        Errors for equations that can be neither kept nor shared out; warnings for other rules that
        are not kept for certain, and of which only the count in the release will show whether they
        are.
    """

    reasons: tuple[Construction, ...] = ()
    sums: tuple[SumOfParts, ...] = ()
    problems: tuple[Problem, ...] = ()


def judged(records: Records, equal_means: bool | None = None) -> Judgement:
    """Return what a run does to the rules.

    Parameters
    ----------
    records : Records
        The records to be released, with a resolved recipe whose method forms groups, and with rules
        that can be evaluated.
    equal_means : bool, optional
        Whether means of units and of members can be compared; default: as the records show.
    """
    recipe = records.recipe
    if not recipe.rules:
        return Judgement()
    rules = [rule_of(text) for text in recipe.rules]
    blocks = masked_together(records)
    parameters = METHODS[recipe.method.name].complete(recipe.method.parameters)
    plan = masking_plan(records, blocks, parameters, equal_means)
    reasons, shared = _settled(rules, records, plan)
    try:
        sums = sharing_order(shared.values())
    except Refused as refused:
        return Judgement(tuple(reasons), problems=refused.problems)
    problems = [
        problem for i, each in shared.items() for problem in sum_problems(i, each, records, blocks)
    ]
    for i, (rule, reason) in enumerate(zip(rules, reasons, strict=True)):
        if reason.keeps:
            continue
        if isinstance(rule, Relation) and rule.operator is Operator.EQUAL:
            problems.append(Problem("rule-equation-not-kept", rule_place(i)))
        else:
            problems.append(Problem(reason.value, rule_place(i), severity=Severity.WARNING))
    return Judgement(tuple(reasons), sums, tuple(problems))


def _settled(
    rules: Sequence[Rule], records: Records, plan: MaskingPlan
) -> tuple[list[Construction], dict[int, SumOfParts]]:
    """Return the reason for each rule, and the sums to be shared out by the number of the rule."""
    shared: dict[int, SumOfParts] = {}
    while True:
        reasons = [
            Construction.SHARED if i in shared else _reason(rule, records, plan, shared)
            for i, rule in enumerate(rules)
        ]
        more = {
            i: found
            for i, rule in enumerate(rules)
            if not reasons[i].keeps and (found := sum_of_parts(rule)) is not None
        }
        if not more:
            return reasons, shared
        shared |= more
        # The parts of shared sums are no means any more.
        parts = {name for each in shared.values() for name, _ in each.parts}
        masked: dict[str, Masking] = {
            name: replace(way, aggregate=None) if name in parts else way
            for name, way in plan.masked.items()
        }
        plan = replace(plan, masked=masked)


def _reason(
    rule: Rule, records: Records, plan: MaskingPlan, shared: Mapping[int, SumOfParts]
) -> Construction:
    inapplicable = inapplicable_cells(records.columns, records.schema)
    found = construction(rule, records.columns, plan, inapplicable)
    if found.keeps:
        return found
    if any(_is_part_of_total(rule, each, records) for each in shared.values()):
        return Construction.SHARED
    return found


def _is_part_of_total(rule: Rule, each: SumOfParts, records: Records) -> bool:
    """Return whether a rule says that a part of a shared sum is at most its total.

    Parts of which none is ever negative or missing get shares that are not negative either.
    """
    if not isinstance(rule, Relation) or any(sign < 0 for _, sign in each.parts):
        return False
    names = [name for name, _ in each.parts]
    small, large = (rule.left, rule.right)
    if rule.operator is Operator.AT_LEAST:
        small, large = large, small
    elif rule.operator is not Operator.AT_MOST:
        return False
    plain = len(small) == len(large) == 1 and small[0].factor == large[0].factor == Fraction(1)
    if not plain or small[0].of not in names or large[0].of != each.total:
        return False
    return all(bool((records.numbers(name) >= 0).all()) for name in (each.total, *names))
