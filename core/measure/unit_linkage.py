"""Which whole units an intruder links who knows all of their members (manual: measures)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.array_types import Floats, Ints
from core.encode.unit_groups import group_units, units_by_size
from core.jobs import Job
from core.kernels.linkage.unit_linkage import UnitRecords, link_units
from core.measure.nominal_pairs import NominalPair
from core.measure.table import Pair

MOST_UNITS = 5_000
"""Of more units so many are drawn, with a fixed seed."""
_SEED = 225
# How far apart, in deviations, a question is that was asked of one member and not of the other.
_UNASKED = 10.0
# Units between two looks at whether the job is cancelled.
_AT_ONCE = 64


def shares_of_linked_units(
    unit: Ints,
    masked: Sequence[Pair],
    nominal: Sequence[NominalPair],
    groups: Ints,
    job: Job,
) -> Floats:
    """Compute the probability that each drawn unit is linked to its own released unit.

    An original unit is compared with all released units of as many members. Its distance is the
    least sum of squared distances of members that are matched one to one. Among the units that are
    nearest, and alike, one is taken at random.

    Parameters
    ----------
    unit : numpy.ndarray of int64, shape (n,)
        Unit of each record, numbered from 0 without gaps; readers see which records belong
        together.
    groups : numpy.ndarray of int, shape (n,)
        Group of each released record, equal for equal ones.

    Returns
    -------
    numpy.ndarray of float64, shape (drawn units,)
    """
    n_units = int(unit.max()) + 1
    is_drawn = np.ones(n_units, dtype=np.bool_)
    if n_units > MOST_UNITS:
        is_drawn[:] = False
        generator = np.random.default_rng(_SEED)
        is_drawn[generator.choice(n_units, MOST_UNITS, replace=False)] = True
    group_of_unit = group_units(unit, groups)
    squares = _squared_distances(nominal)
    job.start_phase("linking", int(np.count_nonzero(is_drawn)))
    shares = [np.empty(0)]
    for same in units_by_size(unit, np.argsort(unit, kind="stable").astype(np.int64)):
        chosen = same.rows[is_drawn[same.units]]
        _, first_units, group_of, sizes = np.unique(
            group_of_unit[same.units], return_index=True, return_inverse=True, return_counts=True
        )
        released = _unit_records(same.rows[first_units], masked, nominal, is_original=False)
        group_of = group_of[is_drawn[same.units]]
        for begin in range(0, len(chosen), _AT_ONCE):
            job.check()
            chunk = slice(begin, begin + _AT_ONCE)
            originals = _unit_records(chosen[chunk], masked, nominal, is_original=True)
            shares.append(link_units(originals, group_of[chunk], released, sizes, squares))
        job.update(sum(map(len, shares)))
    return np.concatenate(shares)


def _unit_records(
    rows: Ints, masked: Sequence[Pair], nominal: Sequence[NominalPair], *, is_original: bool
) -> UnitRecords:
    """Standardise the members of some units, shape (units, m), as linkage of records does.

    Only a question that was not asked is missing in the original and in the release; it has a
    column, or a category, of its own. Other missing values are the mean or mode.
    """
    points = np.zeros((*rows.shape, 2 * len(masked)))
    for x, pair in enumerate(masked):
        values, scale = pair.after[rows], pair.scale_after
        is_unasked = np.isnan(values)
        if is_original:
            values, scale = pair.before[rows], pair.scale_before
            is_unasked &= np.isnan(values)
        points[..., x] = np.nan_to_num(scale.apply(values), nan=0.0)
        points[..., len(masked) + x] = _UNASKED * is_unasked
    places = np.zeros((*rows.shape, len(nominal)), dtype=np.int64)
    for x, column in enumerate(nominal):
        categories = column.after[rows]
        is_unasked = categories < 0
        if is_original:
            categories = column.before.places[rows]
            is_unasked &= categories < 0
        mode = int(np.argmax(column.before.counts()))
        categories = np.where(categories < 0, mode, categories)
        places[..., x] = np.where(is_unasked, len(column.before.semantics), categories)
    in_order = np.sort(points, axis=1).reshape(len(rows), -1)
    return UnitRecords(points, in_order, places)


def _squared_distances(nominal: Sequence[NominalPair]) -> Floats:
    """Compute the squared distances of the categories of each column, shape (q, c, c).

    The place after all categories is that of a question that was not asked.
    """
    n_places = max((len(column.before.semantics) for column in nominal), default=0) + 1
    squares = np.full((len(nominal), n_places, n_places), _UNASKED**2)
    for x, column in enumerate(nominal):
        codes = column.before.semantics.codes
        squares[x, : len(codes), : len(codes)] = column.before.squares[codes]
        squares[x, len(codes), len(codes)] = 0.0
    return squares
