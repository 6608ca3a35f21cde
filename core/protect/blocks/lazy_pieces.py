"""Pieces of a file that are made one by one, when an engine asks for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar, overload

import numpy as np

from core.array_types import Ints
from core.kernels.blocks.sorting import Narrow, sort_places

Piece = TypeVar("Piece")


class Lazily(Sequence[Piece]):
    """A sequence whose items are made when they are asked for, and not kept.

    Parameters
    ----------
    make : callable
        Returns the item at a place; may be called from several threads.
    """

    def __init__(self, count: int, make: Callable[[int], Piece]) -> None:
        self._count, self._make = count, make

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Piece: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Piece]: ...

    def __getitem__(self, index: int | slice) -> Piece | Sequence[Piece]:
        if isinstance(index, slice):
            return [self._make(position) for position in range(*index.indices(self._count))]
        if not -self._count <= index < self._count:
            raise IndexError(index)
        return self._make(index % self._count)


def members_of(numbers: Narrow, count: int) -> list[Ints]:
    """Return the positions that have each number from 0 to ``count - 1``, ascending.

    Negative numbers belong to nobody.
    """
    start, order = sort_places(numbers, count)
    return np.split(order, start[1:-1])
