"""The mechanisms: sums with noise, and their assignment to records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from core.array_types import Floats, Ints
from core.kernels.privacy.isotonic import fit_isotonic
from core.protect.privacy.category_candidates import Candidates
from core.protect.privacy.design import Design, MaskedColumn
from core.protect.privacy.entropy import Entropy
from core.protect.privacy.groups import FixedGroups, ReleasedGroups
from core.protect.privacy.noise import choose_for_groups, draw_laplace_noise

Places = Mapping[str, Ints]


def noisy_groups(
    column: MaskedColumn, ordered: Ints, groups: FixedGroups, entropy: Entropy
) -> Floats:
    """Return a private position for each group; shape (groups.count,).

    The only step that uses the data: discrete Laplace noise on each group's sum, or the exponential
    mechanism over the declared categories. The sums are then divided by the group sizes.

    Parameters
    ----------
    ordered : numpy.ndarray of int64, shape (n,)
        Positions of the records, in the order in which the groups are cut.
    """
    if isinstance(column.domain, Candidates):
        costs = column.domain.costs
        chosen = choose_for_groups(ordered, groups.begins(), costs, column.noise, entropy)
        return chosen.astype(np.float64)
    noise = draw_laplace_noise(groups.count, column.noise, entropy)
    return np.asarray((groups.sums(ordered) + noise) / groups.sizes(), dtype=np.float64)


def _smooth(column: MaskedColumn, noisy: Floats, groups: FixedGroups) -> Floats:
    """Smooth noisy groups into ascending order, like the sorted data: post-processing only.

    Numbers by isotonic regression, weighted by the groups' sizes; categories sorted.
    """
    if isinstance(column.domain, Candidates):
        return np.sort(noisy)
    return fit_isotonic(noisy, groups.sizes().astype(np.float64))


def marginals(design: Design, places: Places, entropy: Entropy) -> dict[str, Floats]:
    """Draw each column's noisy centroids, one for each group, in ascending order.

    Replacing one record moves the sorted values of a column in total by at most the domain's width.
    This is the L1 sensitivity of the group sums, so each column, as a multiset, is private with its
    share of epsilon.
    """
    centroids = {}
    for column in design.columns:
        # Sorted, because the assignment of positions to records is not needed.
        noisy = noisy_groups(column, np.sort(places[column.name]), design.groups, entropy)
        centroids[column.name] = _smooth(column, noisy, design.groups)
    return centroids


def own_noise(design: Design, places: Places, entropy: Entropy) -> dict[str, ReleasedGroups]:
    """Return every record's values with independent noise (plain Laplace), in record order."""
    return {
        column.name: ReleasedGroups(
            noisy_groups(column, places[column.name], design.groups, entropy)
        )
        for column in design.columns
    }


def rank_as_published(
    design: Design, places: Places, entropy: Entropy
) -> dict[str, ReleasedGroups]:
    """Rank each column with noise as published, in record order.

    Sánchez et al. (2016), Algorithm 1. Each record gets the noisy centroid of its group in every
    column. This discloses which records share a group, so records are not private.
    """
    groups_by_column = {}
    for column in design.columns:
        order = np.argsort(places[column.name], kind="stable")
        groups_by_column[column.name] = _in_groups(
            column, places[column.name], order, design, entropy
        )
    return groups_by_column


def insensitive(design: Design, places: Places, entropy: Entropy) -> dict[str, ReleasedGroups]:
    """Return the noisy centroids of groups along one fixed order of records, in record order.

    Records are sorted by their distance from a reference point, the corner of the domain at
    position 0 of every column, in domain widths. Ties are broken by the positions in column order,
    so records that still tie are equal. The order belongs to the domain: replacing a record moves
    the others by at most one rank, and each group exchanges at most one record.
    """
    ordered = [places[column.name] for column in design.columns]
    distances = corner_distances(design, ordered)
    # lexsort treats its last key as the primary one.
    order = np.lexsort((*ordered[::-1], distances))
    return {
        column.name: _in_groups(column, places[column.name], order, design, entropy)
        for column in design.columns
    }


def corner_distances(design: Design, places: Sequence[Ints]) -> Floats:
    """Return the squared distance of records from the corner of the domain, shape (n,).

    Parameters
    ----------
    places : sequence of numpy.ndarray of int64, shape (n,)
        Positions of the records in each of them.
    """
    distances = np.zeros(len(places[0]))
    for column, of_column in zip(design.columns, places, strict=True):
        # From position 0, in domain widths.
        if isinstance(column.domain, Candidates):
            away = column.domain.costs[0][of_column] / column.domain.widest
        else:
            away = of_column / column.domain.steps
        distances += away**2
    return distances


def _in_groups(
    column: MaskedColumn, places: Ints, order: NDArray[np.intp], design: Design, entropy: Entropy
) -> ReleasedGroups:
    noisy = noisy_groups(column, places[order], design.groups, entropy)
    groups = np.empty(len(places), dtype=np.int32)
    groups[order] = design.groups.of_records()
    return ReleasedGroups(noisy, groups)
