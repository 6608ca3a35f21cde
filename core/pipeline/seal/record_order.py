"""The order of released records."""

from __future__ import annotations

import os

import numpy as np
from numpy.typing import NDArray

from core.model import Recipe
from core.protect.privacy import shuffled, supply


def order_of(recipe: Recipe, records: int) -> NDArray[np.int64]:
    """Return the order of the records in a release, shape (records,).

    It is secret, or derived from the seed in an insecure test.
    """
    if recipe.insecure_test_seed is None:
        return secret_order(records)
    # Separate from the noise, which starts from the seed itself.
    source = supply(recipe.insecure_test_seed, apart="order")
    return shuffled(np.arange(records, dtype=np.int64), source)


def secret_order(records: int) -> NDArray[np.int64]:
    """Return a secret random permutation of ``0..records-1``, shape (records,).

    Every position draws 128 bits from the operating system. Sorting by them gives each permutation
    the same probability, apart from the chance of two equal draws, which is far below one in 10^20
    even for a billion records.
    """
    drawn = np.frombuffer(os.urandom(16 * records), dtype=np.uint64).reshape(records, 2)
    return np.lexsort((drawn[:, 0], drawn[:, 1])).astype(np.int64)
