"""Converts nominal columns to positions in a taxonomy, and back."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.encode.numbers import distinct_texts
from core.encode.semantics import Semantics
from core.model import Column, ColumnKind


def category_counts(column: Column) -> dict[str, int]:
    """Return the frequency of each category, in the order of the column's categories."""
    names, inverse = distinct_texts(column)
    counts = np.bincount(inverse, minlength=len(names))
    return dict(zip(names, counts.tolist(), strict=True))


def category_places(column: Column, found: Semantics) -> NDArray[np.int64]:
    """Return the position of every record's category, -1 where it is missing; shape (n,).

    Raises
    ------
    KeyError
        If a category has no position.
    """
    names, inverse = distinct_texts(column)
    known = found.places()
    places = np.full(len(column), -1, dtype=np.int64)
    places[~column.missing] = np.array([known[name] for name in names], dtype=np.int64)[inverse]
    return places


def column_of_places(column: Column, found: Semantics, places: NDArray[np.int64]) -> Column:
    """Return a text column with the name of `column` and the categories at `places`.

    It lists the categories that occur, by code point; position -1 means missing.
    """
    used = sorted({found.name(place) for place in np.unique(places[places >= 0]).tolist()})
    at = {name: i for i, name in enumerate(used)}
    index = np.array([at.get(found.name(i), -1) for i in range(len(found))], dtype=np.int32)
    indices = np.where(places < 0, np.int32(-1), index[places]).astype(np.int32)
    return Column(column.name, ColumnKind.TEXT, indices, places < 0, tuple(used))
