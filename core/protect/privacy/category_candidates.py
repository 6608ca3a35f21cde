"""The declared categories of a nominal attribute in total order, with their costs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from core.array_types import Ints
from core.encode import semantics, total_order
from core.encode.numbers import distinct_texts
from core.model import Attribute, Column, ColumnKind, Taxonomy

# Semantic distances lie between 0 and 1 and are counted in thousandths.
COST = 1000
# With this number the table of costs takes 32 MB, and a choice some thousand trials.
MOST_CANDIDATES = 2000


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """The declared categories of a nominal attribute, independent of the data.

    Attributes
    ----------
    names : tuple of str
        In the attribute's total order (manual: methods#taxonomies-and-semantic-distance).
    costs : numpy.ndarray of int64, shape (c, c)
        Semantic distances in whole thousandths: the cost of releasing one category instead of
        another.
    usual : int
        Position used for missing values: the least marginal category of the domain.
    """

    names: tuple[str, ...]
    costs: Ints
    usual: int

    @property
    def widest(self) -> int:
        """Largest change of any candidate's cost when one category is replaced by another.

        ``|cost(c, a) - cost(c, b)|`` is at most the largest cost, and ``cost(a, b)`` for c = a.
        """
        return max(int(self.costs.max()), 1)

    @property
    def path(self) -> int:
        """Largest total change of costs over all groups when one record is replaced.

        In runs of a sorted list, a replaced record shifts the records between its old and its new
        rank by one position, so each group in between exchanges one category for another: x for b1,
        b1 for b2, ..., bm for x', with x <= b1 <= ... <= bm <= x' or the reverse. The costs of one
        group change by at most ``|a - b| = max_c |cost(c, a) - cost(c, b)|``, which is a distance.
        By the triangle inequality, the sum over the groups is at most the length of the path
        through all categories in order.
        """
        changes = np.abs(np.diff(self.costs, axis=0)).max(axis=1, initial=0)
        return max(int(changes.sum()), 1)

    def places(self, column: Column) -> Ints:
        """Find the position of each record's category; shape (n,).

        Raises
        ------
        KeyError
            If a category is not among the candidates.
        """
        positions_by_name = {name: position for position, name in enumerate(self.names)}
        names, inverse = distinct_texts(column)
        positions = np.full(len(column), self.usual, dtype=np.int64)
        positions[~column.missing] = np.array(
            [positions_by_name[name] for name in names], dtype=np.int64
        )[inverse]
        return positions

    def column(self, name: str, places: Ints) -> Column:
        """Build a text column of the categories at `places`."""
        used = np.unique(places)
        labels = sorted((self.names[place], place) for place in used.tolist())
        codes = np.zeros(len(self.names), dtype=np.int32)
        codes[[place for _, place in labels]] = np.arange(len(labels))
        missing = np.zeros(len(places), dtype=np.bool_)
        categories = tuple(label for label, _ in labels)
        return Column(name, ColumnKind.TEXT, codes[places], missing, categories)


def candidates_of(attribute: Attribute) -> Candidates | None:
    """Return the candidates of a nominal attribute, or ``None`` without a declared domain."""
    if attribute.categories is None:
        return None
    return _candidates(attribute.categories, attribute.listed)


def count_declared(attribute: Attribute) -> int:
    """Count the declared categories, without computing distances."""
    if attribute.listed or attribute.categories is None:
        return len(attribute.listed)
    return len(attribute.categories.domain)


@lru_cache(maxsize=16)
def _candidates(taxonomy: Taxonomy, names: tuple[str, ...]) -> Candidates:
    """Compute the candidates, cached because the window asks after each change of a setting."""
    all_categories = semantics(taxonomy)
    places, ranks = all_categories.places(), total_order(all_categories)
    listed = [places[name] for name in names] or all_categories.domain.tolist()
    order = np.array(sorted(listed, key=lambda place: ranks[place]), dtype=np.int64)
    distances = all_categories.table.distances[all_categories.codes[np.ix_(order, order)]]
    costs = np.rint(COST * distances).astype(np.int64)
    candidate_names = tuple(all_categories.name(place) for place in order.tolist())
    return Candidates(candidate_names, costs, int(np.argmin(costs.sum(axis=0))))
