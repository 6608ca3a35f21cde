"""What a preparing step finds: columns, levels of taxonomies, settings of the method."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.model import ColumnKind, Dataset

NUMBERS = frozenset({ColumnKind.INTEGER, ColumnKind.NUMBER})
CATEGORIES = frozenset({ColumnKind.TEXT, ColumnKind.INTEGER})
DATES = frozenset({ColumnKind.DATE})


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """What a step finds.

    Attributes
    ----------
    dataset : Dataset
        The columns, as the steps before leave them.
    levels : mapping of str to tuple of int
        By column with a taxonomy, the number of categories that occur on each level from 1 on.
    k : int
        That of the method.
    decimal : str
        The decimal mark of the file.
    names : tuple of str
        Its columns, those that identify people first.
    """

    dataset: Dataset
    levels: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    k: int = 5
    decimal: str = "."
    names: tuple[str, ...] = ()


def of_kind(ground: Ground, kinds: frozenset[ColumnKind]) -> tuple[str, ...]:
    """Return the columns of these kinds, those that identify people first."""
    return tuple(name for name in ground.names if ground.dataset.column(name).kind in kinds)
