"""Compares the cells of a file read back with those that were written."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.errors import Problem, Where
from core.model import Column, ColumnKind


def cell_differences(found: Sequence[Column], written: Sequence[Column]) -> tuple[Problem, ...]:
    """Return problems for the columns, in order, whose cells differ from those written."""
    if [column.name for column in found] != [column.name for column in written]:
        return (Problem("release-columns-differ"),)
    if found and len(found[0]) != len(written[0]):
        params = {"found": len(found[0]), "written": len(written[0])}
        return (Problem("release-rows-differ", params=params),)
    problems = []
    for one, other in zip(found, written, strict=True):
        unequal = len(one)
        if one.kind is other.kind:
            values = other.values
            if other.kind is ColumnKind.TEXT:
                # Texts as indices into the categories of `one`, or -2.
                codes = {text: code for code, text in enumerate(one.categories)}
                known = [codes.get(text, -2) for text in other.categories]
                values = np.array([*known, -1], dtype=np.int64)[values]
            same = one.missing == other.missing
            present = ~one.missing & ~other.missing
            same[present] &= one.values[present] == values[present]
            unequal = int(np.count_nonzero(~same))
        if unequal:
            problems.append(Problem("release-cells-differ", Where(one.name), {"count": unequal}))
    return tuple(problems)
