"""The category that lies in the middle of a cluster, column by column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from core.array_types import Floats, Ints, Words
from core.conditions import Records
from core.encode import category_places, column_of_places, numbers, semantics_of
from core.encode.marginality import find_tied_categories
from core.jobs import Job
from core.kernels.categories.settle_ties import middle_categories, settle, whole_weights
from core.kernels.closeness.emd import sort_records
from core.model import Attribute, Column, ColumnKind, Scale, Step
from core.protect.representatives.representative import CategoryRepresentative


class TypicalCategories(CategoryRepresentative):
    """The middle category of an order, the least marginal one without, column by column."""

    name = "typical"

    def choose(
        self,
        records: Records,  # noqa: ARG002
        released: Sequence[Column],
        labels: Mapping[str, Ints],  # noqa: ARG002
        job: Job,  # noqa: ARG002
    ) -> tuple[tuple[Column, ...], tuple[Step, ...]]:
        """Keep the columns as they are."""
        return tuple(released), ()


def replace_by_typical(
    column: Column,
    attribute: Attribute,
    labels: Ints,
    weights: Floats | None,
    contents: Words | None,
) -> Column:
    """Replace categories of an order by the median of their cluster, others by the least marginal.

    Parameters are those of `core.protect.representatives.masked_columns.represent`.
    """
    counts = whole_weights(weights, len(column))
    if attribute.scale is Scale.ORDINAL:
        return _middle_categories(column, attribute, labels, counts, contents)
    meaning = semantics_of(attribute, column)
    places = category_places(column, meaning)
    tied = find_tied_categories(meaning, labels, places, counts)
    chosen = settle(tied, labels, places, counts, contents)[labels]
    return column_of_places(column, meaning, chosen)


def _middle_categories(
    column: Column, attribute: Attribute, labels: Ints, counts: Ints, contents: Words | None
) -> Column:
    """Replace categories that have an order by the median of their cluster."""
    observed = np.flatnonzero(~column.missing)
    _, holders, ranks_of_observed = np.unique(
        numbers(column, attribute)[observed], return_index=True, return_inverse=True
    )
    ranks = np.full(len(column), -1, dtype=np.int64)
    ranks[observed] = ranks_of_observed
    order, begin = sort_records(labels, ranks, int(labels.max()) + 1, len(holders))
    tied = middle_categories(order, begin, ranks, counts)
    chosen = settle(tied, labels, ranks, counts, contents)[labels]
    categories = column.values[np.append(observed[holders], 0)][chosen]
    missing = chosen < 0
    categories[missing] = {ColumnKind.NUMBER: np.nan, ColumnKind.TEXT: -1}.get(column.kind, 0)
    return replace(column, values=categories, missing=missing, missing_text=None, decimals=None)
