"""Draws the records of a release again from its core, the pooled numbers and the seed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.array_types import Ints
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
from core.protect.representatives import MixedRecords, list_drawing
from core.protect.representatives.drawn.core_groups import group_by_contents
from core.protect.representatives.drawn.drawn_columns import describe_groups, draw_columns
from core.protect.representatives.drawn.spread_draw import Core
from core.protect.representatives.drawn.spread_log import LoggedSpread, read_logged_spread
from core.protect.representatives.drawn.spread_pools import FEWEST_POOLED
from core.protect.representatives.drawn.swapped_categories import (
    SwappedCategories,
    exchange_in_groups,
    list_exchanged,
)
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
    parameters = project.recipe.method.parameters
    labels, seed = group_by_contents(in_run, project.schema), str(parameters[SPREAD_SEED.name])
    drawn, faults = dict(in_run), list[Problem]()
    for representative in list_drawing(parameters):
        if isinstance(representative, MixedRecords):
            faults += representative.size_problems(labels, whole(parameters, "k"))
        if isinstance(representative, SwappedCategories):
            masked = list_exchanged(project.schema.without_strata(project.recipe.strata))
            in_file = {a.name: take(released.column(a.name), order) for a in masked}
            # What a group contains is in the file; who has it must follow from the seed.
            drawn |= exchange_in_groups(masked, in_file, in_run, labels, seed)
            continue
        try:
            logged = read_logged_spread(log.steps)
            if logged is None:
                continue
            groups = _describe_logged(logged, project, in_run, labels)
            drawn |= draw_columns(in_run, groups, logged, seed)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            # No run wrote these numbers.
            return [entry_fault("steps.spread")]
        faults += _mean_faults(groups, released, order)
    return [*faults, *cell_differences(released.columns, tuple(drawn.values()), number.values)]


def _describe_logged(
    logged: LoggedSpread, project: Project, core: Mapping[str, Column], labels: Ints
) -> Core:
    """Describe the groups of a core whose numbers are in a log.

    Raises
    ------
    ValueError
        If no run would have drawn records from these groups.
    """
    weight = project.recipe.weight
    weights = None if weight is None else core[weight].values.astype(np.float64)
    groups = describe_groups(core, logged.columns, labels, weights)
    pools = groups.pools[labels]
    sizes = np.bincount(pools[pools >= 0])
    fewest = 1 if logged.columns.is_of_groups else FEWEST_POOLED
    if logged.sizes != tuple(sizes.tolist()) or sizes.min(initial=fewest) < fewest:
        raise ValueError
    return groups


def _mean_faults(core: Core, released: Dataset, order: NDArray[Any]) -> Iterator[Problem]:
    """Compare the means of groups in the file with the values of the core.

    Rounding a record moves it by less than a step.
    """
    for j, name in enumerate(core.columns.names):
        column = released.column(name)
        values = np.where(column.missing, 0.0, column.values.astype(np.float64))[order]
        differences = np.abs(core.means(values) - core.values[:, j])
        allowed = core.columns.steps[j] if core.weights is not None else 0.0
        # A mean of 0 may be the sum of large values of both signs.
        sizes = np.maximum(core.means(np.abs(values)), np.abs(core.values[:, j]))
        if (differences > allowed + 1e-9 * sizes).any():
            yield Problem("verify-core-means", Where(name))
