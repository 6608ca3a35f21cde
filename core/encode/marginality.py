"""Determines the representative category of a sample, and the total order of categories.

Sánchez et al. (2016); manual: methods#taxonomies-and-semantic-distance.
"""

from __future__ import annotations

import numpy as np

from core.array_types import Floats, Ints
from core.encode.semantics import Semantics
from core.kernels.categories import semantic_marginality
from core.kernels.closeness.emd import sort_records


def marginalities(semantics: Semantics, candidates: Ints, counts: Ints) -> Floats:
    """Sum each candidate's distances to a sample: its marginality.

    Sánchez et al. (2016), equation 4.

    Parameters
    ----------
    semantics : Semantics
        Of `c` nodes.
    candidates : numpy.ndarray of int64, shape (a,)
        Places.
    counts : numpy.ndarray of int64, shape (c,)
        Frequency of each node in the sample.

    Returns
    -------
    numpy.ndarray of float64, shape (a,)
        Sums of distances; sums that are mathematically equal are equal here.
    """
    members = np.flatnonzero(counts).astype(np.int64)
    table = semantics.table
    return np.asarray(
        semantic_marginality.marginalities(
            semantics.codes, candidates, members, counts[members], table.powers, table.logarithms
        )
    )


def candidates_of(semantics: Semantics, counts: Ints) -> Ints:
    """List the positions that may represent a sample, ascending (see `find_representatives`).

    Parameters
    ----------
    semantics : Semantics
        Of `c` nodes.
    counts : numpy.ndarray of int64, shape (c,)
        Frequency of each node in the sample.
    """
    allowed = np.zeros(len(semantics), dtype=np.bool_)
    allowed[semantics.domain] = True
    return np.asarray(
        semantic_marginality.candidates(
            counts, semantics.ancestors_begin, semantics.ancestors, allowed
        )
    )


def find_representatives(semantics: Semantics, labels: Ints, places: Ints) -> Ints:
    """Find the first least marginal category of every cluster (Sánchez et al. 2016, equation 5).

    The candidates are the cluster's values and all their ancestors in the minimal subtree that
    contains them, that is, at or below a lowest common ancestor. An implied root is excluded,
    because it is not a category. Ties go to the value most frequent in the cluster, then to the
    first in taxonomy order.

    Parameters
    ----------
    semantics : Semantics
        Of all nodes that occur.
    labels : numpy.ndarray of int64, shape (r,)
        Cluster of each record, numbered from 0.
    places : numpy.ndarray of int64, shape (r,)
        Position of each record's category; -1 where it is missing and therefore ignored.

    Returns
    -------
    numpy.ndarray of int64, shape (clusters,)
        Positions; -1 for a cluster in which every value is missing.
    """
    tied = find_tied_categories(semantics, labels, places, np.ones(len(labels), dtype=np.int64))
    return semantic_marginality.first_tied(*tied)


def find_tied_categories(
    semantics: Semantics,
    labels: Ints,
    places: Ints,
    weights: Ints,
) -> tuple[Ints, Ints]:
    """Find the categories of every cluster that tie under the rules of `find_representatives`.

    Parameters
    ----------
    weights : numpy.ndarray of int64, shape (r,)
        How often each record counts.

    Returns
    -------
    tied, tied_begin : numpy.ndarray of int64, shape (t,) and (clusters + 1,)
        The positions of cluster 0, then of cluster 1 and so on, each ascending.
    """
    clusters = int(labels.max(initial=-1)) + 1
    order, begin = sort_records(labels, places, clusters, len(semantics))
    allowed = np.zeros(len(semantics), dtype=np.bool_)
    allowed[semantics.domain] = True
    return semantic_marginality.least_marginal(
        places[order],
        weights[order],
        begin,
        semantics.codes,
        semantics.table.powers,
        semantics.table.logarithms,
        semantics.ancestors_begin,
        semantics.ancestors,
        allowed,
    )


def most_marginal(semantics: Semantics) -> int:
    """Find the leaf of a whole taxonomy with the largest total distance from all leaves.

    Each leaf counts once, observed or not. Ties go to the first one in taxonomy order. Inner nodes
    represent their descendants, and the root of a deep taxonomy, which shares least with the
    others, would nearly always win.
    """
    places = semantics.taxonomy.leaves
    counts = np.zeros(len(semantics), dtype=np.int64)
    counts[places] = 1
    return int(places[np.argmax(marginalities(semantics, places, counts))])


def total_order(semantics: Semantics) -> Ints:
    """Rank every category in the attribute's total order, from 0.

    Ascending distance to the most marginal category, ties in taxonomy order (Sánchez et al. 2016,
    section 3.4). It depends on the taxonomy alone.

    Returns
    -------
    numpy.ndarray of int64, shape (nodes,)
        All distinct; the most marginal category has rank 0. Inner nodes have ranks, too, because
        records may have them as values.
    """
    order = np.argsort(semantics.codes[most_marginal(semantics)], kind="stable")
    ranks = np.empty(len(order), dtype=np.int64)
    ranks[order] = np.arange(len(order))
    return ranks
