"""Somebody who has nothing but the folder that is handed out, and perhaps knows some records."""

from __future__ import annotations

import html
import json
import math
import random
from pathlib import Path

from core.command_line import main
from tests.core.command_line.conftest import read_rows
from tests.small_samples import write_small_sample
from tests.statuses import WRITTEN

SAMPLES = Path(__file__).parents[3] / "resources" / "samples"
NEAR = 0.05


class Handed:
    """A release, and the masked numbers of its original to judge the attacks by."""

    name = ""

    def __init__(self, recipe: dict, folder: Path) -> None:
        self.source = Path(recipe["input"]["path"])
        self.masked = [
            attribute["name"]
            for attribute in recipe["attributes"]
            if attribute["role"] == "quasi-identifier"
            and attribute["scale"] in ("continuous", "integer")
        ]
        options = recipe["input"].get("options", {})
        # The order is kept only to judge by: no attack looks at it.
        recipe = {**recipe, "keep_order": True, "output": {"kind": "csv", "name": "out"}}
        path = folder / "recipe.json"
        path.write_text(json.dumps(recipe))
        assert main(["protect", str(path), "--output", str(folder / "out")]) in WRITTEN
        public = folder / "out" / "public"
        self.original = table(self.source, self.masked, options)
        if recipe.get("missing", "leave-out") == "leave-out":
            self.original = whole(self.original)
        self.released = table(public / "out.csv", self.masked, options)
        # Whoever sees the release sees its groups of equal records.
        self.groups = profiles(public / "out.csv", quasi_identifiers(recipe), options)
        self.log = json.loads((public / "out.audit.json").read_text(encoding="utf-8"))
        self.page = html.unescape((public / "out.report.html").read_text(encoding="utf-8"))
        self.texts = [p.read_text(encoding="utf-8") for p in sorted(public.glob("out.*.*"))]
        internal = folder / "out" / "internal" / "out.internal.json"
        self.internal = json.loads(internal.read_text(encoding="utf-8"))

    def measure(self, name: str, column: str | None) -> float | None:
        found = [
            m["value"]
            for m in self.log["measures"]
            if (m["name"], m["attribute"]) == (name, column)
        ]
        return found[0] if found else None

    def losses(self, column: str) -> list[float]:
        """Return the shares of the original variance that may be what masking cost."""
        stated = [self.measure(name, column) for name in ("information-loss", "variance-change")]
        found = [value for value in stated if value is not None]
        # What is left out of the columns, the figure over all of them gives back.
        overall = self.measure("information-loss", None)
        others = [self.measure("information-loss", c) for c in self.masked if c != column]
        if not found and overall is not None and None not in others:
            found.append(overall * len(self.masked) - math.fsum(others))
        return [value / 100 for value in found if 0 < value < 100]

    def values(self, column: str, sign: int = 1) -> tuple[list[float], list[float]]:
        """Return original and released values of the records that have one."""
        pairs = zip(self.original[column], self.released[column], strict=True)
        seen = [(sign * old, sign * new) for old, new in pairs if not math.isnan(old)]
        return [old for old, _ in seen], [new for _, new in seen]

    def guesses(
        self, column: str, sign: int = 1, known: int = 0, spread: bool = False
    ) -> list[float]:
        """Return estimates of the largest value, times `sign`.

        All loss is that of the outermost group but for `known` other groups, of which the
        attacker knows all records; or it is shared out by distance from the mean.
        """
        original, values = self.values(column, sign)
        groups = [
            (group, new)
            for group, old, new in zip(
                self.groups, self.original[column], self.released[column], strict=True
            )
            if not math.isnan(old)
        ]
        top, mean = max(values), math.fsum(values) / len(values)
        size = values.count(top)
        kept = math.fsum((value - mean) ** 2 for value in values)
        part, less = 1.0, 0.0
        if spread:
            part = (top - mean) ** 2 / math.fsum((v - mean) ** 2 for v in set(values))
        lost: dict[object, float] = {}
        for group, old, new in zip(groups, original, values, strict=True):
            if new != top:
                lost[group] = lost.get(group, 0.0) + (old - new) ** 2
        less = math.fsum(sorted(lost.values())[len(lost) - known :])
        return [
            top + math.sqrt(max(0.0, part * kept * loss / (1 - loss) - less) * share)
            for loss in self.losses(column)
            for share in (1.0, (size - 1) / size)
        ]

    def is_found(
        self, column: str, sign: int = 1, near: float = NEAR, spread: bool = False
    ) -> bool:
        """Return whether a guess is near, and nearer than the released value itself."""
        original, values = self.values(column, sign)
        most, mean = max(original), math.fsum(values) / len(values)
        allowed = min(near * (most - mean), abs(max(values) - most))
        return any(
            abs(guess - most) < allowed
            for known in range(1 if spread else 3)
            for guess in self.guesses(column, sign, known, spread)
        )


def quasi_identifiers(recipe: dict) -> list[str]:
    return [a["name"] for a in recipe["attributes"] if a["role"] == "quasi-identifier"]


def profiles(path: Path, columns: list[str], options: dict) -> list[tuple[str, ...]]:
    rows = read_rows(path, options.get("delimiter", ","))
    return [tuple(row[name] for name in columns) for row in rows]


def whole(columns: dict[str, list[float]]) -> dict[str, list[float]]:
    records = zip(*columns.values(), strict=True)
    kept = [record for record in records if not any(math.isnan(value) for value in record)]
    return {
        name: list(values) for name, values in zip(columns, zip(*kept, strict=True), strict=True)
    }


def table(path: Path, columns: list[str], options: dict) -> dict[str, list[float]]:
    decimal, missing = options.get("decimal", "."), options.get("missing", [""])
    rows = read_rows(path, options.get("delimiter", ","))
    return {
        name: [
            math.nan if row[name] in missing else float(row[name].replace(decimal, "."))
            for row in rows
        ]
        for name in columns
    }


def recipe_of(source: Path, columns: list[str], k: int) -> dict:
    return {
        "format": "statveil-recipe/2",
        "input": {"path": str(source), "kind": "csv"},
        "attributes": [
            {"name": name, "role": "quasi-identifier", "scale": "continuous"} for name in columns
        ],
        "method": {"name": "mdav", "k": k},
    }


def sample_recipe(name: str) -> dict:
    recipe = json.loads((SAMPLES / f"{name}.recipe.json").read_text(encoding="utf-8"))
    recipe["input"]["path"] = str(SAMPLES / recipe["input"]["path"])
    return recipe


def write_first_records(name: str, count: int, folder: Path) -> Path:
    """Write the first records of a sample into a file of its name; return its path."""
    write_small_sample(folder, name, count)
    return folder / f"{name}.csv"


def made(folder: Path, k: int, outliers: tuple[float, ...]) -> Handed:
    """Release two columns of which the first has outliers and the second has none."""
    draw = random.Random(5)
    rows = [[round(draw.uniform(0, 100), 1), round(draw.uniform(0, 100), 1)] for _ in range(300)]
    for row, outlier in zip(rows, outliers, strict=False):
        row[0] = outlier
    source = folder / "made.csv"
    source.write_text("x,y\n" + "".join(f"{x},{y}\n" for x, y in rows))
    return Handed(recipe_of(source, ["x", "y"], k), folder)
