"""Categories together with lambda, strata, weights, shipped taxonomies and workbooks."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from math import log2, sqrt

import pytest

from core.io.taxonomies import list_shipped
from tests.core.command_line.conftest import Bench
from tests.core.taxonomies.trees import PLACES, parents_of
from tests.oracles import mixed
from tests.oracles.released_steps import round_to_steps, step_of
from tests.oracles.taxonomies import Parents, argument, counted, settled
from tests.statuses import WRITTEN

LEAVES = ("fjord", "bay", "reef", "sea")
HEADER = ["REGION", "AGE", "PLACE", "PAY", "WEIGHT"]
ROWS = [
    [
        "north" if i % 3 else "south",
        # All different, so that no two clusters get the same mean.
        str(20 + (i * 37 % 61) + i**3 / 8192),
        LEAVES[(i * i + i // 3) % 4],
        str((i * 29) % 53),
        str(1 + i % 4),
    ]
    for i in range(45)
]
MASKED = ("AGE", "PLACE")


@pytest.fixture
def coast(bench: Bench) -> Bench:
    lines = ["category,parent", *(f"{n},{p[0] if p else ''}" for n, p in PLACES.items())]
    (bench.folder / "places.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    bench.people([HEADER, *ROWS])
    return bench


def attributes(**place: object) -> list[dict[str, object]]:
    masked = {"role": "quasi-identifier"}
    return [
        {"name": "REGION", "role": "other"},
        {"name": "AGE", **masked, "scale": "continuous"},
        {"name": "PLACE", **masked, "scale": "nominal", "taxonomy": "places.csv", **place},
        {"name": "PAY", "role": "confidential", "scale": "continuous"},
        {"name": "WEIGHT", "role": "other"},
    ]


def protected(bench: Bench, method: dict[str, object], **more: object) -> list[dict[str, str]]:
    bench.recipe(method, **{"attributes": attributes(), **more})
    assert bench.protect() in WRITTEN, bench.err
    return bench.table()


def groups(table: list[dict[str, str]]) -> set[frozenset[int]]:
    found = defaultdict(set)
    for i, row in enumerate(table):
        found[tuple(row[name] for name in MASKED)].add(i)
    return {frozenset(members) for members in found.values()}


def check_categories(
    parents: Parents, rows: list[list[str]], table: list[dict[str, str]], weighted: bool = False
) -> None:
    """Check the categories of all clusters against the definition, ties included."""
    clusters = [sorted(group) for group in groups(table)]
    samples = [
        [rows[i][2] for i in cluster for _ in range(int(rows[i][4]) if weighted else 1)]
        for cluster in clusters
    ]
    released = [{table[i]["PLACE"] for i in cluster} for cluster in clusters]
    assert all(len(categories) == 1 for categories in released)
    chosen = [category for (category,) in released]
    assert counted(parents, samples, chosen) == settled(parents, samples)


def standardised(values: list[float], weight: float = 1.0) -> list[float]:
    mean = Fraction(sum(map(Fraction, values)), len(values))
    deviation = sqrt(sum((Fraction(v) - mean) ** 2 for v in values) / len(values))
    return [weight * float(Fraction(v) - mean) / deviation for v in values]


def oracle(share: float, rows: list[list[str]]) -> mixed.File:
    """The records as lambda joins them: pay counts with ``sqrt(share / (1 - share) * 2)``."""
    numbers = [standardised([float(row[1]) for row in rows])]
    if share:
        beta = sqrt(share / (1 - share) * len(MASKED))
        numbers.append(standardised([float(row[3]) for row in rows], beta))
    cells = [row[2] for row in rows]
    squares = {
        a: log2(a) ** 2 for a in {argument(PLACES, one, two) for one in PLACES for two in PLACES}
    }
    mean = sum(squares[argument(PLACES, a, b)] for a in cells for b in cells) / len(cells) ** 2
    records = [(list(own), [cell]) for *own, cell in zip(*numbers, cells, strict=True)]
    return mixed.File(records, [PLACES], [{a: s / mean for a, s in squares.items()}])


@pytest.mark.parametrize("share", [0.0, 0.3, 0.7])
def test_lambda_joins_numbers_to_categories_as_defined(coast: Bench, share: float) -> None:
    """A pair of nominal values differs by 1 on average, one of standardised numbers by 2."""
    table = protected(coast, {"name": "mdav", "k": 4, "lambda": share})

    expected = mixed.mdav(oracle(share, ROWS), 4)

    assert groups(table) == {frozenset(cluster) for cluster in expected}
    check_categories(PLACES, ROWS, table)


def test_with_lambda_1_the_confidential_column_alone_decides(coast: Bench) -> None:
    table = protected(coast, {"name": "mdav", "k": 4, "lambda": 1.0})

    ranked = sorted(range(len(ROWS)), key=lambda i: float(ROWS[i][3]))
    runs = [{ranked.index(i) for i in group} for group in groups(table)]
    assert all(max(run) - min(run) + 1 == len(run) for run in runs)


def test_weights_count_in_means_and_categories_and_change_no_group(coast: Bench) -> None:
    plain = protected(coast, {"name": "mdav", "k": 4})
    coast.release.rename(coast.folder / "plain")
    weighted = protected(coast, {"name": "mdav", "k": 4}, weight="WEIGHT")

    assert groups(weighted) == groups(plain)
    assert [row["PLACE"] for row in weighted] != [row["PLACE"] for row in plain]
    check_categories(PLACES, ROWS, weighted, weighted=True)
    for group in groups(plain):
        weights = [int(ROWS[i][4]) for i in group]
        ages = [float(ROWS[i][1]) for i in group]
        mean = sum(w * a for w, a in zip(weights, ages, strict=True)) / sum(weights)
        mean = round_to_steps(mean, step_of(float(row[1]) for row in ROWS))
        assert [float(weighted[i]["AGE"]) for i in group] == pytest.approx([mean] * len(group))


def test_a_shipped_taxonomy_serves_in_a_whole_run(coast: Bench) -> None:
    countries = next(one for one in list_shipped() if one.reference == "shipped:countries").read()
    parents, names = parents_of(countries), ("Austria", "Germany", "France", "Kenya", "Japan")
    rows = [[*row[:2], names[i * 7 % 5], *row[3:]] for i, row in enumerate(ROWS)]
    coast.people([HEADER, *rows])

    table = protected(
        coast, {"name": "mdav", "k": 5}, attributes=attributes(taxonomy="shipped:countries")
    )

    check_categories(parents, rows, table)
    log = coast.document()
    assert log["recipe"]["attributes"][2]["taxonomy"] == "shipped:countries"


def test_a_category_that_the_taxonomy_lacks_is_refused_before_the_run(coast: Bench) -> None:
    rows = [[*row[:2], "secret-cove" if i in (3, 7) else row[2], *row[3:]]
            for i, row in enumerate(ROWS)]  # fmt: skip
    coast.people([HEADER, *rows])
    coast.recipe({"name": "mdav", "k": 4}, attributes=attributes())

    assert coast.protect() == 2
    assert "PLACE" in coast.err
    assert "5" in coast.err
    assert "9" in coast.err
    assert "secret-cove" not in coast.err + coast.out
    assert not coast.release.exists()
