"""Explains a cluster's category: the candidates with their distances from its values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.array_types import Ints
from core.encode import candidates_of, category_places, marginalities, numbers, semantics_of, take
from core.model import Attribute, Column, ColumnKind, Scale


@dataclass(frozen=True, slots=True)
class RepresentativeCandidate:
    """A category that could represent a cluster.

    Attributes
    ----------
    count : int
        Number of records of the cluster with this category.
    away : float
        The sum of its distances from the cluster's observed values: semantic distances for a
        nominal attribute (its marginality; Sánchez et al. 2016, equation 4), steps of the order
        for an ordinal one.
    """

    category: str
    count: int
    away: float


@dataclass(frozen=True, slots=True)
class Representation:
    """The candidates for the category of a cluster in one attribute.

    Attributes
    ----------
    scale : Scale
        ``NOMINAL`` or ``ORDINAL``.
    candidates : tuple of RepresentativeCandidate
        The first one represents the cluster, and the others follow in ascending distance; empty if
        no category is released.
    missing : int
        Number of records of the cluster without a value.
    """

    name: str
    scale: Scale
    candidates: tuple[RepresentativeCandidate, ...]
    missing: int


def list_candidates(
    attribute: Attribute, column: Column, released: Column, members: Ints
) -> Representation:
    """List the candidates for the category of a cluster, the chosen one first.

    Parameters
    ----------
    attribute : Attribute
        Nominal or ordinal.
    members : numpy.ndarray of int64
        Positions of the cluster's records.
    """
    cluster_column = take(column, members)
    scale = Scale.NOMINAL if attribute.scale is Scale.NOMINAL else Scale.ORDINAL
    rank = _least_marginal if scale is Scale.NOMINAL else _medians
    missing = int(cluster_column.missing.sum())
    # Where false categories are left blank, not every member has that of the cluster.
    holders = members[~released.missing[members]]
    if not len(holders):
        return Representation(attribute.name, scale, (), missing)
    chosen = _text_of(released, int(holders[0]))
    # Weights, ties and blanks may have decided otherwise than distances.
    candidates = sorted(
        rank(cluster_column, attribute), key=lambda candidate: candidate.category != chosen
    )
    return Representation(attribute.name, scale, tuple(candidates), missing)


def _text_of(column: Column, record: int) -> str:
    value = column.values[record].item()
    return column.categories[value] if column.kind is ColumnKind.TEXT else str(value)


def _least_marginal(column: Column, attribute: Attribute) -> Sequence[RepresentativeCandidate]:
    semantics = semantics_of(attribute, column)
    places = category_places(column, semantics)
    counts = np.bincount(places[places >= 0], minlength=len(semantics)).astype(np.int64)
    candidates = candidates_of(semantics, counts)
    distances = marginalities(semantics, candidates, counts)
    order = np.lexsort((candidates, -counts[candidates], distances))
    return [
        RepresentativeCandidate(
            semantics.name(int(candidates[i])), int(counts[candidates[i]]), float(distances[i])
        )
        for i in order
    ]


def _medians(column: Column, attribute: Attribute) -> Sequence[RepresentativeCandidate]:
    values = numbers(column, attribute)
    ranks, first, counts = np.unique(values[~column.missing], return_index=True, return_counts=True)
    away = np.abs(ranks[:, None] - ranks[None, :]) @ counts
    holders = np.flatnonzero(~column.missing)[first]
    order = np.lexsort((ranks, away)).tolist()
    return [
        RepresentativeCandidate(_text_of(column, holders[i]), int(counts[i]), float(away[i]))
        for i in order
    ]
