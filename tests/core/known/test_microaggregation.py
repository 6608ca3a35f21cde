"""MDAV gives the information loss that the field knows for its two reference files."""

from __future__ import annotations

import csv
import math
from pathlib import Path

import pytest


def header(path: Path) -> list[str]:
    with path.open(newline="") as file:
        return next(csv.reader(file))


def table(path: Path) -> list[list[float]]:
    with path.open(newline="") as file:
        return [[float(cell) for cell in row] for row in list(csv.reader(file))[1:]]


def information_loss(before: list[list[float]], after: list[list[float]]) -> float:
    """100 SSE / SST on columns standardised over the whole file, in exact summation."""
    sse, sst = [], []
    for one, other in zip(zip(*before, strict=True), zip(*after, strict=True), strict=True):
        mean = math.fsum(one) / len(one)
        variance = math.fsum((x - mean) ** 2 for x in one) / len(one)
        sse.append(math.fsum((x - y) ** 2 for x, y in zip(one, other, strict=True)) / variance)
        sst.append(float(len(one)))
    return 100 * math.fsum(sse) / math.fsum(sst)


@pytest.mark.parametrize(
    ("name", "k", "expected"),
    [
        ("census", 3, 5.6922),
        ("census", 5, 9.0884),
        ("census", 10, 14.1559),
        ("tarragona", 3, 16.9326),
        ("tarragona", 5, 22.4619),
        ("tarragona", 10, 33.1929),
    ],
)
def test_information_loss_of_mdav(run, reference_data: Path, name: str, k: int, expected: float):
    columns = header(reference_data / f"{name}.csv")

    summary, folder = run(name, columns, columns, [], name="mdav", k=k)

    stated = {m["name"]: m["value"] for m in summary["measures"] if m["attribute"] is None}
    measured = information_loss(
        table(reference_data / f"{name}.csv"), table(folder / "public/out.csv")
    )
    assert round(stated["information-loss"], 4) == expected
    assert round(measured, 4) == expected
