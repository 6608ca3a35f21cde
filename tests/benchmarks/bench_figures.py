"""How many figures of users hold in releases of all files, by representative.

Run ``python -m tests.benchmarks.bench_figures [--quick] [FILE ...]`` from the project's root. Each
line is one release: figures inside the original's 95 % interval, those that are within 5 % as
well, those that are farther off by half a half-interval than in the plain recipe, and than in means
and typical categories of the same groups; squared loss of numbers; links by distance from released
to original records and back; amounts within 5 % of the released one; and k counted in the written
file, for drawn records in their core. Shares are in per cent. All is computed in pandas from the
files (`tests.benchmarks.users`). Drawn releases are the mean of three seeds. `ses.csv` is the data
set `ses` of the R package laeken (made-up records of the structure of earnings survey).
"""

from __future__ import annotations

import csv
import json
import os
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from copy import deepcopy
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from core.command_line import main as run
from core.office import VARIABLE
from tests.benchmarks.harness import print_row, print_titles, reference_folder
from tests.benchmarks.users.figures import File, compare
from tests.benchmarks.users.lists import LISTS
from tests.benchmarks.users.risks import (
    count_k,
    count_links,
    count_near,
    measure_loss,
    to_points,
)
from tests.plain_recipes import plain_recipe
from tests.reference import ROOT
from tests.statuses import WRITTEN

Recipe = dict[str, Any]

SAMPLES = ROOT / "resources" / "samples"
REPRESENTATIVES: dict[str, Recipe] = {
    "means": {},
    "medians": {"aggregate": "median"},
    "calibrated": {"categories": "calibrated"},
    "moments": {"categories": "calibrated", "aggregate": "moments"},
    "spread": {"categories": "calibrated", "aggregate": "spread"},
}
SEEDS = ("1" * 32, "2" * 32, "3" * 32)
# Roles of the published files: masked numbers, masked categories, confidential.
_ROLES = {
    "ses": (
        "weeks hoursPaid overtimeHours shareNormalHours holiday",
        "location size sex age education occupation contract fullPart lengthService",
        "earningsMonth earnings earningsHour",
    ),
    "adult": (
        "age education-num hours-per-week",
        "workclass education marital-status occupation relationship race sex native-country",
        "capital-gain capital-loss salary-class",
    ),
    "household_testdata": (
        "age",
        "urbrur roof walls water electcon relat sex hhcivil",
        "expend income savings",
    ),
    "census": (
        "POTHVAL INTVAL PEARNVAL WSALVAL ERNVAL",
        "",
        "AGI FEDTAX STATETAX TAXINC FICA",
    ),
    "fica": ("TAXINC POTHVAL", "", "FICA"),
    "tarragona": (" ".join(LISTS["tarragona"].numbers), "", ""),
    "francdat": ("Num1 Num2 Num3", "Key1 Key2 Key3 Key4", ""),
}


@dataclass(frozen=True)
class Case:
    """A file with settings, of which representatives are compared."""

    title: str
    name: str
    recipe: Recipe
    base: Recipe
    """The plain recipe, whose figures others are held against."""


def published_recipe(name: str, path: Path, k: int) -> Recipe:
    """Write the recipe of a published file."""
    numbers, categories, confidential = (words.split() for words in _ROLES[name])
    with path.open(encoding="utf-8", newline="") as file:
        header = next(csv.reader(file))
    scale = "integer" if name in ("adult", "household_testdata") else "continuous"
    masked = {**dict.fromkeys(numbers, scale), **dict.fromkeys(categories, "nominal")}
    dropped = ("EMCONTRB", "PTOTVAL") if name == "census" else ()
    meanings: dict[str, Recipe] = {
        **{c: {"role": "drop"} for c in dropped},
        **{c: {"role": "quasi-identifier", "scale": scale} for c, scale in masked.items()},
        **{c: {"role": "confidential", "scale": "continuous"} for c in confidential},
    }
    if name == "adult":
        meanings["salary-class"] = {"role": "confidential", "scale": "nominal"}
    recipe: Recipe = {
        "format": "statveil-recipe/2",
        "input": {"path": str(path), "kind": "csv"},
        "attributes": [{"name": c, **meanings.get(c, {"role": "other"})} for c in header],
        "missing": "use-observed",
        "method": {"name": "mdav", "k": k},
        "output": {"kind": "csv", "name": "released"},
    }
    weight = LISTS[name].weight
    return {**recipe, "weight": weight} if weight else recipe


