"""Table III of Soria-Comas et al. (2015); EMD by plain arithmetic on each released file."""

from __future__ import annotations

import csv
import json
from fractions import Fraction
from pathlib import Path

import pytest

from tests.oracles.table_iii import CELLS

QUASI = ("TAXINC", "POTHVAL")


def largest_emd(path: Path, confidential: str) -> Fraction:
    """The largest ordered EMD of a group of equal quasi-identifiers, in exact fractions."""
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    values = sorted({float(row[confidential]) for row in rows})
    rank = {value: i for i, value in enumerate(values)}
    whole = [0] * len(values)
    groups: dict[tuple[str, ...], list[int]] = {}
    for row in rows:
        position = rank[float(row[confidential])]
        whole[position] += 1
        groups.setdefault(tuple(row[name] for name in QUASI), []).append(position)
    return max(_emd(members, whole, len(rows)) for members in groups.values())


def _emd(members: list[int], whole: list[int], records: int) -> Fraction:
    # Cumulated differences times len(members) * records stay whole numbers.
    total, difference = 0, 0
    counts = [0] * len(whole)
    for position in members:
        counts[position] += 1
    for own, all_ in zip(counts, whole, strict=True):
        difference += own * records - all_ * len(members)
        total += abs(difference)
    return Fraction(total, len(members) * records * max(len(whole) - 1, 1))


COLUMNS = ("FEDTAX", "FICA")
# The ordinary lane takes every fourth cell, and the two columns in turn.
TABLE = [
    pytest.param(*cell, column, marks=() if (at + 4 * other) % 8 == 0 else pytest.mark.longer)
    for at, cell in enumerate(CELLS)
    for other, column in enumerate(COLUMNS)
]


@pytest.mark.parametrize(("k", "t", "size", "confidential"), TABLE)
def test_every_cell_of_table_3(
    run, reference_data: Path, k: int, t: float, size: int, confidential: str
):
    with (reference_data / "census.csv").open(newline="") as file:
        columns = next(csv.reader(file))

    summary, folder = run(
        "census", columns, QUASI, [confidential], name="t-closeness-first", k=k, t=t
    )

    log = (folder / "internal/out.internal.json").read_text()
    before = built(log)
    assert before["smallest"] == size
    assert 1080 // before["clusters"] == size
    assert largest_emd(folder / "public/out.csv", confidential) <= Fraction(str(t))
    assert summary["result"]["k_reached"] >= k


def built(log: str) -> dict[str, int]:
    """Return what the log says of the clusters before the safety merge."""
    (step,) = [s for s in json.loads(log)["steps"] if s["name"] == "t-closeness-first"]
    return step["counts"]
