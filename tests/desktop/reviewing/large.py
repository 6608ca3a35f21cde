"""A table as long as those of large surveys."""

from __future__ import annotations

import numpy as np

from core.jobs import Job
from core.model import Column, ColumnKind
from desktop_app.presenters.before_after import BeforeAfter, PairedRecords, compare_columns


def large_table(rows: int, columns: int) -> BeforeAfter:
    """Return `rows` records of whole numbers, every second of which changes in each column."""
    random = np.random.default_rng(5)
    gone = np.zeros(rows, dtype=bool)
    names = [f"C{i}" for i in range(columns)]
    values = [random.integers(0, 100_000, rows) for _ in names]
    before = {n: Column(n, ColumnKind.INTEGER, v, gone) for n, v in zip(names, values, strict=True)}
    after = {
        n: Column(n, ColumnKind.INTEGER, v + np.arange(rows) % 2, gone)
        for n, v in zip(names, values, strict=True)
    }
    known = PairedRecords(frozenset(names), np.arange(rows) + 2, np.arange(rows) + 1, True, 0)
    return compare_columns(before, after, known, Job())
