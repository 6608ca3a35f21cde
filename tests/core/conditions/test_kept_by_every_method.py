"""Every method keeps zeros and a dominance rule, counted from the released columns in Python."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from core.model import (
    NK,
    Attribute,
    Dataset,
    DominanceRule,
    PPercent,
    Recipe,
    Result,
    Role,
    Scale,
    Schema,
)
from core.protect import METHODS
from tests.core.conditions.releases_by_method import FILES, FORMS_GROUPS, K, parameters_of, release
from tests.core.pipeline.making import recipe
from tests.core.tables import Cell, cells, confidential, dataset, quasi
from tests.oracles.conditions import changed_zeros, groups, satisfies_n_k, satisfies_p

REFUSALS = {"dominance-of-file", "dominance-of-stratum", "patterns-too-far", "strata-too-far"}


def firms(draw: random.Random) -> dict[str, Sequence[Cell]]:
    """Draw firms of which some export nothing and a few are far larger than the others."""
    n = draw.randint(30, 80)
    turnover = [round(draw.lognormvariate(3, 1.2), 1) for _ in range(n)]
    exports = [0.0 if draw.random() < 0.6 else round(x * draw.random(), 1) for x in turnover]
    staff = [0 if draw.random() < 0.2 else draw.choice((1, 1, 2, 30, -1)) for _ in range(n)]
    return {
        "TURNOVER": turnover,
        "EXPORTS": exports,
        "STAFF": staff,
        "SECTOR": [draw.choice("AB") for _ in range(n)],
        "WEIGHT": [draw.choice((1.0, 2.5, 7.0)) for _ in range(n)],
        "DEBT": [float(i % 7) for i in range(n)],
    }


def schema(single: bool) -> Schema:
    zeros = quasi("EXPORTS", keeps_zeros=True), quasi("STAFF", Scale.INTEGER, keeps_zeros=True)
    other = tuple(Attribute(name, Role.OTHER) for name in ("SECTOR", "WEIGHT"))
    unmasked = tuple(replace(a, role=Role.OTHER) for a in (quasi("TURNOVER"), zeros[1]))
    masked = (unmasked[0], zeros[0], unmasked[1]) if single else (quasi("TURNOVER"), *zeros)
    return Schema((*masked, *other, confidential("DEBT")))


def recipe_for(name: str, draw: random.Random) -> Recipe:
    """Draw a recipe with a method, zeros, perhaps a dominance rule, strata and a weight."""
    method = METHODS[name]
    amounts = ("EXPORTS",) if method.quasi_identifiers == 1 else ("TURNOVER", "EXPORTS")
    strata = ("SECTOR",) if draw.random() < 0.3 else ()
    weight = "WEIGHT" if draw.random() < 0.4 else None
    p_rule = PPercent(amounts, p=draw.choice((5.0, 10.0, 40.0)))
    rule = draw.choice((None, p_rule, NK(amounts, n=draw.choice((1, 2)), share=85.0)))
    plain = recipe(name, **parameters_of(name, t=0.9))
    return replace(plain, strata=strata, weight=weight, dominance=rule)


def check(result: Result, file: Dataset) -> None:
    recipe, meaning = result.plan.project.recipe, result.plan.project.schema
    after = {column.name: cells(column) for column in result.columns}
    before = {column.name: cells(column) for column in file.columns}
    weights = before["WEIGHT"] if recipe.weight else ()
    joined = any(p.code == "patterns-joined" for p in result.plan.problems)
    for names in METHODS[recipe.method.name].blocks(
        recipe.method.parameters, meaning, recipe.strata
    ):
        keys = [tuple(after[n][i] for n in (*recipe.strata, *names)) for i in range(file.rows)]
        clusters = groups(keys)
        assert min(map(len, clusters)) >= K
        for name in {*names} & {"EXPORTS", "STAFF"}:
            assert joined or not changed_zeros(before[name], after[name]), name
        rule = recipe.dominance
        for name in {*names} & set(rule.columns if rule else ()):
            assert rule is not None
            for members in clusters:
                amounts = [before[name][i] for i in members]
                by = [weights[i] for i in members] if weights else ()
                if rule.rule is DominanceRule.P_PERCENT:
                    assert satisfies_p(amounts, rule.p, by), name
                else:
                    assert satisfies_n_k(amounts, rule.n, rule.share, by), name


@pytest.mark.parametrize("name", FORMS_GROUPS)
def test_released_columns_keep_zeros_and_the_rule(name: str) -> None:
    draw, kept = random.Random(name), 0
    for _ in range(FILES):
        file = dataset(firms(draw))
        meaning = schema(METHODS[name].quasi_identifiers == 1)
        result = release(file, recipe_for(name, draw), meaning, REFUSALS)
        if result is not None:
            check(result, file)
            kept += 1
    assert kept > FILES // 2
