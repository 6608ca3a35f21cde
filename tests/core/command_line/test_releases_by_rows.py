"""A second release of a file without identifiers: its records are known by their whole rows."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
import pytest

from core.pipeline.release_register import register_in
from core.pipeline.same_records import have_same_rows
from tests.core.command_line.conftest import ATTRIBUTES, PEOPLE, Bench

OTHER = "other-release"
HEAD, *ROWS = (list(row) for row in PEOPLE)
UNNAMED = HEAD[1:]
# Under the limits of tests the first release is ready; under these the second one asks.
STRICT = {"name": "scientific", "limits": {"k": 5}}


def release(
    bench: Bench,
    folder: str,
    rows: Sequence[Sequence[str]],
    names: Sequence[str],
    **changes: object,
) -> dict[str, Any]:
    """Release these columns of people; return the row D1 of the log."""
    places = [HEAD.index(name) for name in names]
    bench.people([[row[place] for place in places] for row in (HEAD, *rows)])
    attributes = [attribute for attribute in ATTRIBUTES if attribute["name"] in names]
    settings = {"unit": "record", "attributes": attributes, **changes}
    recipe = bench.recipe({"name": "mdav", "k": 5}, **settings)
    output = "--output", bench.folder / folder, "--overwrite"
    assert bench.run("protect", recipe, *output) in (0, 5), bench.err
    log = bench.folder / folder / "internal" / "people_protected.internal.json"
    entries = json.loads(log.read_text(encoding="utf-8"))["checklist"]
    return dict(next(entry for entry in entries if entry["row"] == OTHER))


def totals(bench: Bench, folder: str) -> pd.Series:
    table = pd.read_csv(bench.folder / folder / "public" / "people_protected.csv")
    return table[["AGE", "HOURS"]].sum()


def test_a_record_that_the_totals_of_two_files_give_away_is_asked_about(bench: Bench) -> None:
    release(bench, "first", ROWS, UNNAMED)
    row = release(bench, "second", ROWS[:7] + ROWS[8:], UNNAMED, profile=STRICT)

    # The attack, by nothing but the two files, whose totals are of rounded means.
    differences = totals(bench, "first") - totals(bench, "second")
    assert np.allclose(differences, [float(ROWS[7][1]), float(ROWS[7][2])], atol=4)
    assert row["params"].get("alone", 0) >= 1


# The second file, and its columns; a row that is there twice is of two people.
CHANGES = {
    # The last record is left out.
    "another order": ([ROWS[i] for i in np.random.default_rng(38).permutation(39)], UNNAMED[::-1]),
    "one left out, others twice": (
        [*ROWS[1:], *([f"Q{row[0]}", *row[1:]] for row in ROWS[5:20])],
        UNNAMED,
    ),
}


@pytest.mark.parametrize("change", CHANGES)
def test_rows_find_the_records_that_an_identifier_finds(bench: Bench, change: str) -> None:
    rows, names = CHANGES[change]
    counts = []
    for first_names, second_names in ((HEAD, HEAD), (UNNAMED, names)):
        with register_in(bench.folder / f"register of {len(first_names)}"):
            release(bench, "first", ROWS, first_names)
            row = release(bench, "second", rows, second_names, profile=STRICT)
        counts.append((row["figure"], row["params"].get("alone")))
    assert counts[0] == counts[1]
    assert counts[0][0] > 0


@pytest.mark.parametrize(
    "rows",
    [
        pytest.param([[row[0], str(90 - int(row[1])), *row[2:]] for row in ROWS], id="people"),
        pytest.param([[*row[:4], "no"] for row in ROWS[1:]], id="column"),
    ],
)
def test_a_file_of_other_rows_is_not_compared(bench: Bench, rows: list[list[str]]) -> None:
    release(bench, "first", ROWS, UNNAMED)
    assert release(bench, "second", rows[::-1], UNNAMED, profile=STRICT)["params"] == {
        "releases": []
    }


@pytest.mark.parametrize("n_rows", [40, 400, 4_000])
def test_two_samples_with_the_same_few_categories_are_not_the_same(n_rows: int) -> None:
    drawn = np.random.default_rng(293)
    first, second = drawn.integers(0, 320, (2, n_rows)).astype(np.uint64)
    assert not have_same_rows(first, second)
    assert have_same_rows(first, drawn.permutation(first)[1:])
    assert have_same_rows(drawn.permutation(first)[1:], first)
