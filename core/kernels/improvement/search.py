"""The search itself: annealing from hot to cold, then descent."""

from __future__ import annotations

from functools import cache

import numpy as np

from core.array_types import Floats, Int32s, Words
from core.kernels.improvement.anneal import Walk, anneal
from core.kernels.improvement.chance import exponential_quantiles, geometric
from core.kernels.improvement.descend import descend
from core.kernels.improvement.groups import link, make_groups, pad, sum_up, total_loss
from core.kernels.improvement.limits import Limits
from core.kernels.improvement.reshape import divide_large
from core.kernels.numerics.sums import exact_mean

# Temperatures, in mean losses of a record of the partition at the start. Under a limit t
# clusters merge easily and divide hardly, so that less heat must do.
_HOT, _HOT_IF_LIMITED, _WARM, _COLD = 3.0, 0.04, 0.02, 0.002
# Fewer moves for each record than this only pay when they go downhill.
_LEAST_TO_ANNEAL = 30
# The descent at the end gets so many looks at each neighbour, at most a quarter of the moves.
_LOOKS = 4
# Of 1,024 moves so many try to change the number of clusters.
_RESHAPES = 10
# Larger clusters than this, and than four times k, are not taken apart.
_LARGEST_RESHAPED = 64
# In a file of no more records clusters may grow by one while annealing (decision 101).
FEW_RECORDS = 64
# A gain this much smaller than a record's mean loss is rounding.
_ROUNDING = 1e-9


@cache
def _list_quantiles() -> Floats:
    """List the quantiles of an exponential distribution, which searches read, once for all."""
    return exponential_quantiles()


class Search:
    """The search, to be driven in slices.

    Parameters
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        The records, neighbours near each other.
    labels : numpy.ndarray of int32, shape (n,)
        The partition at the start, numbered from 0; changed in place.
    moves : int
        How many to try, at least 1.
    near : numpy.ndarray of int32, shape (n, c)
        Neighbours of each record, the nearest first.
    local : numpy.ndarray of float64, shape (n,)
        Scale of each record's surroundings, as a squared distance.
    chance : numpy.ndarray of uint64, shape (1,)
        The generator.
    """

    def __init__(
        self,
        points: Floats,
        labels: Int32s,
        k: int,
        moves: int,
        near: Int32s,
        local: Floats,
        limits: Limits,
        chance: Words,
    ) -> None:
        n, limited = len(points), len(limits.counts) > 0
        clusters = max(n // k, int(labels.max()) + 1)
        self.groups = make_groups(
            points, labels, clusters, limits.rank_place[0] if limited else None
        )
        self._near, self._limits, self._chance = near, limits, chance
        self._k, self._cap, self._moves = k, n if limited else 2 * k - 1, moves
        self._spare = 1 if n <= FEW_RECORDS and not limited else 0
        self._points: Floats | None = points
        self._loss = np.zeros(1)
        self._scratch = np.empty(n + 1, dtype=np.int64)
        self._state = np.array([0, -1, 0], dtype=np.int64)
        self._annealed = self._share_to_anneal()
        self._local = local if self._annealed > 0 else None
        # With many records each of these takes as long as a slice.
        self._ahead = [self._pad, self._link, self._sum_up, self._weigh, self._set_heat]

    @property
    def loss(self) -> float:
        """The loss, as it was kept while records moved."""
        return float(self._loss[0])

    def _pad(self) -> None:
        if self._points is not None:
            pad(self.groups, self._points)
        self._points = None

    def _link(self) -> None:
        link(self.groups)

    def _sum_up(self) -> None:
        sum_up(self.groups)

    def _weigh(self) -> None:
        if len(self._limits.counts) == 0:
            divide_large(self.groups, self._limits, self._k)
        self._loss[0] = total_loss(self.groups)
        self._unit = self.loss / len(self.groups.label)

    def _set_heat(self) -> None:
        local, self._local = self._local, None
        if local is None:
            return
        # Four fifths of the time down to warm, the rest down to cold.
        hot = _HOT if len(self._limits.counts) == 0 else _HOT_IF_LIMITED
        ladder = np.concatenate((geometric(hot, _WARM), geometric(_WARM, _COLD)[4::4]))
        # By what the temperature is multiplied for each record: the fourth root of its scale, so
        # that sparse and dense places freeze at about the same time.
        heat = local / (float(np.median(local)) or exact_mean(local) or 1.0)
        np.maximum(heat, 1e-3, out=heat)
        np.sqrt(heat, out=heat)
        np.sqrt(heat, out=heat)
        self._walk = self._walk_of(heat, ladder * self._unit)

    def _share_to_anneal(self) -> int:
        if self._moves < _LEAST_TO_ANNEAL * len(self.groups.label):
            return 0
        return self._moves - min(self._moves // 4, _LOOKS * self._near.size)

    def step(self, budget: int) -> tuple[int, bool]:
        """Go on for `budget` moves; return moves done and whether the search is over."""
        if self._ahead:
            self._ahead.pop(0)()
            return 0, False
        if self._state[0] < self._annealed:
            anneal(self._walk, budget)
            if self._spare > 0 and self._state[0] >= self._annealed:
                divide_large(self.groups, self._limits, self._k)
                self._loss[0] = total_loss(self.groups)
            return int(self._state[0]), False
        self._descend(budget)
        done, idle = int(self._state[0]), int(self._state[2])
        return done, done >= self._moves or idle >= len(self.groups.label)

    def _walk_of(self, heat: Floats, ladder: Floats) -> Walk:
        return Walk(
            self.groups,
            self._near,
            self._limits,
            heat,
            ladder,
            _list_quantiles(),
            self._chance,
            self._state,
            self._loss,
            np.empty((2, max(4 * self._k, _LARGEST_RESHAPED)), dtype=np.int64),
            self._scratch,
            k=self._k,
            cap=self._cap + self._spare,
            moves=self._annealed,
            reshapes=_RESHAPES,
        )

    def _descend(self, budget: int) -> None:
        descend(
            self.groups,
            self._near,
            self._limits,
            self._k,
            self._cap,
            _ROUNDING * self._unit,
            self._state,
            self._loss,
            self._moves,
            self._scratch,
            budget,
        )
