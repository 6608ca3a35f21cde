"""Comparing long files on a random sample that is the same each time. Knows no Qt."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from core.encode.rows import take
from core.model import Dataset
from desktop_app.wizard.comparing.basis import Basis
from desktop_app.wizard.comparing.entrants import entrants
from desktop_app.wizard.comparing.sweep import Sweep

SIZES = (100_000, 50_000, 20_000, 10_000, 5_000)
_SEED = 1
# So long somebody waits for a comparison without having been asked.
_PATIENCE_SECONDS = 180.0


def sampled(dataset: Dataset, size: int) -> Dataset:
    """Return `size` records drawn at random without replacement, in the file's order.

    The draw depends on the number of records alone: the generator is one whose numbers are fixed
    for good.
    """
    drawn = np.random.RandomState(_SEED).permutation(dataset.rows)[:size]
    positions = np.sort(drawn).astype(np.int64)
    rows = dataset.row_numbers
    numbers = positions + dataset.first_row if rows is None else rows[positions]
    columns = tuple(take(column, positions) for column in dataset.columns)
    return replace(dataset, columns=columns, row_numbers=numbers)


def proposed_size(basis: Basis, sweep: Sweep) -> int | None:
    """Return the largest sample on which all methods are quick; ``None`` for the whole file."""
    for size in (None, *(size for size in SIZES if size < basis.records)):
        found = entrants(sized(basis, size), sweep)
        whole = sum(entrant.seconds for entrant in found)
        if whole <= _PATIENCE_SECONDS and not any(entrant.is_slow for entrant in found):
            return size
    return min((size for size in SIZES if size < basis.records), default=None)


def sized(basis: Basis, sample: int | None) -> Basis:
    """Return the basis of a comparison on a sample; the basis itself where there is none."""
    return basis if sample is None else replace(basis, records=min(sample, basis.records))
