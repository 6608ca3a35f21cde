"""What the targets of calibrated categories leave gives nobody away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations, product

import numpy as np
import pytest

from core.conditions import Records
from core.jobs import Job
from core.kernels.categories.target_cells import find_targets
from core.model import NK, Attribute, Column, PPercent, Role, Scale, Schema, Unit
from core.protect.representatives import CATEGORY_REPRESENTATIVES, represent
from core.protect.representatives.calibration_targets import (
    add_chosen,
    file_to_calibrate,
    gaps_of_nothing,
    sums_of_clusters,
)
from core.protect.representatives.category_codes import code_categories
from core.protect.representatives.combination_search import task_of
from core.protect.representatives.nested_categories import (
    find_nearly_equal,
    find_nesting,
    withdraw_nested,
)
from core.protect.representatives.total_targets import (
    disclose_totals,
    find_disclosed,
    find_total_targets,
    have_few_units,
)
from tests.core.pipeline.making import recipe
from tests.core.tables import cells, column, quasi

Cell = tuple[str | None, str | None]
"""Values of two columns; ``None``: any."""

SCHEMA = Schema((quasi("A", Scale.NOMINAL), quasi("B", Scale.NOMINAL)))


def two_columns(seed: int) -> tuple[Column, Column]:
    """Make 40 records with two columns of common and rare categories."""
    chance = np.random.default_rng(seed)
    shares = [0.4, 0.3, 0.15, 0.1, 0.05]
    a = chance.choice(5, 40, p=shares)
    b = np.where(chance.random(40) < 0.5, a, chance.choice(5, 40, p=shares))
    return column("A", [f"a{i}" for i in a]), column("B", [f"b{i}" for i in b])


def targets(columns: Sequence[Column], **settings: object) -> set[Cell]:
    """Find the shares and cells of two columns that are targets."""
    records = Records(tuple(columns), SCHEMA, replace(recipe(k=5), **settings))
    labels = np.arange(len(columns[0])) // 5
    released = {c.name: represent(c, SCHEMA.named(c.name), labels) for c in columns}
    file = file_to_calibrate(records, released, released)
    codes = tuple(code_categories(c, released[c.name], SCHEMA.named(c.name)) for c in columns)
    first = np.array([0, codes[0].width])
    gaps = gaps_of_nothing(file, codes, sums_of_clusters(file, labels)[1], first)
    a, b = (sorted(set(map(str, cells(c)))) for c in columns)
    shares: list[Cell] = [*((value, None) for value in a), *((None, value) for value in b)]
    table: list[Cell] = [(row, value) for row in a for value in b]
    scales = [*gaps.scales[0].tolist(), *gaps.pair_scales.tolist()]
    return {cell for cell, scale in zip(shares + table, scales, strict=True) if scale}


def test_no_cell_of_few_units_follows_from_the_targets() -> None:
    """Nor do two cells of a line together, as long as nobody knows which cells are empty."""
    for seed in range(60):
        columns = two_columns(seed)
        counts = Counter(zip(*map(cells, columns), strict=True))
        table = list(product(*(sorted(set(map(str, cells(c)))) for c in columns)))

        def records_of(cell: Cell, table: Sequence[tuple[str, str]] = table) -> list[float]:
            pairs = ([*zip(cell, atom, strict=True)] for atom in table)
            return [float(all(x in (None, y) for x, y in pair)) for pair in pairs]

        stated = [records_of(cell) for cell in ((None, None), *targets(columns))]
        few = [records_of(cell) for cell in table if 0 < counts[cell] < 3]
        alone = [cell for cell in table if counts[cell] == 1]
        few += [
            np.add(records_of(x), records_of(y)).tolist()
            for x, y in combinations(alone, 2)
            if x[0] == y[0] or x[1] == y[1]
        ]
        rank = np.linalg.matrix_rank(np.array(stated))
        for cell in few:
            assert np.linalg.matrix_rank(np.array([*stated, cell])) > rank, seed


def test_most_cells_of_many_units_are_targets() -> None:
    counts = Counter(zip(*map(cells, two_columns(1)), strict=True))
    many = {cell for cell, n_units in counts.items() if n_units >= 3}
    assert len(many & targets(two_columns(1))) >= len(many) / 2


@pytest.mark.parametrize(("profile", "fewest"), [("scientific", 3), ("public", 10)])
def test_a_file_for_anybody_needs_the_k_of_its_profile(profile: str, fewest: int) -> None:
    columns = two_columns(2)
    counts = Counter(cells(columns[0]))
    for (a, b), count in ((cell, counts[cell[0]]) for cell in targets(columns, profile=profile)):
        assert a is None or b is not None or count >= fewest


@pytest.mark.parametrize(
    ("n_units", "is_target"),
    [
        ([[9, 8, 7]], [[1, 1, 1]]),
        # What two cells leave of the margin has three units: none of them follows.
        ([[9, 2, 1, 7]], [[1, 0, 0, 1]]),
        # A single cell would follow, so that the smallest of the others hides it.
        ([[9, 2, 0, 7]], [[1, 0, 0, 0]]),
        # So would the cell that hides it in its column, from its row.
        ([[9, 2], [5, 4]], [[0, 0], [0, 0]]),
        ([[9, 2, 6], [5, 4, 8], [7, 7, 7]], [[1, 0, 0], [0, 0, 1], [0, 1, 0]]),
    ],
)
def test_cells_of_few_units_are_no_targets(
    n_units: list[list[int]], is_target: list[list[int]]
) -> None:
    units = np.array(n_units)
    stated = [np.ones(size, dtype=np.bool_) for size in units.shape]
    assert find_targets(units, *stated, 3).astype(int).tolist() == is_target


def test_a_margin_that_is_no_target_does_not_follow_from_its_cells() -> None:
    stated, is_open = np.ones(3, dtype=np.bool_), np.array([True, True, False])
    units = np.array([[9, 8, 7], [9, 8, 7], [7, 6, 5]])
    assert find_targets(units, is_open, stated, 3).astype(int).tolist() == [
        [1, 0, 0],
        [1, 1, 1],
        [1, 0, 0],
    ]


SMALL, LARGE = [30, 31, 32, 33, 34], [130, 131, 132, 133, 134]


@pytest.mark.parametrize(
    ("amounts", "rule", "is_target"),
    [
        ({"a": SMALL, "b": SMALL, "c": SMALL}, None, "abc"),
        # Two units; of the others the first hides their total.
        ({"a": [20, 21, 22], "b": SMALL, "c": [40, 41]}, None, "b"),
        ({"a": SMALL, "b": SMALL, "c": [900, 20, 9, 8]}, None, "b"),
        # The second of both together knows the largest to within 1 %.
        ({"a": SMALL, "b": SMALL, "c": [900, 2, 1], "d": [800, 2, 1]}, None, "b"),
        ({"a": SMALL, "b": SMALL, "c": [100, 60, 20, 20]}, None, "abc"),
        ({"a": SMALL, "b": SMALL, "c": [100, 60, 20, 20]}, "n-k", "b"),
        # The second subtracts its loss.
        ({"a": LARGE, "b": LARGE, "c": [1000, 10, 100, -100]}, None, "b"),
    ],
)
def test_dominated_totals_are_no_targets(
    amounts: dict[str, list[int]], rule: str | None, is_target: str
) -> None:
    places = [place for place, values in amounts.items() for _ in values]
    values = np.array([value for values in amounts.values() for value in values])
    columns = column("PLACE", places), column("AMOUNT", [float(value) for value in values])
    schema = Schema((quasi("PLACE", Scale.NOMINAL), Attribute("AMOUNT", Role.OTHER)))
    names = sorted(amounts)
    codes = np.array([names.index(place) for place in places])
    found = find_total_targets(
        Records(columns, schema, recipe(k=5)),
        values,
        codes,
        len(names),
        PPercent(("AMOUNT",)) if rule is None else NK(("AMOUNT",), n=2, share=75),
        3,
    )
    assert "".join(np.array(names)[found]) == is_target


@pytest.mark.parametrize(
    ("amounts", "households", "disclosed"),
    [
        ({"a": SMALL, "b": [900, 20, 9, 8]}, 0, [900]),
        ({"a": SMALL, "b": [900, 890, 20, 19, 18, 17, 1]}, 0, [890, 900]),
        # Of two as large, both; of fewer than three, all; nobody has 0.
        ({"a": SMALL, "b": [900, 900, 20, 9, 8]}, 0, [900, 900]),
        ({"a": [20, 21, 0, 0, 0], "b": SMALL}, 0, [20, 21]),
        # Without the largest, two are left.
        ({"a": [900, 20, 9], "b": SMALL}, 0, [9, 20, 900]),
        # Two of one household, whose total is the largest.
        ({"a": SMALL, "b": [450, 450, 40, 20, 9, 8, 7, 6]}, 2, [450, 450]),
    ],
)
def test_the_largest_units_of_a_dominated_total_are_disclosed(
    amounts: dict[str, list[int]], households: int, disclosed: list[int]
) -> None:
    codes = np.repeat(np.arange(2), [len(values) for values in amounts.values()])
    values = np.concatenate([np.array(x, dtype=np.int64) for x in amounts.values()])
    numbers = np.arange(len(codes))
    if households:
        numbers[codes == 1] = 100 + np.arange(np.count_nonzero(codes == 1)) // households
    columns = column("NUMBER", numbers.tolist()), column("AMOUNT", values.tolist())
    schema = Schema((Attribute("NUMBER", Role.DROP), Attribute("AMOUNT", Role.OTHER)))
    settings = {"unit": Unit(("NUMBER",))} if households else {}
    records = Records(columns, schema, replace(recipe(k=5), **settings))
    is_disclosed = find_disclosed(records, values, codes, 2, PPercent(("AMOUNT",)), 3)
    assert sorted(values[is_disclosed].tolist()) == disclosed
    assert (codes[is_disclosed] == codes[is_disclosed][0]).all()


def test_a_cluster_does_not_take_a_category_of_few() -> None:
    """Unless all its records have such ones: then it keeps its typical categories."""
    places = [*"aaa", "rare", *"bbbb", "one", "one", "two", "two", *"abab"]
    columns = column("A", places), column("B", ["x", "y"] * 8)
    records, labels = Records(columns, SCHEMA, recipe(k=4)), np.arange(16) // 4
    released = {c.name: represent(c, SCHEMA.named(c.name), labels) for c in columns}
    file = file_to_calibrate(records, released, released)
    codes = [code_categories(c, released[c.name], SCHEMA.named(c.name)) for c in columns]
    begin, categories, _ = task_of(file, codes, labels).combinations
    names = sorted(set(places))
    offered = [{names[j] for j in categories[begin[g] : begin[g + 1], 0]} for g in range(4)]
    typical = cells(released["A"])[8]
    assert offered == [{"a"}, {"b"}, {typical}, {"a", "b"}]


PEOPLE = {"n1": 9, "n2": 10, "n3": 1, "s1": 10, "s2": 9, "s3": 1}


@pytest.mark.parametrize("n_blocks", [0, 1, 2])
@pytest.mark.parametrize("is_town_first", [False, True])
def test_no_region_less_its_towns_is_a_town_of_few(n_blocks: int, is_town_first: bool) -> None:
    """Whether regions are published, or masked by the same clusters as towns or by others."""
    towns = [town for town, n_people in PEOPLE.items() for _ in range(n_people)]
    columns = (
        column("A", [town[0] for town in towns]),
        column("B", towns),
        column("AMOUNT", [10.0 + i % 7 for i in range(40)]),
    )
    names = ["B", "A"] if is_town_first else ["A", "B"]
    attributes = [*SCHEMA.attributes, Attribute("AMOUNT", Role.OTHER, Scale.CONTINUOUS)]
    labels = np.arange(40) // 5
    records = Records(columns, Schema(tuple(attributes)), recipe(k=5))
    released = {
        "A": represent(columns[0], attributes[0], labels) if n_blocks else columns[0],
        "B": represent(columns[1], attributes[1], labels),
        "AMOUNT": columns[2],
    }
    masked = names if n_blocks else ["B"]
    file = file_to_calibrate(records, released, masked)
    blocks = [masked] if n_blocks < 2 else [[name] for name in masked]
    stated: dict[str, list[set[str]]] = {"A": [{"n", "s"}] * 2} if n_blocks == 0 else {}
    for block in blocks:
        codes = [
            code_categories(columns[j], released[name], attributes[j])
            for name in block
            for j in ["AB".index(name)]
        ]
        widths = [column_codes.width for column_codes in codes]
        first = np.cumsum(widths) - widths
        gaps = gaps_of_nothing(file, codes, sums_of_clusters(file, labels)[1], first)
        for name, column_codes, begin in zip(block, codes, first.tolist(), strict=True):
            categories = sorted({str(cell) for cell in cells(columns["AB".index(name)])})
            rows = gaps.scales[[0, -1], begin : begin + column_codes.width]
            stated[name] = [{categories[j] for j in np.flatnonzero(row)} for row in rows]
            file = add_chosen(file, column_codes, column_codes.typical_codes)
    for regions_stated, towns_stated in zip(stated["A"], stated["B"], strict=True):
        assert regions_stated | towns_stated
        for region in regions_stated:
            inside = {town for town in PEOPLE if town[0] == region}
            n_left = sum(PEOPLE[town] for town in inside - towns_stated)
            assert inside.isdisjoint(towns_stated) or n_left == 0 or n_left >= 3


def test_what_towns_leave_of_the_total_of_a_region_is_not_dominated() -> None:
    towns = ["n1"] * 9 + ["n2"] * 9 + ["s1"] * 9 + ["s2"] * 9
    amounts = [30.0 + i % 5 for i in range(36)]
    amounts[9:18], amounts[27:] = [900.0, 9, 2, 1, 1, 1, 1, 1, 1], [900.0, 890, 880] + [1.0] * 6
    ones = np.ones(4, dtype=np.bool_)
    codes = np.array([sorted(set(towns)).index(town) for town in towns])
    values = np.array(amounts).astype(np.int64)
    schema = Schema((Attribute("AMOUNT", Role.OTHER),))
    records = Records((column("AMOUNT", amounts),), schema, recipe(k=5))
    find = partial(disclose_totals, records, values, PPercent(("AMOUNT",)), 3)
    is_target = np.array([True, False, True, True])
    nesting = find_nesting(codes, 4, codes // 2, 2)
    found = withdraw_nested(is_target, ones[:2], nesting, np.full(4, 9), find)
    assert found.tolist() == [False, False, True, True]
    # A region is none if its towns are, and come first.
    nesting = find_nesting(codes // 2, 2, codes, 4)
    found = withdraw_nested(ones[:2], is_target, nesting, np.full(2, 18), find)
    assert found.tolist() == [False, True]


HOMES = np.repeat(np.arange(3), 10)
WORKPLACES = np.where(np.isin(np.arange(30), [0, 10]), 1 - HOMES, HOMES)
"""Of two people, one works where the other one lives."""


def test_categories_that_differ_in_a_few_units_are_nearly_equal() -> None:
    def find(codes: np.ndarray, known_codes: np.ndarray, **settings: object) -> list[bool]:
        return find_nearly_equal(find_nesting(codes, 3, known_codes, 3, **settings)).tolist()

    assert find(HOMES, WORKPLACES, fewest=3) == [True, True, False]
    assert find(HOMES, WORKPLACES, fewest=1) == [False, False, False]
    assert find(HOMES, HOMES, fewest=3) == [False, False, False]
    # Of four households of five in each place, one moves as a whole.
    homes, households = HOMES.repeat(2), np.arange(60) // 5
    moved = np.where(households == 0, 1, homes)
    assert find(homes, moved, fewest=3) == [False, False, False]
    assert find(homes, moved, units=households, fewest=3) == [True, True, False]


def test_two_categories_less_each_other_are_not_two_people() -> None:
    find = partial(have_few_units, Records((column("A", HOMES.tolist()),), SCHEMA, recipe(k=5)), 3)
    nesting = find_nesting(WORKPLACES, 3, HOMES, 3, fewest=3)
    ones = np.ones(3, dtype=np.bool_)
    found = withdraw_nested(ones, ones, nesting, np.full(3, 10), find)
    assert found.tolist() == [False, False, True]


def test_of_nearly_equal_columns_of_other_clusters_the_first_has_no_targets() -> None:
    columns = column("A", HOMES.tolist()), column("B", WORKPLACES.tolist())
    columns = tuple(column(c.name, [f"{c.name}{code}" for code in cells(c)]) for c in columns)
    records = Records(columns, SCHEMA, recipe(k=5))
    labels = {"A": np.arange(30) // 5, "B": np.arange(30) % 6}
    released = [represent(c, SCHEMA.named(c.name), labels[c.name]) for c in columns]
    (step,) = CATEGORY_REPRESENTATIVES["calibrated"].choose(records, released, labels, Job())[1]
    # The third category of the first one, all of the second one, and the third of both.
    assert step.counts["targets"] == 5
