"""Scores a release by the figures that users will probably compute."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum

from core.measure.figures.kept_figures import (
    KeptCounts,
    count_kept,
    half_intervals_off,
    judged_values,
)
from core.model import FigureValue, UsualFigures

_FARTHEST = 20.0
_POWER = 4


@dataclass(frozen=True, slots=True)
class FigureScore:
    """How many figures hold, and how far the others are off.

    Attributes
    ----------
    kept : KeptCounts
        Figures that count, lie inside the original's interval, and are within 5 % as well.
    distance : float
        Fourth root of the mean fourth power of the distances, in halves of the intervals, each at
        most 20: a maximum that improves with every figure.
    """

    kept: KeptCounts
    distance: float

    @property
    def rank(self) -> tuple[int, int, float]:
        """The order of scores: inside and close count alike, distances decide between equals."""
        return self.n_kept, self.kept.inside, -self.distance

    @property
    def n_kept(self) -> int:
        """Figures inside and those close as well, added up."""
        return self.kept.inside + self.kept.close

    def is_better_than(self, score: FigureScore) -> bool:
        """Decide whether more figures hold, with no fewer inside."""
        return self.kept.inside >= score.kept.inside and self.n_kept > score.n_kept


def score_figures(usual: UsualFigures) -> FigureScore:
    """Score the figures of a release."""
    powers = [_distance(value) ** _POWER for _, value in judged_values(usual)]
    mean = fsum(powers) / len(powers) if powers else 0.0
    return FigureScore(count_kept(usual), mean ** (1 / _POWER))


def _distance(value: FigureValue) -> float:
    distance = min(half_intervals_off(value), _FARTHEST)
    # An interval without length has no half, but a figure may lie in it.
    return 0.0 if value.inside and distance == _FARTHEST else distance
