"""Recounts every figure of the log that follows from the protected file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from core.checklist.evidence import Evidence
from core.checklist.figure_problems import FigureChecks, setting_problems
from core.checklist.promise_counts import Counts, count_promises
from core.checklist.row_registry import count_rows
from core.encode import MeasuredTable
from core.encode.not_applicable import set_all_apart
from core.errors import Problem
from core.io.table_size import refuse_beyond_memory
from core.jobs import Job
from core.log import InternalLog, Log, PublicLog, is_withheld, state_claim, table_hash
from core.log.checklist_rows import day_of_run, log_counts, with_counts_of_log
from core.log.claim_statements import dominance_columns
from core.log.declared.entries import BlockCount
from core.log.declared.logged_figures import InternalFigure
from core.measure.figures import compare_figures, sample_of
from core.model import Dataset, FigureKind, FigureValue, Plan, Project, Source
from core.pipeline.seal.core_file import with_core
from core.pipeline.seal.read_back import Layout, read_back
from core.protect import adds_noise
from core.protect.representatives import list_drawing
from core.verify.condition_check import condition_faults
from core.verify.core_check import drawn_faults, read_core_of
from core.verify.fault_words import entry_fault
from core.verify.figures import checklist_faults, compare
from core.verify.group_check import GroupSizes, group_faults
from core.verify.logged import check_columns, check_project, unfit_columns
from core.verify.moment_check import moment_faults

_Key = tuple[frozenset[tuple[str, str]], frozenset[tuple[str, str]], str | None]


@dataclass(frozen=True, slots=True, eq=False)
class Recount:
    """The contents of the protected file, and where the log deviates from them.

    Attributes
    ----------
    table : MeasuredTable
        The protected file, read back, its columns set apart.
    """

    table: MeasuredTable
    faults: list[Problem]


def recount(log: PublicLog | InternalLog, log_path: Path, job: Job) -> Recount:
    """Read the protected file of the log at `log_path` and recount it.

    Raises
    ------
    Refused
        If no run can have written the log.
    """
    project = log.self_contained_project
    check_project(project)
    check_columns(log)
    read = read_released(log, log_path, job)
    released = replace(read, columns=set_all_apart(read.columns, project.schema))
    table = MeasuredTable(released.columns, project.schema, job)
    unfit = unfit_columns(log, project, released)
    if unfit:
        return Recount(table, unfit)
    if list_drawing(project.recipe.method.parameters):
        if isinstance(log, PublicLog):
            return Recount(table, _faults_without_core(log, read, table))
        core = read_core_of(log, log_path, read, job)
        if not core:
            return Recount(table, [Problem("verify-core")])
        columns = set_all_apart(with_core(read.columns, core[:-1]), project.schema)
        table = MeasuredTable(released.columns, project.schema, job, core=columns)
        if drawn := drawn_faults(log, project, released, core):
            return Recount(table, drawn)
    counts = count_promises(table, project.recipe)
    faults = _count_faults(log, counts, released.rows, len(released.columns))
    faults += condition_faults(
        log, project, released, replace(released, columns=table.core.columns)
    )
    faults += _figure_faults(log, project, released)
    faults += moment_faults(log, project, released)
    if not adds_noise(project.recipe):
        sizes = table.key_sizes
        group_sizes = GroupSizes(len(sizes), int(sizes.min()), int(sizes.max()), int(sizes.sum()))
        faults += group_faults(log, project, counts, group_sizes)
    elif isinstance(log, InternalLog):
        faults += private_row_faults(log, project, released, table)
    # Where all columns are quasi-identifiers, these are the groups that were counted.
    labels = table.groups(read.names)
    if table_hash(read.columns, project.schema.links, labels) != log.table.records_sha256:
        faults.append(Problem("verify-records"))
    return Recount(table, faults)


def _faults_without_core(log: PublicLog, read: Dataset, table: MeasuredTable) -> list[Problem]:
    """Compare a public log with the drawn records; their core, in which k is counted, is kept."""
    stated = log.verification
    faults = compare("verification.rows", stated.rows, read.rows)
    faults += compare("verification.columns", stated.columns, len(read.columns))
    faults += compare("result.records", log.result.records, read.rows)
    claim = state_claim(
        log.self_contained_project, stated.k, [], list(stated.t), dominance_columns(log.omitted)
    )
    faults += compare("result.claim", log.result.claim, claim)
    labels = table.groups(read.names)
    if table_hash(read.columns, table.schema.links, labels) != log.table.records_sha256:
        faults.append(Problem("verify-records"))
    return faults


def _count_faults(log: Log, counts: Counts, rows: int, columns: int) -> list[Problem]:
    """Compare the log's counts with those of a file of so many rows and columns."""
    stated, result = log.verification, log.result
    # The recount made at sealing; only matching files are sealed.
    faults = [*counts.problems, *compare("k", stated.k, counts.k)]
    faults += compare("verification.k_of_values", stated.k_of_values, counts.k_of_values)
    for name, value in counts.t.items():
        faults += compare("t", stated.t.get(name), value, name)
    k_blocks = tuple(BlockCount(names, k) for names, k in counts.k_blocks.items())
    faults += compare("verification.rows", stated.rows, rows)
    faults += compare("verification.columns", stated.columns, columns)
    faults += compare("verification.k_blocks", stated.k_blocks, k_blocks)
    if set(stated.t) != set(counts.t):
        faults.append(entry_fault("verification.t"))
    # The figures that the report shows are in another section, which could be changed separately.
    faults += compare("result.k_reached", result.k_reached, counts.k)
    faults += compare("result.records", result.records, rows)
    left_out = None if log.input.rows is None else log.input.rows - rows
    faults += compare("result.left_out", result.left_out, left_out)
    for name, value in counts.t.items():
        faults += compare("result.t_reached", result.t_reached.get(name), value, name)
    return faults


