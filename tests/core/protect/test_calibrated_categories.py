"""Categories of clusters are chosen together, so that tables stay those of the original."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from core.conditions import Records
from core.encode import take
from core.jobs import Job
from core.model import Attribute, Column, Role, Scale, Schema
from core.protect.representatives import CATEGORY_REPRESENTATIVES, represent
from tests.core.pipeline.making import recipe
from tests.core.tables import cells, column, quasi

SIZES = ("S", "M", "L")
RECORDS = 300


def people(seed: int = 1) -> tuple[tuple[Column, ...], np.ndarray]:
    """Make 60 groups of 5 people; two categories are rare, and one column is published."""
    chance = np.random.default_rng(seed)
    places = [("a", "b", "c")[i] for i in chance.choice(3, RECORDS, p=[0.7, 0.2, 0.1])]
    sizes = [SIZES[i] for i in chance.choice(3, RECORDS, p=[0.6, 0.3, 0.1])]
    asked = [("yes", "no")[i] for i in chance.integers(0, 2, RECORDS)]
    amounts = [float(x) for x in chance.integers(1, 9, RECORDS)]
    named = zip(("PLACE", "SIZE", "ASKED", "AMOUNT"), (places, sizes, asked, amounts), strict=True)
    return tuple(column(name, values) for name, values in named), np.arange(RECORDS) // 5


SCHEMA = Schema(
    (
        quasi("PLACE", Scale.NOMINAL),
        quasi("SIZE", Scale.ORDINAL, SIZES),
        Attribute("ASKED", Role.CONFIDENTIAL, Scale.NOMINAL),
        quasi("AMOUNT"),
    )
)


def release(
    columns: tuple[Column, ...],
    labels: np.ndarray,
    representative: str = "calibrated",
    **settings: object,
) -> tuple[dict[str, list[object]], dict[str, object]]:
    """Release the columns of clusters; return their cells and the counts of the log's step."""
    records = Records(columns, SCHEMA, replace(recipe(k=5), **settings))
    masked = dict.fromkeys(("PLACE", "SIZE", "AMOUNT"), labels)
    released = [
        represent(each, SCHEMA.named(each.name), labels) if each.name in masked else each
        for each in columns
    ]
    chosen = CATEGORY_REPRESENTATIVES[representative].choose(records, released, masked, Job())
    counts = dict(chosen[1][0].counts) if chosen[1] else {}
    return {each.name: cells(each) for each in chosen[0]}, counts


def original_cells(columns: tuple[Column, ...]) -> dict[str, list[object]]:
    return {each.name: cells(each) for each in columns}


def gap(names: tuple[str, ...], original: dict, released: dict) -> int:
    """Count the records by which the cells of a table differ, at most."""
    tables = [
        Counter(zip(*(cells[n] for n in names), strict=True)) for cells in (original, released)
    ]
    return max(abs(tables[0][cell] - tables[1][cell]) for cell in {*tables[0], *tables[1]})


@pytest.mark.parametrize("names", [("PLACE",), ("SIZE",), ("PLACE", "SIZE"), ("PLACE", "ASKED")])
def test_tables_stay_those_of_the_original(names: tuple[str, ...]) -> None:
    columns, labels = people()
    original = original_cells(columns)
    calibrated, counts = release(columns, labels)
    typical, _ = release(columns, labels, "typical")
    assert 2 * gap(names, original, calibrated) <= gap(names, original, typical)
    assert counts["clusters"] == 60


def half_interval(parts: list[float]) -> float:
    """Compute half an interval of 95 % of the sum of what records contribute to a total."""
    mean = sum(parts) / len(parts)
    return 1.96 * sum((part - mean) ** 2 for part in parts) ** 0.5


def test_totals_by_category_stay_near_those_of_the_original() -> None:
    columns, labels = people()
    original = original_cells(columns)
    off = {}
    for representative in ("typical", "calibrated"):
        released, _ = release(columns, labels, representative)
        gaps = []
        for place in ("a", "b", "c"):
            before, after = (
                [
                    float(amount) * (name == place)
                    for name, amount in zip(values["PLACE"], values["AMOUNT"], strict=True)
                ]
                for values in (original, released)
            )
            gaps.append(abs(sum(after) - sum(before)) / half_interval(before))
        off[representative] = max(gaps)
    assert off["calibrated"] < 0.5 < 2 < off["typical"]


