"""The mechanisms: what is summed, where noise goes, and how records are put together again."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from core.kernels.isotonic import isotonic
from core.protect.privacy.candidates import Candidates
from core.protect.privacy.design import Design, MaskedColumn
from core.protect.privacy.entropy import Entropy
from core.protect.privacy.fixed_groups import Groups
from core.protect.privacy.noise import chosen_of_groups, discrete_laplace_noise
from core.protect.privacy.released_groups import ReleasedGroups

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Places = Mapping[str, Ints]


def noisy_groups(column: MaskedColumn, ordered: Ints, groups: Groups, entropy: Entropy) -> Floats:
    """Return one private place for each group; shape (groups.count,).

    The only step that reads the data: discrete Laplace noise on each group's sum, or the
    exponential mechanism over the declared categories. Dividing by the group's size comes after.

    Parameters
    ----------
    column : MaskedColumn
        Its noise is what the design says.
    ordered : numpy.ndarray of int64, shape (n,)
        The records' places, in the order that the groups cut.
    groups : Groups
        At fixed ranks.
    entropy : Entropy
        Gives the random bits.
    """
    if isinstance(column.domain, Candidates):
        costs = column.domain.costs
        chosen = chosen_of_groups(ordered, groups.begins(), costs, column.noise, entropy)
        return chosen.astype(np.float64)
    noise = discrete_laplace_noise(groups.count, column.noise, entropy)
    return np.asarray((groups.sums(ordered) + noise) / groups.sizes(), dtype=np.float64)


def in_order(places: Ints) -> Ints:
    """Return places in rising order: which record holds which is not needed, nor how they tie."""
    return np.sort(places)


def smoothed(column: MaskedColumn, noisy: Floats, groups: Groups) -> Floats:
    """Return noisy groups in rising order, as the sorted data were: post-processing only.

    Numbers by isotonic regression, weighted by the groups' sizes; categories sorted.
    """
    if isinstance(column.domain, Candidates):
        return np.sort(noisy)
    return isotonic(noisy, groups.sizes().astype(np.float64))


def marginals(design: Design, places: Places, entropy: Entropy) -> dict[str, Floats]:
    """Return each column's noisy, sorted centroids, one for every group, in rising order.

    Sorting a column and replacing one record moves the sorted values by at most the domain's
    width together, so the groups' sums have that L1 sensitivity and each column, as a multiset,
    is private with its share of epsilon.
    """
    found = {}
    for column in design.columns:
        noisy = noisy_groups(column, in_order(places[column.name]), design.groups, entropy)
        found[column.name] = smoothed(column, noisy, design.groups)
    return found


def own_noise(design: Design, places: Places, entropy: Entropy) -> dict[str, ReleasedGroups]:
    """Return every record's values with noise of their own (plain Laplace), in record order."""
    return {
        column.name: ReleasedGroups(
            noisy_groups(column, places[column.name], design.groups, entropy)
        )
        for column in design.columns
    }


def ranked_as_published(
    design: Design, places: Places, entropy: Entropy
) -> dict[str, ReleasedGroups]:
    """Return individual ranking with noise as published, in record order.

    Sánchez et al. (2016), Algorithm 1. Each record gets the noisy centroid of its own group in
    every column. Which records share a group is thereby released as it is: no privacy of records.
    """
    found = {}
    for column in design.columns:
        order = np.argsort(places[column.name], kind="stable")
        found[column.name] = _in_groups(column, places[column.name], order, design, entropy)
    return found


def insensitive(design: Design, places: Places, entropy: Entropy) -> dict[str, ReleasedGroups]:
    """Return the noisy centroids of groups of records along one fixed order, in record order.

    Records are sorted by their distance from a reference point, the corner of the domain that
    holds every column's place 0, in widths of the domains; ties by the places in column order,
    so that records which tie are equal. The order is one of the domain: replacing a record moves
    the others by one rank at most, and each group exchanges at most one record.
    """
    ordered = [places[column.name] for column in design.columns]
    distances = np.zeros(design.groups.records)
    for column, of_column in zip(design.columns, ordered, strict=True):
        distances += _from_corner(column, of_column) ** 2
    # The last key of a lexical sort counts first.
    order = np.lexsort((*ordered[::-1], distances))
    return {
        column.name: _in_groups(column, places[column.name], order, design, entropy)
        for column in design.columns
    }


def _in_groups(
    column: MaskedColumn, places: Ints, order: NDArray[np.intp], design: Design, entropy: Entropy
) -> ReleasedGroups:
    noisy = noisy_groups(column, places[order], design.groups, entropy)
    groups = np.empty(len(places), dtype=np.int32)
    groups[order] = design.groups.of_records()
    return ReleasedGroups(noisy, groups)


def _from_corner(column: MaskedColumn, places: Ints) -> Floats:
    """Return how far each place is from place 0, in widths of the domain."""
    if isinstance(column.domain, Candidates):
        return np.asarray(column.domain.costs[0][places] / column.domain.widest)
    return np.asarray(places / column.domain.steps)
