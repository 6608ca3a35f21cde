"""Counts again, in the protected file, every figure of the log that follows from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import Problem
from core.jobs import Job
from core.measure.classes import classes_of
from core.model import Dataset, Project
from core.pipeline.audit import counted_claim, table_hash
from core.pipeline.checking.figures import compare
from core.pipeline.checking.logged import check_columns, logged_project, unfit_columns
from core.pipeline.checking.origin import is_of_this_version
from core.pipeline.checking.released_file import parse_released
from core.pipeline.promise import Counts, count
from core.pipeline.seal.read_back import read_back
from core.protect import METHODS


@dataclass(frozen=True, slots=True, eq=False)
class Recount:
    """What was found in the protected file.

    Attributes
    ----------
    project : Project
        Of the log.
    found : Dataset
        The file, read back.
    faults : list of Problem
        What the log says otherwise.
    """

    project: Project
    found: Dataset
    faults: list[Problem]


def recount(document: Mapping[str, Any], log: Path, job: Job) -> Recount:
    """Read the protected file of a log and count what it holds.

    Raises
    ------
    Refused
        If the log is one that no run can have written.
    """
    project = logged_project(document, log.parent)
    released = parse_released(document, log)
    check_columns(project, released)
    found = read_back(released.path, released.layout, job)
    unfit = unfit_columns(project, released, found)
    if unfit:
        return Recount(project, found, unfit)
    counts = count(found.columns, project.schema, project.recipe)
    faults = [*counts.problems, *_verification_faults(document["verification"], counts, found)]
    faults += _result_faults(document, counts, found)
    if not METHODS[project.recipe.method.name].is_private:
        faults += _group_faults(document, project, counts, found)
    if table_hash(found.columns) != released.records_sha256:
        faults.append(Problem("verify-records"))
    return Recount(project, found, faults)


def _verification_faults(
    stated: Mapping[str, Any], counts: Counts, found: Dataset
) -> list[Problem]:
    """Compare what was recounted when the file was sealed; only what agrees is sealed."""
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
        faults.append(_misfit("verification.t"))
    return faults


def _result_faults(document: Mapping[str, Any], counts: Counts, found: Dataset) -> list[Problem]:
    # What the report calls reached is in another section, which could be changed alone.
    result = document["result"]
    faults = compare("result.k_reached", result.get("k_reached"), counts.k)
    faults += compare("result.records", result.get("records"), found.rows)
    left_out = document["input"]["rows"] - found.rows
    faults += compare("result.left_out", result.get("left_out"), left_out)
    for name, value in counts.t.items():
        reached = (result.get("t_reached") or {}).get(name)
        faults += compare("result.t_reached", reached, value, name)
    return faults


def _group_faults(
    document: Mapping[str, Any], project: Project, counts: Counts, found: Dataset
) -> list[Problem]:
    """Compare what the log says of the groups, and its claim, with what the file allows."""
    result = document["result"]
    faults = _size_faults(result, np.bincount(classes_of(found.columns, project.schema)))
    blocks = [(block["columns"], block["smallest"]) for block in result.get("blocks") or ()]
    counted = [(list(columns), k) for columns, k in counts.k_blocks.items()]
    if [names for names, _ in blocks] != [names for names, _ in counted] or any(
        not 0 < smallest <= k for (_, smallest), (_, k) in zip(blocks, counted, strict=True)
    ):
        return [*faults, _misfit("result.blocks")]
    if is_of_this_version(document):
        smallest = [size for _, size in blocks]
        claim = counted_claim(project.recipe.method, counts.k, smallest, list(counts.t))
        faults += compare("result.claim", result.get("claim"), claim)
        faults += compare("result.epsilon", result.get("epsilon"), None)
    return faults


def _size_faults(result: Mapping[str, Any], classes: NDArray[np.int64]) -> list[Problem]:
    """Compare the sizes of groups with those of the classes of equal records in the file.

    A method can form groups that have the same values in the file, where they are one class. So
    where there are fewer classes than groups, the sizes of classes are bounds.
    """
    groups, sizes = result.get("clusters"), result.get("sizes") or {}
    least, mean, most = (sizes.get(name) for name in ("min", "mean", "max"))
    if not groups or least is None or mean is None or most is None:
        return [_misfit("result.sizes")]
    smallest, largest, records = int(classes.min()), int(classes.max()), int(classes.sum())
    if groups == len(classes):
        faults = compare("result.sizes.min", least, smallest)
        faults += compare("result.sizes.max", most, largest)
    else:
        fits = {
            "result.clusters": len(classes) < groups <= records,
            "result.sizes.min": 0 < least <= smallest,
            "result.sizes.max": least <= most <= largest,
        }
        faults = [_misfit(name) for name, fit in fits.items() if not fit]
    return faults + compare("result.sizes.mean", mean, records / groups)


def _misfit(name: str) -> Problem:
    return Problem("verify-entry", params={"name": name})
