"""Every method keeps l different values in each group, counted from the release in Python."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import replace

import numpy as np
import pytest

from core.conditions.diversity_condition import DiversityLimit
from core.model import (
    Attribute,
    BlockScale,
    Dataset,
    Diversity,
    MissingPolicy,
    Recipe,
    Result,
    Role,
    Scale,
    Schema,
    Unit,
    UnitProtection,
)
from core.protect import METHODS
from tests.core.conditions.releases_by_method import FILES, FORMS_GROUPS, parameters_of, release
from tests.core.pipeline.making import recipe
from tests.core.tables import Cell, cells, confidential, dataset, quasi

# The ordinary lane leaves out those that form groups of units by the same kernels.
OF_UNITS = [
    *("insensitive", "mdav", "t-merge"),
    *(pytest.param(name, marks=pytest.mark.longer) for name in ("ama", "best", "v-mdav")),
]
REFUSALS = {
    *("diversity-of-file", "diversity-of-stratum", "strata-too-far", "units-too-far"),
    *("units-too-uniform", "members-too-uniform", "units-too-close", "members-too-close"),
    *("units-beyond-limits", "members-beyond-limits"),
}


def fewest_values(keys: Sequence[Hashable], values: Sequence[Cell]) -> int:
    """Return the fewest different values of a group with any, by the definition."""
    values_of_group = defaultdict(set)
    for key, value in zip(keys, values, strict=True):
        if value is not None:
            values_of_group[key].add(value)
    return min(map(len, values_of_group.values()))


def people(draw: random.Random) -> dict[str, Sequence[Cell]]:
    """Draw people whose diagnosis follows their age, and of whom some did not answer."""
    n = draw.randint(40, 90)
    age = [float(draw.randint(0, 60)) for _ in range(n)]
    diagnosis = ["flu" if a < 40 or draw.random() < 0.3 else draw.choice("ABCD") for a in age]
    return {
        "AGE": age,
        "PAY": [round(draw.lognormvariate(3, 1), 1) for _ in range(n)],
        "DIAGNOSIS": [None if draw.random() < 0.1 else d for d in diagnosis],
        "GRADE": [int(a) // 20 + draw.randint(0, 1) for a in age],
        "SECTOR": [draw.choice("AB") for _ in range(n)],
        "HOME": [f"H{i // 2}" for i in range(n)],
    }


def schema(single: bool, t: bool) -> Schema:
    pay = Attribute("PAY", Role.OTHER, Scale.CONTINUOUS) if single else quasi("PAY")
    # Where t is promised every confidential value is needed.
    diagnosis = confidential("DIAGNOSIS", Scale.NOMINAL)
    diagnosis = replace(diagnosis, role=Role.OTHER, sensitive=True) if t else diagnosis
    others = Attribute("SECTOR", Role.OTHER), Attribute("HOME", Role.IDENTIFIER)
    return Schema((quasi("AGE"), pay, diagnosis, confidential("GRADE", Scale.INTEGER), *others))


def recipe_for(name: str, draw: random.Random, unit: Unit | None = None) -> Recipe:
    method = METHODS[name]
    settings = parameters_of(name, t=0.6)
    if unit is not None and name == "best":
        settings.pop("t")
    if name == "mdav" and unit is None and draw.random() < 0.5:
        settings["blocks"] = [["AGE"], ["PAY"]]
    in_blocks = method.in_blocks and draw.random() < 0.5
    return replace(
        recipe(name, MissingPolicy.USE_OBSERVED, **settings),
        strata=("SECTOR",) if unit is None and draw.random() < 0.3 else (),
        diversity=Diversity(draw.choice((2, 2, 3, 4)), draw.choice(((), ("DIAGNOSIS",)))),
        scale=BlockScale(30) if in_blocks else None,
        unit=unit,
    )


def protect(file: Dataset, wishes: Recipe) -> Result | None:
    """Return the release, or ``None`` where the file does not allow it."""
    is_single = METHODS[wishes.method.name].quasi_identifiers == 1
    return release(file, wishes, schema(is_single, "t" in wishes.method.parameters), REFUSALS)


def check(result: Result) -> None:
    recipe = result.plan.project.recipe
    released = {column.name: cells(column) for column in result.columns}
    diversity = recipe.diversity
    assert diversity is not None
    blocks = METHODS[recipe.method.name].blocks(
        recipe.method.parameters, result.plan.project.schema, recipe.strata
    )
    for name in diversity.columns or ("DIAGNOSIS", "GRADE"):
        for block in blocks:
            keys = list(zip(*(released[n] for n in (*recipe.strata, *block)), strict=True))
            assert fewest_values(keys, released[name]) >= diversity.n_values, (recipe, name)


@pytest.mark.parametrize("name", FORMS_GROUPS)
def test_each_group_has_l_values(name: str) -> None:
    draw, kept = random.Random(name), 0
    for _ in range(FILES):
        result = protect(dataset(people(draw)), recipe_for(name, draw))
        if result is not None:
            check(result)
            kept += 1
    assert kept >= FILES // 2


@pytest.mark.parametrize("protection", UnitProtection)
@pytest.mark.parametrize("name", OF_UNITS)
def test_each_group_of_units_has_l_values(name: str, protection: UnitProtection) -> None:
    draw, kept = random.Random(f"{name} {protection}"), 0
    for _ in range(FILES):
        table = people(draw)
        # The last household would be alone in its size.
        even = len(table["HOME"]) // 2 * 2
        table = {key: column[:even] for key, column in table.items()}
        unit = Unit(("HOME",), protect=protection)
        result = protect(dataset(table), recipe_for(name, draw, unit))
        if result is None:
            continue
        kept += 1
        check(result)
        diversity = result.plan.project.recipe.diversity
        assert diversity is not None
        released = {column.name: cells(column) for column in result.columns}
        rows = list(zip(released["AGE"], released["PAY"], strict=True))
        homes = defaultdict(list)
        for home, row in zip(table["HOME"], rows, strict=True):
            homes[home].append(row)
        if unit.is_whole:
            # Who knows the whole household looks for a member among those of its profile.
            keys = [
                (row, tuple(sorted(homes[h]))) for h, row in zip(table["HOME"], rows, strict=True)
            ]
            for column in diversity.columns or ("DIAGNOSIS", "GRADE"):
                assert fewest_values(keys, released[column]) >= diversity.n_values
    assert kept >= FILES // 4


def test_merging_counts_the_values_of_the_union() -> None:
    draw = np.random.default_rng(7)
    for _ in range(50):
        labels, values = draw.integers(0, 4, 30), draw.integers(-1, 5, 30)
        limit = DiversityLimit(values, 3)
        lacking = limit.start(labels, 5)
        n_values = [len({*values[labels == group].tolist()} - {-1}) for group in range(5)]
        assert lacking.tolist() == [max(0, 3 - n) if n else 0 for n in n_values]
        limit.merge(0, 1)
        union = len({*values[labels < 3].tolist()} - {-1})
        assert limit.merge(0, 2) == (max(0, 3 - union) if union else 0)
        assert limit.part(np.arange(10)).start(labels[:10], 4).tolist() == [
            max(0, 3 - n) if n else 0
            for n in (len({*values[:10][labels[:10] == g].tolist()} - {-1}) for g in range(4))
        ]
