"""Recounts every figure of the log that follows from the protected file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from core.encode.not_applicable import all_set_apart
from core.errors import Problem
from core.jobs import Job
from core.model import Dataset, Project
from core.pipeline.audit import table_hash
from core.pipeline.checking.condition_check import condition_faults
from core.pipeline.checking.fault_words import entry_fault
from core.pipeline.checking.figure_check import released_figure_faults
from core.pipeline.checking.figures import compare
from core.pipeline.checking.group_check import group_faults
from core.pipeline.checking.logged import check_columns, logged_project, unfit_columns
from core.pipeline.checking.released_file import parse_released
from core.pipeline.promise import Counts, count
from core.pipeline.seal.read_back import read_back
from core.protect import METHODS


@dataclass(frozen=True, slots=True, eq=False)
class Recount:
    """The contents of the protected file, and where the log deviates from them.

    Attributes
    ----------
    project : Project
        The project of the log.
    found : Dataset
        The protected file, read back.
    faults : list of Problem
        The log's deviations.
    """

    project: Project
    found: Dataset
    faults: list[Problem]


def recount(document: Mapping[str, Any], log: Path, job: Job) -> Recount:
    """Read the protected file of a log and recount it.

    Raises
    ------
    Refused
        If no run can have written the log.
    """
    project = logged_project(document, log.parent)
    released = parse_released(document, log)
    check_columns(project, released)
    found = read_back(released.path, released.layout, job)
    written = found.columns
    found = replace(found, columns=all_set_apart(written, project.schema))
    unfit = unfit_columns(project, released, found)
    if unfit:
        return Recount(project, found, unfit)
    counts = count(found.columns, project.schema, project.recipe)
    faults = [*counts.problems, *_verification_faults(document["verification"], counts, found)]
    faults += condition_faults(document["verification"], project, found)
    faults += _result_faults(document, counts, found)
    faults += released_figure_faults(document, project, found)
    if not METHODS[project.recipe.method.name].is_private:
        faults += group_faults(document, project, counts, found)
    if table_hash(written, project.schema.links) != released.records_sha256:
        faults.append(Problem("verify-records"))
    return Recount(project, found, faults)


def _verification_faults(
    stated: Mapping[str, Any], counts: Counts, found: Dataset
) -> list[Problem]:
    """Compare the recount made at sealing; only matching files are sealed."""
    faults = compare("k", stated["k"], counts.k)
    for name, value in counts.t.items():
        faults += compare("t", stated["t"].get(name), value, name)
    others: dict[str, object] = {
        "rows": found.rows,
        "columns": len(found.columns),
        "same_table": True,
        "agrees": True,
        "problems": [],
        "k_blocks": [{"columns": list(names), "k": k} for names, k in counts.k_blocks.items()],
    }
    for name, other in others.items():
        faults += compare(f"verification.{name}", stated.get(name), other)
    if set(stated["t"]) != set(counts.t):
        faults.append(entry_fault("verification.t"))
    return faults


def _result_faults(document: Mapping[str, Any], counts: Counts, found: Dataset) -> list[Problem]:
    # The figures that the report shows are in another section, which could be changed separately.
    result = document["result"]
    faults = compare("result.k_reached", result.get("k_reached"), counts.k)
    faults += compare("result.records", result.get("records"), found.rows)
    left_out = document["input"]["rows"] - found.rows
    faults += compare("result.left_out", result.get("left_out"), left_out)
    for name, value in counts.t.items():
        reached = (result.get("t_reached") or {}).get(name)
        faults += compare("result.t_reached", reached, value, name)
    return faults
