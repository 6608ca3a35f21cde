"""Every method that forms groups calibrates totals, and keeps zeros, rule and groups then."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

import pytest

from core.model import DomainTotals, Result
from core.protect import METHODS
from tests.core.conditions.releases_by_method import FILES, FORMS_GROUPS, release
from tests.core.conditions.test_kept_by_every_method import (
    REFUSALS,
    check,
    firms,
    recipe_for,
    schema,
)
from tests.core.tables import Cell, cells, dataset

# Totals are calibrated after all of them alike.
IN_ORDINARY_LANE = ("insensitive", "mdav", "t-closeness-first", "univariate-optimal")
TOGETHER = [
    pytest.param(name, marks=() if name in IN_ORDINARY_LANE else pytest.mark.longer)
    for name in FORMS_GROUPS
    if not METHODS[name].column_by_column
]


def totals(
    columns: dict[str, Sequence[Cell]], amounts: Sequence[Cell], weighted: bool
) -> dict[Cell, float]:
    found: dict[Cell, float] = defaultdict(float)
    weights = columns["WEIGHT"] if weighted else [1.0] * len(amounts)
    for sector, amount, weight in zip(columns["SECTOR"], amounts, weights, strict=True):
        assert isinstance(amount, int | float)
        assert isinstance(weight, int | float)
        found[sector] += amount * weight
    return found


def same_signs(result: Result, columns: dict[str, Sequence[Cell]]) -> None:
    after = {column.name: cells(column) for column in result.columns}
    for name in ("TURNOVER", "EXPORTS"):
        for before, now in zip(columns[name], after[name], strict=True):
            assert isinstance(before, int | float)
            assert isinstance(now, int | float)
            assert before < 0 or now >= 0


@pytest.mark.parametrize("name", TOGETHER)
def test_totals_are_met_and_everything_else_holds(name: str) -> None:
    draw, met = random.Random(f"totals {name}"), 0
    amounts = ("EXPORTS",) if METHODS[name].quasi_identifiers == 1 else ("TURNOVER", "EXPORTS")
    for _ in range(FILES):
        columns = firms(draw)
        file = dataset(columns)
        wanted = DomainTotals(amounts, ("SECTOR",), 0.05, 10)
        recipe = replace(recipe_for(name, draw), totals=(wanted,))
        meaning = schema(METHODS[name].quasi_identifiers == 1)
        result = release(file, recipe, meaning, REFUSALS | {"promise-totals"})
        if result is None:
            continue
        check(result, file)
        same_signs(result, columns)
        after = {column.name: cells(column) for column in result.columns}
        apart = {c.column: c.figures["apart"] for c in result.conditions if c.condition == "totals"}
        for column in amounts:
            if not apart[f"{column} × SECTOR"]:
                old = totals(columns, columns[column], recipe.weight is not None)
                new = totals(columns, after[column], recipe.weight is not None)
                assert all(abs(new[sector] / old[sector] - 1) <= 0.05 + 1e-9 for sector in old)
                met += 1
    assert met >= FILES // 2
