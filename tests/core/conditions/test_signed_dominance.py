"""Groups whose total discloses an amount because of losses are merged, or the run ends."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import permutations
from random import Random

import numpy as np
import pytest

from core.conditions.dominance_condition import SignedDominanceLimit
from core.jobs import Job
from core.model import (
    NK,
    Dominance,
    FileKind,
    Method,
    PPercent,
    Recipe,
    Schema,
    Source,
    Target,
)
from core.pipeline.execute import execute
from core.pipeline.resolve import resolve
from tests.core.tables import cells, dataset, quasi

SOURCE = Source("/nowhere/firms.csv", FileKind.CSV)
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


def released_groups(results: list[float], rule: Dominance) -> list[list[Fraction]]:
    """Protect firms by their results; return the original amounts of each group."""
    table = {"RESULT": results, "SIZE": [float(i % 37) for i in range(len(results))]}
    schema = Schema((quasi("RESULT"), quasi("SIZE")))
    recipe = Recipe(Method("mdav", {"k": 5}), Target(FileKind.CSV, "out"), dominance=rule)
    file = dataset(table)
    result = execute(resolve(recipe, schema, file, SOURCE), file, Job())
    groups = defaultdict(list)
    for key, amount in zip(zip(*map(cells, result.columns), strict=True), results, strict=True):
        groups[key].append(Fraction(str(amount)))
    return list(groups.values())


@pytest.mark.parametrize("rule", RULES, ids=["p-percent", "n-k"])
def test_groups_with_losses_are_merged_until_the_total_discloses_nothing(rule: Dominance) -> None:
    draw = Random(5)
    results = [
        round(draw.lognormvariate(3, 0.7) * (-0.6 if draw.random() < 0.08 else 1), 1)
        for _ in range(400)
    ]
    groups = released_groups(results, rule)
    assert len(groups) > 20
    assert any(min(amounts) < 0 for amounts in groups)
    assert all(satisfies(rule, amounts) for amounts in groups)


def test_a_group_is_merged_only_where_that_can_help() -> None:
    """Amounts around zero would otherwise all be merged into one group."""
    disclosed, rest = [1000.0, 10, 100, -100], [500.0, 700, 600, 900]
    amounts, labels = np.array(disclosed + rest * 60), np.repeat([0, 1, 2], [4, 4, 236])
    rule = PPercent(("RESULT",), p=10.0)
    one_part = np.zeros_like(labels)
    limit = SignedDominanceLimit(amounts, one_part, rule)
    assert limit.start(labels, 3).tolist() == [1, 0, 0]
    assert limit.merge(0, 1) == 0
    alone = SignedDominanceLimit(amounts, np.minimum(labels, 1), rule)
    assert alone.start(labels, 3).tolist() == [0, 0, 0]
    # Gains and losses of 1 leave the unit with 10 exactly 1,000 of the total, however many.
    spread = np.array([1000.0, 10, *[1.0, -1.0] * 150, 5.0])
    limit = SignedDominanceLimit(spread, np.zeros(303, dtype=np.int64), rule)
    assert limit.start(np.repeat([0, 1, 2], [102, 200, 1]), 3).tolist() == [1, 0, 0]
    assert limit.merge(0, 1) == 0
