"""How many records an intruder links who knows three columns nearly (manual: measures)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, groupby

import numpy as np

from core.array_types import Floats, Ints
from core.encode import first_of_groups
from core.jobs import Job
from core.kernels.linkage.triple_linkage import link_by_triples
from core.kernels.numerics.grouping import Labels
from core.measure.nominal_pairs import NominalPair
from core.measure.table import Pair
from core.model import Direction, Measure, Schema

MOST_RECORDS = 2_000
"""Of more records so many are drawn."""
MOST_COLUMNS = 10
"""Of more columns those are combined that masking changed least."""
NEARNESS = 0.1
"""By how much of itself a known amount may be off."""
_SEED = 226


def linkage_by_triples(
    masked: Sequence[Pair],
    nominal: Sequence[NominalPair],
    schema: Schema,
    groups: Labels,
    job: Job,
) -> tuple[Measure, ...]:
    """Compute how many records three columns link at most.

    An intruder knows amounts to within `NEARNESS` of themselves, and other values exactly, and
    takes a record at random from the released groups that are nearest. At least one of the three
    columns is no category.

    Parameters
    ----------
    groups : numpy.ndarray of int, shape (n,)
        Group of each released record, numbered from 0 without gaps.
    """
    generator = np.random.default_rng(_SEED)
    records = np.arange(len(groups))
    if len(groups) > MOST_RECORDS:
        records = generator.choice(len(groups), MOST_RECORDS, replace=False, shuffle=False)
    first_records = first_of_groups(groups)
    points, released = _points_of(masked, nominal, schema, records, first_records, generator)
    unequal = np.zeros(points.shape[1])
    for x, column in enumerate(nominal, start=len(masked)):
        shares = column.before.counts() / max(1, int(column.before.counts().sum()))
        unequal[x] = 1.0 / max(1.0 - float((shares**2).sum()), 1.0 / len(groups))
    group_of_record = groups[records].astype(np.int64)
    columns = _find_closest(points, released[group_of_record], unequal, len(masked))
    shares_of_triples = list[Floats]()
    sizes = np.bincount(groups)
    for lead, chosen in groupby(combinations(columns, 3), key=lambda triple: triple[0]):
        job.check()
        if lead >= len(masked):
            continue
        order = np.argsort(released[:, lead])
        position_of_group = np.empty_like(order)
        position_of_group[order] = np.arange(len(order))
        linked = link_by_triples(
            points,
            position_of_group[group_of_record],
            released[order],
            sizes[order],
            np.array(list(chosen), dtype=np.int64),
            np.arange(len(unequal)) >= len(masked),
            unequal,
        )
        shares_of_triples.append(linked)
    if not shares_of_triples:
        return ()
    largest = 100.0 * float(np.concatenate(shares_of_triples).max())
    return (Measure("linkage-three", largest, "%", Direction.LOWER),)


def _points_of(
    masked: Sequence[Pair],
    nominal: Sequence[NominalPair],
    schema: Schema,
    records: Ints,
    first_records: Labels,
    generator: np.random.Generator,
) -> tuple[Floats, Floats]:
    """Standardise what is known of some records, and the first record of each group."""
    points = np.empty((len(records), len(masked) + len(nominal)))
    released = np.empty((len(first_records), points.shape[1]))
    for x, pair in enumerate(masked):
        values = pair.before[records]
        inaccuracy = generator.uniform(1 - NEARNESS, 1 + NEARNESS, len(records))
        scale = schema.named(pair.name).scale
        values = values * inaccuracy if scale is not None and scale.has_amounts else values
        points[:, x] = np.nan_to_num(pair.scale_before.apply(values), nan=0.0)
        released[:, x] = np.nan_to_num(pair.scale_after.apply(pair.after[first_records]), nan=0.0)
    for x, column in enumerate(nominal, start=len(masked)):
        points[:, x] = column.before.places[records]
        released[:, x] = column.after[first_records]
    return points, released


def _find_closest(points: Floats, released: Floats, unequal: Floats, n_numbers: int) -> list[int]:
    """Choose the columns in which known and released values of some records differ least."""
    squares = (points - released) ** 2
    squares[:, n_numbers:] = (squares[:, n_numbers:] > 0) * unequal[n_numbers:]
    least_changed = np.argsort(squares.mean(axis=0), kind="stable")[:MOST_COLUMNS]
    return sorted(least_changed.tolist())
