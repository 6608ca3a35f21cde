"""Compares a log's counts of the conditions besides k and t with the released file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from core.conditions import chosen_columns
from core.encode.not_applicable import codes_of
from core.errors import Problem
from core.model import Column, Dataset, Project, Result
from core.pipeline.audit.document import condition_entries
from core.pipeline.checking.figures import compare, misfit, tree_faults


def condition_faults(stated: Mapping[str, Any], project: Project, found: Dataset) -> list[Problem]:
    """Return the discrepancies that show without the input.

    Stated are all conditions of the recipe, each of them as held, and as many zeros and cells of
    questions that were not asked as the file has. Whether groups satisfy a dominance rule shows
    only with the input.

    Parameters
    ----------
    stated : Mapping
        The log's ``verification``.
    project : Project
        The project of the log.
    found : Dataset
        The protected file.
    """
    entries = stated.get("conditions") or []
    chosen = chosen_columns(project.recipe, project.schema)
    if [(e["condition"], e["column"]) for e in entries] != chosen:
        return [misfit("verification.conditions")]
    faults: list[Problem] = []
    for entry in entries:
        at = f"verification.conditions.{entry['condition']}"
        faults += compare(at, entry["held"], True, entry["column"])
        column = found.column(entry["column"])
        if entry["condition"] == "zeros":
            faults += compare(at, entry["after"], _zeros(column), entry["column"])
        elif entry["condition"] == "not-applicable":
            codes = codes_of(column, project.schema.named(entry["column"]))
            faults += compare(at, entry["after"], int(np.count_nonzero(codes)), entry["column"])
    return faults


def repeated_condition_faults(stated: Mapping[str, Any], result: Result) -> list[Problem]:
    """Return the discrepancies from the counts of a repeated run, as far as the log states them.

    The public log leaves out what could disclose something about the original.
    """
    entries = stated.get("conditions") or []
    counted = [
        {key: value for key, value in count.items() if key in entry}
        for count, entry in zip(_counted(result), entries, strict=False)
    ]
    return tree_faults("verification.conditions", entries, counted)


def _counted(result: Result) -> list[dict[str, object]]:
    found = condition_entries(result.conditions).get("conditions", [])
    assert isinstance(found, list)
    return found


def _zeros(column: Column) -> int:
    return int(np.count_nonzero((column.values == 0) & ~column.missing))
