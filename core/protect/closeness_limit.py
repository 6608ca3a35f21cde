"""The limit t on the EMD of clusters, as a limit that merging keeps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from core.array_types import Floats, Ints
from core.encode import Ranked, emd_of_groups
from core.kernels.closeness.emd import emd, prefix_sums, sort_members
from core.kernels.closeness.semantic_emd import below, hierarchical_emd, idle_cost


class ClosenessLimit:
    """The EMD of each cluster, its largest one over the confidential attributes.

    Parameters
    ----------
    confidential : sequence of Ranked
        At least one.
    t : float
        Largest EMD allowed, at least 0.
    file : sequence of Ranked, optional
        The confidential attributes of the whole file, if the records are a part of it.
    """

    def __init__(
        self, confidential: Sequence[Ranked], t: float, file: Sequence[Ranked] | None = None
    ) -> None:
        self.bound = t
        self._both = list(zip(confidential, file or confidential, strict=True))
        self._spreads: list[_Spread] = []
        self._labels = np.zeros(0, dtype=np.int64)
        self._groups = 0

    def part(self, records: Ints) -> ClosenessLimit:
        """Limit groups of some records, which are compared with the whole file."""
        ranks_of_part = [replace(ranked, ranks=ranked.ranks[records]) for ranked, _ in self._both]
        return ClosenessLimit(
            ranks_of_part, self.bound, [ranks_of_file for _, ranks_of_file in self._both]
        )

    def start(self, labels: Ints, groups: int) -> Floats:
        """Compute the EMD of each cluster, shape (groups,); 0 without records."""
        self._labels, self._groups, self._spreads = labels, groups, []
        by_column = [
            emd_of_groups(labels, ranked, ranks_of_file) for ranked, ranks_of_file in self._both
        ]
        # The last groups may have no record any more.
        emds = np.zeros(groups)
        emds[: len(by_column[0])] = np.max(by_column, axis=0)
        return emds

    def merge(self, into: int, gone: int) -> float:
        """Merge two clusters; return the EMD of their union."""
        if not self._spreads:  # usually there is nothing to merge
            columns, labels, groups = self._both, self._labels, self._groups
            self._spreads = [
                _Spread(ranked, ranks_of_file, labels, groups) for ranked, ranks_of_file in columns
            ]
        for spread in self._spreads:
            spread.merge(into, gone)
        return max(spread.emd(into) for spread in self._spreads)


class _Spread:
    """The sorted confidential ranks of every cluster, for one attribute."""

    def __init__(self, ranked: Ranked, file: Ranked, labels: Ints, groups: int) -> None:
        self._ordered, self._tree = ranked.ordered, ranked.tree
        # With no table of ranks: a cluster is measured once for each merge.
        no_ranks = np.empty(0, dtype=np.int64)
        counts = file.counts()
        self._file = (*prefix_sums(counts), no_ranks)
        if ranked.tree is not None:
            self._below = below(counts, ranked.tree.up)
            self._idle = idle_cost(self._below, ranked.tree.rise)
            self._scratch = np.zeros(len(ranked.tree.up), dtype=np.int64)
        self._members, self._begin = sort_members(labels, ranked.ranks, groups, ranked.count)
        self._merged: dict[int, Ints] = {}

    def of(self, cluster: int) -> Ints:
        merged = self._merged.get(cluster)
        if merged is None:
            return self._members[self._begin[cluster] : self._begin[cluster + 1]]
        return merged

    def merge(self, into: int, gone: int) -> None:
        members = np.concatenate((self.of(into), self.of(gone)))
        members.sort(kind="stable")
        self._merged[into] = members
        self._merged.pop(gone, None)

    def emd(self, cluster: int) -> float:
        members, tree = self.of(cluster), self._tree
        if tree is None:
            return float(emd(members, *self._file, self._ordered))
        tree_arguments = tree.up, tree.rise, tree.height, self._scratch
        return float(hierarchical_emd(members, self._below, self._idle, *tree_arguments))
