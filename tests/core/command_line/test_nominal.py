"""Categorical data by the command line: taxonomies, mappings, refusals, lambda, strata, weights."""

from __future__ import annotations

import hashlib
from collections import Counter
from fractions import Fraction
from math import log2, sqrt

import pytest

from core.io.taxonomies import list_shipped
from tests.attributes import describe
from tests.core.command_line.conftest import Bench, group_lines
from tests.core.taxonomies.trees import PLACES, parents_of
from tests.oracles import mixed
from tests.oracles.released_steps import round_to_steps, step_of
from tests.oracles.taxonomies import Parents, argument, counted, settled

LEAVES = ("fjord", "bay", "reef", "sea")
ROWS = [
    ["AGE", "PLACE", "JOB", "ILL"],
    *(
        [
            str(20 + i * 7 % 45),
            LEAVES[(i**2 + i // 3) % 4],
            "abc"[i * 5 % 3],
            LEAVES[(i * 3 + i // 4) % 4],
        ]
        for i in range(48)
    ),
]


def attributes(**more: object) -> list[dict[str, object]]:
    return describe(
        "AGE quasi integer, PLACE quasi nominal, JOB quasi nominal, ILL confidential nominal",
        PLACE={"taxonomy": "places.csv", **more},
        ILL={"taxonomy": "places.csv"},
    )


@pytest.fixture
def places(bench: Bench) -> Bench:
    lines = ["category,parent", *(f"{n},{p[0] if p else ''}" for n, p in PLACES.items())]
    (bench.folder / "places.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    bench.people(ROWS)
    return bench


METHODS = [
    {"name": "mdav", "k": 4, "blocks": [["AGE", "JOB"], ["PLACE"]]},
    {"name": "individual-ranking", "k": 4},
    {"name": "t-k-first", "k": 4, "t": 0.3},
]


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method["name"])
def test_a_release_can_be_verified_and_replayed_without_the_taxonomy_file(
    places: Bench, method
) -> None:
    places.release_as(method, attributes=attributes())
    (places.folder / "places.csv").unlink()

    assert places.verify(with_input=False) == places.verify() == 0, places.err
    places.check_replay()


def test_the_log_tells_the_taxonomies_and_their_hash(places: Bench) -> None:
    places.recipe({"name": "mdav", "k": 4}, attributes=attributes())
    places.protect()

    found = {entry["column"]: entry for entry in places.document()["taxonomies"]}

    assert sorted(found) == ["ILL", "PLACE"]
    assert sorted(found["PLACE"]["nodes"]) == sorted(PLACES)
    digest = hashlib.sha256((places.folder / "places.csv").read_bytes()).hexdigest()
    assert found["PLACE"]["sha256"] == digest


def test_cells_are_mapped_to_what_they_mean(places: Bench) -> None:
    rows = [row if row[1] != "bay" else [row[0], "BAY", *row[2:]] for row in ROWS]
    places.people(rows)
    places.recipe({"name": "mdav", "k": 4}, attributes=attributes())
    assert places.protect() == 2
    assert "12 cells" in places.err or "cells hold a text" in places.err
    assert "BAY" not in places.err

    places.release_as({"name": "mdav", "k": 4}, attributes=attributes(mapping={"BAY": "bay"}))
    mapped = places.table()
    assert places.document()["recipe"]["attributes"][1]["mapping"] == {"BAY": "bay"}

    places.people(ROWS)
    places.release_as({"name": "mdav", "k": 4}, "--overwrite", attributes=attributes())
    assert places.table() == mapped


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"taxonomy": "absent.csv"}, "absent.csv"),
        ({"mapping": {"BAY": "harbour"}}, "counted from the top, it is number 1"),
        ({"mapping": ["BAY"]}, "attributes[1].mapping"),
        ({"taxonomy": "", "mapping": {"BAY": "bay"}}, "Choose one (“taxonomy”)"),
        (
            {"scale": "ordinal", "order": list(LEAVES)},
            "Change the scale of the column (“scale”: “nominal”)",
        ),
        ({"categories": ["bay", "harbour"]}, "are not in the taxonomy"),
        ({"taxonomy": None, "categories": ["bay", "*"]}, "“*” stands for all categories together"),
    ],
)
def test_what_a_taxonomy_cannot_be_used_for_is_refused(places: Bench, change, words) -> None:
    places.recipe({"name": "mdav", "k": 4}, attributes=attributes(**change))

    places.check_refused(words)


def test_a_search_cannot_keep_t_under_a_taxonomy(places: Bench) -> None:
    age, _, _, ill = attributes()
    others = [{"name": name, "role": "other"} for name in ("PLACE", "JOB")]
    places.recipe({"name": "best", "k": 4, "t": 0.3}, attributes=[age, *others, ill])

    places.check_refused("cannot keep t for a column with a taxonomy while it searches")


@pytest.mark.parametrize(
    ("method", "words"),
    [
        ({"name": "ama", "k": 4}, "needs numbers or an order"),
        ({"name": "best", "k": 4}, "needs numbers or an order"),
        ({"name": "mdav", "k": 4, "refine": 100}, "Refinement needs numbers"),
        ({"name": "mdav", "k": 4, "lambda": 0.5}, "A confidential column holds categories"),
    ],
)
def test_what_cannot_be_done_with_categories_is_refused(places: Bench, method, words) -> None:
    places.recipe(method, attributes=attributes())

    assert places.protect() == 2
    assert words in places.err


