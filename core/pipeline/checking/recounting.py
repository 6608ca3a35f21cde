"""Recounts every figure of the log that follows from the protected file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from core.encode.long_columns import AnyColumn, LongColumn
from core.encode.not_applicable import all_set_apart
from core.errors import Problem
from core.jobs import Job
from core.measure.group_counts import groups_of
from core.model import Dataset, Project
from core.pipeline.audit import table_hash
from core.pipeline.checking.condition_check import condition_faults
from core.pipeline.checking.fault_words import entry_fault
from core.pipeline.checking.figure_check import released_figure_faults
from core.pipeline.checking.figures import compare
from core.pipeline.checking.group_check import group_faults, sizes_of
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
    long : tuple of LongColumn
        The columns of a file that is not in memory; `found` then has one record for each category.
    """

    project: Project
    found: Dataset
    faults: list[Problem]
    long: tuple[LongColumn, ...] = ()

    @property
    def shown(self) -> tuple[AnyColumn, ...]:
        """The columns with all of their records."""
        return self.long or self.found.columns


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
    faults = count_faults(document, counts, found.rows, len(found.columns))
    faults += condition_faults(document["verification"], project, found)
    faults += released_figure_faults(document, project, found)
    if not METHODS[project.recipe.method.name].is_private:
        sizes = np.bincount(groups_of(found.columns, project.schema))
        faults += group_faults(document, project, counts, sizes_of(sizes))
    if table_hash(written, project.schema.links) != released.records_sha256:
        faults.append(Problem("verify-records"))
    return Recount(project, found, faults)


def count_faults(
    document: Mapping[str, Any], counts: Counts, rows: int, columns: int
) -> list[Problem]:
    """Return where the log's counts deviate from those of a file of so many rows and columns."""
    return [
        *counts.problems,
        *_verification_faults(document["verification"], counts, rows, columns),
        *_result_faults(document, counts, rows),
    ]


def _verification_faults(
    stated: Mapping[str, Any], counts: Counts, rows: int, columns: int
) -> list[Problem]:
    """Compare the recount made at sealing; only matching files are sealed."""
    faults = compare("k", stated["k"], counts.k)
    for name, value in counts.t.items():
        faults += compare("t", stated["t"].get(name), value, name)
    others: dict[str, object] = {
        "rows": rows,
        "columns": columns,
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


def _result_faults(document: Mapping[str, Any], counts: Counts, rows: int) -> list[Problem]:
    # The figures that the report shows are in another section, which could be changed separately.
    result = document["result"]
    faults = compare("result.k_reached", result.get("k_reached"), counts.k)
    faults += compare("result.records", result.get("records"), rows)
    left_out = document["input"]["rows"] - rows
    faults += compare("result.left_out", result.get("left_out"), left_out)
    for name, value in counts.t.items():
        reached = (result.get("t_reached") or {}).get(name)
        faults += compare("result.t_reached", reached, value, name)
    return faults
