"""What can be checked of a private release: its claim from the recipe, not its noise."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.errors import Problem, Where
from core.io import read
from core.jobs import Job
from core.model import Project
from core.pipeline.audit import is_withheld, stated_privacy, with_logged_taxonomies
from core.pipeline.recipe import parse_project
from core.protect.privacy import PRIVATE_METHODS, lacks_domain, masked_attributes


def has_claim(document: Mapping[str, Any]) -> bool:
    """Return whether the log is that of a differentially private method."""
    return document["recipe"].get("method", {}).get("name") in PRIVATE_METHODS


def has_secret_noise(document: Mapping[str, Any]) -> bool:
    """Return whether the run drew noise that nobody can draw again."""
    return has_claim(document) and document["recipe"].get("insecure_test_seed") is None


def claim_faults(document: Mapping[str, Any], folder: Path) -> list[Problem]:
    """Compute epsilon, claim and ledger again from the recipe and compare them with the log."""
    project = with_logged_taxonomies(parse_project(document["recipe"], folder), document)
    result = document["result"]
    found = _recomputed(project, int(result["records"]))
    stated = {key: result.get(key) for key in found or {}}
    if (
        found
        and found == stated
        and is_withheld(project) == (document["input"].get("sha256") is None)
    ):
        return []
    return [Problem("verify-claim", Where(field="result.claim"))]


def _recomputed(project: Project, records: int) -> dict[str, object] | None:
    """Return what the log has to state; ``None`` for a recipe that nobody can have run."""
    if any(lacks_domain(a) for a in masked_attributes(project, project.recipe.method.parameters)):
        return None
    try:
        return stated_privacy(project, records)
    except OverflowError:
        return None


def size_faults(
    document: Mapping[str, Any], input_file: Path, folder: Path, job: Job
) -> list[Problem]:
    """Compare the rows and columns of the input, which is all that the log may say of it."""
    project = parse_project(document["recipe"], folder, input_file)
    dataset = read(project.source, job)
    rows, columns = dataset.rows, len(dataset.columns)
    if (rows, columns) == (document["input"]["rows"], document["input"]["columns"]):
        return []
    return [Problem("verify-size-differs", params={"rows": rows, "columns": columns})]
