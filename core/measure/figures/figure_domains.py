"""Categories of columns, numbered alike on both sides, and the domains that they form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.encode.numbers import distinct_texts
from core.measure.figures.complete_cases import Cases
from core.measure.figures.linearised import Ints
from core.model import ColumnKind, Scale, Schema
from core.model.compared_figures import Category


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
    """Return the combinations of categories that occur on a side, in the categories' order."""
    codes = [np.zeros(case.side.records, dtype=np.int64) for case in sides]
    names: tuple[tuple[Category, ...], ...] = ((),)
    for name in columns:
        found, own = categories_of(name, sides, schema)
        codes = [code * len(found) + more for code, more in zip(codes, own, strict=True)]
        used, place = np.unique(np.concatenate(codes), return_inverse=True)
        size = len(found)
        names = tuple((*names[u // size], (name, found[u % size])) for u in used.tolist())
        ends = np.cumsum([len(code) for code in codes])[:-1]
        codes = [part.astype(np.int64) for part in np.split(place, ends)]
    return Domains(names, tuple(codes))


def categories_of(
    name: str, sides: Sequence[Cases], schema: Schema
) -> tuple[list[str], list[Ints]]:
    """Return the categories of a column on all sides, in their order, and each case's place."""
    attribute = schema.named(name)
    listed: list[list[str]] = []
    codes: list[Ints] = []
    for case in sides:
        column = case.sample.columns[name]
        texts, index = distinct_texts(column)
        whole = np.full(len(column), -1, dtype=np.int64)
        whole[~column.missing] = index
        used, own = np.unique(whole[case.places], return_inverse=True)
        spelled = [texts[place] for place in used.tolist()]
        if column.kind is ColumnKind.DATE:
            spelled = [str(np.datetime64(int(text), "D")) for text in spelled]
        listed.append(spelled)
        codes.append(own.astype(np.int64))
    # Categories in their declared order, numbers by value, others by code point.
    declared = attribute.order if attribute.scale is Scale.ORDINAL else ()
    rank = {text: i for i, text in enumerate(declared)}
    order = sorted(
        {text for texts in listed for text in texts},
        key=lambda text: (rank.get(text, len(rank)), _number(text), text),
    )
    place = {text: i for i, text in enumerate(order)}
    return order, [
        np.array([place[text] for text in texts], dtype=np.int64)[own]
        for texts, own in zip(listed, codes, strict=True)
    ]


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return float("inf")
