"""The result of protecting a dataset."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.array_types import Ints
from core.model import Block, Clusters, Column, Step


@dataclass(frozen=True, slots=True, eq=False)
class Protected:
    """The partition and the released columns.

    Attributes
    ----------
    clusters : Clusters
        The partition of the kept records after any merging, with each cluster's EMD.
    columns : tuple of Column
        The released columns in the file's order, for the kept records in order: quasi-identifiers
        masked, confidential and other columns unchanged, identifiers removed.
    t_before_merge : Mapping of str to float
        Largest EMD of a cluster before any merging, for each confidential attribute.
    blocks : tuple of Block
        The partitions, if there are several; `clusters` are then the groups of records that share
        all their clusters.
    unblanked : tuple of Column
        Where false categories are left blank: the columns with the categories of the clusters.
    paired : bool
        Whether record `i` of the columns was made from record `i` of the input.
    core : tuple of Column
        The same columns with the values of the clusters, from which the released ones were drawn;
        empty where these are released.
    """

    clusters: Clusters
    columns: tuple[Column, ...]
    steps: tuple[Step, ...]
    t_before_merge: Mapping[str, float]
    blocks: tuple[Block, ...] = ()
    unblanked: tuple[Column, ...] = ()
    paired: bool = True
    core: tuple[Column, ...] = ()

    @property
    def labels(self) -> Ints:
        """Cluster of each kept record, numbered by first appearance; shape (n,)."""
        return self.clusters.labels
