"""Finds numbers of units that start again in each cluster, such as households in a village.

Household surveys of most countries number a household by its cluster and a number within it (MICS,
DHS, LSMS). Neither column alone numbers anything: their pair does, or three of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from core.array_types import Ints
from core.encode.record_groups import group_records
from core.encode.rows import take
from core.encode.unit_groups import first_records
from core.inspect.profiling import name_words
from core.inspect.profiling.known_variables import Clue
from core.inspect.profiling.name_clues import clue_of
from core.inspect.profiling.name_words import matches_words
from core.inspect.profiling.unit_names import UnitName, is_wave_name, unit_name
from core.inspect.structure.column_values import is_constant_within
from core.kernels.numerics.grouping import refine
from core.model import Column, ColumnKind

_FEWEST_UNITS = 20
_LARGEST_MEAN = 20.0
_LEAST_REPEATED = 0.05
# A number that starts again in each cluster occurs in many; one of the whole file in a single one.
_LEAST_GROWTH = 2.0
# Longer labels are questions, in which "household" and "number" may be any words.
_LONGEST_LABEL = 5
# Whether columns can number blocks is seen in the first records.
_SAMPLED_RECORDS = 2000
_LEAST_ADJACENT = 0.5
# Without names, so many columns must be constant in blocks, or count their records from 1.
_LEAST_EVIDENCE = 2
_MOST_PLACES = 6
_STRUCTURES = "struct* building* compound* plot parcel*"


def find_joint_numbers(columns: Sequence[Column], has_unit: bool) -> tuple[tuple[Column, ...], ...]:
    """Find two or three columns that number units together, though none of them does alone.

    Parameters
    ----------
    has_unit : bool
        Whether a single column probably numbers units; then only names decide.

    Returns
    -------
    tuple of tuple of Column
        At most one: the clusters first, the number within them last.
    """
    if not len(columns) or not len(columns[0]):
        return ()
    keys = _find_named(columns) or (() if has_unit else _find_blocks(columns))
    return (keys,) if keys else ()


def _find_named(columns: Sequence[Column]) -> tuple[Column, ...]:
    """Find the number of a household or firm, with the cluster or place in which it counts."""
    inner = [c for c in columns if _unit_name(c) in (UnitName.UNIT, UnitName.UNIT_NUMBER)]
    outer = [c for c in columns if c not in inner and _is_place(c)] if inner else []
    for number in inner:
        number_labels = group_records([number])
        fewest = _LEAST_GROWTH * _count_groups(number_labels)
        places = [
            outer_column
            for outer_column in outer
            if _count_groups(refine(number_labels, group_records([outer_column]))) >= fewest
        ]
        pairs, triples = combinations(places, 1), combinations(places[:_MOST_PLACES], 2)
        for clusters in (*pairs, *triples):
            keys = (*clusters, number)
            labels = group_records(keys)
            if _has_sizes_of_units(labels) and (
                _is_consecutive(labels) or _count_constant_in(labels, columns, keys)
            ):
                return keys
    return ()


def _find_blocks(columns: Sequence[Column]) -> tuple[Column, ...]:
    """Find columns that number consecutive blocks, from the start again in each larger block."""
    sampled_rows = np.arange(min(len(columns[0]), _SAMPLED_RECORDS))
    samples = [take(c, sampled_rows) for c in columns if not is_wave_name(c.name)]
    samples = [c for c in samples if c.kind is not ColumnKind.NUMBER and not c.missing.any()]
    columns_by_name = {column.name: column for column in columns}
    for sampled in _list_nested_blocks(samples):
        keys = tuple(columns_by_name[column.name] for column in sampled)
        labels = group_records(keys)
        evidence = _count_constant_in(labels, columns, keys) + _has_line_number(labels, columns)
        if (
            evidence >= _LEAST_EVIDENCE
            and _has_sizes_of_units(labels)
            and _is_consecutive(labels)
            and _count_groups(labels) >= _LEAST_GROWTH * _count_groups(group_records(keys[-1:]))
        ):
            return keys
    return ()


def _list_nested_blocks(columns: Sequence[Column]) -> Iterator[tuple[Column, ...]]:
    """Yield the pairs and triples of columns that number nested blocks."""
    blocks = [(c, group_records([c])) for c in columns]
    blocks = [(c, labels) for c, labels in blocks if 1 < _count_groups(labels) < len(labels)]
    outer: list[tuple[tuple[Column, ...], Ints]]
    outer = [((c,), labels) for c, labels in blocks if _is_consecutive(labels)]
    for _ in range(2):
        finer: list[tuple[tuple[Column, ...], Ints]] = []
        for keys, labels in outer:
            for number, number_labels in blocks:
                pair_labels = refine(labels, number_labels)
                n_pairs = _count_groups(pair_labels)
                if number in keys or not _count_groups(labels) < n_pairs < len(labels):
                    continue
                if _is_consecutive(pair_labels) and _counts_up(number, labels):
                    finer.append(((*keys, number), pair_labels))
        yield from (keys for keys, _ in finer)
        outer = finer


def _counts_up(number: Column, labels: Ints) -> bool:
    """Check whether integers rise, mostly by 1, within each block of records."""
    if number.kind is not ColumnKind.INTEGER:
        return False
    steps = np.diff(number.values)[labels[1:] == labels[:-1]]
    rises = steps[steps > 0]
    return len(rises) > 0 and bool(np.all(steps >= 0) and np.mean(rises == 1) >= _LEAST_ADJACENT)


def _has_line_number(labels: Ints, columns: Sequence[Column]) -> bool:
    """Check whether a column counts the records of each group from the same number on."""
    first = first_records(labels)
    position = np.arange(len(labels)) - first[labels]
    integer_columns = [c for c in columns if c.kind is ColumnKind.INTEGER and not c.missing.any()]
    return any(np.all(c.values - position == c.values[0]) for c in integer_columns)


def _count_constant_in(labels: Ints, columns: Sequence[Column], keys: Sequence[Column]) -> int:
    """Count the columns with one value in each group, though not in those by one key alone."""
    first = first_records(labels)[labels]
    labels_by_key = [group_records([key]) for key in keys]
    leaders = [first_records(coarse)[coarse] for coarse in labels_by_key]
    return sum(
        is_constant_within(column, first)
        and not any(is_constant_within(column, leader) for leader in leaders)
        for column in columns
        if column not in keys
    )


def _count_groups(labels: Ints) -> int:
    return int(labels.max(initial=-1)) + 1


def _is_consecutive(labels: Ints) -> bool:
    """Check whether the records of each group follow one another."""
    return int(np.count_nonzero(labels[1:] != labels[:-1])) + 1 == _count_groups(labels)


def _has_sizes_of_units(labels: Ints) -> bool:
    sizes = np.bincount(labels)
    repeated = int(sizes[sizes > 1].sum())
    return (
        len(sizes) >= _FEWEST_UNITS
        and repeated >= _LEAST_REPEATED * len(labels)
        and len(labels) <= _LARGEST_MEAN * len(sizes)
    )


def _unit_name(column: Column) -> UnitName:
    """Judge a column by its name or a short label, whichever is clearer."""
    label = column.labels.variable
    by_label = unit_name(label) if 0 < len(label.split()) <= _LONGEST_LABEL else UnitName.OTHER
    return max(unit_name(column.name), by_label)


def _is_place(column: Column) -> bool:
    """Check whether name or label indicate a cluster, a sampling unit or a place."""
    names = f"{column.name} {column.labels.variable}"
    return clue_of(column.name, names, firms=False) is Clue.DESIGN or matches_words(
        names, f"{name_words.DESIGN} {name_words.PLACE} {_STRUCTURES}"
    )
