"""What all methods share that form clusters one after the other, in slices."""

from __future__ import annotations

from abc import ABC, abstractmethod

from core.array_types import Ints

# The first two places of every state: records that remain, and clusters made.
COUNT, LABEL = 0, 1


class ResumableWork(ABC):
    """Clusters that are formed in slices; each goes on where the one before stopped.

    Parameters
    ----------
    labels : numpy.ndarray of int64, shape (n,)
        All -1.
    state : numpy.ndarray of int64
        The figures of the work; it begins with `COUNT` and `LABEL`.

    Attributes
    ----------
    labels : numpy.ndarray of int64, shape (n,)
        Cluster of each record once the work is finished, numbered in the order in which the
        clusters were made; -1 before.
    total : int
        Units of the whole work.
    """

    def __init__(self, labels: Ints, state: Ints) -> None:
        self.labels, self.total, self._state = labels, len(labels), state

    @property
    def clusters(self) -> int:
        """Number of clusters made so far."""
        return int(self._state[LABEL])

    def step(self, budget: int) -> tuple[int, bool]:
        """Go on for about `budget` distances; return records done and whether all are."""
        self._go_on(budget)
        n_left = int(self._state[COUNT])
        return self.total - n_left, n_left == 0

    @abstractmethod
    def _go_on(self, budget: int) -> None:
        """Form clusters, or prepare to, for about `budget` distances."""
