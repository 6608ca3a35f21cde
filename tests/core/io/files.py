"""Writes small files and reads them back."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.errors import Problem, Refused
from core.io import read, write
from core.jobs import Job
from core.messages import sentence
from core.model import Column, ColumnKind, Dataset, FileKind, ReadOptions, Source


def csv(folder: Path, content: str | bytes, name: str = "table.csv") -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    return path


def read_file(
    path: Path,
    options: ReadOptions | None = None,
    kind: FileKind = FileKind.CSV,
    as_text: frozenset[str] = frozenset(),
) -> Dataset:
    return read(Source(str(path), kind, options or ReadOptions()), Job(), as_text)


def read_cells(folder: Path, *cells: str, missing: tuple[str, ...] = ("",)) -> Column:
    """Read one column of the given cells, beside one that keeps all rows."""
    lines = "".join(f"{i},{cell}\n" for i, cell in enumerate(cells))
    path = csv(folder, f"row,x\n{lines}")
    return read_file(path, ReadOptions(missing=missing)).column("x")


def shown(column: Column) -> list[object]:
    """Return the cells as plain Python values, ``None`` where missing."""
    if column.kind is ColumnKind.TEXT:
        cells = [column.categories[v] if v >= 0 else None for v in column.values.tolist()]
    else:
        cells = column.values.tolist()
    return [None if m else c for c, m in zip(cells, column.missing.tolist(), strict=True)]


def write_file(
    columns: list[Column] | tuple[Column, ...],
    path: Path,
    kind: FileKind = FileKind.CSV,
    options: ReadOptions | None = None,
    masked: frozenset[str] = frozenset(),
) -> Path:
    write(columns, path, kind, None, masked, options or ReadOptions(), Job())
    return path


def refusal(
    path: Path, options: ReadOptions | None = None, kind: FileKind = FileKind.CSV
) -> Problem:
    """Read a file that must be refused; its one problem must have a sentence."""
    with pytest.raises(Refused) as caught:
        read_file(path, options, kind)
    (problem,) = caught.value.problems
    assert sentence(problem).endswith(".")
    return problem


def numbers(name: str, values: list[float]) -> Column:
    return Column(name, ColumnKind.NUMBER, np.array(values), np.zeros(len(values), dtype=np.bool_))
