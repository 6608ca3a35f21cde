"""What a run gives: clusters, protected columns and measures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from core.errors import Problem
from core.model.dataset import Column
from core.model.plan import Plan


class Direction(StrEnum):
    """Which way a measure is better."""

    LOWER = "lower is better"
    HIGHER = "higher is better"
    NEITHER = "for information"


@dataclass(frozen=True, slots=True)
class Measure:
    """One figure about the release.

    Attributes
    ----------
    name : str
        Code of the measure, such as ``information-loss``; the catalogue has its title and a
        sentence on what it means.
    value : float
        The figure.
    unit : str
        ``%``, ``records``, ``1`` (a pure number), or the column's own unit.
    direction : Direction
        Which way is better.
    attribute : str or None
        The column it is about, or ``None`` for the whole file.
    """

    name: str
    value: float
    unit: str
    direction: Direction
    attribute: str | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One thing the run did, with counts but no cell values, for the audit log."""

    name: str
    counts: Mapping[str, int | float | str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Clusters:
    """The partition and what was measured of each cluster. Internal: never released.

    Attributes
    ----------
    labels : numpy.ndarray of int64, shape (r,)
        Cluster of each kept record, numbered ``0..c-1`` by first appearance.
    sizes : numpy.ndarray of int64, shape (c,)
        Records of each cluster.
    emd : Mapping of str to numpy.ndarray of float64, shape (c,)
        EMD of each cluster for each confidential attribute that can be ordered (manual:
        t-closeness#distance-of-a-group-from-the-file).
    """

    labels: NDArray[np.int64]
    sizes: NDArray[np.int64]
    emd: Mapping[str, NDArray[np.float64]]


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """Quasi-identifiers that were masked together, apart from the others.

    Rebollo-Monedero et al. (2016), section V.C; manual: methods#attribute-blocks.

    Attributes
    ----------
    columns : tuple of str
        Their names.
    clusters : Clusters
        The partition by which they were masked.
    """

    columns: tuple[str, ...]
    clusters: Clusters


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """What a run gives.

    Attributes
    ----------
    plan : Plan
        What was run.
    columns : tuple of Column
        The released columns in the order of the kept records; identifiers are gone.
    clusters : Clusters
        The partition; with several blocks the groups of records that share all their clusters.
    k_reached : int
        Size of the smallest group of released records with equal quasi-identifiers.
    t_reached : Mapping of str to float
        Largest EMD over those groups, for each confidential attribute.
    measures : tuple of Measure
        Utility and risk, for the file and for each attribute.
    steps : tuple of Step
        What was done.
    warnings : tuple of Problem
        What the user must know.
    blocks : tuple of Block
        Empty where all quasi-identifiers were masked together.
    paired : bool
        Whether record `i` of the columns is made of the kept record `i`.
    cautions : tuple of Problem
        What somebody must confirm, besides some of the warnings, before the release is called
        ready; see `core.pipeline.cautions`.
    dominated : tuple of str
        Columns whose loss would give their largest or smallest value nearly: figures on them do
        not go out.
    """

    plan: Plan
    columns: tuple[Column, ...]
    clusters: Clusters
    k_reached: int
    t_reached: Mapping[str, float]
    measures: tuple[Measure, ...]
    steps: tuple[Step, ...]
    warnings: tuple[Problem, ...] = ()
    blocks: tuple[Block, ...] = ()
    paired: bool = True
    cautions: tuple[Problem, ...] = ()
    dominated: tuple[str, ...] = ()
