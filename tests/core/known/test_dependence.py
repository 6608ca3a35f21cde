"""The trade-off of [P3] on Census: what lambda takes from one side it gives to the other."""

from __future__ import annotations

import csv
import itertools
from pathlib import Path

import pytest


@pytest.mark.parametrize("k", [5, 10, 25, 50, 100])
def test_what_is_lost_of_one_side_is_kept_of_the_other(run, reference_data: Path, k: int) -> None:
    with (reference_data / "census.csv").open(newline="") as file:
        columns = next(csv.reader(file))
    quasi_lost, confidential_lost = [], []
    for tenths in range(11):
        method = {"name": "mdav", "k": k, "lambda": tenths / 10}

        summary, _ = run("census", columns, columns[:6], columns[6:], **method)

        found = {m["name"]: m["value"] for m in summary["measures"] if m["attribute"] is None}
        quasi_lost.append(found["quasi-distortion"])
        confidential_lost.append(found["confidential-distortion"])

    assert quasi_lost == sorted(quasi_lost)
    # MDAV only approaches the best clusters, so a step may go astray by a little.
    steps = itertools.pairwise(confidential_lost)
    assert all(after <= 1.02 * before for before, after in steps)
    assert confidential_lost[-1] < 0.7 * confidential_lost[0]
