"""Writes an XLSX workbook of one sheet."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.errors import Problem
from core.jobs import Job
from core.model import Column, ReadOptions


def write_xlsx(
    columns: Sequence[Column],
    path: Path,
    order: NDArray[np.int64],
    masked: frozenset[str],
    options: ReadOptions,
    job: Job,
) -> tuple[Problem, ...]:
    """Write a workbook; see `core.io.writing.write`."""
    raise NotImplementedError(columns, path, order, masked, options, job)