def with_method(recipe: Recipe, **settings: object) -> Recipe:
    """Return a recipe with another method."""
    return {**recipe, "method": settings}


def cases(data: Path | None) -> Iterator[Case]:
    """Make the cases of the samples and of the published files that are there."""
    shipped = {}
    for path in sorted(SAMPLES.glob("*.recipe.json")):
        name = path.name.removesuffix(".recipe.json")
        shipped[name] = json.loads(path.read_text("utf-8"))
        shipped[name]["input"]["path"] = str(SAMPLES / f"{name}.csv")
    plain = {name: plain_recipe(SAMPLES, name) for name in shipped}
    yield Case("shipped", "business_survey", shipped["business_survey"], plain["business_survey"])
    yield Case("plain groups", "business_survey", *[plain["business_survey"]] * 2)
    household = shipped["household_survey"]
    yield Case("shipped, t = 0.19", "household_survey", household, plain["household_survey"])
    for k in (5, 10):
        without_t = with_method(household, name="mdav", k=k)
        yield Case(f"k = {k}", "household_survey", without_t, without_t)
    # What is studied counts more, and the skewed amount is compared as `suggest` proposes.
    studied = deepcopy(without_t)
    for attribute in studied["attributes"]:
        if attribute["name"] in ("AGE", "HOURS", "RENT"):
            attribute["importance"] = 4
        if attribute["name"] == "RENT":
            attribute["distance"] = "log"
    yield Case("k = 10, numbers more", "household_survey", studied, studied)
    close = with_method(household, name="best", k=5, t=0.08, moves=300_000)
    yield Case("t = 0.08", "household_survey", close, close)
    members = shipped["household_members"]
    yield Case("shipped", "household_members", members, plain["household_members"])
    for name in _ROLES:
        path = data / f"{name.replace('fica', 'census')}.csv" if data else None
        if path and path.exists():
            recipe = published_recipe(name, path, 3 if name == "francdat" else 5)
            yield Case(f"k = {recipe['method']['k']}", name, recipe, recipe)
            if name == "tarragona":
                logs = deepcopy(recipe)
                for attribute in logs["attributes"]:
                    attribute["distance"] = "log"
                yield Case("logarithms", name, logs, recipe)


