"""The semantic distances of a nominal attribute, computed once.

Manual: methods#taxonomies-and-semantic-distance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Context, Decimal
from functools import lru_cache
from math import fsum, sqrt

import numpy as np
from numpy.typing import NDArray

from core.array_types import Bools, Floats, Int32s, Ints
from core.kernels.categories import semantic_distance
from core.kernels.categories.semantic_distance import Codes
from core.model import Taxonomy

# A matrix of this number of nodes takes 450 MB.
MOST_NODES = 15_000
# Enough digits to round to the nearest float. Decimal arithmetic is the same on every machine,
# while the last bit of a C library's logarithm is not.
_EXACT = Context(prec=50)
_LN_2 = _EXACT.ln(Decimal(2))


@dataclass(frozen=True, slots=True, eq=False)
class Semantics:
    """Distances among `c` nodes of a taxonomy, including all of their ancestors.

    A pair takes two bytes: the index of its distance among the distinct ones.

    Attributes
    ----------
    nodes : numpy.ndarray of int64, shape (c,)
        The nodes, in taxonomy order; position `i` below refers to ``nodes[i]``.
    codes : numpy.ndarray of uint16 (int32 if there are very many distances), shape (c, c)
        Index of each pair's distance in `table`; a larger index means a larger distance.
    table : FractionTable
        The distinct distances, ascending; the first is 0.
    ancestors_begin, ancestors : numpy.ndarray of int64, shape (c + 1,), and of int32
        The ancestors of each node as positions, itself included, ascending.
    """

    taxonomy: Taxonomy
    nodes: Ints
    codes: Codes
    table: FractionTable
    ancestors_begin: Ints
    ancestors: Int32s

    def __len__(self) -> int:
        return len(self.nodes)

    def places(self) -> dict[str, int]:
        """List each node's position by its name."""
        return {self.taxonomy.nodes[node]: i for i, node in enumerate(self.nodes.tolist())}

    def name(self, position: int) -> str:
        """Name the category at a position."""
        return self.taxonomy.nodes[int(self.nodes[position])]

    @property
    def domain(self) -> Ints:
        """Positions of the possible categories of records, without an implied root; shape (m,)."""
        first = int(self.taxonomy.domain[0])
        return np.flatnonzero(self.nodes >= first).astype(np.int64)

    def distances(self) -> Floats:
        """Compute the distances of Sánchez et al. (2016), equation 3, shape (c, c), in [0, 1]."""
        return np.asarray(self.table.distances[self.codes], dtype=np.float64)

    def between(self, a: int, b: int) -> float:
        """Look up the distance of two positions."""
        return float(self.table.distances[self.codes[a, b]])


def semantics(taxonomy: Taxonomy, categories: Sequence[str] | None = None) -> Semantics:
    """Compute the distances among categories and all of their ancestors.

    Parameters
    ----------
    categories : sequence of str, optional
        The categories that occur, in any order; default: the whole taxonomy.

    Raises
    ------
    KeyError
        If a category is not in the taxonomy, so that its distances are unknown.
    ValueError
        If there are more than `MOST_NODES` nodes.
    """
    if categories is None:
        nodes = np.arange(len(taxonomy), dtype=np.int64)
    else:
        # The categories and all their ancestors, in taxonomy order.
        node_of = taxonomy.places()
        needed = {0}.union(*(taxonomy.ancestors_of(node_of[name]).tolist() for name in categories))
        nodes = np.array(sorted(needed), dtype=np.int64)
    if len(nodes) > MOST_NODES:
        raise ValueError("too many categories for a matrix of distances")
    starts, ancestors = taxonomy.ancestors_begin, taxonomy.ancestors
    sizes = np.diff(starts)[nodes]
    largest_sum = 2 * int(sizes.max(initial=1))
    occurs = np.zeros((largest_sum, largest_sum + 1), dtype=np.bool_)
    semantic_distance.mark(starts, ancestors, nodes, occurs)
    table = fraction_table(occurs)
    # The smallest type that can index this number of distances.
    is_small = len(table) <= np.iinfo(np.uint16).max
    shape = len(nodes), len(nodes)
    codes: Codes = np.empty(shape, np.uint16) if is_small else np.empty(shape, np.int32)
    semantic_distance.fill(starts, ancestors, nodes, table.place, codes)
    codes.flags.writeable = False
    # The ancestors of the nodes, as positions among them.
    ancestors_by_node = [taxonomy.ancestors_of(node) for node in nodes.tolist()]
    own_begin = np.zeros(len(nodes) + 1, dtype=np.int64)
    np.cumsum([len(row) for row in ancestors_by_node], out=own_begin[1:])
    own_positions = np.searchsorted(nodes, np.concatenate(ancestors_by_node)).astype(np.int32)
    return Semantics(taxonomy, nodes, codes, table, own_begin, own_positions)