def test_missing_categories_get_the_representative_of_their_cluster(places: Bench) -> None:
    rows = [row if i % 9 else [row[0], "", *row[2:]] for i, row in enumerate(ROWS)]
    places.people([ROWS[0], *rows[1:]])
    places.release_as({"name": "mdav", "k": 6}, attributes=attributes(), missing="use-observed")
    table = places.table()
    assert all(row["PLACE"] in PLACES for row in table)
    assert min(Counter((r["AGE"], r["PLACE"], r["JOB"]) for r in table).values()) >= 6


def test_measures_that_categories_do_not_have_are_left_out(places: Bench) -> None:
    places.recipe({"name": "mdav", "k": 4}, attributes=attributes())
    places.protect()

    found = {(m["name"], m["attribute"]): m["value"] for m in places.document()["measures"]}

    named = {name for name, attribute in found if attribute == "PLACE"}
    errors = {"information-loss", "sse", "sse-share", "normalised-sse", "relative-error"}
    assert named == {*errors, "jsd", "hellinger"}
    assert not {"propensity-error", "il1s", "interval-disclosure"} & {
        name for name, attribute in found if attribute is None
    }
    assert 0 < found["information-loss", None] < 100
    assert found["linkage", None] <= 100 / 4


HEADER = ["REGION", "AGE", "PLACE", "PAY", "WEIGHT"]
COAST_ROWS = [
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
def coast(places: Bench) -> Bench:
    places.people([HEADER, *COAST_ROWS])
    return places


def coast_attributes(**place: object) -> list[dict[str, object]]:
    masked = {"role": "quasi-identifier"}
    return [
        {"name": "REGION", "role": "other"},
        {"name": "AGE", **masked, "scale": "continuous"},
        {"name": "PLACE", **masked, "scale": "nominal", "taxonomy": "places.csv", **place},
        *describe("PAY confidential continuous, WEIGHT other"),
    ]


def protected(bench: Bench, method: dict[str, object], **more: object) -> list[dict[str, str]]:
    bench.release_as(method, **{"attributes": coast_attributes(), **more})
    return bench.table()


def groups(table: list[dict[str, str]]) -> set[frozenset[int]]:
    return {frozenset(members) for members in group_lines(table, MASKED).values()}


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

    expected = mixed.mdav(oracle(share, COAST_ROWS), 4)

    assert groups(table) == {frozenset(cluster) for cluster in expected}
    check_categories(PLACES, COAST_ROWS, table)


def test_with_lambda_1_the_confidential_column_alone_decides(coast: Bench) -> None:
    table = protected(coast, {"name": "mdav", "k": 4, "lambda": 1.0})

    ranked = sorted(range(len(COAST_ROWS)), key=lambda i: float(COAST_ROWS[i][3]))
    runs = [{ranked.index(i) for i in group} for group in groups(table)]
    assert all(max(run) - min(run) + 1 == len(run) for run in runs)


def test_weights_count_in_means_and_categories_and_change_no_group(coast: Bench) -> None:
    plain = protected(coast, {"name": "mdav", "k": 4})
    coast.release.rename(coast.folder / "plain")
    weighted = protected(coast, {"name": "mdav", "k": 4}, weight="WEIGHT")

    assert groups(weighted) == groups(plain)
    assert [row["PLACE"] for row in weighted] != [row["PLACE"] for row in plain]
    check_categories(PLACES, COAST_ROWS, weighted, weighted=True)
    for group in groups(plain):
        weights = [int(COAST_ROWS[i][4]) for i in group]
        ages = [float(COAST_ROWS[i][1]) for i in group]
        mean = sum(w * a for w, a in zip(weights, ages, strict=True)) / sum(weights)
        mean = round_to_steps(mean, step_of(float(row[1]) for row in COAST_ROWS))
        assert [float(weighted[i]["AGE"]) for i in group] == pytest.approx([mean] * len(group))


def test_a_shipped_taxonomy_serves_in_a_whole_run(coast: Bench) -> None:
    countries = next(one for one in list_shipped() if one.reference == "shipped:countries").read()
    parents, names = parents_of(countries), ("Austria", "Germany", "France", "Kenya", "Japan")
    rows = [[*row[:2], names[i * 7 % 5], *row[3:]] for i, row in enumerate(COAST_ROWS)]
    coast.people([HEADER, *rows])

    table = protected(
        coast, {"name": "mdav", "k": 5}, attributes=coast_attributes(taxonomy="shipped:countries")
    )

    check_categories(parents, rows, table)
    log = coast.document()
    assert log["recipe"]["attributes"][2]["taxonomy"] == "shipped:countries"


def test_a_category_that_the_taxonomy_lacks_is_refused_before_the_run(coast: Bench) -> None:
    rows = [[*row] for row in COAST_ROWS]
    rows[3][2] = rows[7][2] = "secret-cove"
    coast.people([HEADER, *rows])
    coast.recipe({"name": "mdav", "k": 4}, attributes=coast_attributes())

    coast.check_refused("PLACE", "5", "9")
    assert "secret-cove" not in coast.err + coast.out
    assert not coast.release.exists()
