"""No total that is left out follows from those that are stated, in its set or another one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

import pytest

from core.conditions.domain_sums import domains_apart
from core.conditions.recipe_records import Records
from core.model import Attribute, Role, Schema
from core.model.recipe_conditions import PPercent
from tests.core.tables import Cell, dataset, plan, quasi

K, P = 3, 10.0
Key = tuple[Cell, ...]
Table = Mapping[str, Sequence[Cell]]


def left_out(table: Table, sets: Sequence[tuple[str, ...]]) -> list[set[Key]]:
    """List the domains of each set that are left out of the totals of SALES."""
    names = [name for name in table if name != "SALES"]
    schema = Schema((*(Attribute(name, Role.OTHER) for name in names), quasi("SALES")))
    recipe = plan(schema, "mdav", {"k": K}, range(len(table["SALES"]))).project.recipe
    recipe = replace(recipe, dominance=PPercent(("SALES",), p=P))
    apart = domains_apart(sets, "SALES", Records(dataset(table).columns, schema, recipe))
    keys = [list(dict.fromkeys(zip(*(table[name] for name in by), strict=True))) for by in sets]
    return [
        {key for key, is_apart in zip(k, flags, strict=True) if is_apart}
        for k, flags in zip(keys, apart, strict=True)
    ]


def is_safe(amounts: Sequence[float]) -> bool:
    """Apply the p% rule and a minimum of K amounts (Hundepool et al. 2012, 4.2.2)."""
    largest, _, *rest = (*sorted(filter(None, amounts), reverse=True), 0.0, 0.0)
    return sum(x > 0 for x in amounts) >= K and sum(rest) >= P / 100 * largest - 1e-9


def remainders(
    table: Table, sets: Sequence[tuple[str, ...]], apart: Sequence[set[Key]]
) -> list[list[float]]:
    """List the amounts of all left-out cells that make up the rest of a stated margin."""
    rows = [dict(zip(table, row, strict=True)) for row in zip(*table.values(), strict=True)]
    rests = []
    for outer, outer_apart in zip(sets, apart, strict=True):
        for inner, inner_apart in zip(sets, apart, strict=True):
            margins = defaultdict[Key, list[dict[str, Cell]]](list)
            cells = defaultdict[Key, set[Key]](set)
            for row in rows:
                margin, cell = tuple(row[n] for n in outer), tuple(row[n] for n in inner)
                margins[margin].append(row)
                cells[cell].add(margin)
            for margin, members in margins.items():
                of_cells = {tuple(row[n] for n in inner) for row in members}
                if margin in outer_apart or any(len(cells[cell]) > 1 for cell in of_cells):
                    continue
                rest = [row for row in members if tuple(row[n] for n in inner) in inner_apart]
                amounts = [float(row["SALES"]) for row in rest]  # type: ignore[arg-type]
                if any(amounts):
                    rests.append(amounts)
    return rests


def listed_firms(n_listed: int) -> Table:
    """Make a region whose margin is 19,642 with one listed firm, and one that lacks nothing."""
    amounts = [78.0] * n_listed + [19564 / 79] * 79 + [200.0] * 80
    return {
        "REGION": ["A"] * (79 + n_listed) + ["B"] * 80,
        "LISTED": ["yes"] * n_listed + ["no"] * 79 + ["yes", "no"] * 40,
        "SALES": amounts,
    }


SETS = [("REGION",), ("REGION", "LISTED")]


def test_the_rest_of_a_margin_is_no_single_firm() -> None:
    margins, cells = left_out(listed_firms(1), SETS)
    assert (margins, cells) == (set(), {("A", "yes"), ("A", "no")})


def test_a_rest_of_enough_firms_stays_alone() -> None:
    assert left_out(listed_firms(K), SETS) == [set(), set()]


@pytest.mark.parametrize("seed", range(30))
def test_no_rest_of_any_two_sets_discloses_an_amount(seed: int) -> None:
    random = Random(seed)
    n = random.randint(12, 60)
    table: dict[str, list[Cell]] = {
        "REGION": [random.choice("abc") for _ in range(n)],
        "SIZE": [random.choice("12") for _ in range(n)],
        "SALES": [random.choice([0.0, 5.0, 7.0, 9.0, 300.0]) for _ in range(n)],
    }
    table["TOWN"] = [f"{region}{random.choice('xyz')}" for region in table["REGION"]]
    sets = [("REGION",), ("TOWN",), ("REGION", "SIZE"), ("TOWN", "SIZE"), ("SIZE",)]
    chosen = random.sample(sets, random.randint(2, 5))
    apart = left_out(table, chosen)
    assert all(map(is_safe, remainders(table, chosen, apart)))