def rms_distance(semantics: Semantics, counts: Ints) -> float:
    """Compute the root of the mean squared distance over all ordered pairs of records.

    Mixed records add up squared distances over attributes (manual:
    methods#distance-between-two-records): numbers are standardised, which makes their mean
    squared distance over all pairs 2 (twice the variance), and the distances of a nominal
    attribute are divided by this figure, which makes theirs 1.

    Parameters
    ----------
    semantics : Semantics
        Of `c` nodes.
    counts : numpy.ndarray of int64, shape (c,)
        Number of records at each node. As for the population variance, a record is also paired with
        itself.

    Returns
    -------
    float
        0 if all records are equal, or without records.
    """
    n_records = int(counts.sum())
    if n_records == 0:
        return 0.0
    pair_counts = semantic_distance.pair_counts(semantics.codes, counts, len(semantics.table))
    squares = semantics.table.distances**2
    return sqrt(fsum((pair_counts * squares).tolist()) / n_records**2)


def squared_distances(semantics: Semantics, divisor: float) -> Floats:
    """Square the d distinct distances after division by `divisor`; shape (d,).

    Selected by `Semantics.codes`, they are the contribution of a nominal attribute to the squared
    distance of two mixed records.

    Parameters
    ----------
    divisor : float
        `rms_distance`, divided by the attribute's weight if it has one. If it is 0, as for a column
        of equal records, all squares are 0.
    """
    if divisor == 0.0:
        return np.zeros(len(semantics.table))
    return np.asarray((semantics.table.distances / divisor) ** 2, dtype=np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class FractionTable:
    """The fractions ``s/u`` of `semantic_distance.fraction` that occur, ascending.

    Attributes
    ----------
    place : numpy.ndarray of int32
        Index of the fraction at ``[s, u]``, -1 if it does not occur.
    distances : numpy.ndarray of float64, shape (d,)
        ``log2(1 + s/u)``, correctly rounded.
    powers : numpy.ndarray of int64, shape (d, p)
        ``1 + s/u`` as a product of powers of the first `p` primes.
    logarithms : numpy.ndarray of float64, shape (p,)
        Logarithms of these primes, base 2.
    """

    place: Int32s
    distances: Floats
    powers: Ints
    logarithms: Floats

    def __len__(self) -> int:
        return len(self.distances)


def fraction_table(occurs: Bools) -> FractionTable:
    """Tabulate the fractions ``s/u`` for which ``occurs[s, u]`` is set."""
    s, u = np.nonzero(occurs)
    # Distinct fractions with u < 2**20 differ by far more than the precision of a float.
    order = np.argsort(s / u, kind="stable")
    s, u = s[order], u[order]
    positions = np.full(occurs.shape, -1, dtype=np.int32)
    positions[s, u] = np.arange(len(s))
    primes: list[int] = []
    for number in range(2, int((s + u).max(initial=1)) + 1):
        if all(number % prime for prime in primes):
            primes.append(number)
    numerators, denominators = _powers(s + u, primes), _powers(u, primes)
    distances = [_log2(int(a), int(b)) for a, b in zip(s + u, u, strict=True)]
    return FractionTable(
        positions,
        np.array(distances),
        numerators - denominators,
        np.array([_log2(prime, 1) for prime in primes], dtype=np.float64),
    )


# Taxonomies have mostly the same fractions, and are measured whenever a setting changes.
@lru_cache(1 << 16)
def _log2(above: int, under: int) -> float:
    """Compute the float nearest to the logarithm of a fraction."""
    value = _EXACT.divide(Decimal(above), Decimal(under))
    return float(_EXACT.divide(_EXACT.ln(value), _LN_2))


def _powers(numbers: NDArray[np.intp], primes: list[int]) -> Ints:
    """Find the power of each prime in each number."""
    remainders = numbers.astype(np.int64)
    exponents = np.zeros((len(remainders), len(primes)), dtype=np.int64)
    for column, prime in enumerate(primes):
        divides = remainders % prime == 0
        while divides.any():
            exponents[divides, column] += 1
            remainders[divides] //= prime
            divides = remainders % prime == 0
    return exponents
