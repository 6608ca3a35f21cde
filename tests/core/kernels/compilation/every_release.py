"""What all methods make of every sample, as hashes; run in a process of its own.

Prints a JSON object: processor, and the SHA-256 of the values that each run releases.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Collection, Iterator
from dataclasses import replace

from core.errors import PromiseBroken
from core.jobs import Job
from core.model import Column, Dataset, Method, Plan, Project, Recipe, Role, Scale, Schema
from core.pipeline import execute, resolve
from core.pipeline.prepared_input import read_input
from core.protect import METHODS
from core.recipe import open_project
from resources import FOLDER

# Private methods draw anew each time, unless they are told not to.
_SEED = 5
_NUMBERS = ("AGE", "HOURS", "INCOME", "EMPLOYEES", "TURNOVER", "WAGES", "EARNINGS", "RENT")

_GIVEN = {"k": 4, "t": 0.25, "moves": 2000, "refine": 2000, "epsilon": 2.0}


def hashes(methods: Collection[str]) -> dict[str, str]:
    """Hash each run that one of the methods can make of a sample."""
    found = {}
    for path in sorted((FOLDER / "samples").glob("*.recipe.json")):
        project, dataset = read_input(open_project(path, None).project, Job())
        for name in methods:
            for title, recipe, schema in _settings(name, project):
                plan = resolve(recipe, schema, dataset, project.source)
                if not plan.errors:
                    key = f"{path.name.partition('.')[0]} {name} {title}"
                    found[key] = _ended(plan, dataset)
    return found


def _ended(plan: Plan, dataset: Dataset) -> str:
    try:
        return _hash(execute(plan, dataset, Job()).columns)
    except PromiseBroken as broken:
        # Such settings suit no other method; both processors must find the same.
        return " ".join(problem.code for problem in broken.problems)


def _settings(name: str, project: Project) -> Iterator[tuple[str, Recipe, Schema]]:
    """Yield the recipe of a sample, that with another method, and that with its numbers alone."""
    if name == project.recipe.method.name:
        yield "as it is", project.recipe, project.schema
    protection = METHODS[name]
    known = {p.name: p for p in protection.parameters}
    needed = {name for name, p in known.items() if p.required or name in _GIVEN}
    given = {name: _GIVEN.get(name, known[name].default) for name in needed}
    given = protection.draw_secrets(given, lambda: "0" * 32)
    confidential = [a.name for a in project.schema.attributes if a.role is Role.CONFIDENTIAL]
    if confidential and "bucket_by" in known:
        given["bucket_by"] = confidential[0]
    plain = replace(
        Recipe(Method(name, given), project.recipe.target),
        keep_order=not protection.adds_noise,
        missing=project.recipe.missing,
    )
    if protection.forms_groups:
        yield "whole", replace(project.recipe, method=Method(name, given)), project.schema
    if not protection.adds_noise:
        yield "numbers", plain, _numbers(project.schema, private=False)
        return
    numbers = _numbers(project.schema, private=True)
    masked = [a.name for a in numbers.attributes if a.role is Role.QUASI_IDENTIFIER]
    method = Method(name, {**given, "mask": masked})
    yield "private", replace(plain, method=method, insecure_test_seed=_SEED), numbers


def _numbers(schema: Schema, private: bool) -> Schema:
    """Return the schema with some numeric columns, in declared domains, and no others."""
    kept = []
    for attribute in schema.attributes:
        if attribute.name in _NUMBERS and attribute.role is not Role.IDENTIFIER:
            changed = replace(attribute, scale=Scale.CONTINUOUS, keeps_zeros=False)
            if private:
                changed = replace(changed, role=Role.QUASI_IDENTIFIER, domain=(0.0, 50_000.0))
            kept.append(changed)
        else:
            kept.append(replace(attribute, role=Role.IDENTIFIER))
    return Schema(tuple(kept))


def _hash(columns: tuple[Column, ...]) -> str:
    digest = hashlib.sha256()
    for column in columns:
        digest.update(f"\0{column.name}\0{column.categories}\0".encode())
        digest.update(column.values.tobytes() + column.missing.tobytes())
    return digest.hexdigest()


if __name__ == "__main__":
    document = {"processor": os.environ.get("NUMBA_CPU_NAME"), "hashes": hashes(tuple(METHODS))}
    sys.stdout.write(json.dumps(document))
