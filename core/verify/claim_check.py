"""Checks a private release: its claim follows from the recipe; its noise cannot be checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from core.errors import Problem, Where
from core.log import (
    LogKind,
    is_withheld,
    kind_of,
    stated_groups,
    stated_privacy,
    with_logged_taxonomies,
)
from core.model import Project, Scale, Schema
from core.protect import METHODS
from core.protect.privacy import lacks_domain, masked_attributes
from core.recipe import parse_project


def has_claim(document: Mapping[str, Any]) -> bool:
    """Return whether the log belongs to a differentially private method."""
    method = METHODS.get(document["recipe"].get("method", {}).get("name"))
    return method is not None and method.adds_noise


def has_secret_noise(document: Mapping[str, Any]) -> bool:
    """Return whether the run drew secret noise that cannot be reproduced."""
    return has_claim(document) and document["recipe"].get("insecure_test_seed") is None


def claim_faults(document: Mapping[str, Any], folder: Path) -> list[Problem]:
    """Recompute epsilon, claim and ledger from the recipe and compare them with the log."""
    project = with_logged_taxonomies(parse_project(document["recipe"], folder), document)
    result = document["result"]
    found = _recomputed(project, int(result["records"]))
    stated = {key: result.get(key) for key in found or {}}
    if found and found == stated:
        secret = document["input"].get("commitment")
        # The internal log never withholds the input's content.
        if kind_of(document) is LogKind.INTERNAL or (secret is None) == is_withheld(project):
            return []
    return [Problem("verify-claim", Where(field="result.claim"))]


def _stated(project: Project, records: int) -> dict[str, object] | None:
    stated = stated_privacy(project, records)
    return None if stated is None else {**stated_groups(project, records), **stated}


def _recomputed(project: Project, records: int) -> dict[str, object] | None:
    """Return what the log must state; ``None`` for a recipe that cannot have been run."""
    # A public log leaves out domains that were taken from the data. With such a domain nothing is
    # claimed, and the budget spent does not depend on it.
    attributes = tuple(
        a
        if not (a.domain_from_data and lacks_domain(a))
        else replace(a, listed=("", "-"))
        if a.scale is Scale.NOMINAL
        else replace(a, domain=(0.0, 1.0), precision=None)
        for a in project.schema.attributes
    )
    project = replace(project, schema=Schema(attributes))
    if any(
        lacks_domain(a) for a in masked_attributes(project.schema, project.recipe.method.parameters)
    ):
        return None
    try:
        return _stated(project, records)
    except OverflowError:
        return None


def extent_faults(document: Mapping[str, Any], rows: int, columns: int) -> list[Problem]:
    """Compare the rows and columns of the input with those in a log."""
    if (rows, columns) == (document["input"]["rows"], document["input"]["columns"]):
        return []
    return [Problem("verify-size-differs", params={"rows": rows, "columns": columns})]
