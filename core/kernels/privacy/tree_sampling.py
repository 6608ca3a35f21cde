"""Records sampled from whole-number weights that depend on what was sampled before."""

from __future__ import annotations

import numpy as np
from numba import njit

from core.array_types import Ints, Words
from core.kernels.privacy.entropy_bits import count_bits, draw_uniform, ran_out


@njit(cache=True, nogil=True)
def sample_columns(
    words: Words, position: int, rows: Ints, sums: Ints, out: Ints, done: int
) -> tuple[int, int]:
    """Sample a column for each record, given another one, until the bits run out.

    Parameters
    ----------
    words, at
        As for `core.kernels.privacy.discrete_laplace.fill_with_noise`.
    rows : numpy.ndarray of int64, shape (n,)
        What was sampled before: a row of `sums`.
    sums : numpy.ndarray of int64, shape (a, b)
        In each row the running sums of weights that are not negative; the last one positive.
    out : numpy.ndarray of int64, shape (n,)
        Is written to.
    done : int
        Records that are sampled already.

    Returns
    -------
    int, int
        How many are sampled now, and the position of the next bit.
    """
    widths = np.array([count_bits(total) for total in sums[:, -1]])
    for i in range(done, len(out)):
        row = rows[i]
        drawn, behind = draw_uniform(words, position, sums[row, -1], widths[row])
        if ran_out(words, behind):
            return i, position
        out[i] = np.searchsorted(sums[row], drawn, side="right")
        position = behind
    return len(out), position
