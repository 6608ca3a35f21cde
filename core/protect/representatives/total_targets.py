"""Which totals of numbers by category a release may come near.

Manual: methods#calibrated-categories.
"""

from __future__ import annotations

import numpy as np

from core.array_types import Bools, Ints
from core.conditions import Records
from core.conditions.dominance_condition import once_each
from core.conditions.group_amounts import (
    count_largest,
    excess,
    find_disclosing_groups,
    group_amounts,
)
from core.encode.unit_groups import first_records
from core.kernels.categories.target_cells import find_targets
from core.kernels.numerics.grouping import refine
from core.model import Dominance


def count_units(records: Records, cells: Ints, n_cells: int) -> Ints:
    """Count the units of each cell; shape (n_cells,).

    Parameters
    ----------
    cells : numpy.ndarray of int64, shape (n,)
        Cell of each record; -1: none.
    """
    units = records.units()
    observed = np.flatnonzero(cells >= 0)
    counted = cells[observed]
    if units is not None:
        counted = counted[first_records(refine(counted, units[observed]))]
    return np.bincount(counted, minlength=n_cells)


def have_few_units(records: Records, fewest: int, cells: Ints, n_cells: int) -> Bools:
    """Find the cells that have units, but fewer than are needed; shape (n_cells,)."""
    n_units = count_units(records, cells, n_cells)
    return np.asarray((n_units > 0) & (n_units < fewest))


def disclose_totals(
    records: Records, amounts: Ints, rule: Dominance, fewest: int, cells: Ints, n_cells: int
) -> Bools:
    """Find the cells whose total is of too few units or violates the rule; shape (n_cells,)."""
    with_amount = np.where(amounts != 0, cells, -1)
    n_units = count_units(records, with_amount, n_cells)
    is_dominated = _are_dominated(records, amounts, cells, n_cells, rule)
    return np.asarray((n_units > 0) & ((n_units < fewest) | is_dominated))


def find_total_targets(
    records: Records, amounts: Ints, cells: Ints, n_cells: int, rule: Dominance, fewest: int
) -> Bools:
    """Find the totals that may be targets, if what they leave of the file's total is safe, too.

    A total is safe if it has amounts of enough units and satisfies the rule. As many as are needed,
    those of the fewest units first, are withdrawn.

    Parameters
    ----------
    amounts : numpy.ndarray of int64, shape (n,)
        With their signs; weighted.
    cells : numpy.ndarray of int64, shape (n,)
        Cell of each record; -1: none.
    rule : PPercent or NK
        On the total of a cell.
    fewest : int
        Units that a total must have.

    Returns
    -------
    numpy.ndarray of bool, shape (n_cells,)
    """
    has_amount = amounts != 0
    n_units = count_units(records, np.where(has_amount, cells, -1), n_cells)
    is_dominated = _are_dominated(records, amounts, cells, n_cells, rule)
    n_units = np.where(is_dominated, np.minimum(n_units, fewest - 1), n_units)
    stated = np.ones(n_cells, dtype=np.bool_)
    is_target: Bools = find_targets(n_units[None], stated[:1], stated, fewest)[0]
    n_withdrawn = 1
    while is_target.any():
        rest = np.where((cells >= 0) & ~is_target[cells], 0, -1)
        if (
            not (has_amount & (rest == 0)).any()
            or not _are_dominated(records, amounts, rest, 1, rule).any()
        ):
            break
        targets = np.flatnonzero(is_target)
        smallest = targets[np.argsort(n_units[targets], kind="stable")[:n_withdrawn]]
        is_target[smallest] = False
        # Each time twice as many, so that many categories take few rounds.
        n_withdrawn *= 2
    return is_target


def find_disclosed(
    records: Records, amounts: Ints, cells: Ints, n_cells: int, rule: Dominance, fewest: int
) -> Bools:
    """Find the records of the largest units without which no total of a cell discloses any.

    Parameters are those of `find_total_targets`.

    Returns
    -------
    numpy.ndarray of bool, shape (n,)
    """
    cells = np.where(amounts != 0, cells, -1)
    is_disclosed = np.zeros(len(cells), dtype=np.bool_)
    is_disclosing = disclose_totals(records, amounts, rule, fewest, cells, n_cells)
    if not is_disclosing.any():
        return is_disclosed
    ranks, n_disclosed = _rank_units(records, amounts, cells), np.zeros(n_cells + 1, dtype=np.int64)
    while is_disclosing.any():
        # Each time twice as many, so that many units take few rounds.
        n_disclosed[:-1] += np.where(is_disclosing, np.maximum(n_disclosed[:-1], 1), 0)
        is_disclosed = ranks < n_disclosed[cells]
        cells_left = np.where(is_disclosed, -1, cells)
        is_disclosing = disclose_totals(records, amounts, rule, fewest, cells_left, n_cells)
    return is_disclosed


def _rank_units(records: Records, amounts: Ints, cells: Ints) -> Ints:
    """Count for each record the units of its cell that are larger than its own; shape (n,)."""
    units = records.units()
    parts = np.arange(len(cells)) if units is None else refine(cells, units)
    sizes, cell_of_part = np.bincount(parts, np.abs(amounts)), cells[first_records(parts)]
    order = np.lexsort((-sizes, cell_of_part))
    is_next_cell = np.diff(cell_of_part[order], prepend=-2) != 0
    is_smaller = is_next_cell | (np.diff(sizes[order], prepend=-1.0) != 0)
    places = np.arange(len(order))
    ranks = np.empty(len(order), dtype=np.int64)
    # Units of one size have one rank, so that no order of records decides.
    first_places = (
        np.maximum.accumulate(np.where(b, places, 0)) for b in (is_smaller, is_next_cell)
    )
    ranks[order] = np.subtract(*first_places)
    return ranks[parts]


def _are_dominated(
    records: Records, amounts: Ints, cells: Ints, n_cells: int, rule: Dominance
) -> Bools:
    """Find the cells whose total would disclose the amount of a unit."""
    # Records without a cell have the one behind the last.
    labels, signed = np.where(cells < 0, n_cells, cells), amounts.astype(np.float64)
    sizes, cell_of_size = once_each(records, np.abs(signed), labels)
    largest = group_amounts(sizes, cell_of_size, n_cells + 1, count_largest(rule))
    is_dominated = excess(largest, rule) > 0
    if (amounts < 0).any():
        is_dominated[find_disclosing_groups(*once_each(records, signed, labels), rule)] = True
    return np.asarray(is_dominated[:n_cells])
