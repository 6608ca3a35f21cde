"""What a run on disk was like, column by column, for those who look at it afterwards.

The records themselves are gone when the scratch folder is. What is kept here is small whatever
their number. Internal: it never becomes part of a release.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from core.io.scratch.disk_columns import StoredTable
from core.jobs import Job
from core.measure import MOST_CORRELATED, Correlations, Described, Distribution
from core.model import Attribute, Column, ColumnKind, Plan, Role
from core.pipeline.out_of_core.measuring.described_columns import (
    LongColumnPair,
    LongNumbers,
    long_pair,
)
from core.pipeline.weight_cautions import is_weight

DESCRIBING_PHASE = "describing"

Floats = NDArray[np.float64]

# In units of the file's variance; less than this is rounding.
_CONSTANT = 1e-12


@dataclass(frozen=True, slots=True, eq=False)
class Overview:
    """The released columns before and after.

    Attributes
    ----------
    attributes : tuple of Attribute
        The released columns but for numbers of units, which are others in each release.
    heads : Mapping of str to Column
        Each of them in the original without its records; a column of numbers has its least and its
        largest value.
    distributions : Mapping of str to Distribution
        Their values in common bins.
    correlated : Correlations
        Of the first `MOST_CORRELATED` columns of numbers.
    """

    attributes: tuple[Attribute, ...]
    heads: Mapping[str, Column]
    described: tuple[Described, ...]
    distributions: Mapping[str, Distribution]
    correlated: Correlations
    weight: str | None


def look_over(plan: Plan, before: StoredTable, after: StoredTable, job: Job) -> Overview:
    """Describe the columns of a table before and after, as the step Results does in memory.

    Parameters
    ----------
    before, after : StoredTable
        The records that are released, in the same order.
    job : Job
        Enters the phase `DESCRIBING_PHASE`; can be cancelled.
    """
    schema, project = plan.project.schema, plan.project
    attributes = tuple(
        attribute
        for attribute in (schema.named(column.name) for column in after.columns)
        if attribute.role is not Role.LINK
    )
    job.start_phase(DESCRIBING_PHASE, 2 * len(attributes) + 1)
    pairs = []
    for attribute in attributes:
        name = attribute.name
        pairs.append(long_pair(attribute, before.named(name), after.named(name), job))
        job.update(len(pairs))
    weighing = [pair for pair in pairs if is_weight(project, pair.after.head)]
    weights = weighing[0].numbers if weighing else None
    described, distributions = [], {}
    for pair in pairs:
        described.append(pair.described(weights))
        distributions[pair.attribute.name] = pair.distribution()
        job.update(len(pairs) + len(described))
    numeric = [pair for pair in pairs if pair.is_numeric][:MOST_CORRELATED]
    return Overview(
        attributes,
        {pair.attribute.name: _head_of(pair) for pair in pairs},
        tuple(described),
        distributions,
        long_correlations(numeric, job),
        weighing[0].attribute.name if weighing else None,
    )


def _head_of(pair: LongColumnPair) -> Column:
    """Return the column without records, or with the extremes of its numbers."""
    head = pair.before.head
    if pair.numbers is None or head.kind is ColumnKind.TEXT or not pair.numbers[0].count:
        return head
    one = pair.numbers[0]
    extremes = head.values[:0].copy()
    extremes.resize(2)
    extremes[:] = one.least, one.most
    return replace(head, values=extremes, missing=np.zeros(2, np.bool_))


def long_correlations(pairs: Sequence[LongColumnPair], job: Job) -> Correlations:
    """Return the correlations of numeric columns, each over the records with both values."""
    names = tuple(pair.attribute.name for pair in pairs)
    sides = [[pair.numbers[at] for pair in pairs if pair.numbers] for at in (0, 1)]
    before, after = (_correlated(side, job) for side in sides)
    return Correlations(names, before, after)


def _correlated(columns: Sequence[LongNumbers], job: Job) -> Floats:
    size = len(columns)
    # Of each pair: records, sums of the one and of its squares where the other is known, products.
    records, sums, squares, products = (np.zeros((size, size)) for _ in range(4))
    for values in job.each(_standardised(columns)):
        seen = (~np.isnan(values)).astype(np.float64)
        known = np.nan_to_num(values, nan=0.0)
        records += seen @ seen.T
        sums += known @ seen.T
        squares += known**2 @ seen.T
        products += known @ known.T
    with np.errstate(invalid="ignore", divide="ignore"):
        means = sums / records
        spread = squares / records - means**2
        spread[spread < _CONSTANT] = np.nan
        found = (products / records - means * means.T) / np.sqrt(spread * spread.T)
    found[records < 2] = np.nan
    return np.clip(found, -1.0, 1.0)


def _standardised(columns: Sequence[LongNumbers]) -> Iterator[Floats]:
    """Yield the standardised values of all columns, a part at a time, shape (columns, records)."""
    for parts in zip(*(column.parts() for column in columns), strict=True):
        each = zip((column.standard for column in columns), parts, strict=True)
        # A constant column has no deviation: its values are 0, and NaN where missing.
        yield np.array([(values - own.mean) / (own.deviation or 1.0) for own, values in each])
