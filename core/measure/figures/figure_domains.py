"""Categories of columns, numbered alike on both sides, and the domains that they form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.array_types import Ints
from core.measure.figures.complete_cases import Cases
from core.model import Scale, Schema
from core.model.compared_figures import Category

# Combinations up to which it is quicker to count them all than to sort those that occur.
_MOST_COUNTED = 1_000_000


@dataclass(frozen=True, slots=True, eq=False)
class Domains:
    """The domains of the cases of several sides.

    Attributes
    ----------
    names : tuple of tuples of pairs of str
        The categories of each domain.
    labels : tuple of numpy.ndarray of int64, shape (m,)
        For each side the domain of each of its cases.
    """

    names: tuple[tuple[Category, ...], ...]
    labels: tuple[Ints, ...]


def domains_of(columns: Sequence[str], sides: Sequence[Cases], schema: Schema) -> Domains:
    """Form the combinations of categories that occur on a side, in the categories' order."""
    codes = [np.zeros(case.side.records, dtype=np.int64) for case in sides]
    names: tuple[tuple[Category, ...], ...] = ((),)
    for name in columns:
        categories, category_codes = categories_of(name, sides, schema)
        size = len(categories)
        codes = [outer * size + inner for outer, inner in zip(codes, category_codes, strict=True)]
        used, codes = _close_gaps(codes, len(names) * size)
        names = tuple((*names[u // size], (name, categories[u % size])) for u in used)
    return Domains(names, tuple(codes))


def _close_gaps(codes: Sequence[Ints], size: int) -> tuple[list[int], list[Ints]]:
    """List the codes below `size` that occur, ascending, and number them from 0."""
    if size > _MOST_COUNTED:
        used, positions = np.unique(np.concatenate(codes), return_inverse=True)
        ends = np.cumsum([len(code) for code in codes])[:-1]
        return used.tolist(), [side.astype(np.int64) for side in np.split(positions, ends)]
    occurs = np.sum([np.bincount(code, minlength=size) for code in codes], axis=0) > 0
    places = np.cumsum(occurs) - 1
    return np.flatnonzero(occurs).tolist(), [places[code] for code in codes]


def categories_of(
    name: str, sides: Sequence[Cases], schema: Schema
) -> tuple[list[str], list[Ints]]:
    """List the categories of a column on all sides, in their order, and each case's place."""
    attribute = schema.named(name)
    spelled: list[list[str]] = []
    codes: list[Ints] = []
    for case in sides:
        texts, whole_codes = case.category_codes(name)
        used, (case_codes,) = _close_gaps([whole_codes], len(texts))
        spelled.append([texts[code] for code in used])
        codes.append(case_codes)
    # Categories in their declared order, numbers by value, others by code point.
    declared = attribute.order if attribute.scale is Scale.ORDINAL else ()
    rank = {text: i for i, text in enumerate(declared)}
    order = sorted(
        {text for texts in spelled for text in texts},
        key=lambda text: (rank.get(text, len(rank)), _number(text), text),
    )
    place = {text: i for i, text in enumerate(order)}
    return order, [
        np.array([place[text] for text in texts], dtype=np.int64)[side_codes]
        for texts, side_codes in zip(spelled, codes, strict=True)
    ]


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return float("inf")
