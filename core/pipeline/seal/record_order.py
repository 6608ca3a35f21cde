"""The order of released records."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.model import Recipe
from core.protect.privacy import shuffle_values, supply
from core.protect.privacy.entropy import Entropy
from core.table import index_type


def order_of(recipe: Recipe, records: int) -> NDArray[Any]:
    """Return the record on each line of a release, shape (records,).

    The order is that of the run if the recipe keeps it; else secret, or derived from the seed in an
    insecure test.
    """
    if recipe.keep_order:
        return np.arange(records, dtype=index_type(records))
    # Separate from the noise, which starts from the seed itself.
    return random_order(records, supply(recipe.insecure_test_seed, apart="order"))


def random_order(count: int, entropy: Entropy) -> NDArray[Any]:
    """Draw a permutation of ``0..count-1``, each with the same probability; shape (count,)."""
    in_order: NDArray[Any] = np.arange(count, dtype=index_type(count))
    return shuffle_values(in_order, entropy)
