"""The representatives that a recipe can choose for the numbers of a cluster."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import assert_never


class Aggregate(StrEnum):
    """What each record of a cluster gets instead of its own number.

    `core.protect.aggregate` computes it. What `core.rules.rule_construction` says of medians must
    hold for each one that does not keep sums.
    """

    MEAN = "mean"
    MEDIAN = "median"

    @property
    def keeps_sums(self) -> bool:
        """Whether that of a sum is the sum of those of its parts, weighted by survey weights."""
        match self:
            case Aggregate.MEAN:
                return True
            case Aggregate.MEDIAN:
                return False
            case _:
                assert_never(self)


def aggregate_of(parameters: Mapping[str, object]) -> Aggregate:
    """Return the representative that a method's parameters choose, by default the mean.

    The checks of parameters refuse unknown ones; until then they count as the mean.
    """
    return next((a for a in Aggregate if a == parameters.get("aggregate")), Aggregate.MEAN)
