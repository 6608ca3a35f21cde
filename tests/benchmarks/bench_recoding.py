"""How many figures of users hold after recoding and local suppression, and after a search.

Run ``python -m tests.benchmarks.bench_recoding [--quick] [FILE ...]`` from the project's root. For
each file (`adult`, `household_testdata`) a line is one release with k = 5 of the same columns: the
plain recipe, the settings that ``improve`` finds, and columns that are recoded and then suppressed
cell by cell, in plain pandas (`tests.benchmarks.plain_suppression`). They are recoded until at most
so many records are rarer than k. Figures are counted from the files by the lists of
`tests.benchmarks.users`: shares inside the original's 95 % interval, and of those that are within
5 % as well; of a recoded number the middle of its band is taken, and figures of categories that are
gone are lost. `changed` are records in per cent, `blank` cells, with those of a column that is
left out. k is counted twice: with a blank as a value of its own, and with one that matches
every value, which is what suppression promises. ARX is a program of its own and is not run.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import warnings
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pandas as pd

from core.command_line import main as run
from tests.benchmarks.bench_figures import Case, Recipe, Release, published_recipe
from tests.benchmarks.harness import print_row, print_titles, reference_folder
from tests.benchmarks.plain_suppression import (
    count_matches,
    count_rare,
    list_taxonomy_levels,
    list_widths,
    recode,
    suppress,
)
from tests.benchmarks.users.figures import File, compare
from tests.benchmarks.users.lists import LISTS
from tests.benchmarks.users.risks import count_k

K = 5
FILES = ("adult", "household_testdata")
# Shares of records that may be rarer than k when recoding ends; 1: nothing is recoded.
LIMITS = (1.0, 0.2, 0.05, 0.01)
# Cells of more rare records are not suppressed one by one: it takes too long, and leaves nothing.
_MOST_SUPPRESSED = 8_000
_TRIALS, _FEW_TRIALS = 60, 12


def print_release(
    title: str, name: str, original: pd.DataFrame, released: pd.DataFrame, keys: list[str]
) -> None:
    """Print the row of a release; figures of a column that is blank throughout are lost."""
    users, categories = LISTS[name], {c: sorted({*original[c]} - {""}) for c in original}
    present = released.loc[:, (released != "").any()]
    with warnings.catch_warnings():
        # Of a regression without a complete case there is no mean.
        warnings.simplefilter("ignore", RuntimeWarning)
        sides = [File(table, users, categories).figures() for table in (original, present)]
    figures, count = compare(*sides), len(sides[0])
    is_inside = figures.off <= 1 + 1e-9
    shares = (is_inside, is_inside & (figures.change <= 0.05))
    blanks = ((released[keys] == "") & (original[keys] != "")).to_numpy().mean()
    print_row(
        name,
        title,
        count,
        *(100 * share.sum() / count for share in shares),
        count_k(released, keys),
        count_matches(released[keys]).min(),
        100 * float((original[keys] != released[keys]).any(axis=1).mean()),
        100 * float(blanks),
    )


def improve(recipe: Recipe, trials: int) -> tuple[Recipe, str]:
    """Search better settings for a recipe; return the new one, and the settings found."""
    with tempfile.TemporaryDirectory() as text:
        path, new = Path(text, "recipe.json"), Path(text, "new.json")
        path.write_text(json.dumps(recipe))
        printed = StringIO()
        arguments = ["improve", str(path), "--output", str(new), "--trials", str(trials), "--json"]
        with redirect_stdout(printed), redirect_stderr(StringIO()):
            run(arguments)
        summary = json.loads(printed.getvalue())
        improved = json.loads(new.read_text("utf-8")) if new.exists() else recipe
    improved["input"]["path"] = recipe["input"]["path"]
    settings = ", ".join(f"{name} {value}" for name, value in summary["settings"].items())
    return improved, settings or "as the recipe"


def compare_peers(name: str, data: Path, trials: int) -> None:
    """Print the rows of a file."""
    recipe = published_recipe(name, data / f"{name}.csv", K)
    plain = Release(Case("", name, recipe, recipe), recipe, {})
    original, keys = plain.original, [a["name"] for a in plain.masked]
    found, settings = improve(recipe, trials)
    improved = Release(Case("", name, found, found), found, {})
    print_release("Statveil, plain", name, original, plain.released, keys)
    print_release(f"Statveil, improve: {settings}", name, original, improved.released, keys)
    hierarchies = {
        attribute["name"]: list_widths(original[attribute["name"]])
        if attribute["scale"] in ("integer", "continuous")
        else list_taxonomy_levels(
            original[attribute["name"]],
            data / "taxonomies" / f"{name}_{attribute['name']}.csv",
        )
        for attribute in plain.masked
    }
    for limit in LIMITS:
        recoded, levels = recode(original, hierarchies, K, limit)
        steps = ", ".join(f"{key} {level}" for key, level in levels.items())
        title = f"recoding to {100 * limit:g} %: {steps}" if limit < 1 else "suppression alone"
        if count_rare(recoded, keys, K) > _MOST_SUPPRESSED:
            print_row(name, title, "not run")
        else:
            print_release(title, name, original, suppress(recoded, keys, K), keys)


def main(names: Sequence[str], trials: int) -> None:
    """Print the table for the files of some names, or for all."""
    if (data := reference_folder()) is None:
        return
    with tempfile.TemporaryDirectory() as text:
        os.environ["STATVEIL_REGISTER"] = str(Path(text, "register"))
        print_titles(
            *("file", "", "figures", "inside", "in 5 %", "k", "k, blank", "changed", "blank")
        )
        for name in names or FILES:
            compare_peers(name, data, trials)


if __name__ == "__main__":
    chosen = [word for word in sys.argv[1:] if word != "--quick"]
    main(chosen, _FEW_TRIALS if "--quick" in sys.argv else _TRIALS)
