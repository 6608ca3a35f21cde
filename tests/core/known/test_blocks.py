"""Attribute blocks on Census: narrower blocks are linked more easily.

Rebollo-Monedero et al. (2016), section V.C.
"""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path

from tests.lanes import in_lane

K = 10


def census(folder: Path) -> list[str]:
    with (folder / "census.csv").open(newline="") as file:
        return next(csv.reader(file))


def smallest(path: Path, names: list[str]) -> int:
    with path.open(newline="") as file:
        return min(Counter(tuple(row[n] for n in names) for row in csv.DictReader(file)).values())


def test_linkage_rises_and_the_loss_falls_as_blocks_narrow(run, reference_data: Path) -> None:
    columns = census(reference_data)
    quasi = columns[:12]
    loss, linked = [], []
    for width in (12, 6, 3, 2)[:: in_lane(2, 1)]:
        blocks = [quasi[i : i + width] for i in range(0, 12, width)]
        method = {"name": "mdav", "k": K, "blocks": blocks if width < 12 else []}

        summary, folder = run("census", columns, quasi, [], **method)

        measures = {m["name"]: m["value"] for m in summary["measures"] if m["attribute"] is None}
        loss.append(measures["information-loss"])
        linked.append(measures["linkage"])
        assert summary["result"]["k_reached"] == smallest(folder / "public/out.csv", quasi)
        log = json.loads((folder / "internal/out.internal.json").read_text())
        for entry in log["verification"]["k_blocks"]:
            assert entry["k"] == smallest(folder / "public/out.csv", entry["columns"]) >= K

    # In one block an intruder cannot do better than one record a cluster.
    assert linked[0] <= 100 / K
    assert linked == sorted(linked)
    assert loss == sorted(loss, reverse=True)
