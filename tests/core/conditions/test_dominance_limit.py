"""The dominance rules on groups, against their definitions in exact fractions."""

from __future__ import annotations

from itertools import permutations
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.conditions import Records
from core.conditions.condition import Released
from core.conditions.dominance_condition import DominanceCondition, DominanceLimit
from core.conditions.group_amounts import find_disclosing_groups
from core.model import (
    NK,
    Attribute,
    Dominance,
    DominanceRule,
    PPercent,
    Role,
    Scale,
    Schema,
    Unit,
    UnitProtection,
)
from tests.core.tables import dataset, plan, quasi
from tests.oracles.conditions import satisfies_n_k, satisfies_p

# Quarters are exact, so that groups lie on the boundary of a rule.
AMOUNTS = st.lists(st.integers(0, 40).map(lambda i: i / 4), min_size=2, max_size=24)
RULES = st.one_of(
    st.sampled_from([5.0, 10.0, 25.0, 100.0]).map(lambda p: PPercent((), p=p)),
    st.tuples(st.integers(1, 4), st.sampled_from([50.0, 75.0, 85.0])).map(
        lambda pair: NK((), n=pair[0], share=pair[1])
    ),
)


def satisfies(rule: Dominance, amounts: list[float]) -> bool:
    if rule.rule is DominanceRule.P_PERCENT:
        return satisfies_p(amounts, rule.p)
    return satisfies_n_k(amounts, rule.n, rule.share)


@given(AMOUNTS, RULES, st.data())
def test_groups_exceed_a_rule_if_they_violate_its_definition(
    amounts: list[float], rule: Dominance, data: st.DataObject
) -> None:
    keys = data.draw(st.lists(st.integers(0, 3), min_size=len(amounts), max_size=len(amounts)))
    labels = np.unique(keys, return_inverse=True)[1].astype(np.int64)
    count = int(labels.max()) + 1
    found = DominanceLimit(np.array(amounts), rule).start(labels, count)
    members = [[amounts[i] for i in np.flatnonzero(labels == g)] for g in range(count)]
    assert [not over > 0 for over in found] == [satisfies(rule, group) for group in members]


@given(AMOUNTS, RULES)
def test_merging_gives_the_excess_of_the_union(amounts: list[float], rule: Dominance) -> None:
    labels = np.arange(len(amounts)) % 3 if len(amounts) > 2 else np.arange(2)
    limit = DominanceLimit(np.array(amounts), rule)
    limit.start(labels, int(labels.max()) + 1)
    merged = limit.merge(0, 1)
    whole = DominanceLimit(np.array(amounts), rule).start(np.where(labels == 1, 0, labels), 3)
    assert merged == pytest.approx(whole[0])


@given(AMOUNTS, AMOUNTS, RULES)
def test_the_union_of_groups_that_satisfy_a_rule_satisfies_it(
    one: list[float], other: list[float], rule: Dominance
) -> None:
    if satisfies(rule, one) and satisfies(rule, other):
        assert satisfies(rule, one + other)


def test_the_example_of_the_manual() -> None:
    limit = DominanceLimit(np.array([100.0, 30, 6, 3, 40, 20]), PPercent((), p=10))
    first, second = limit.start(np.array([0, 0, 0, 0, 1, 1]), 2)
    assert first == pytest.approx(0.1 - 0.09)
    assert second > 0
    assert limit.merge(0, 1) == pytest.approx(0.1 - 0.59)


@pytest.mark.parametrize(
    ("rule", "figures"),
    [
        (PPercent(("INCOME",), p=20), [100 * 40 / 60, 100 * 40 / 60, 10]),
        (NK(("INCOME",), n=1, share=80), [40, 40, 100 * 500 / 600]),
    ],
)
def test_a_group_of_members_shows_the_figure_of_the_units_that_share_their_columns(
    rule: Dominance, figures: list[float]
) -> None:
    table = {
        "HOME": [1, 1, 2, 2, 3, 3, 4, 4, 4, 5, 6],
        "INCOME": [60.0, 60.0, 50.0, 50.0, 40.0, 40.0, 500.0, 500.0, 500.0, 50.0, 50.0],
        "AGE": [20, 20, 20, 70, 70, 70, 40, 40, 40, 40, 40],
    }
    released = dataset({"INCOME": [50.0] * 6 + [200.0] * 5, "AGE": table["AGE"]})
    home, age = Attribute("HOME", Role.IDENTIFIER), quasi("AGE", Scale.INTEGER)
    schema = Schema((home, quasi("INCOME"), age))
    unit = Unit(("HOME",), ("INCOME",), UnitProtection.MEMBER)
    recipe = plan(schema, "mdav", {}, (), dominance=rule, unit=unit).project.recipe
    labels = np.array([0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 2])

    near = DominanceCondition().group_figures(
        Records(dataset(table).columns, schema, recipe),
        Released({column.name: column for column in released.columns}, {}, {}),
        "INCOME",
        labels,
    )

    assert near is not None
    assert near.values.tolist() == pytest.approx(figures)


@pytest.mark.parametrize("p", [3.0, 10.0, 60.0])
def test_groups_in_which_a_loss_discloses_an_amount_are_those_of_all_pairs(p: float) -> None:
    draw = Random(f"signed {p}")
    labels = [draw.randrange(300) for _ in range(1500)]
    amounts = [float(draw.choice([-1, 1, 1]) * draw.randint(0, 60)) for _ in labels]
    groups: dict[int, list[float]] = {}
    for label, amount in zip(labels, amounts, strict=True):
        groups.setdefault(label, []).append(amount)
    disclosed = [
        label
        for label, own in sorted(groups.items())
        if min(own) < 0
        and any(
            # In whole hundredths, so that no rounding decides.
            100 * abs(sum(own) - x - y) < p * abs(y) * (1 - 1e-9)
            for x, y in permutations(own, 2)
        )
    ]
    rule = PPercent((), p=p)
    assert find_disclosing_groups(np.array(amounts), np.array(labels), rule) == disclosed
    assert 0 < len(disclosed) < len(groups)
