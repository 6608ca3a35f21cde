"""Records in a random order, whatever their number; see `core.kernels.privacy.shuffling`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from core.io.scratch.row_files import RoutedRows, Rows
from core.protect.privacy.entropy import Entropy
from core.protect.privacy.noise import drawn_heaps, heap_bits, heap_order


def shuffled_rows(
    parts: Iterable[Rows], dtype: np.dtype[Any], place: Path, records: int, entropy: Entropy
) -> Iterator[Rows]:
    """Yield records in a uniformly random order.

    The same bits give the order of `core.protect.privacy.noise.shuffled` in memory, whatever the
    parts.

    Parameters
    ----------
    parts : iterable of numpy.ndarray
        All records.
    place : pathlib.Path
        A file that is made and removed again.
    """
    bits = heap_bits(records)
    with RoutedRows(place, dtype, 1 << bits) as dealt:
        for part in parts:
            dealt.add(part, drawn_heaps(len(part), bits, entropy))
        for heap in range(1 << bits):
            rows = dealt.bucket(heap)
            yield rows[heap_order(len(rows), entropy)]
