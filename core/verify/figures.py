"""Compares figures of the log with recomputed ones."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, TypeGuard

from core.checklist.cautions import signed_cautions
from core.errors import Problem
from core.log import kind_of, may_go_out, problem_entry, signing_entries
from core.log.document import measure_entry, result_entry
from core.log.figure_entries import figure_entries, published_figures
from core.log.layout import canonical
from core.log.public_measures import not_stated_entries
from core.model import Dataset, Measure, Result
from core.pipeline.seal.input_metadata import preflight
from core.verify.fault_words import entry_fault, measure_fault, number_fault

# Figures may be recomputed on another machine, whose libraries sum in another order.
_RELATIVE = 1e-9


def result_faults(stated: Mapping[str, Any], result: Result) -> list[Problem]:
    """Return a problem for each entry of the log's ``result`` that differs from `result`."""
    return tree_faults("result", stated, result_entry(result))


def measure_faults(
    stated: Sequence[Mapping[str, Any]], measures: Sequence[Measure]
) -> list[Problem]:
    """Return a problem for each measure of the log that differs from `measures`."""
    found = list(map(measure_entry, measures))
    if [(m["name"], m.get("attribute")) for m in stated] != [
        (m["name"], m["attribute"]) for m in found
    ]:
        return [Problem("verify-measures-differ")]
    faults: list[Problem] = []
    for one, other in zip(stated, found, strict=True):
        value, own, column = one.get("value"), other["value"], one.get("attribute")
        if _is_number(value) and _is_number(own):
            if not _is_close(value, own):
                faults.append(measure_fault(one["name"], value, own, column))
        elif value != own:
            faults.append(entry_fault("measures", column))
    return faults


def compared_figure_faults(document: Mapping[str, Any], result: Result) -> list[Problem]:
    """Return a problem for each entry of the log's ``figures`` that a run would not write."""
    found = figure_entries(result)
    if not kind_of(document).is_complete:
        found = published_figures(found, result.plan.project, result.dominated)
    return tree_faults("figures", document.get("figures"), found.get("figures"))


def not_stated_faults(document: Mapping[str, Any], result: Result) -> list[Problem]:
    """Return a problem if the log leaves out figures on other columns than a run would."""
    return compare("not_stated", document.get("not_stated"), not_stated_entries(result))


def warning_faults(document: Mapping[str, Any], result: Result, dataset: Dataset) -> list[Problem]:
    """Return a problem if a run and its writer give other warnings than the log."""
    project = result.plan.project
    found = [*result.warnings]
    if not kind_of(document).is_complete:
        found = [warning for warning in found if may_go_out(warning, project)]
    found += preflight(result, dataset)
    stated = [problem_entry(warning) for warning in found]
    return [] if canonical(stated) == canonical(document["warnings"]) else [_OTHER_WARNINGS]


_OTHER_WARNINGS = Problem("verify-warnings")


def signing_faults(document: Mapping[str, Any], result: Result) -> list[Problem]:
    """Return a problem if the log's cautions and readiness differ from those of `result`."""
    found = signing_entries(result.plan.project, signed_cautions(result), None)
    return [f for key, entry in found.items() for f in compare(key, document.get(key), entry)]


def tree_faults(at: str, stated: Any, found: Any) -> list[Problem]:
    """Return a problem for each entry below `at` that differs from `found`."""
    pairs: list[tuple[str, Any, Any]] = []
    if isinstance(stated, Mapping) and isinstance(found, Mapping) and stated.keys() == found.keys():
        pairs = [(f".{key}", stated[key], found[key]) for key in stated]
    elif _is_list(stated) and _is_list(found) and len(stated) == len(found):
        pairs = [(f"[{i}]", *both) for i, both in enumerate(zip(stated, found, strict=True))]
    else:
        return compare(at, stated, found)
    return [fault for key, one, other in pairs for fault in tree_faults(at + key, one, other)]


def _is_list(value: object) -> bool:
    return isinstance(value, list | tuple)


def compare(name: str, stated: object, found: object, column: str | None = None) -> list[Problem]:
    """Return a problem if `found` differs from the log's entry `name`."""
    if _is_number(stated) and _is_number(found):
        is_close = _is_close(stated, found)
        return [] if is_close else [number_fault(name, stated, found, column)]
    return [] if stated == found else [entry_fault(name, column)]


def _is_number(value: object) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_close(stated: float, found: float) -> bool:
    return math.isclose(stated, found, rel_tol=_RELATIVE, abs_tol=_RELATIVE)
