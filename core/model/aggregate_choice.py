"""The representatives that a recipe can choose for the numbers of a cluster."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum


class Aggregate(StrEnum):
    """What each record of a cluster gets instead of its own number; each use is a ``match``."""

    MEAN = "mean"
    MEDIAN = "median"


def aggregate_of(parameters: Mapping[str, object]) -> Aggregate:
    """Return the representative that a method's parameters choose, by default the mean.

    The checks of parameters refuse unknown ones; until then they count as the mean.
    """
    return next((a for a in Aggregate if a == parameters.get("aggregate")), Aggregate.MEAN)
