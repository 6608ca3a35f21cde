"""Nearly normal deviates of a counter-based generator (Salmon et al. 2011); manual: methods#spread.

No noise that privacy rests on comes from it: records are drawn with it from what is protected.
"""

from __future__ import annotations

import numpy as np

from core.array_types import Floats, Words

# Twelve numbers of 16 bits add up to nearly a normal deviate, on all machines to the same one.
_SUMMED, _WORDS = 12, 3


class PhiloxDeviates:
    """A stream of deviates.

    Parameters
    ----------
    seed : str
        32 hexadecimal digits.
    stream : int
        Deviates of another stream start elsewhere.
    """

    def __init__(self, seed: str, stream: int = 0) -> None:
        self._generator = np.random.Philox(key=int(seed, 16), counter=[0, 0, 0, stream])

    def draw(self, n_records: int, n_columns: int) -> Floats:
        """Draw the next deviates, shape (n_records, n_columns)."""
        words = self.draw_words(n_records * n_columns * _WORDS)
        parts = np.asarray(words, dtype="<u8").view("<u2").reshape(n_records, n_columns, _SUMMED)
        sums = parts.sum(axis=2, dtype=np.int64)
        return np.asarray((sums - _SUMMED * (2**16 - 1) / 2) / 2**16)

    def draw_words(self, count: int) -> Words:
        """Draw the next numbers of 64 bits, shape (count,)."""
        return np.asarray(self._generator.random_raw(count), dtype=np.uint64)
