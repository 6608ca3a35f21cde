"""Recipes of the samples in which groups are formed by plain distances and released as means.

The shipped ones form and release them so that users' figures hold; what the tests of conditions,
totals and reports look at shows in plain groups.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.small_samples import write_small_sample

_METHODS: dict[str, dict[str, Any]] = {
    "business_survey": {"name": "mdav", "k": 5},
    "household_survey": {
        "name": "t-closeness-first",
        "k": 5,
        "t": 0.08,
        "bucket_by": "INCOME",
    },
    "household_members": {"name": "mdav", "k": 5},
}
_ATTRIBUTES: dict[str, dict[str, Any]] = {
    "YEAR_FOUNDED": {"role": "quasi-identifier", "scale": "integer"},
    "BIRTH_DATE": {"role": "quasi-identifier", "scale": "date"},
}
_ANSWERS: dict[str, dict[str, Any]] = {
    "business_survey": {
        "figures-lost": {"figure": 100, "limit": 5},
    },
    "household_survey": {
        "figures-lost": {"figure": 100, "limit": 5},
    },
}


def plain_recipe(samples: Path, name: str) -> dict[str, Any]:
    """Read a sample's recipe, which then names its file wherever it lies, with plain settings."""
    recipe: dict[str, Any] = json.loads((samples / f"{name}.recipe.json").read_text("utf-8"))
    recipe["input"]["path"] = str(samples / f"{name}.csv")
    recipe["method"] = dict(_METHODS[name])
    for attribute in recipe["attributes"]:
        attribute.pop("distance", None)
        attribute.pop("importance", None)
        attribute.update(_ATTRIBUTES.get(attribute["name"], {}))
        if (name, attribute["name"]) == ("household_survey", "REGION"):
            attribute.pop("scale")
            attribute.pop("order")
            attribute["role"] = "drop"
    for question, answer in _ANSWERS.get(name, {}).items():
        recipe["answers"][question] = {**answer, "answer": "accepted", "why": "Plain means."}
    return recipe


def write_plain_recipe(samples: Path, name: str, folder: Path, count: int | None = None) -> Path:
    """Write the recipe of `plain_recipe` into a folder, for so many records; return its path."""
    recipe = plain_recipe(samples, name)
    if count is not None:
        write_small_sample(folder, name, count)
        recipe["input"]["path"] = str(folder / f"{name}.csv")
    path = folder / f"{name}.recipe.json"
    path.write_text(json.dumps(recipe), "utf-8")
    return path
