"""Counts of the conditions that a release keeps besides k and t."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ConditionCount:
    """What was counted of one condition in one released column.

    Attributes
    ----------
    condition : str
        Name of the condition, such as ``zeros``.
    column : str
        The column.
    figures : Mapping of str to int
        Numbers of records or groups by name, such as ``before`` and ``after``; the last one is the
        number of violations.
    is_held : bool
        Whether the release keeps the condition.
    """

    condition: str
    column: str
    figures: Mapping[str, int]
    is_held: bool

    @property
    def violations(self) -> int:
        """The number of records or groups that violate the condition."""
        return list(self.figures.values())[-1]
