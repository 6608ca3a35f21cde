"""What the targets of calibrated categories leave gives nobody away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, product

import numpy as np
import pytest

from core.conditions import Records
from core.kernels.categories.target_cells import find_targets
from core.model import NK, Attribute, Column, PPercent, Role, Scale, Schema
from core.protect.representatives import represent
from core.protect.representatives.calibration_targets import (
    file_to_calibrate,
    gaps_of_nothing,
    sums_of_clusters,
)
from core.protect.representatives.category_codes import code_categories
from core.protect.representatives.total_targets import find_total_targets
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
