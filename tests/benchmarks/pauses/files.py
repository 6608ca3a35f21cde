"""Files that are large, wide or long, a recipe and a taxonomy, for the journeys."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np

from core.model import Column, ColumnKind, Dataset, Fingerprint

Columns = dict[str, np.ndarray]
_SCALES = {"AGE": "integer", "HOURS": "continuous", "GAIN": "integer", "WAGE": "continuous"}
_ROLES = {"WAGE": "confidential"}
_GROUPS, _LEAVES = 60, 245


def long_columns(n_records: int) -> Columns:
    """Make 8 columns of many records."""
    random = np.random.default_rng(8)
    return {
        "ID": np.char.add("P", np.arange(n_records).astype(str)),
        "AGE": random.integers(17, 90, n_records),
        "HOURS": np.round(random.normal(40, 10, n_records), 1),
        "ROOMS": random.integers(1, 9, n_records),
        "WAGE": np.round(np.exp(random.normal(10, 0.6, n_records)), 2),
        "RENT": random.integers(200, 2000, n_records),
        "REGION": random.choice(["north", "south", "east", "west"], n_records),
        "TENURE": random.choice(["owner", "tenant"], n_records),
    }


def wide_columns(n_columns: int) -> Columns:
    """Make 2,000 records: the first columns of `long_columns`, then numbers, codes and words."""
    random, n_records = np.random.default_rng(9), 2_000
    makers: tuple[Callable[[], np.ndarray], ...] = (
        lambda: np.round(random.normal(1000, 300, n_records), 2),
        lambda: random.integers(0, 10, n_records),
        lambda: random.choice(["yes", "no", "refused"], n_records),
    )
    columns = dict(list(long_columns(n_records).items())[:5])
    for number in range(n_columns - len(columns)):
        columns[f"Q{number:03d}"] = makers[number % 3]()
    return columns


def write_columns(columns: Columns, path: Path) -> Path:
    """Write a CSV file."""
    texts = [values.astype(str) for values in columns.values()]
    rows = [",".join(cells) for cells in zip(*texts, strict=True)]
    path.write_text("\n".join([",".join(columns), *rows, ""]))
    return path


def write_recipe(folder: Path, n_records: int, k: int) -> Path:
    """Write a file of four numeric columns and a recipe for it; return that of the recipe."""
    folder.mkdir()
    random = np.random.default_rng(1)
    columns = {
        "AGE": random.integers(17, 90, n_records),
        "HOURS": np.round(random.normal(40, 10, n_records), 1),
        "GAIN": random.integers(0, 5000, n_records),
        "WAGE": np.round(np.exp(random.normal(10, 0.6, n_records)), 2),
    }
    write_columns(columns, folder / "big.csv")
    attributes = [
        {"name": name, "role": _ROLES.get(name, "quasi-identifier"), "scale": _SCALES[name]}
        for name in columns
    ]
    recipe = {
        "format": "statveil-recipe/2",
        "input": {"path": "big.csv", "kind": "csv"},
        "attributes": attributes,
        "missing": "leave-out",
        "method": {"name": "mdav", "k": k},
        "output": {"kind": "csv", "name": "big_protected"},
    }
    path = folder / "big.recipe.json"
    path.write_text(json.dumps(recipe))
    return path


def write_taxonomy(path: Path) -> Path:
    """Write a taxonomy of 15,000 nodes."""
    rows = ["category,parent,label:en", "all,,everything"]
    for group in range(_GROUPS):
        rows.append(f"G{group},all,group {group}")
        rows += [f"G{group}.{leaf},G{group},leaf {leaf} of {group}" for leaf in range(_LEAVES)]
    path.write_text("\n".join(rows) + "\n")
    return path


def coded_dataset(n_records: int) -> Dataset:
    """Make records with codes of the taxonomy, some spelled otherwise and some unknown."""
    random = np.random.default_rng(1)
    codes = sorted(f"G{g}.{leaf}" for g in range(_GROUPS) for leaf in range(0, _LEAVES, 5))
    codes[::50] = [code.lower() for code in codes[::50]]
    codes[::70] = [f"?{code}" for code in codes[::70]]
    codes.sort()
    is_missing = np.zeros(n_records, dtype=np.bool_)
    places = random.integers(0, len(codes), n_records).astype(np.int32)
    columns = (
        Column("CODE", ColumnKind.TEXT, places, is_missing, tuple(codes)),
        Column("AGE", ColumnKind.INTEGER, random.integers(0, 90, n_records), is_missing),
    )
    return Dataset(columns, Fingerprint("big.csv", 1, "0" * 64))


def rare_dataset(n_records: int, seed: int, n_ages: int) -> Dataset:
    """Make records of which many combinations are rare."""
    random = np.random.default_rng(seed)
    values = {
        "NAME": np.arange(n_records),
        "AREA": random.integers(0, 400, n_records),
        "JOB": random.integers(0, 300, n_records),
        "AGE": random.integers(0, n_ages, n_records),
        "HOME": np.arange(n_records) // 3,
        "W": random.integers(1, 300, n_records),
    }
    is_missing = np.zeros(n_records, dtype=np.bool_)
    columns = tuple(Column(n, ColumnKind.INTEGER, v, is_missing) for n, v in values.items())
    return Dataset(columns, Fingerprint("large.csv", 1, "0" * 64))
