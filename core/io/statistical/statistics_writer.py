"""Writes SPSS and Stata files, with labels, declared missing codes and formats."""

from __future__ import annotations

import errno
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from core.errors import Problem, Refused, Severity
from core.io.child_processes.child_process import child
from core.io.files.atomic_writing import made_by_another
from core.io.statistical.pyreadstat_writer import VariableHead, WriteRequest, serve
from core.io.statistical.spss_variables import spss_variable
from core.io.statistical.stata_variables import stata_variable
from core.io.statistical.statistics_limits import table_problems
from core.jobs import Job
from core.model import Column, FileKind

_VARIABLES = {FileKind.SPSS: spss_variable, FileKind.STATA: stata_variable}
_NONE = np.empty(0, dtype=np.int64)


def statistics_problems(
    columns: Sequence[Column], kind: FileKind, masked: frozenset[str]
) -> tuple[Problem, ...]:
    """Return what the format cannot hold, and what it changes."""
    found = list(table_problems(columns, kind))
    for column in columns:
        found += _VARIABLES[kind](column, _NONE, column.name in masked).warnings
    return tuple(found)


def write_statistics(
    columns: Sequence[Column],
    path: Path,
    kind: FileKind,
    order: NDArray[np.int64],
    masked: frozenset[str],
    job: Job,
) -> tuple[Problem, ...]:
    """Write an SPSS or Stata file, or raise `Refused`; see `core.io.writing.write`."""
    problems = statistics_problems(columns, kind, masked)
    errors = [problem for problem in problems if problem.severity is Severity.ERROR]
    if errors:
        raise Refused(*errors)
    job.start_phase("writing", len(order))
    empty = (_VARIABLES[kind](column, _NONE, column.name in masked) for column in columns)
    heads = tuple(
        VariableHead(
            variable.name,
            variable.label,
            variable.format,
            variable.measure,
            variable.values,
            variable.missing,
            variable.integer,
            variable.letters is not None,
        )
        for variable in empty
    )
    request = WriteRequest(str(path.absolute()), kind, heads)
    with made_by_another(path):
        # The child process is ended on cancellation.
        with child(serve, request, job) as messages:
            for count, column in enumerate(columns, start=1):
                variable = _VARIABLES[kind](column, order, column.name in masked)
                letters = variable.letters
                arrays = [variable.cells] + ([] if letters is None else [pa.array(letters)])
                messages.send(pa.record_batch(arrays, names=["cells", "letters"][: len(arrays)]))
                # The second half is the writing itself, which reports no progress.
                job.update(len(order) * count // (2 * len(heads)))
            answer = messages.next()
        if answer[0] != "done":
            code = errno.ENOSPC if answer[0] == "failed" and answer[2] else errno.EIO
            raise OSError(code, "the writer failed")
        job.update(len(order))
    return problems
