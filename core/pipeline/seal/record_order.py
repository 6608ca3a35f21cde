"""The order of released records."""

from __future__ import annotations

import os

import numpy as np
from numpy.typing import NDArray

from core.model import Recipe
from core.protect.privacy import shuffled, supply


def order_of(recipe: Recipe, records: int) -> NDArray[np.int64]:
    """Return the order that a release gets, shape (records,).

    A secret one; in an insecure test that of its seed.
    """
    if recipe.insecure_test_seed is None:
        return secret_order(records)
    # Apart from the noise, which begins with the seed itself.
    source = supply(recipe.insecure_test_seed, apart="order")
    return shuffled(np.arange(records, dtype=np.int64), source)


def secret_order(records: int) -> NDArray[np.int64]:
    """Return a random permutation of ``0..records-1`` that nobody can repeat, shape (records,).

    Every position draws 128 bits from the operating system; sorting by them gives each
    permutation with the same probability, but for a chance of two equal draws that is far
    below one in 10^20 even for a billion records.
    """
    drawn = np.frombuffer(os.urandom(16 * records), dtype=np.uint64).reshape(records, 2)
    return np.lexsort((drawn[:, 0], drawn[:, 1])).astype(np.int64)
