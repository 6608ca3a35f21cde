"""Groups whose total discloses an amount because of losses are merged, or the run ends."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from random import Random

import numpy as np
import pytest

from core.conditions.dominance_condition import SignedAmounts, SignedDominanceLimit
from core.jobs import Job
from core.model import NK, Attribute, Dominance, PPercent, Role, Schema, Unit, UnitProtection
from core.pipeline.execute import execute
from core.pipeline.resolve import resolve
from tests.core.pipeline.making import SOURCE, recipe
from tests.core.tables import cells, dataset, quasi

RULES = [PPercent(("RESULT",), p=5.0), NK(("RESULT",), n=2, share=85.0)]


def satisfies(rule: Dominance, amounts: list[Fraction]) -> bool:
    """Whether the total with its signs keeps the rule, tried for every pair of firms."""
    total = sum(amounts)
    if isinstance(rule, NK):
        largest = sorted(map(abs, amounts), reverse=True)[: rule.n]
        return sum(largest) <= Fraction(str(rule.share)) / 100 * abs(total)
    return all(
        abs(total - x - y) >= Fraction(str(rule.p)) / 100 * abs(y)
        for x, y in permutations(amounts, 2)
    )


def draw_result(draw: Random) -> float:
    """Draw an amount that is now and then a loss."""
    return round(draw.lognormvariate(3, 0.7) * (-0.6 if draw.random() < 0.08 else 1), 1)


def released_groups(results: list[float], rule: Dominance) -> list[list[Fraction]]:
    """Protect firms by their results; return the original amounts of each group."""
    table = {"RESULT": results, "SIZE": [float(i % 37) for i in range(len(results))]}
    schema = Schema((quasi("RESULT"), quasi("SIZE")))
    wishes, file = replace(recipe(k=5), dominance=rule), dataset(table)
    result = execute(resolve(wishes, schema, file, SOURCE), file, Job())
    groups = defaultdict(list)
    for key, amount in zip(zip(*map(cells, result.columns), strict=True), results, strict=True):
        groups[key].append(Fraction(str(amount)))
    return list(groups.values())


@pytest.mark.parametrize("rule", RULES, ids=["p-percent", "n-k"])
def test_groups_with_losses_are_merged_until_the_total_discloses_nothing(rule: Dominance) -> None:
    draw = Random(5)
    groups = released_groups([draw_result(draw) for _ in range(400)], rule)
    assert len(groups) > 20
    assert any(min(amounts) < 0 for amounts in groups)
    assert all(satisfies(rule, amounts) for amounts in groups)


def test_a_group_is_merged_only_where_that_can_help() -> None:
    """Amounts around zero would otherwise all be merged into one group."""
    disclosed, rest = [1000.0, 10, 100, -100], [500.0, 700, 600, 900]
    amounts, labels = np.array(disclosed + rest * 60), np.repeat([0, 1, 2], [4, 4, 236])
    signed = SignedAmounts("RESULT", amounts, None, PPercent(("RESULT",), p=10.0))
    limit = SignedDominanceLimit(signed, np.full(244, 244))
    assert limit.start(labels, 3).tolist() == [1, 0, 0]
    assert limit.merge(0, 1) == 0
    alone = SignedDominanceLimit(signed, np.repeat([4, 240], [4, 240]))
    assert alone.start(labels, 3).tolist() == [0, 0, 0]
    # Gains and losses of 1 leave the unit with 10 exactly 1,000 of the total, however many.
    spread = replace(signed, amounts=np.array([1000.0, 10, *[1.0, -1.0] * 150, 5.0]))
    limit = SignedDominanceLimit(spread, np.full(303, 303))
    assert limit.start(np.repeat([0, 1, 2], [102, 200, 1]), 3).tolist() == [1, 0, 0]
    assert limit.merge(0, 1) == 0


@pytest.mark.parametrize("rule", RULES, ids=["p-percent", "n-k"])
@pytest.mark.parametrize("protect", UnitProtection)
def test_groups_of_units_with_losses_are_merged_like_those_of_records(
    protect: UnitProtection, rule: Dominance
) -> None:
    """Firms of two branches each: the result is that of a branch, the balance that of the firm."""
    draw = Random(5)
    firms = np.repeat(np.arange(200), 2).tolist()
    balances = [draw_result(draw) for _ in range(200)]
    results = [draw_result(draw) for _ in firms]
    table = {"FIRM": firms, "RESULT": results, "BALANCE": [balances[firm] for firm in firms]}
    schema = Schema((Attribute("FIRM", Role.IDENTIFIER), quasi("RESULT"), quasi("BALANCE")))
    rule = replace(rule, columns=("RESULT", "BALANCE"))
    unit = Unit(("FIRM",), columns=("BALANCE",), protect=protect)
    wishes, file = replace(recipe(k=5), dominance=rule, unit=unit), dataset(table)
    result = execute(resolve(wishes, schema, file, SOURCE), file, Job())
    results, released = result.columns
    of_firms, is_whole = cells(released), protect is UnitProtection.UNIT
    groups = defaultdict(lambda: defaultdict(Fraction))
    balance_groups = defaultdict(dict)
    for key, balance, firm, amount, firm_balance in zip(
        cells(results), of_firms, firms, table["RESULT"], table["BALANCE"], strict=True
    ):
        groups[key, balance][firm] += Fraction(str(amount))
        balance_groups[(key, balance) if is_whole else balance][firm] = Fraction(str(firm_balance))
    for amounts in (*groups.values(), *balance_groups.values()):
        assert satisfies(rule, list(amounts.values()))
    assert len(balance_groups) > 5
    assert any(min(amounts.values()) < 0 for amounts in balance_groups.values())
