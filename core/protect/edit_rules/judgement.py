"""Judges before a run which rules it keeps, and finds the sums whose parts are shared out again.

A sum that masking does not keep for certain is shared out: its total is masked, and its parts
follow from it (`core.rules.sharing`). That changes the parts, so every other rule is judged again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from core.conditions import Records, inapplicable_cells, rule_of, rule_place
from core.encode.unit_groups import first_records
from core.errors import Problem, Refused, Severity
from core.model import AMOUNTS, Scale
from core.protect.edit_rules.equations import Equation, closing_order, equations_of
from core.protect.edit_rules.roundings import roundings_of
from core.protect.protection_method import Names, ProtectionMethod
from core.protect.representatives import number_representative
from core.protect.task import Parameters
from core.rules import (
    Construction,
    Masking,
    MaskingPlan,
    Operator,
    Relation,
    Rule,
    SumOfParts,
    columns_of,
    difference_of,
    explain_construction,
    order_sums,
    sum_of_parts,
    tests_of,
)

_ROUNDED = (Scale.INTEGER, Scale.DATE)


def sum_problems(
    index: int, sum_rule: SumOfParts, records: Records, blocks: Sequence[Names], *, apart: bool
) -> list[Problem]:
    """Check whether the sum of the rule `index` can be shared out.

    Parameters
    ----------
    index : int
        Number of the rule, from 0.
    blocks : sequence of tuple of str
        The columns that are masked together.
    apart : bool
        Whether the method masks each column by itself.
    """
    code, columns = _obstacle(sum_rule, records, blocks, apart)
    if not code:
        return []
    return [Problem(code, rule_place(index), {"columns": columns})]


def _obstacle(
    sum_rule: SumOfParts, records: Records, blocks: Sequence[Names], apart: bool
) -> tuple[str, list[str]]:
    """Find the code of the first obstacle, empty without one, and the columns concerned."""
    parts = [name for name, _ in sum_rule.parts]
    names = [sum_rule.total, *parts]
    masked = {name for block in blocks for name in block}
    unmasked = [name for name in names if name not in masked]
    if unmasked:
        return "rule-sum-not-masked", unmasked
    if records.recipe.weight in names:
        return "rule-sum-weight", [str(records.recipe.weight)]
    # Scales rule out shares: whole parts of a total that is not whole.
    scales = {name: records.schema.named(name).scale for name in parts}
    total = records.schema.named(sum_rule.total).scale
    whole_parts = [name for name, scale in scales.items() if scale is Scale.INTEGER]
    odd = [name for name, scale in scales.items() if scale not in AMOUNTS]
    if total not in AMOUNTS:
        odd = [sum_rule.total]
    elif total is Scale.CONTINUOUS or len(whole_parts) < len(scales):
        odd += whole_parts
    if odd:
        return "rule-sum-scales", odd
    if apart:
        # Parts whose zeros or dominance groups of their own would be needed for.
        dominance = records.recipe.dominance
        ruled = () if dominance is None else dominance.columns
        bound = [n for n in parts if n in ruled or records.schema.named(n).keeps_zeros]
        return ("rule-sum-conditions", bound) if bound else ("", [])
    if len({i for i, block in enumerate(blocks) for name in names if name in block}) > 1:
        return "rule-sum-blocks" if records.recipe.unit is None else "rule-sum-units", names
    return "", []


def group_masked_columns(records: Records, blocks: tuple[Names, ...]) -> tuple[Names, ...]:
    """Group the columns that are masked over the same groups of records.

    Those of units are masked once for each unit, apart from those of their members.
    """
    recipe = records.recipe
    if recipe.unit is None:
        return blocks
    (names,) = blocks
    of_unit = tuple(name for name in names if name in recipe.unit.columns)
    of_members = tuple(name for name in names if name not in recipe.unit.columns)
    return tuple(names_together for names_together in (of_unit, of_members) if names_together)


def _have_equal_means(records: Records) -> bool:
    """Return whether columns of units and of members get means that can be compared.

    A group of members has one record of each unit of a cluster of whole units, so the mean over the
    units is that over the records, if these count as much as their units.
    """
    unit, labels = records.recipe.unit, records.units()
    if unit is None or labels is None or not unit.is_whole:
        return False
    weights = records.weights()
    return weights is None or bool((weights == weights[first_records(labels)][labels]).all())


def masking_plan(
    records: Records,
    blocks: Sequence[Names],
    parameters: Parameters,
) -> MaskingPlan:
    """Return how the columns of a release are masked.

    Parameters
    ----------
    blocks : sequence of tuple of str
        From `group_masked_columns`.
    """
    together = _have_equal_means(records)
    ruled = {name for text in records.recipe.rules for name in columns_of(rule_of(text))}
    roundings = roundings_of(records, ruled)
    masked = {
        name: replace(
            _masking(records, name, "0" if together else str(i), parameters),
            rounding=roundings.get(name),
        )
        for i, names in enumerate(blocks)
        for name in names
    }
    full = {name for name in masked if not records.named(name).missing.any()}
    return MaskingPlan(masked, frozenset(records.recipe.strata), frozenset(full))


def _masking(records: Records, name: str, partition: str, parameters: Parameters) -> Masking:
    attribute, survey_weight = records.schema.named(name), records.recipe.weight
    rounded = attribute.scale in _ROUNDED
    # Whether each group gets its mean or median, and never anything else.
    averaged = attribute.scale not in (None, Scale.ORDINAL, Scale.NOMINAL)
    if averaged and attribute.keeps_zeros:
        # Where zeros are kept, amounts of both signs may be moved away from a mean of 0.
        with np.errstate(invalid="ignore"):
            values = records.numbers(name)
            averaged = not bool((values < 0).any() and (values > 0).any())
    if not averaged:
        return Masking(partition, None, rounded)
    representative = number_representative(parameters)
    is_weighted = representative.keeps_sums and name != survey_weight
    return Masking(
        partition, representative.preserves, rounded, survey_weight if is_weighted else None
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
    equations : tuple of Equation
        The equations that rounding opens, in the order in which they are closed again.
    problems : tuple of Problem
        Errors for equations that can be neither kept nor shared out; warnings for other rules that
        are not kept for certain, and of which only the count in the release will show whether they
        are.
    """

    reasons: tuple[Construction, ...] = ()
    sums: tuple[SumOfParts, ...] = ()
    equations: tuple[Equation, ...] = ()
    problems: tuple[Problem, ...] = ()


