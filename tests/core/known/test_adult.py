"""Adult with the reference taxonomies, its k and t counted again by plain Python."""

from __future__ import annotations

import csv
import json
import shutil
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import islice
from pathlib import Path

import pytest

from core.command_line import main
from tests.lanes import in_lane
from tests.oracles.taxonomies import Parents, ancestors, closed_form_emd, height, least_marginal
from tests.statuses import WRITTEN

NUMBERS = ("age", "hours-per-week")
MASKED = (*NUMBERS, "occupation", "native-country")


def parents_of(path: Path) -> Parents:
    with path.open(encoding="utf-8", newline="") as file:
        found: dict[str, tuple[str, ...]] = {}
        for row in csv.DictReader(file):
            found[row["category"]] = (
                *found.get(row["category"], ()),
                *filter(None, [row["parent"]]),
            )
    return found


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


class Adult:
    """The file, its taxonomies, and a folder for releases."""

    def __init__(self, reference: Path, folder: Path) -> None:
        self.path, self.folder = folder / "adult.csv", folder
        with (reference / "adult.csv").open(encoding="utf-8") as file:
            self.path.write_text("".join(islice(file, in_lane(4_001, 100_000))), encoding="utf-8")
        self.taxonomies = {
            name: reference / "taxonomies" / f"adult_{name}.csv"
            for name in ("occupation", "native-country", "relationship")
        }

    def release(self, masked, confidential, diversity=None, **method) -> list[dict[str, str]]:
        """Protect by the command line and read what was written."""
        with self.path.open(encoding="utf-8") as file:
            header = file.readline().strip().split(",")
        document = {
            "format": "statveil-recipe/2",
            "input": {"path": str(self.path), "kind": "csv"},
            "attributes": [self._attribute(name, masked, confidential) for name in header],
            "method": method,
            **({"diversity": diversity} if diversity else {}),
            "keep_order": True,
            "output": {"kind": "csv", "name": "adult"},
        }
        recipe = self.folder / "recipe.json"
        recipe.write_text(json.dumps(document), encoding="utf-8")
        assert main(["protect", str(recipe), "--output", str(self.folder / "release")]) in WRITTEN
        return rows(self.folder / "release" / "public/adult.csv")

    def _attribute(self, name: str, masked, confidential) -> dict[str, object]:
        if name not in (*masked, *confidential):
            return {"name": name, "role": "identifier"}
        role = "quasi-identifier" if name in masked else "confidential"
        if name in NUMBERS:
            return {"name": name, "role": role, "scale": "integer"}
        entry: dict[str, object] = {"name": name, "role": role, "scale": "nominal"}
        if name in self.taxonomies:
            entry["taxonomy"] = str(self.taxonomies[name])
        return entry


@pytest.fixture
def adult(reference_data: Path, tmp_path: Path) -> Adult:
    return Adult(reference_data, tmp_path)


def groups(table: list[dict[str, str]], names) -> list[list[int]]:
    found = defaultdict(list)
    for i, row in enumerate(table):
        found[tuple(row[name] for name in names)].append(i)
    return list(found.values())


def farthest(found: list[list[int]], cells: list[str], parents: Parents) -> Fraction:
    """Return the largest EMD along a tree, that of the worst group by the published formula."""
    heights = {name: height(parents, name) for name in parents}
    file, above = Counter(cells), {name: ancestors(parents, name) for name in parents}

    def below(sample: Counter[str]) -> Counter[str]:
        counts: Counter[str] = Counter()
        for cell, count in sample.items():
            counts.update(dict.fromkeys(above[cell], count))
        return counts

    whole = below(file)

    def edges(group: list[int]) -> Fraction:
        own, size = below(Counter(cells[i] for i in group)), len(group)
        total = sum(
            (heights[up[0]] - heights[name]) * abs(own[name] * len(cells) - whole[name] * size)
            for name, up in parents.items()
            if up
        )
        return Fraction(total, size * len(cells))

    worst = max(found, key=edges)
    return closed_form_emd(parents, [cells[i] for i in worst], cells)


