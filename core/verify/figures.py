"""Compares figures of the log with recomputed ones."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TypeGuard

from core.errors import Problem
from core.log import (
    InternalLog,
    Log,
    PublicLog,
    is_withheld,
    log_problem,
    may_go_out,
    round_measures,
    to_json,
)
from core.log.checklist_rows import list_logged_rows, readiness_of, with_rows_of_log
from core.log.declared.entries import LoggedRow
from core.log.figure_entries import (
    figure_entries,
    publish_figures,
    usual_entry,
)
from core.log.internal_log import measure_entry, result_entry
from core.log.public_log import publish_result
from core.model import Dataset, Result
from core.pipeline.seal.input_metadata import preflight
from core.verify.fault_words import entry_fault, measure_fault, number_fault

# Figures may be recomputed on another machine, whose libraries sum in another order.
_RELATIVE = 1e-9


def result_faults(log: Log, result: Result) -> list[Problem]:
    """Compare the entries of the log's ``result`` with `result`."""
    repeated = result_entry(result)
    if isinstance(log, PublicLog):
        repeated = publish_result(log.project, repeated, log.omitted)
    return section_faults("result", log.result, repeated)


def measure_faults(log: Log, result: Result) -> list[Problem]:
    """Compare the measures of the log with those of `result`."""
    repeated = tuple(map(measure_entry, result.measures))
    if isinstance(log, PublicLog):
        repeated = () if is_withheld(log.project) else round_measures(repeated, result.dominated)
    if [(m.name, m.attribute) for m in log.measures] != [(m.name, m.attribute) for m in repeated]:
        return [Problem("verify-measures-differ")]
    faults: list[Problem] = []
    for measure, computed in zip(log.measures, repeated, strict=True):
        stated, value, column = measure.value, computed.value, measure.attribute
        if stated is not None and value is not None:
            if not _is_close(stated, value):
                faults.append(measure_fault(measure.name, stated, value, column))
        elif stated != value:
            faults.append(entry_fault("measures", column))
    return faults


def compared_figure_faults(log: PublicLog | InternalLog, result: Result) -> list[Problem]:
    """List a problem for each entry on figures that a run would not write."""
    repeated, usual = figure_entries(result), usual_entry(result)
    if isinstance(log, InternalLog):
        faults = _entry_faults("figures", log.figures, repeated)
        return faults + section_faults("usual", log.usual, usual)
    withheld = is_withheld(log.project)
    public = () if withheld else publish_figures(repeated, result.dominated)
    public_usual = None if withheld or usual is None else usual.published
    faults = _entry_faults("figures", log.figures, public)
    return faults + section_faults("usual", log.usual, public_usual)


def _entry_faults(name: str, stated: Sequence[object], repeated: Sequence[object]) -> list[Problem]:
    return tree_faults(name, [to_json(entry) for entry in stated], [to_json(e) for e in repeated])


def section_faults(name: str, stated: object | None, repeated: object | None) -> list[Problem]:
    """Compare the entries of a section, if there is one."""
    if stated is None or repeated is None:
        return compare(name, stated, repeated)
    return tree_faults(name, to_json(stated), to_json(repeated))


def not_stated_faults(log: Log, result: Result) -> list[Problem]:
    """Check that the log leaves out figures on the columns that a run would leave out."""
    return compare("not_stated", log.not_stated, tuple(result.dominated))


def warning_faults(log: Log, result: Result, dataset: Dataset) -> list[Problem]:
    """Compare the warnings of a run and its writer with those of the log."""
    repeated = [*result.warnings]
    if isinstance(log, PublicLog):
        project = result.plan.project
        left_out = log.result.left_out
        repeated = [w for w in repeated if may_go_out(w.code, project, left_out)]
    repeated += preflight(result, dataset)
    is_same = log.warnings == tuple(map(log_problem, repeated))
    return [] if is_same else [Problem("verify-warnings")]


def signing_faults(log: InternalLog, result: Result) -> list[Problem]:
    """Compare the log's checklist and readiness with those of `result`."""
    rows = list_logged_rows(with_rows_of_log(result, log))
    return checklist_faults(log, rows)


def checklist_faults(log: InternalLog, rows: tuple[LoggedRow, ...]) -> list[Problem]:
    """Compare the log's checklist and readiness with those of some rows."""
    readiness = readiness_of(rows, log.result.privacy)
    faults = compare("readiness", log.readiness, readiness)
    return faults + compare("checklist", log.checklist, rows)


def tree_faults(name: str, stated: object, repeated: object) -> list[Problem]:
    """Compare each JSON value below `name` with that of a repeated run; list the differences."""
    pairs: list[tuple[str, object, object]] = []
    if isinstance(stated, Mapping) and isinstance(repeated, Mapping):
        if stated.keys() != repeated.keys():
            return compare(name, stated, repeated)
        pairs = [(f".{key}", stated[key], repeated[key]) for key in stated]
    elif isinstance(stated, list) and isinstance(repeated, list) and len(stated) == len(repeated):
        pairs = [(f"[{i}]", *pair) for i, pair in enumerate(zip(stated, repeated, strict=True))]
    else:
        return compare(name, stated, repeated)
    return [fault for key, *values in pairs for fault in tree_faults(name + key, *values)]


def compare(name: str, stated: object, counted: object, column: str | None = None) -> list[Problem]:
    """Compare the log's entry `name` with what was `counted`; list the difference."""
    if _is_number(stated) and _is_number(counted):
        is_close = _is_close(stated, counted)
        return [] if is_close else [number_fault(name, stated, counted, column)]
    return [] if stated == counted else [entry_fault(name, column)]


def _is_number(value: object) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_close(stated: float, counted: float) -> bool:
    return math.isclose(stated, counted, rel_tol=_RELATIVE, abs_tol=_RELATIVE)
