"""Draws the records of a release again from its core, the pooled numbers and the seed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from core.encode import take
from core.encode.not_applicable import set_all_apart
from core.errors import Problem, Where
from core.jobs import Job
from core.log import InternalLog
from core.model import Column, ColumnKind, Dataset, Project, Role
from core.pipeline.seal.cell_comparison import cell_differences
from core.pipeline.seal.core_file import number_column, read_core, with_core
from core.pipeline.seal.release_names import names_of_project
from core.protect.parameter import SPREAD_SEED
from core.protect.representatives import StoredCore, list_drawing
from core.protect.representatives.drawn.core_groups import group_by_contents
from core.protect.task import whole
from core.verify.fault_words import entry_fault


def read_core_of(
    log: InternalLog, log_path: Path, released: Dataset, job: Job
) -> tuple[Column, ...]:
    """Read the core of the log at `log_path`: its masked columns, and the numbers of its records.

    Returns
    -------
    tuple of Column
        Empty where the file is no core of the released one.

    Raises
    ------
    Refused
        If it cannot be read.
    """
    name = names_of_project(log.project).core
    files = [file for file in log.files if file.path == name]
    if not files:
        return ()
    masked = {a.name for a in log.project.schema.with_role(Role.QUASI_IDENTIFIER)}
    columns = [column for column in released.columns if column.name in masked]
    shape = np.zeros(released.rows, dtype=np.int64)
    number = Column(number_column(masked), ColumnKind.INTEGER, shape, shape > 0)
    expected = (*columns, number)
    core = read_core(log.path_of(files[0], log_path), expected, log.table.options, job)
    is_like = [(c.name, c.kind, len(c)) for c in core] == [
        (c.name, c.kind, len(c)) for c in expected
    ]
    if not is_like or core[-1].missing.any():
        return ()
    return core if np.array_equal(np.sort(core[-1].values), np.arange(released.rows)) else ()


def drawn_faults(
    log: InternalLog, project: Project, released: Dataset, core: Sequence[Column]
) -> list[Problem]:
    """Draw all records again; compare them with the file, and groups with what is promised.

    Parameters
    ----------
    released : Dataset
        The protected file, read back and set apart.
    core : sequence of Column
        Read by `read_core_of`, in the lines of the file.
    """
    *columns, number = core
    order = np.argsort(number.values, kind="stable")
    apart = set_all_apart(with_core(released.columns, columns), project.schema)
    in_run = {column.name: take(column, order) for column in apart}
    in_file = {column.name: take(released.column(column.name), order) for column in columns}
    parameters = project.recipe.method.parameters
    labels, seed = group_by_contents(in_run, project.schema), str(parameters[SPREAD_SEED.name])
    stored = StoredCore(project, in_run, {**in_run, **in_file}, labels, log.steps, seed)
    drawn, faults = dict(in_run), list[Problem]()
    for representative in list_drawing(parameters):
        faults += representative.size_problems(labels, whole(parameters, "k"))
        try:
            drawn_columns, off = representative.draw_again(stored)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            # No run wrote these numbers.
            return [entry_fault(f"steps.{representative.name}")]
        drawn |= drawn_columns
        faults += (Problem("verify-core-means", Where(name)) for name in off)
    return [*faults, *cell_differences(released.columns, tuple(drawn.values()), number.values)]
