"""A small survey whose protection deserves cautions."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np

from core.io import read
from core.jobs import Job
from core.model import Dataset, Project, Result
from core.pipeline import execute, resolve
from core.recipe import open_project

ROLES = {
    "AGE": ("quasi-identifier", "integer"),
    "HOURS": ("quasi-identifier", "continuous"),
    "SIZE": ("quasi-identifier", "nominal"),
    "GROUP": ("other", None),
    "PAY": ("confidential", "continuous"),
    "WEIGHT": ("other", None),
}

# Under the limits of tests all figures may lie outside.
USUAL = {"name": "scientific", "limits": {"outside": 0.05}}


def project_of(folder: Path, columns: dict[str, list[str]], k: int, **more: object) -> Project:
    with (folder / "in.csv").open("w", newline="") as file:
        csv.writer(file).writerows([list(columns), *zip(*columns.values(), strict=True)])
    attributes = [
        {"name": name, "role": role, **({"scale": scale} if scale else {})}
        for name, (role, scale) in ((name, ROLES[name]) for name in columns)
    ]
    recipe = {
        "format": "statveil-recipe/2",
        "input": {"path": "in.csv", "kind": "csv"},
        "attributes": attributes,
        "method": {"name": "mdav", "k": k},
        "output": {"kind": "csv", "name": "out"},
        "keep_order": True,
        **more,
    }
    (folder / "in.recipe.json").write_text(json.dumps(recipe))
    return open_project(folder / "in.recipe.json").project


def run_of(project: Project) -> tuple[Result, Dataset]:
    dataset = read(project.source, Job())
    plan = resolve(project.recipe, project.schema, dataset, project.source)
    assert not plan.errors
    return execute(plan, dataset, Job()), dataset


def survey_of(rows: int = 60, gone: int = 0) -> dict[str, list[str]]:
    """HOURS has nothing to do with AGE, so large groups take nearly all of its variance."""
    random = np.random.default_rng(3)
    ages = random.integers(20, 80, rows).astype(str).tolist()
    return {
        "AGE": ["" if i < gone else age for i, age in enumerate(ages)],
        "HOURS": np.round(random.normal(38, 9, rows), 1).astype(str).tolist(),
        "PAY": np.round(random.normal(2000, 300, rows), 2).astype(str).tolist(),
        "WEIGHT": np.round(random.uniform(50, 150, rows), 2).astype(str).tolist(),
    }