def judge_rules(records: Records, method: ProtectionMethod) -> Judgement:
    """Judge which rules a run keeps, and why.

    Parameters
    ----------
    records : Records
        The records to be released, with a resolved recipe and with rules that can be evaluated.
    method : ProtectionMethod
        The recipe's method, which forms groups.
    """
    recipe = records.recipe
    if not recipe.rules:
        return Judgement()
    rules = [rule_of(text) for text in recipe.rules]
    parameters = method.complete(recipe.method.parameters)
    blocks = group_masked_columns(records, method.blocks(parameters, records.schema, recipe.strata))
    plan = masking_plan(records, blocks, parameters)
    reasons, shared = _settle(rules, records, plan)
    reasons, equations = _judge_rounding(rules, reasons, records, plan, blocks)
    try:
        sums = order_sums(shared.values())
    except Refused as refused:
        return Judgement(tuple(reasons), problems=refused.problems)
    problems = [
        problem
        for i, sum_rule in shared.items()
        for problem in sum_problems(i, sum_rule, records, blocks, apart=method.column_by_column)
    ]
    for i, (rule, reason) in enumerate(zip(rules, reasons, strict=True)):
        if reason.keeps:
            continue
        if isinstance(rule, Relation) and rule.operator is Operator.EQUAL:
            problems.append(Problem("rule-equation-not-kept", rule_place(i)))
        else:
            problems.append(Problem(reason.value, rule_place(i), severity=Severity.WARNING))
    return Judgement(tuple(reasons), sums, equations, tuple(problems))


