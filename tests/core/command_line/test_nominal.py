"""Categorical data by the command line: taxonomies, mappings, refusals, verify and replay."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest

from tests.core.command_line.conftest import Bench
from tests.core.taxonomies.trees import PLACES
from tests.statuses import WRITTEN

LEAVES = ("fjord", "bay", "reef", "sea")
ROWS = [
    ["AGE", "PLACE", "JOB", "ILL"],
    *(
        [
            str(20 + (i * 7) % 45),
            LEAVES[(i * i + i // 3) % 4],
            "abc"[(i * 5) % 3],
            LEAVES[(i * 3 + i // 4) % 4],
        ]
        for i in range(48)
    ),
]


def attributes(**more: object) -> list[dict[str, object]]:
    place = {"name": "PLACE", "role": "quasi-identifier", "scale": "nominal"}
    ill = {"name": "ILL", "role": "confidential", "scale": "nominal"}
    return [
        {"name": "AGE", "role": "quasi-identifier", "scale": "integer"},
        {**place, "taxonomy": "places.csv", **more},
        {"name": "JOB", "role": "quasi-identifier", "scale": "nominal"},
        {**ill, "taxonomy": "places.csv"},
    ]


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
    places.recipe(method, attributes=attributes())
    assert places.protect() in WRITTEN, places.err
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

    places.recipe({"name": "mdav", "k": 4}, attributes=attributes(mapping={"BAY": "bay"}))
    assert places.protect() in WRITTEN, places.err
    mapped = places.table()
    assert places.document()["recipe"]["attributes"][1]["mapping"] == {"BAY": "bay"}

    places.people(ROWS)
    places.recipe({"name": "mdav", "k": 4}, attributes=attributes())
    assert places.protect("--overwrite") in WRITTEN, places.err
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

    assert places.protect() == 2
    assert words in places.err


def test_a_search_cannot_keep_t_under_a_taxonomy(places: Bench) -> None:
    age, _, _, ill = attributes()
    others = [{"name": name, "role": "other"} for name in ("PLACE", "JOB")]
    places.recipe({"name": "best", "k": 4, "t": 0.3}, attributes=[age, *others, ill])

    assert places.protect() == 2
    assert "cannot keep t for a column with a taxonomy while it searches" in places.err


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
    places.recipe({"name": "mdav", "k": 6}, attributes=attributes(), missing="use-observed")

    assert places.protect() in WRITTEN, places.err
    table = places.table()
    assert all(row["PLACE"] in PLACES for row in table)
    assert min(Counter((r["AGE"], r["PLACE"], r["JOB"]) for r in table).values()) >= 6


def test_measures_that_categories_do_not_have_are_left_out(places: Bench) -> None:
    places.recipe({"name": "mdav", "k": 4}, attributes=attributes())
    places.protect()

    found = {(m["name"], m["attribute"]): m["value"] for m in places.document()["measures"]}

    named = {name for name, attribute in found if attribute == "PLACE"}
    assert named == {
        "information-loss",
        "sse",
        "sse-share",
        "normalised-sse",
        "relative-error",
        "jsd",
        "hellinger",
    }
    assert not {("propensity-error", None), ("il1s", None), ("interval-disclosure", None)} & set(
        found
    )
    assert 0 < found["information-loss", None] < 100
    assert found["linkage", None] <= 100 / 4
