"""Writes SPSS and Stata files, with labels, declared missing codes and formats."""

from __future__ import annotations

import errno
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from core.errors import Problem
from core.io.child_processes.child_process import child
from core.io.columns.conversion import as_stored
from core.io.columns.tagged_columns import code_of
from core.io.files.atomic_writing import guard_foreign_file
from core.io.format import Expected, Output, missing_spellings
from core.io.statistical.pyreadstat_writer import VariableHead, WriteRequest, serve
from core.io.statistical.spss_variables import is_declared, spss_variable
from core.io.statistical.stata_variables import stata_letters, stata_variable
from core.io.statistical.statistics_limits import table_problems
from core.io.statistical.statistics_variable import Variable, is_written_as_text
from core.model import Column, ColumnKind, FileKind, Labels
from core.same_fields import copy_fields

_VARIABLES = {FileKind.SPSS: spss_variable, FileKind.STATA: stata_variable}
_NONE = np.empty(0, dtype=np.int64)


def statistics_problems(
    columns: Sequence[Column], kind: FileKind, masked: frozenset[str]
) -> tuple[Problem, ...]:
    """List what the format cannot hold, and what it changes."""
    problems = list(table_problems(columns, kind))
    for column in columns:
        problems += _VARIABLES[kind](column, _NONE, column.name in masked).warnings
    return tuple(problems)


def write_statistics(
    columns: Sequence[Column], order: NDArray[Any], kind: FileKind, to: Output
) -> None:
    """Write an SPSS or Stata file; see `WritableFormat.write`."""
    empty = (_VARIABLES[kind](column, _NONE, column.name in to.masked) for column in columns)
    heads = tuple(
        copy_fields(VariableHead, variable, lettered=variable.letters is not None)
        for variable in empty
    )
    request = WriteRequest(str(to.path.absolute()), kind, heads)
    with guard_foreign_file(to.path):
        # The child process is ended on cancellation.
        with child(serve, request, to.job) as messages:
            for count, column in enumerate(columns, start=1):
                variable = _VARIABLES[kind](column, order, column.name in to.masked)
                letters = variable.letters
                arrays = [variable.cells] + ([] if letters is None else [pa.array(letters)])
                messages.send(pa.record_batch(arrays, names=["cells", "letters"][: len(arrays)]))
                # The second half is the writing itself, which reports no progress.
                to.job.update(len(order) * count // (2 * len(heads)))
            answer = messages.next()
        if answer[0] != "done":
            code = errno.ENOSPC if answer[0] == "failed" and answer[2] else errno.EIO
            raise OSError(code, "the writer failed")
        to.job.update(len(order))


def expect_in_statistics(column: Column, kind: FileKind, masked: bool) -> Expected:
    """Describe the metadata of a column that reading an SPSS or Stata file must find."""
    spellings, stored = missing_spellings(column, masked), as_stored(column)
    as_text = is_written_as_text(stored, kind)
    if kind is FileKind.SPSS:
        variable = spss_variable(stored, _NONE, masked)
        ends = ((p["lo"], p["hi"]) if isinstance(p, dict) else (p, p) for p in variable.missing)
        missing = tuple((_spell(low), _spell(high)) for low, high in ends)
        code_spellings = tuple(
            s if as_text or is_declared(s, variable.missing) else "" for s in spellings
        )
        labels = replace(_labels(variable), missing=missing)
        return Expected(ColumnKind.TEXT if as_text else stored.kind, labels, code_spellings)
    variable = stata_variable(stored, _NONE, masked)
    dotted = {
        f".{code}" if isinstance(code, str) else code: label
        for code, label in variable.values.items()
    }
    labels = _labels(replace(variable, values=dotted))
    if as_text:
        return Expected(ColumnKind.TEXT, labels, ("",) * len(spellings))
    letters = stata_letters(stored)
    code_spellings = tuple(f".{letters[s]}" if s in letters else "" for s in spellings)
    return Expected(stored.kind, labels, code_spellings)


def _labels(variable: Variable) -> Labels:
    values = tuple((_spell(code), label) for code, label in variable.values.items())
    return Labels(variable.label, values, format=variable.format, measure=variable.measure)


def _spell(code: object) -> str:
    """Spell a code like the cells."""
    if isinstance(code, int | float):
        return code_of(float(code))
    return str(code)
