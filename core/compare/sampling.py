"""Comparison of long files on a reproducible random sample."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.compare.basis import Basis
from core.compare.candidates import candidates
from core.compare.sweep import Sweep
from core.encode import group_records
from core.encode.drawn_records import draw_records
from core.encode.rows import take
from core.model import Dataset, Recipe

SIZES = (100_000, 50_000, 20_000, 10_000, 5_000)
# Longest comparison that starts without asking the user.
_LONGEST_SECONDS = 180.0


def draw_sample(dataset: Dataset, size: int, unit: Sequence[str] = ()) -> Dataset:
    """Draw `size` records at random without replacement, in the file's order.

    If records with the same values in the columns `unit` belong together, units are drawn whole:
    as many as have at most `size` records together, and at least one.
    """
    units = group_records([dataset.column(name) for name in unit]) if unit else None
    positions = draw_records(dataset.rows, size, units)
    rows = dataset.row_numbers
    numbers = positions + dataset.first_row if rows is None else rows[positions]
    columns = tuple(take(column, positions) for column in dataset.columns)
    return replace(dataset, columns=columns, row_numbers=numbers)


def draw_sample_for(recipe: Recipe, dataset: Dataset, size: int) -> Dataset:
    """Draw a sample of the records of a recipe's file, with the units that it declares whole."""
    names = () if recipe.unit is None else recipe.unit.id
    return draw_sample(dataset, size, [name for name in names if name in dataset.names])


def propose_size(basis: Basis, sweep: Sweep) -> int | None:
    """Propose the largest sample on which all methods are quick; ``None`` for the whole file."""
    for size in (None, *(size for size in SIZES if size < basis.records)):
        candidates_tried = candidates(resize(basis, size), sweep)
        seconds = sum(candidate.seconds for candidate in candidates_tried)
        if seconds <= _LONGEST_SECONDS and not any(
            candidate.is_slow for candidate in candidates_tried
        ):
            return size
    return min((size for size in SIZES if size < basis.records), default=None)


def resize(basis: Basis, sample: int | None) -> Basis:
    """Resize the basis of a comparison to a sample, if there is one."""
    return basis if sample is None else replace(basis, records=min(sample, basis.records))