def _judge_rounding(
    rules: Sequence[Rule],
    reasons: Sequence[Construction],
    records: Records,
    plan: MaskingPlan,
    blocks: Sequence[Names],
) -> tuple[list[Construction], tuple[Equation, ...]]:
    """Find the reasons that rounding leaves, and the equations that are closed after it."""
    amounts = {name for name, way in plan.masked.items() if way.rounding is not None}
    kept_rules = [
        (i, rule)
        for i, (rule, reason) in enumerate(zip(rules, reasons, strict=True))
        if reason.keeps and reason is not Construction.UNTOUCHED
    ]
    of_members = blocks[-1] if len(blocks) > 1 and records.recipe.unit is not None else ()
    equations, open_rules = closing_order(kept_rules, amounts, of_members)
    followers = {
        name for equation in equations if len(equation.factors) > 1 for name in equation.movable
    }
    sums = [
        total
        for _, rule in kept_rules
        if (total := sum_of_parts(rule)) is not None and total.total in followers
    ]
    judged = list(reasons)
    for i, rule in kept_rules:
        closed = {relation for relation, _ in equations_of(rule)}
        moved = [
            test
            for test in tests_of(rule)
            if isinstance(test, Relation)
            and test not in closed
            and (test.operator is Operator.EQUAL or followers & set(columns_of(test)))
            and amounts & set(columns_of(test))
        ]
        is_safe = all(_stays_within(test, sums, records) for test in moved)
        if i in open_rules or not is_safe:
            judged[i] = Construction.ROUNDED
    return judged, equations


def _stays_within(relation: Relation, sums: Sequence[SumOfParts], records: Records) -> bool:
    """Return whether a relation holds for totals that follow from their parts."""
    if any(_is_part_of_total(relation, total, records) for total in sums):
        return True
    difference = difference_of(relation)
    lists = [
        [t.total, *(name for name, _ in t.parts)] for t in sums if t.total in difference.factors
    ]
    (factor, *further_factors) = difference.factors.values()
    at_least = Operator.AT_LEAST if factor > 0 else Operator.AT_MOST
    return (
        not further_factors
        and difference.constant == 0
        and relation.operator is at_least
        and len(lists) > 0
        and all(bool((records.numbers(n) >= 0).all()) for names in lists for n in names)
        and all(sign > 0 for total in sums for _, sign in total.parts)
    )


def _settle(
    rules: Sequence[Rule], records: Records, plan: MaskingPlan
) -> tuple[list[Construction], dict[int, SumOfParts]]:
    """Find the reason for each rule, and the sums to be shared out by the number of the rule."""
    shared: dict[int, SumOfParts] = {}
    while True:
        reasons = [
            Construction.SHARED if i in shared else _reason(rule, records, plan, shared)
            for i, rule in enumerate(rules)
        ]
        new_sums = {
            i: sum_rule
            for i, rule in enumerate(rules)
            if not reasons[i].keeps and (sum_rule := sum_of_parts(rule)) is not None
        }
        if not new_sums:
            return reasons, shared
        shared |= new_sums
        # The parts of shared sums are no means any more.
        parts = {name for sum_rule in shared.values() for name, _ in sum_rule.parts}
        masked: dict[str, Masking] = {
            name: replace(way, preserves=None) if name in parts else way
            for name, way in plan.masked.items()
        }
        plan = replace(plan, masked=masked)


def _reason(
    rule: Rule, records: Records, plan: MaskingPlan, shared: Mapping[int, SumOfParts]
) -> Construction:
    inapplicable = inapplicable_cells(records.columns, records.schema)
    construction = explain_construction(rule, records.columns, plan, inapplicable)
    if construction.keeps:
        return construction
    if any(_is_part_of_total(rule, sum_rule, records) for sum_rule in shared.values()):
        return Construction.SHARED
    return construction


def _is_part_of_total(rule: Rule, sum_rule: SumOfParts, records: Records) -> bool:
    """Return whether a rule says that a part of a shared sum is at most its total.

    Parts that are never negative or missing get shares that are not negative either.
    """
    if not isinstance(rule, Relation) or any(sign < 0 for _, sign in sum_rule.parts):
        return False
    names = [name for name, _ in sum_rule.parts]
    small, large = (rule.left, rule.right)
    if rule.operator is Operator.AT_LEAST:
        small, large = large, small
    elif rule.operator is not Operator.AT_MOST:
        return False
    plain = len(small) == len(large) == 1 and small[0].factor == large[0].factor == Fraction(1)
    if not plain or small[0].of not in names or large[0].of != sum_rule.total:
        return False
    return all(bool((records.numbers(name) >= 0).all()) for name in (sum_rule.total, *names))
