"""A hash of a table's records that is independent of their order."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from core.encode import group_records
from core.encode.unit_groups import units_by_size
from core.model import Column, ColumnKind


def table_hash(columns: Sequence[Column], links: Collection[str] = ()) -> str:
    """Return the SHA-256 of the records of `columns`, sorted.

    Released records are shuffled, so two runs of the same recipe produce files with the same
    records but different bytes. Their table hashes agree.

    The hash covers values, not spellings: it does not distinguish 1.5 from 1.50, minus zero from
    zero, two layouts of a date or two missing codes, and replaces numbers with more digits than a
    float64 holds by the nearest float64. The hash of the file distinguishes all of these.

    Parameters
    ----------
    columns : sequence of Column
        Columns of equal length.
    links : collection of str
        Columns with numbers of units, which are drawn at random for each release: the hash covers
        which records belong together, and not the numbers.

    Returns
    -------
    str
        64 hexadecimal digits, over each column's name, kind, categories and sorted values.
    """
    columns = _with_stable_links(columns, links)
    order = np.lexsort([_comparable(column) for column in reversed(columns)])
    digest = hashlib.sha256()
    for column in columns:
        # The categories that occur, without those only of records left out.
        present = np.unique(column.values[~column.missing]) if column.categories else ()
        used = tuple(column.categories[int(code)] for code in present)
        head = "\x1f".join((column.name, str(column.kind), *used))
        digest.update(head.encode() + b"\x1e")
        wide = "<f8" if column.values.dtype.kind == "f" else "<i8"
        digest.update(_comparable(column)[order].astype(wide).tobytes())
    return digest.hexdigest()


def _with_stable_links(columns: Sequence[Column], links: Collection[str]) -> Sequence[Column]:
    """Return the columns with units numbered by their records instead of at random."""
    named = [column for column in columns if column.name in links]
    if not named:
        return columns
    # The rank of each record in the order of the table; equal records have the same.
    keys = [_comparable(column) for column in columns if column.name not in links]
    order = np.lexsort(keys[::-1])
    changes = np.zeros(len(order), dtype=np.bool_)
    for key in keys:
        one, other = key[order][1:], key[order][:-1]
        changes[1:] |= (one != other) & ~((one != one) & (other != other))
    ranks = np.empty(len(order), dtype=np.int64)
    ranks[order] = np.cumsum(changes)
    # The rank of each record's unit, by size and by the ranks of its records. Which of several
    # equal units comes first makes no difference to the records of a table.
    stable = {}
    for column in named:
        unit = group_records([column])
        found, before = np.empty(len(ranks), dtype=np.int64), 0
        for same in units_by_size(unit, np.lexsort((ranks, unit)).astype(np.int64)):
            in_order = np.lexsort(ranks[same.rows].T[::-1])
            found[same.rows[in_order]] = before + np.arange(len(in_order))[:, None]
            before += len(in_order)
        stable[column.name] = found
    kind = ColumnKind.INTEGER
    return [
        Column(c.name, kind, stable[c.name], np.zeros(len(c), np.bool_)) if c.name in stable else c
        for c in columns
    ]


def _comparable(column: Column) -> NDArray[np.generic]:
    if column.values.dtype.kind == "f":
        # Missing values sort last and share one bit pattern; minus zero becomes zero.
        return np.where(column.missing, np.nan, column.values + 0.0)
    if column.kind is ColumnKind.TEXT:
        present = np.unique(column.values[~column.missing])
        codes = np.searchsorted(present, column.values)
        return np.where(column.missing, -1, codes).astype(np.int64)
    # The value of missing whole numbers is one that no file can contain.
    return np.where(column.missing, np.iinfo(np.int64).min, column.values)