def test_each_cluster_has_the_categories_of_one_of_its_records() -> None:
    columns, labels = people()
    original, (released, _) = original_cells(columns), release(columns, labels)
    for cluster in range(60):
        members = np.flatnonzero(labels == cluster)
        pairs = {(released["PLACE"][i], released["SIZE"][i]) for i in members}
        assert len(pairs) == 1
        assert pairs <= {(original["PLACE"][i], original["SIZE"][i]) for i in members}


def test_the_order_of_records_decides_nothing() -> None:
    columns, labels = people()
    released, counts = release(columns, labels)
    order = np.random.default_rng(7).permutation(RECORDS)
    numbers = np.unique(labels[order], return_index=True, return_inverse=True)
    by_appearance = np.argsort(np.argsort(numbers[1]))[numbers[2]]
    shuffled, shuffled_counts = release(tuple(take(c, order) for c in columns), by_appearance)
    for name in ("PLACE", "SIZE"):
        assert shuffled[name] == [released[name][i] for i in order]
    assert shuffled_counts == counts


def test_weights_count() -> None:
    columns, labels = people()
    weights = column("WEIGHT", [float(1 + i % 4) for i in range(RECORDS)])
    schema = Schema((*SCHEMA.attributes, Attribute("WEIGHT", Role.OTHER, Scale.CONTINUOUS)))
    records = Records((*columns, weights), schema, replace(recipe(k=5), weight="WEIGHT"))
    masked = dict.fromkeys(("PLACE", "SIZE"), labels)
    released = [
        represent(c, SCHEMA.named(c.name), labels, weights=weights.values) for c in columns[:2]
    ]
    chosen, _ = CATEGORY_REPRESENTATIVES["calibrated"].choose(records, released, masked, Job())
    for before, after in zip(columns, chosen, strict=False):
        for category in set(cells(before)):
            shares = [
                sum(w for w, cell in zip(weights.values, cells(c), strict=True) if cell == category)
                for c in (before, after)
            ]
            assert shares[1] == pytest.approx(shares[0], abs=8)


def test_what_is_missing_in_a_cluster_stays_missing() -> None:
    columns, labels = people()
    answers = cells(columns[0])
    # Two answers of five: nobody may work out the other.
    answers[:3] = [None] * 3
    # Four of five: the fifth record gets a category, too.
    answers[5] = None
    released, _ = release((column("PLACE", answers), *columns[1:]), labels)
    assert released["PLACE"][:5] == [None] * 5
    assert None not in released["PLACE"][5:]


def test_a_cluster_keeps_its_typical_categories_where_a_rule_would_break() -> None:
    columns, labels = people()
    # The mean of a group decides against which it is checked.
    rule = "if PLACE = 'c' then AMOUNT >= 5"
    released, counts = release(columns, labels, rules=(rule,))
    typical, _ = release(columns, labels, "typical")
    free, _ = release(columns, labels)

    def broken(values: dict[str, list[object]]) -> set[int]:
        pairs = enumerate(zip(values["PLACE"], values["AMOUNT"], strict=True))
        return {i for i, (place, amount) in pairs if place == "c" and amount < 5}

    assert broken(free) - broken(typical)
    assert broken(released) <= broken(typical)
    assert counts["kept"]


def test_tables_of_columns_of_different_clusters_stay_those_of_the_original() -> None:
    """As marital status by tenure, where households and members have clusters of their own."""
    columns, labels = people()
    places, chance = cells(columns[0]), np.random.default_rng(3)
    sizes = [dict(zip("abc", SIZES, strict=True))[str(place)] for place in places]
    sizes = [size if chance.random() < 0.8 else "S" for size in sizes]
    columns = columns[0], column("SIZE", sizes), *columns[2:]
    clusters = labels, chance.permutation(labels)
    released = [
        represent(c, SCHEMA.named(c.name), alike)
        for c, alike in zip(columns[:2], clusters, strict=True)
    ]
    masked = dict(zip(("PLACE", "SIZE"), clusters, strict=True))
    chosen, _ = CATEGORY_REPRESENTATIVES["calibrated"].choose(
        Records(columns, SCHEMA, recipe(k=5)), [*released, *columns[2:]], masked, Job()
    )
    after = {c.name: cells(c) for c in chosen}
    # Each by itself, 55 records are in another cell; clusters by chance keep it from 0.
    assert gap(("PLACE", "SIZE"), original_cells(columns), after) <= 40