def _figure_faults(
    log: PublicLog | InternalLog, project: Project, released: Dataset
) -> list[Problem]:
    """Compare the figures of a log with its recipe and with the file.

    The public log states no value of the release.
    Intervals are compared where records are units: a file need not hold the numbers of units.
    Weighted figures cannot be computed from a file that lacks the weights.
    """
    figures, weight = project.recipe.figures, project.recipe.weight
    if isinstance(log, PublicLog) and is_withheld(project):
        return [entry_fault("figures")] if log.figures else []
    if tuple(stated.figure for stated in log.figures) != figures:
        return [entry_fault("figures")]
    if setting_problems(project):
        return [entry_fault("recipe.figures")]
    if isinstance(log, PublicLog) or not figures or weight not in (None, *released.names):
        return []
    side, faults = sample_of(released.columns, weight, None), list[Problem]()
    for position, stated in enumerate(log.figures):
        # What the file cannot carry, such as a collinear regression, has no figure of its own.
        if not FigureChecks(project, side).problems(stated.figure, ""):
            (computed,) = compare_figures([stated.figure], project.schema, side, side, Job())
            records, name = computed.original.records, f"figures[{position}].released.records"
            faults += compare(name, stated.released.records, records)
            has_units = project.recipe.unit is not None
            faults += _value_faults(f"figures[{position}]", stated, computed.values, has_units)
    return faults


def _value_faults(
    name: str, stated: InternalFigure, values: Sequence[FigureValue], has_units: bool
) -> Iterator[Problem]:
    computed = {_key(dict(v.by), dict(v.of), v.term): v.original for v in values}
    released = [
        (_key(value.by, value.of, value.term), value.released)
        for value in stated.values
        if value.released is not None
    ]
    is_regression = stated.figure.what is FigureKind.REGRESSION
    if is_regression and not all(key in computed for key, _ in released):
        return  # Its first category is one that the file does not have.
    for position, (key, estimate) in enumerate(released):
        # In a category that the file no longer has, nothing counts.
        counted, entry_path = computed.get(key), f"{name}.values[{position}].released"
        records, value = (0, 0.0) if counted is None else (counted.records, counted.value)
        yield from compare(f"{entry_path}.records", estimate.records, records)
        yield from compare(f"{entry_path}.value", estimate.value, value)
        if counted is not None and not has_units:
            yield from compare(f"{entry_path}.low", estimate.low, counted.low)
            yield from compare(f"{entry_path}.high", estimate.high, counted.high)


def _key(by: Mapping[str, str], of: Mapping[str, str], term: str | None) -> _Key:
    return frozenset(by.items()), frozenset(of.items()), term


def read_released(log: Log, log_path: Path, job: Job) -> Dataset:
    """Read the protected file of the log at `log_path` back to recount it.

    Raises
    ------
    Refused
        If it cannot be read, or if that takes more memory than a table may (`core.io.read`).
    PromiseBroken
        If a date does not have the column's date format.
    """
    path, table = log.path_of(log.files[0], log_path), log.table
    kinds = {column.name: column.kind for column in table.columns}
    formats = {c.name: c.format for c in table.columns if c.format is not None}
    refuse_beyond_memory(Source(str(path), table.kind, table.options))
    return read_back(path, Layout(table.kind, table.options, kinds, formats), job)


def private_row_faults(
    log: InternalLog, project: Project, released: Dataset, table: MeasuredTable
) -> list[Problem]:
    """Check that the checklist of a private release is that of its file.

    Its run cannot be repeated, and its rows need nothing else than released values.
    """
    plan = Plan(project, project.recipe.method.parameters, np.arange(released.rows), (), None)
    tables = (released, released, table, table)
    evidence = Evidence(plan, *tables, (), (), (), False, Job(), day=day_of_run(log))
    counts = count_rows(evidence)
    return checklist_faults(log, log_counts(with_counts_of_log(counts, log), project.recipe))
