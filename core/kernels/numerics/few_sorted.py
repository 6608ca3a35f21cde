"""Sort a few numbers in less time than a call of numpy's sort takes."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from core.kernels.compilation.bare import bare, copy_in


@copy_in
def insert_sorted(values: NDArray[Any], size: int, value: float) -> None:
    """Insert a number into the first `size` ones, which are ascending."""
    position = size
    while position > 0 and values[position - 1] > value:
        values[position] = values[position - 1]
        position -= 1
    values[position] = value


@bare
def sort_few(values: NDArray[Any], size: int) -> None:
    """Sort the first `size` numbers (Shell 1959)."""
    gap = size // 2
    while gap > 0:
        for i in range(gap, size):
            value, j = values[i], i
            while j >= gap and values[j - gap] > value:
                values[j] = values[j - gap]
                j -= gap
            values[j] = value
        gap //= 2