class Release:
    """A release of a recipe, with its original, read as texts."""

    def __init__(self, case: Case, recipe: Recipe, settings: Mapping[str, object]) -> None:
        """Protect a file; `refusal` is the first sentence where nothing was written."""
        recipe = {**recipe, "method": {**recipe["method"], **settings}, "keep_order": True}
        for answered in ("answers", "profile"):
            recipe.pop(answered, None)
        recipe["method"] = {k: v for k, v in recipe["method"].items() if v is not None}
        self.masked = [a for a in recipe["attributes"] if a["role"] == "quasi-identifier"]
        self.refusal, self.k = "", ""
        with tempfile.TemporaryDirectory() as text:
            path, out = Path(text, "recipe.json"), Path(text, "out")
            path.write_text(json.dumps(recipe))
            said = StringIO()
            with redirect_stdout(said), redirect_stderr(said):
                status = run(["protect", str(path), "--output", str(out)])
            if status not in WRITTEN:
                self.refusal = said.getvalue().strip().splitlines()[-1]
                return
            options = recipe["input"].get("options", {})
            self.released = _read(next((out / "public").glob("*.csv")), options)
            names = [a["name"] for a in self.masked]
            core = next((out / "internal").glob("*.core.csv"), None)
            self.k = str(count_k(_read(core, options) if core else self.released, names))
            if core:
                self.k += f" ({count_k(self.released, names)})"
        self.original = _read(Path(recipe["input"]["path"]), options)
        if recipe["missing"] == "leave-out":
            self.original = self.original[(self.original[names] != "").all(axis=1)]
            self.original = self.original.reset_index(drop=True)
        users = LISTS[case.name]
        seen = {c: sorted({*self.original[c]} - {""}) for c in self.original}
        sides = (File(t, users, seen) for t in (self.original, self.released))
        self.figures = compare(*(side.figures() for side in sides))

    def count_worse(self, base: pd.DataFrame) -> float:
        """Compute the share of figures farther off than in a base by half a half-interval."""
        by_name = base.set_index(["kind", "name"]).off
        keys = pd.MultiIndex.from_frame(self.figures[["kind", "name"]])
        return float((self.figures.off.to_numpy() > by_name.reindex(keys).to_numpy() + 0.5).mean())

    def row(self, base: pd.DataFrame, same_groups: pd.DataFrame) -> list[float]:
        """Compute the figures of a line."""
        figures = self.figures
        is_inside = figures.off <= 1 + 1e-9
        numbers = [a["name"] for a in self.masked if a["scale"] in ("continuous", "integer")]
        categories = [a["name"] for a in self.masked if a["name"] not in numbers]
        points = to_points(self.original, self.released, numbers, categories)
        return [
            len(figures),
            100 * is_inside.mean(),
            100 * (is_inside & (figures.change <= 0.05)).mean(),
            100 * self.count_worse(base),
            100 * self.count_worse(same_groups),
            100 * measure_loss(self.original, self.released, numbers),
            100 * count_links(points[1], points[0]),
            100 * count_links(*points),
            100 * count_near(self.original, self.released, numbers),
        ]


def _read(path: Path, options: Mapping[str, Any]) -> pd.DataFrame:
    """Read a file as texts with decimal points, empty where a value is missing."""
    table = pd.read_csv(path, dtype=str, keep_default_na=False, sep=options.get("delimiter", ","))
    table = table.replace(dict.fromkeys(options.get("missing", []), ""))
    if options.get("decimal", ".") == ",":
        table = table.apply(lambda column: column.str.replace(",", "."))
    return table


def compare_representatives(case: Case, seeds: Sequence[str]) -> None:
    """Print the lines of a case."""
    plain = {"aggregate": None, "categories": None}
    base = Release(case, case.base, {})
    same_groups = base if case.recipe is case.base else Release(case, case.recipe, plain)
    title = f"{case.name}, {case.title}"
    for name, settings in {"as it is": {}, **REPRESENTATIVES}.items():
        if name == "as it is" and case.recipe is case.base:
            continue
        settings = {**plain, **settings} if name != "as it is" else {}
        drawn = [{**settings, "secret_seed": seed} for seed in seeds]
        releases = []
        for tried in drawn if name == "spread" else [settings]:
            releases.append(Release(case, case.recipe, tried))
            if releases[-1].refusal:
                break
        if releases[-1].refusal:
            print_row(title, name, releases[-1].refusal)
            continue
        rows = np.array([release.row(base.figures, same_groups.figures) for release in releases])
        first, *shares = rows.mean(axis=0)
        print_row(title, name, round(first), *(f"{s:.1f}" for s in shares), releases[0].k)


def main(names: Sequence[str], seeds: Sequence[str]) -> None:
    """Print the table for the files of some names, or for all."""
    with tempfile.TemporaryDirectory() as text:
        office = Path(text, "office.toml")
        office.write_text("spread = true\n")
        os.environ[VARIABLE] = str(office)
        os.environ["STATVEIL_REGISTER"] = str(Path(text, "register"))
        print_titles(
            *("file", "", "figures", "inside", "in 5 %", "worse", "same", "loss", "links", "back"),
            *("near", "k"),
        )
        for case in cases(reference_folder()):
            if not names or case.name in names:
                compare_representatives(case, seeds)


if __name__ == "__main__":
    chosen = [word for word in sys.argv[1:] if word != "--quick"]
    main(chosen, SEEDS[:1] if "--quick" in sys.argv else SEEDS)
