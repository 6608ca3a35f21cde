"""Counts again, in a file read back from disk, what it promises."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.errors import Problem, Where
from core.measure import count_k, count_t
from core.model import (
    Column,
    ColumnKind,
    Dataset,
    Method,
    Schema,
    Verification,
)
from core.pipeline.promise import broken_promises


def recount(
    found: Dataset, written: Sequence[Column], schema: Schema, method: Method
) -> Verification:
    """Count k and t in the file read back, and compare every cell with what was to be written.

    Parameters
    ----------
    found : Dataset
        The file, read back.
    written : sequence of Column
        The table in memory, in the order in which it was written.
    schema : Schema
        What the columns mean.
    method : Method
        Resolved; what it promises is held against the counts.
    """
    k, t = count_k(found.columns, schema), count_t(found.columns, schema)
    differences = _differences(found.columns, written)
    return Verification(
        rows=found.rows,
        columns=len(found.columns),
        same_table=not differences,
        k=k,
        t=t,
        problems=(*differences, *broken_promises(method, k, t)),
    )


def _differences(found: Sequence[Column], written: Sequence[Column]) -> tuple[Problem, ...]:
    if [column.name for column in found] != [column.name for column in written]:
        return (Problem("release-columns-differ"),)
    if found and len(found[0]) != len(written[0]):
        params = {"found": len(found[0]), "written": len(written[0])}
        return (Problem("release-rows-differ", params=params),)
    return tuple(
        Problem("release-cells-differ", Where(one.name), {"count": count})
        for one, other in zip(found, written, strict=True)
        if (count := _unequal_cells(one, other))
    )


def _unequal_cells(one: Column, other: Column) -> int:
    """Return how many cells differ; columns of different kinds differ everywhere."""
    if one.kind is not other.kind:
        return len(one)
    same = one.missing == other.missing
    present = ~one.missing & ~other.missing
    same[present] &= one.values[present] == _in_codes_of(one, other)[present]
    return int(np.count_nonzero(~same))


def _in_codes_of(one: Column, other: Column) -> NDArray[np.generic]:
    """Return the values of `other`; texts by the code that `one` has for them, or -2."""
    if other.kind is not ColumnKind.TEXT:
        return other.values
    codes = {text: code for code, text in enumerate(one.categories)}
    known = np.array([codes.get(text, -2) for text in other.categories] + [-1], dtype=np.int64)
    return known[other.values]
