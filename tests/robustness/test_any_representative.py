"""Whatever stands for a group's values: what is promised is counted again in plain Python."""

from __future__ import annotations

import csv
import json
import shutil
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from core.command_line import main
from core.protect.representatives import CATEGORY_REPRESENTATIVES, NUMBER_REPRESENTATIVES
from tests.oracles.blanks import agreeing
from tests.oracles.closeness import ordered_emd
from tests.oracles.conditions import changed_zeros, satisfies_p
from tests.robustness.fuzzing import Fuzzer
from tests.statuses import WRITTEN

Row = dict[str, str]

P = 10
AMOUNTS, CATEGORIES = ("SALES", "EXPORTS"), ("PLACE", "TRADE")
LOG, CORE, FILE = "internal/out.internal.json", "internal/out.core.csv", "public/out.csv"


@dataclass(frozen=True)
class Sample:
    """A file and the settings of its recipe."""

    rows: list[Row]
    recipe: dict[str, object]
    unit: str | None
    blanks: tuple[str, ...]

    @property
    def masked(self) -> list[str]:
        return [a["name"] for a in self.recipe["attributes"] if a["role"] == "quasi-identifier"]

    def write(self, folder: Path) -> Path:
        with (folder / "in.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, [*self.rows[0]], lineterminator="\n")
            writer.writeheader()
            writer.writerows(self.rows)
        (folder / "recipe.json").write_text(json.dumps(self.recipe), encoding="utf-8")
        return folder / "recipe.json"


def draw_sample(draw: Random) -> Sample:
    """Draw enterprises or members of households, and what is promised of them."""
    rows = _draw_rows(draw, draw.choice([30, 60, 120, 240]))
    unit = draw.choice([None, None, None, "unit", "member"])
    has_blanks = unit is None and draw.random() < 0.2
    columns = ["SALES", "EXPORTS", "STAFF", "PROFIT", *CATEGORIES]
    masked = sorted(draw.sample(columns, draw.randint(2, 6)), key=columns.index)
    amounts = [name for name in AMOUNTS if name in masked]
    blanks = tuple(name for name in CATEGORIES if name in masked) if has_blanks else ()
    keeps_zeros = not has_blanks and draw.random() < 0.5
    distance = draw.choice(["plain", "log"])
    attributes = [
        {"name": "ID", "role": "other"},
        {"name": "HOME", "role": "drop"},
        {"name": "WEIGHT", "role": "other"},
        {"name": "AGE", "role": "confidential", "scale": "integer"},
        *(
            _attribute(name, name in masked, keeps_zeros, name in blanks, distance)
            for name in columns
        ),
    ]
    recipe: dict[str, object] = {
        "format": "statveil-recipe/2",
        "input": {"path": "in.csv", "kind": "csv"},
        "attributes": attributes,
        "keep_order": True,
        "missing": draw.choice(["leave-out", "use-observed"]),
        "method": _draw_method(draw, unit, has_blanks),
        "output": {"kind": "csv", "name": "out"},
    }
    if unit is not None:
        recipe["unit"] = {"id": "HOME", "columns": [], "protect": unit}
    if draw.random() < 0.4:
        recipe["weight"] = "WEIGHT"
    if amounts and not has_blanks and draw.random() < 0.5:
        recipe["dominance"] = {"columns": amounts, "rule": "p-percent", "p": P}
    if len(amounts) == 2 and not has_blanks and draw.random() < 0.5:
        recipe["rules"] = ["EXPORTS <= SALES"]
    return Sample(rows, recipe, unit, blanks)


def _draw_rows(draw: Random, n_rows: int) -> list[Row]:
    rows, home, weight = [], 0, 1
    has_gaps, digits = draw.random() < 0.3, draw.choice([0, 1, 2])
    for i in range(n_rows):
        if draw.random() < 0.5:
            home += 1
            # Halves, so that amounts times weights are what the program computes.
            weight = draw.randint(2, 9) / 2
        sales = round(draw.lognormvariate(4, draw.choice([0.5, 1.5])), digits)
        share = draw.choice([0, draw.random(), draw.random()])
        row = {
            "ID": f"R{i}",
            "HOME": str(home),
            "WEIGHT": str(weight),
            "AGE": str(draw.randint(15, 80)),
            "SALES": f"{sales if draw.random() < 0.9 else 0:.{digits}f}",
            "STAFF": str(round(sales / 9)),
            "PROFIT": f"{draw.gauss(0, 20):.1f}",
            "PLACE": draw.choice("aaabbc"),
            "TRADE": draw.choice("xxyz"),
        }
        row["EXPORTS"] = f"{int(float(row['SALES']) * share * 10**digits) / 10**digits:.{digits}f}"
        if has_gaps:
            row |= {name: "" for name in ("STAFF", "PLACE") if draw.random() < 0.05}
        rows.append(row)
    return rows


def _attribute(
    name: str, is_masked: bool, keeps_zeros: bool, is_blanked: bool, distance: str
) -> Row:
    if not is_masked:
        return {"name": name, "role": "drop"}
    scale = "nominal" if name in CATEGORIES else "integer" if name == "STAFF" else "continuous"
    attribute = {"name": name, "role": "quasi-identifier", "scale": scale}
    if scale != "nominal":
        attribute["distance"] = distance
    if keeps_zeros and name in AMOUNTS:
        attribute["zeros"] = "keep"
    if is_blanked:
        attribute["change"] = "blank"
    return attribute


def _draw_method(draw: Random, unit: str | None, has_blanks: bool) -> dict[str, object]:
    name = draw.choice(["mdav", "mdav", "v-mdav", "best", "t-closeness-first"])
    name = "mdav" if has_blanks or unit is not None else name
    method: dict[str, object] = {"name": name, "k": draw.choice([2, 3, 5])}
    if name in ("best", "t-closeness-first"):
        method["t"] = draw.choice([0.1, 0.2, 0.4])
    if name == "best":
        method["moves"] = 300
    if not has_blanks:
        method["aggregate"] = draw.choice([*NUMBER_REPRESENTATIVES])
        method["categories"] = draw.choice([*CATEGORY_REPRESENTATIVES])
    return method


def list_violations(sample: Sample, release: Path) -> Iterator[str]:
    """Count in the released file, and in its core if there is one, what the recipe promises."""
    recipe, log = sample.recipe, json.loads((release / LOG).read_text(encoding="utf-8"))
    method = recipe["method"]
    released = _read(release / FILE)
    # Row by row the file is drawn from the core, which is in its order.
    in_groups = _read(release / CORE) if (release / CORE).exists() else released
    original = {row["ID"]: row for row in sample.rows}
    before = [original[row["ID"]] for row in released]
    keys = [tuple(row[name] for name in sample.masked) for row in in_groups]
    places = defaultdict[tuple[str, ...], list[int]](list)
    for place, key in enumerate(keys):
        places[key].append(place)
    if (smallest := _count_k(sample, keys, places, before)) < method["k"]:
        yield f"k = {smallest}"
    if "t" in method and recipe.get("unit") is None:
        ages = [int(row["AGE"]) for row in before]
        largest = max(ordered_emd([ages[i] for i in group], ages) for group in places.values())
        if float(largest) > method["t"] + 1e-9:
            yield f"t = {float(largest)}"
    for name in recipe.get("dominance", {}).get("columns", ()):
        for group in places.values():
            parts = defaultdict[str, Fraction](Fraction)
            for i in group:
                weight = Fraction(before[i]["WEIGHT"] if "weight" in recipe else 1)
                unit = before[i]["HOME" if sample.unit else "ID"]
                parts[unit] += Fraction(before[i][name]) * weight
            if not satisfies_p([*parts.values()], P):
                yield f"dominance of {name}"
    has_joined = "joined" in json.dumps([log["warnings"], log["steps"]])
    keeping = [a["name"] for a in recipe["attributes"] if "zeros" in a]
    for name in keeping:
        tables = ([float(row[name]) for row in table] for table in (before, released))
        if changed_zeros(*tables) and not has_joined:
            yield f"zeros of {name}"
    if "rules" in recipe and any(float(r["EXPORTS"]) > float(r["SALES"]) for r in released):
        yield "rule"


def _count_k(
    sample: Sample,
    keys: Sequence[tuple[str, ...]],
    places: dict[tuple[str, ...], list[int]],
    before: Sequence[Row],
) -> int:
    if sample.blanks:
        return min(agreeing(keys, [sample.masked.index(name) for name in sample.blanks]))
    homes = [row["HOME"] for row in before]
    if sample.unit is None:
        return min(map(len, places.values()))
    if sample.unit == "member":
        return min(len({homes[i] for i in group}) for group in places.values())
    members = defaultdict[str, list[tuple[str, ...]]](list)
    for home, key in zip(homes, keys, strict=True):
        members[home].append(key)
    profiles = [tuple(sorted(profile)) for profile in members.values()]
    return min(map(profiles.count, profiles))


def _read(path: Path) -> list[Row]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture
def allowing_office(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "office.toml").write_text("spread = true\nhybrid = true\nswap = true\n")
    monkeypatch.setenv("STATVEIL_OFFICE_SETTINGS", str(tmp_path / "office.toml"))
    return tmp_path


def names_of(method: dict[str, object]) -> Iterable[str]:
    return (str(method[key]) for key in ("name", "aggregate", "categories") if key in method)


@pytest.mark.timeout(0)
def test_what_is_promised_holds_whatever_stands_for_a_group(
    fuzzer: Fuzzer, allowing_office: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for case in fuzzer.cases(12):
        sample = draw_sample(case.random)
        folder = allowing_office / "case"
        folder.mkdir()
        recipe, release = sample.write(folder), folder / "out"
        try:
            status = main(["protect", str(recipe), "--output", str(release)])
            violations = [*list_violations(sample, release)] if status in WRITTEN else []
            # Each tenth is verified as well, which takes as long as all else.
            if status in WRITTEN and case.number % 10 == 0:
                verified = main(["verify", str(release / LOG), "--input", str(folder / "in.csv")])
                violations += [] if verified == 0 else [f"verify {verified}"]
            if status not in (*WRITTEN, 2, 3):
                violations.append(f"status {status}")
            words = " ".join(names_of(sample.recipe["method"]))
            fuzzer.count(words if status in WRITTEN else f"status {status}")
            if violations:
                files = {name: (folder / name).read_bytes() for name in ("in.csv", "recipe.json")}
                fuzzer.keep(case, "; ".join(violations), files)
        finally:
            shutil.rmtree(folder)
            capsys.readouterr()
    fuzzer.check()
