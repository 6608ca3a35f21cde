"""The shipped recipes publish nothing that undoes their own masks."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from core.inspect.structure import find_revealing_weight
from core.inspect.structure.undone_masks import find_undone_masks
from core.io import probe
from resources import FOLDER
from tests.core.io.files import read_file

RECIPES = sorted((FOLDER / "samples").glob("*.recipe.json"))


@pytest.mark.parametrize("path", RECIPES, ids=lambda path: path.name.split(".")[0])
def test_no_published_column_undoes_a_mask(path) -> None:
    recipe = json.loads(path.read_text(encoding="utf-8"))
    table = path.parent / recipe["input"]["path"]
    missing = tuple(recipe["input"]["options"].get("missing", [""]))
    data = read_file(table, replace(probe(table).options, missing=missing))
    roles = {attribute["name"]: attribute["role"] for attribute in recipe["attributes"]}
    masked = [name for name, role in roles.items() if role == "quasi-identifier"]
    published = [name for name, role in roles.items() if role in ("confidential", "other")]

    assert len(masked) > 2
    assert find_undone_masks(data, masked, published) == ()
    hidden = [name for name in roles if name not in published]
    weights = [name for name in published if name == "WEIGHT"]
    assert [find_revealing_weight(data, name, hidden) for name in weights] == [None] * len(weights)
