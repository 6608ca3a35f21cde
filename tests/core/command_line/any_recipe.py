"""Random files and recipes: columns of every scale, gaps, ties, strata, weights, every method."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

LEVELS = ["low", "mid", "high", "top"]
ID, STRATUM, WEIGHT = "ID", "REGION", "WEIGHT"

_Cell = Callable[[Random, int], str]
# Scale and cell of a kind of column; the row's number makes lattices.
_QUASI: tuple[tuple[str, _Cell], ...] = (
    ("continuous", lambda draw, _: f"{draw.gauss(0, 1):.4f}"),
    ("continuous", lambda _, row: str(row % 6)),
    ("continuous", lambda *_: "5"),
    ("continuous", lambda draw, _: str(draw.choice([1, 10**9, 10**12 + 1, -(10**15)]))),
    ("continuous", lambda draw, _: f"{draw.uniform(-1, 1):.9f}e{draw.choice([-60, 69])}"),
    ("continuous", lambda draw, _: f"{draw.uniform(-1, 1):.9f}e-69"),
    ("integer", lambda draw, _: str(draw.randint(0, 50))),
    ("integer", lambda draw, _: draw.choice("123")),
    ("date", lambda draw, _: f"20{draw.randint(10, 20)}-{draw.randint(1, 12):02}-17"),
    ("ordinal", lambda draw, _: draw.choice(LEVELS)),
    ("nominal", lambda draw, _: draw.choice("abcde")),
)
_CONFIDENTIAL: tuple[tuple[str, _Cell], ...] = (
    ("continuous", lambda draw, _: f"{draw.expovariate(1):.3f}"),
    ("integer", lambda draw, _: str(draw.randint(0, 9))),
    ("integer", lambda draw, _: draw.choice("01")),
    ("ordinal", lambda draw, _: draw.choice(LEVELS)),
    ("nominal", lambda draw, _: draw.choice("uvwxyz")),
)
_NEEDING_T = ("t-merge", "t-k-first", "t-closeness-first")
_TAKING_LAMBDA = ("mdav", "v-mdav", "best", "t-merge")
_METHODS = (
    *("mdav", "v-mdav", "best", "individual-ranking", "insensitive", "ama", "univariate-optimal"),
    *_NEEDING_T,
    "rank-swapping",
)


@dataclass(frozen=True, slots=True)
class Case:
    """A file's columns of cells and the recipe for it."""

    cells: dict[str, list[str]]
    attributes: list[dict[str, object]]
    method: dict[str, object]
    more: dict[str, object]

    def named(self, role: str) -> list[str]:
        return [str(a["name"]) for a in self.attributes if a["role"] == role]

    def scale(self, name: str) -> object:
        return next(a["scale"] for a in self.attributes if a["name"] == name)


def any_case(draw: Random, methods: Sequence[str] = _METHODS) -> Case:
    """Return a file of 12 to 300 records and a recipe that the program may also refuse."""
    method = draw.choice(methods)
    case = Case({}, [], {"name": method, "k": draw.choice([2, 3, 5, 10])}, {})
    records = draw.choice([12, 23, 40, 60, 120, 300])
    quasi = 1 if method == "univariate-optimal" else draw.randint(1, 4)
    for place in range(quasi):
        _add(case, draw, f"Q{place}", "quasi-identifier", draw.choice(_QUASI), records)
    for place in range(draw.randint(1 if method in _NEEDING_T else 0, 2)):
        _add(case, draw, f"C{place}", "confidential", draw.choice(_CONFIDENTIAL), records)
    _add_others(case, draw, records)
    _complete(case, draw)
    case.more["missing"] = draw.choice(["leave-out", "use-observed"])
    case.more["keep_order"] = draw.choice([True, False])
    return case


def _add(
    case: Case, draw: Random, name: str, role: str, kind: tuple[str, _Cell], records: int
) -> None:
    scale, cell = kind
    cells = [cell(draw, row) for row in range(records)]
    if role == "quasi-identifier" and draw.random() < 0.15:
        cells = [value if draw.random() < 0.9 else "" for value in cells]
    case.cells[name] = cells
    order = {"order": LEVELS} if scale == "ordinal" else {}
    case.attributes.append({"name": name, "role": role, "scale": scale, **order})


def _add_others(case: Case, draw: Random, records: int) -> None:
    others = {ID: [f"P{row}" for row in range(records)]}
    if draw.random() < 0.25:
        others[STRATUM] = [draw.choice("NM") for _ in range(records)]
        case.more["strata"] = [STRATUM]
    if draw.random() < 0.2:
        others[WEIGHT] = [str(draw.randint(1, 9)) for _ in range(records)]
        case.more["weight"] = WEIGHT
    case.cells.update(others)
    case.attributes.extend({"name": name, "role": "other"} for name in others)


def _complete(case: Case, draw: Random) -> None:
    method, quasi = case.method, case.named("quasi-identifier")
    if method["name"] == "rank-swapping":
        del method["k"]
        method["p"] = draw.choice([0.5, 4, 15, 100])
    if method["name"] in _NEEDING_T:
        method["t"] = draw.choice([0.02, 0.1, 0.25, 0.5])
    if method["name"] == "best":
        method["moves"] = draw.choice([1, 100, 3000])
        if case.named("confidential") and draw.random() < 0.5:
            method["t"] = draw.choice([0.1, 0.3])
    if method["name"] in _TAKING_LAMBDA and case.named("confidential") and draw.random() < 0.3:
        method["lambda"] = draw.choice([0.1, 0.5, 1])
    if case.named("confidential") and draw.random() < 0.3:
        case.more["diversity"] = {"l": draw.choice([2, 2, 3, 4])}
    if method["name"] not in ("mdav", "v-mdav"):
        return
    if draw.random() < 0.6 and len(quasi) > 1:
        cut = draw.randint(1, len(quasi) - 1)
        shuffled = draw.sample(quasi, len(quasi))
        method["blocks"] = [shuffled[:cut], shuffled[cut:]]
    if draw.random() < 0.3:
        method["refine"] = draw.choice([10, 1000])
    if draw.random() < 0.3:
        method["aggregate"] = draw.choice(["median", "moments"])
        for attribute in case.attributes:
            if attribute["name"] in quasi and attribute["scale"] in ("continuous", "integer"):
                attribute["distance"] = draw.choice(["plain", "log"])
    if draw.random() < 0.3:
        method["categories"] = "calibrated"


def written(case: Case, folder: Path) -> Path:
    """Write the file and its recipe into a folder; return the recipe."""
    with (folder / "people.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(case.cells)
        writer.writerows(zip(*case.cells.values(), strict=True))
    document = {
        "format": "statveil-recipe/2",
        "input": {"path": "people.csv", "kind": "csv"},
        "attributes": case.attributes,
        "method": case.method,
        "output": {"kind": "csv", "name": "released"},
        **case.more,
    }
    path = folder / "recipe.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return path
