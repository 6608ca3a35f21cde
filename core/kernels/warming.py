"""Compiles ahead of their first use the kernels that no run on a few records needs.

`core.pipeline.warming` goes through them and compiles all others by running every method.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from types import MappingProxyType

import numpy as np

from core.kernels.blocks.cluster_descent import ClusterDescent
from core.kernels.blocks.cluster_table import table_of
from core.kernels.blocks.clusters_by_job import ClustersByJob, reorder
from core.kernels.blocks.cuts import find_blocks, plan_cuts
from core.kernels.blocks.sorting import sort_places
from core.kernels.categories.categories import Categories
from core.kernels.categories.settle_ties import middle_categories
from core.kernels.closeness.emd import sort_records
from core.kernels.improvement.refine import Refine
from core.kernels.linkage.unit_linkage import UnitRecords, link_units
from core.kernels.microaggregation.buckets import BucketClusters
from core.kernels.microaggregation.mdav import Mdav
from core.kernels.microaggregation.mixed_mdav import MixedMdav
from core.kernels.microaggregation.v_mdav import VMdav
from core.kernels.numerics.agreement import count_agreeing, find_extremes
from core.kernels.numerics.amount_shapes import (
    are_multiples,
    correlation_with_place,
    count_amounts,
    has_many_sizes,
    most_significant_digits,
)
from core.kernels.numerics.assignment import assign_each
from core.kernels.numerics.first_records import note_first_records
from core.kernels.numerics.grouping import Labels, read_only, refine
from core.kernels.numerics.largest_amounts import take_largest
from core.kernels.numerics.part_sums import sums_of_parts
from core.kernels.numerics.products import mean_of_products
from core.kernels.numerics.record_hashes import are_like_leaders, mix_cells_into
from core.kernels.numerics.signed_totals import find_disclosing_totals
from core.kernels.numerics.sums import weighted_group_means
from core.kernels.privacy import discrete_laplace
from core.kernels.privacy.exponential_choice import choose_of_groups
from core.kernels.privacy.gridding import find_nearest_steps
from core.kernels.privacy.isotonic import fit_isotonic
from core.kernels.privacy.shuffling import choose_heaps, deal_into_heaps, shuffle_heaps
from core.kernels.privacy.tree_sampling import sample_columns
from core.kernels.risk.individual_risk import approximate_risk, exact_risk
from core.kernels.risk.lone_records import alone_by_hash, alone_in_table

_RECORDS = 24


def _points() -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    return np.linspace(0.0, 1.0, 2 * _RECORDS).reshape(_RECORDS, 2)


def _groups() -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.arange(_RECORDS, dtype=np.int64) // 3


def _finish(step: Callable[[int], tuple[int, bool]]) -> None:
    while not step(1000)[1]:
        pass


def _sums() -> None:
    column = np.ascontiguousarray(_points()[:, 0])
    for part_sum in sums_of_parts(lambda: [(column,)]):
        part_sum.total()
        part_sum.mean()
    start, places = sort_places(_groups(), _RECORDS // 3)
    take_largest(column, start, places, np.zeros((len(start) - 1, 2)), np.zeros(len(start) - 1))
    find_disclosing_totals(np.sort(column), start[[0, -1]], 0.1)
    for kind in ("int32", "int64"):
        labels: Labels = _groups().astype(kind)
        weighted_group_means(column, column + 1.0, labels, _RECORDS)
        note_first_records(read_only(labels), 0, labels.copy(), 0)
    for first, second in product((column, read_only(column)), repeat=2):
        mean_of_products(first, second, (0.0, 1.0, 0.0), (0.0, 1.0, 0.0))
    most_significant_digits(column)
    for numbers in (column, read_only(column)):
        count_amounts(numbers)
        are_multiples(numbers, 1.0, 1.0, True, 0)
    amounts = read_only(column)
    has_many_sizes(amounts, 1)
    correlation_with_place(_groups(), np.ones(_RECORDS, dtype=np.bool_))


def _middle_categories() -> None:
    order, begin = sort_records(_groups(), _groups(), _RECORDS // 3, _RECORDS // 3)
    middle_categories(order, begin, _groups(), np.ones(_RECORDS, dtype=np.int64))


def _grouping() -> None:
    for labels, keys in product((np.int32, np.int64), repeat=2):
        refine(_groups().astype(labels), _groups().astype(keys))
        count_agreeing(_groups().astype(labels), _groups().astype(keys), _RECORDS)
        find_extremes(_groups().astype(labels), np.zeros(_RECORDS), _RECORDS)
        none_missing = np.zeros(_RECORDS, dtype=np.bool_)
        mix_cells_into(
            np.zeros(_RECORDS, np.uint64), _groups().astype(keys), none_missing, 0, False
        )
        are_like_leaders(_groups().astype(labels), _groups().astype(keys), none_missing, 0, False)


def _risk() -> None:
    # Wide labels are products of the numbers of categories.
    for labels in (_groups(), _groups().astype(np.int32)):
        codes = _groups().astype(np.int32)
        alone_in_table(labels, codes, _RECORDS, _RECORDS * _RECORDS)
        alone_by_hash(labels, codes, _RECORDS)
    sizes, p = np.array([1, 2, 3, 3]), np.array([0.1, 0.1, 0.1, 0.9])
    approximate_risk(sizes, p)
    exact_risk(sizes, p)


def _linkage() -> None:
    members = _points().reshape(-1, 3, 2)
    places = np.zeros((len(members), 3, 1), dtype=np.int64)
    units = UnitRecords(members, members.reshape(len(members), -1), places)
    group_of = np.arange(len(members), dtype=np.int64)
    link_units(units, group_of, units, np.ones_like(group_of), np.zeros((1, 1, 1)))
    assign_each(np.zeros((1, 3, 3)))


def _mdav() -> None:
    # By the tree, and by passes over all records once alone and once together.
    _finish(Mdav(_points(), 3, small=0, excess_limit=1 << 60).step)
    _finish(Mdav(_points(), 3, threads=1).step)
    _finish(Mdav(_points(), 3, threads=2, worthwhile=0).step)


def _blocks() -> None:
    table = table_of(_points(), _groups())
    table.total()
    for numbers in (_groups(), _groups().astype(np.int32)):
        _, records = sort_places(numbers, len(table.sizes))
    clusters = ClustersByJob(records, table.sizes)
    clusters.arrange(np.zeros_like(table.sizes), table.sizes)
    for kind in (np.uint16, np.int32):
        reorder(clusters.of(range(1))[1], np.arange(_RECORDS, dtype=kind))
    find_blocks(_points(), plan_cuts(_points(), _RECORDS, _RECORDS // 2))
    _finish(ClusterDescent(_points(), _groups(), 3, range(1, 2)).step)


def _chance() -> None:
    words = np.arange(1, 65, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    drawn, begins = np.zeros(2, dtype=np.int64), np.array([0, 1, 2], dtype=np.int64)
    discrete_laplace.fill_with_noise(words, 0, 3, 2, drawn, 0)
    table = np.array([[0, 1], [1, 0]], dtype=np.int64)
    choose_of_groups(words, 0, drawn * 0, begins, table, 1, 2, drawn, 0)
    find_nearest_steps(np.zeros(2), 0.0, 1.0, 1)
    heaps = np.zeros(2, dtype=np.uint16)
    choose_heaps(words, 0, 1, heaps, 0)
    for values in (drawn, drawn.astype(np.int32)):
        shuffle_heaps(words, 0, values, deal_into_heaps(values, heaps, values.copy(), 1), 0)
    sample_columns(words, 0, np.zeros(2, dtype=np.int64), np.cumsum(table + 1, axis=1), drawn, 0)
    fit_isotonic(np.array([1.0, 0.0]), np.ones(2))


def _categories() -> tuple[Categories, ...]:
    """Build a flat list of three categories below a root, as `core.encode` makes them."""
    codes = np.array([[0, 1, 1, 1], [1, 0, 2, 2], [1, 2, 0, 2], [1, 2, 2, 0]], dtype=np.uint16)
    codes.flags.writeable = False
    places = 1 + np.arange(_RECORDS, dtype=np.int64) % 3
    powers = np.array([[0, 0], [-1, 1], [-1, 1]], dtype=np.int64)
    ancestors = np.array([0, 0, 1, 0, 2, 0, 3], dtype=np.int32)
    begin = np.array([0, 1, 3, 5, 7], dtype=np.int64)
    allowed, squares = np.ones(4, dtype=np.bool_), np.array([0.0, 0.5, 1.0])
    return (Categories(places, codes, squares, powers, np.ones(2), begin, ancestors, allowed),)


PIECES: Mapping[str, Callable[[], None]] = MappingProxyType(
    {
        "large-mdav": _mdav,
        "large-buckets": lambda: _finish(
            BucketClusters(
                _points(), np.arange(_RECORDS, dtype=np.int64), 3, small=0, excess_limit=1 << 60
            ).step
        ),
        "large-v-mdav": lambda: _finish(
            VMdav(_points(), 3, 0.2, small=0, excess_limit=1 << 60).step
        ),
        "large-mixed-mdav": lambda: _finish(
            MixedMdav(_points(), _categories(), 3, small=0, excess_limit=1 << 60).step
        ),
        "sums": _sums,
        "middle-categories": _middle_categories,
        "grouping": _grouping,
        # Enough moves for all of its parts.
        "annealing": lambda: _finish(Refine(_points(), _groups(), 3, 100 * _RECORDS).step),
        "blocks": _blocks,
        "chance": _chance,
        "linkage": _linkage,
        "risk": _risk,
    }
)
"""What only large files, blocks, weights, the improvement step, noise, units or risk needs."""
