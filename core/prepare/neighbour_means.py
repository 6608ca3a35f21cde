"""The step that replaces numbers by means of the nearest values."""

from __future__ import annotations

import numpy as np

from core.array_types import Floats, Ints
from core.kernels.numerics.sums import exact_sum
from core.model import Column, ColumnKind, Dataset
from core.model.preparing import Average
from core.prepare.number_steps import judge_mean, numbers_of, round_mean
from core.prepare.recoded_cells import refuse, with_integers, with_numbers


def average_neighbours(
    column: Column,
    step: Average,
    dataset: Dataset,
    field: str,
    units: Ints | None = None,
    weights: Floats | None = None,
) -> Column:
    """Replace numbers by the means of groups of neighbours in the order of size.

    From the smallest value on, a group ends where it has the values of enough units and its mean
    would disclose none of them. Equal values are never in two groups.

    Parameters
    ----------
    units : numpy.ndarray of int64, shape (n,), optional
        Unit of each record; without it each record is one.
    weights : numpy.ndarray of float64, shape (n,), optional
        Survey weights, by which means keep the total of the file.

    Raises
    ------
    Refused
        If not even one group of all values is large enough and hides each of them.
    """
    values = numbers_of(column, dataset, field)
    present = np.flatnonzero(~column.missing)
    order = present[np.argsort(values[present], kind="stable")]
    units = np.arange(len(values), dtype=np.int64) if units is None else units
    weights = np.ones(len(values)) if weights is None else weights
    ends = _ends_of_groups(values[order], (values * weights)[order], units[order], step.of)
    if not ends:
        raise refuse("prepare-average-few", column.name, field, of=step.of)
    averaged, begin = values.copy(), 0
    for end in ends:
        group = order[begin:end]
        if values[group[0]] != values[group[-1]]:
            total = float(exact_sum(values[group] * weights[group]))
            averaged[group] = round_mean(total / float(exact_sum(weights[group])), column)
        begin = end
    if column.kind is ColumnKind.INTEGER:
        integers = column.values.astype(np.int64)
        integers[order] = averaged[order].astype(np.int64)
        return with_integers(column, integers)
    return with_numbers(column, averaged)


def _ends_of_groups(values: Floats, amounts: Floats, units: Ints, fewest: int) -> list[int]:
    """Cut ascending values into groups; list where each ends, none if there is no such group."""

    def is_hidden(begin: int, end: int) -> bool:
        return not judge_mean(amounts[begin:end], units[begin:end])[1]

    ends, begin, units_seen = list[int](), 0, set[int]()
    runs = np.append(np.flatnonzero(np.diff(values)) + 1, len(values)).tolist()
    first = 0
    for end in runs if len(values) else ():
        units_seen.update(units[first:end].tolist())
        first = end
        if len(units_seen) >= fewest and is_hidden(begin, end):
            ends.append(end)
            begin, units_seen = end, set()
    # What is left over joins the group before it, and both the next one if they disclose a value.
    if ends and ends[-1] < len(values):
        ends[-1] = len(values)
        while ends and not is_hidden(ends[-2] if len(ends) > 1 else 0, ends[-1]):
            ends.pop()
            if ends:
                ends[-1] = len(values)
    return ends
