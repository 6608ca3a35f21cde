"""The core of a release, from which its records were drawn: a CSV file in the internal half."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.io import write
from core.jobs import Job
from core.model import Column, ColumnKind, FileKind, ReadOptions, Role, Schema
from core.pipeline.seal.read_back import Layout, read_back


def core_columns(columns: Sequence[Column], schema: Schema) -> tuple[Column, ...]:
    """Choose the columns of a core: all quasi-identifiers, and the record's number in the run.

    Its lines are those of the protected file. Records are drawn in the order of the run, which
    their numbers give back.
    """
    masked = {attribute.name for attribute in schema.with_role(Role.QUASI_IDENTIFIER)}
    chosen = [replace(column, spellings=None) for column in columns if column.name in masked]
    numbers = np.arange(len(columns[0]), dtype=np.int64)
    none_missing = np.zeros(len(numbers), dtype=np.bool_)
    name = number_column(masked)
    return (*chosen, Column(name, ColumnKind.INTEGER, numbers, none_missing))


def number_column(masked: Collection[str]) -> str:
    """Name the column of a core that numbers records, unlike all others."""
    name = "record"
    while name in masked:
        name += "_"
    return name


def write_core(
    columns: Sequence[Column], path: Path, order: NDArray[Any], options: ReadOptions, job: Job
) -> tuple[Column, ...]:
    """Write the columns of a core, and read them back."""
    write(columns, path, FileKind.CSV, order, frozenset(c.name for c in columns), options, job)
    return read_core(path, columns, options, job)


def read_core(
    path: Path, columns: Sequence[Column], options: ReadOptions, job: Job
) -> tuple[Column, ...]:
    """Read a core with columns of the same kinds as `columns`."""
    kinds = {column.name: column.kind for column in columns}
    formats = {c.name: c.date_format for c in columns if c.kind is ColumnKind.DATE}
    return tuple(read_back(path, Layout(FileKind.CSV, options, kinds, formats), job).columns)


def with_core(columns: Sequence[Column], core: Sequence[Column]) -> tuple[Column, ...]:
    """Put the columns of a core in the place of the drawn ones."""
    by_name = {column.name: column for column in core}
    return tuple(by_name.get(column.name, column) for column in columns)
