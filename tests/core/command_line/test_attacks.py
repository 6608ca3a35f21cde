"""What an attacker computes with nothing but the folder that is handed out."""

from __future__ import annotations

import csv
import hashlib
import json
import math
from pathlib import Path

import pytest

from core.command_line import main

FILES = ("census", "tarragona")


class Handed:
    """A release of every column of a file, and its original to judge the attacks by."""

    def __init__(self, source: Path, folder: Path, k: int) -> None:
        self.source = source
        self.original = table(source)
        attributes = [
            {"name": name, "role": "quasi-identifier", "scale": "continuous"}
            for name in self.original
        ]
        recipe = {
            "format": "statveil-recipe/1",
            "input": {"path": str(source), "kind": "csv"},
            "attributes": attributes,
            "method": {"name": "mdav", "k": k},
            "output": {"kind": "csv", "name": "out"},
        }
        path = folder / "recipe.json"
        path.write_text(json.dumps(recipe))
        assert main(["protect", str(path), "--output", str(folder / "out")]) == 0
        public = folder / "out" / "public"
        self.released = table(public / "out.csv")
        self.log = json.loads((public / "out.audit.json").read_text(encoding="utf-8"))
        self.texts = [p.read_text(encoding="utf-8") for p in sorted(public.glob("out.*.*"))]

    def measure(self, name: str, column: str) -> float | None:
        found = [
            m["value"]
            for m in self.log["measures"]
            if (m["name"], m["attribute"]) == (name, column)
        ]
        return found[0] if found else None


def table(path: Path) -> dict[str, list[float]]:
    with path.open(encoding="utf-8", newline="") as file:
        names, *rows = csv.reader(file)
    return {name: [float(row[i]) for row in rows] for i, name in enumerate(names)}


@pytest.fixture(scope="module", params=[(name, k) for name in FILES for k in (2, 5)])
def handed(request, reference_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Handed:
    name, k = request.param
    return Handed(reference_data / f"{name}.csv", tmp_path_factory.mktemp("attack"), k)


def test_no_range_follows_from_squared_errors(handed: Handed) -> None:
    """The log of 0.1 gave both errors, and range = sqrt(sse * variance / (normalised * n))."""
    for column in handed.original:
        assert handed.measure("sse", column) is None
        assert handed.measure("normalised-sse", column) is None


def test_no_extreme_stands_anywhere(handed: Handed) -> None:
    for values in handed.original.values():
        for value in (min(values), max(values)):
            spelled = {repr(value), f"{value:.0f}", f"{value:,.0f}"}
            if abs(value) > 1000:  # shorter ones stand in other places by chance
                assert not any(text in page for text in spelled for page in handed.texts)


def test_the_largest_value_is_not_found_to_a_twentieth(handed: Handed) -> None:
    """All loss is taken for that of the largest group, which is right for heavy tails."""
    for column, values in handed.original.items():
        released, loss = handed.released[column], handed.measure("information-loss", column)
        top = max(released)
        size, mean = released.count(top), sum(released) / len(released)
        kept = sum((value - mean) ** 2 for value in released)
        lost = kept * loss / (100 - loss)
        guess = top + math.sqrt(lost * (size - 1) / size)
        # A column whose largest group is near its largest value gives that away by itself.
        if abs(top - max(values)) > 0.05 * max(values):
            assert abs(guess - max(values)) > 0.05 * max(values), column


def test_no_guess_of_the_input_can_be_tested(handed: Handed) -> None:
    content = handed.source.read_bytes()
    sha256 = hashlib.sha256(content).hexdigest()
    for page in handed.texts:
        for told in (sha256, hashlib.sha256(sha256.encode()).hexdigest(), str(len(content))):
            assert told not in page
    assert handed.log["input"]["commitment"] != sha256
    assert set(handed.log["input"]) == {"name", "rows", "columns", "commitment"}