@pytest.mark.parametrize("k", [5, pytest.param(20, marks=pytest.mark.longer)])
def test_mdav_masks_numbers_and_categories_together(adult: Adult, k: int) -> None:
    released = adult.release(MASKED, (), name="mdav", k=k)

    before, parents = rows(adult.path), parents_of(adult.taxonomies["native-country"])
    found = groups(released, MASKED)
    assert min(map(len, found)) >= k
    # MDAV makes n // k clusters; many have the same representative.
    assert len(before) // k / 2 < len(found) <= len(before) // k
    for group in [g for g in found if len(g) < 2 * k][:200]:
        cells = [before[i]["native-country"] for i in group]
        assert released[group[0]]["native-country"] in least_marginal(parents, cells)


@pytest.mark.longer
def test_no_group_has_one_salary_class_with_l(adult: Adult) -> None:
    def count_alike(table: list[dict[str, str]]) -> int:
        classes = [[table[i]["salary-class"] for i in group] for group in groups(table, MASKED)]
        return sum(len(salaries) for salaries in classes if len(set(salaries)) == 1)

    plain = adult.release(MASKED, ("salary-class",), name="mdav", k=5)
    shutil.rmtree(adult.folder / "release")
    diverse = adult.release(MASKED, ("salary-class",), {"l": 2}, name="mdav", k=5)
    assert count_alike(plain) > len(plain) / 5
    assert count_alike(diverse) == 0


@pytest.mark.parametrize(
    "name",
    [
        "t-closeness-first",
        *(pytest.param(name, marks=pytest.mark.longer) for name in ("t-merge", "t-k-first")),
    ],
)
def test_t_holds_for_a_flat_list_and_for_a_tree(adult: Adult, name: str) -> None:
    masked, t = (*NUMBERS, "native-country"), Fraction("0.25")

    released = adult.release(masked, ("salary-class", "occupation"), name=name, k=10, t=float(t))

    parents = parents_of(adult.taxonomies["occupation"])
    salaries = [row["salary-class"] for row in released]
    jobs = [row["occupation"] for row in released]
    assert Counter(jobs) == Counter(row["occupation"] for row in rows(adult.path))
    found = groups(released, masked)
    assert min(map(len, found)) >= 10
    assert farthest(found, salaries, dict.fromkeys(salaries, ("*",)) | {"*": ()}) <= t
    largest = farthest(found, jobs, parents)
    assert largest <= t
    log = json.loads((adult.folder / "release" / "internal/adult.internal.json").read_text("utf-8"))
    assert log["result"]["t_reached"]["occupation"] == pytest.approx(float(largest), rel=1e-12)


def test_two_parents_and_a_country_high_in_the_tree_make_no_surprise(adult: Adult) -> None:
    """Of each cluster: who is in it is represented by whom brute force says, any of those tied."""
    masked = ("age", "relationship", "native-country")
    released = adult.release(masked, (), name="mdav", k=5)

    before = rows(adult.path)
    trees = {name: parents_of(adult.taxonomies[name]) for name in masked[1:]}
    single = [g for g in groups(released, masked) if len(g) < 10]
    seen = {name: {before[i][name] for g in single for i in g} for name in trees}
    assert "Own-child" in seen["relationship"]
    assert "Cuba" in seen["native-country"]
    # Candidates in order, with what was released.
    chosen = [
        (least_marginal(parents, [before[i][name] for i in group]), released[group[0]][name])
        for name, parents in trees.items()
        for group in single
    ]
    assert all(category in tied for tied, category in chosen)
    places = {tied.index(category) for tied, category in chosen if len(tied) > 1}
    assert places - {0}, "ties go to the first in the list"


def test_categories_with_two_parents_are_measured_by_total_variation(adult: Adult) -> None:
    released = adult.release(NUMBERS, ("relationship",), name="t-closeness-first", k=10, t=0.3)

    cells = [row["relationship"] for row in released]
    found = groups(released, NUMBERS)
    largest = farthest(found, cells, dict.fromkeys(cells, ("*",)) | {"*": ()})
    log = json.loads((adult.folder / "release" / "internal/adult.internal.json").read_text("utf-8"))
    assert largest <= Fraction("0.3")
    assert log["result"]["t_reached"]["relationship"] == pytest.approx(float(largest))
    assert "closeness-of-graph" in [warning["code"] for warning in log["warnings"]]
