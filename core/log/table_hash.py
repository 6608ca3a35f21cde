"""A hash of a table's records that is independent of their order."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from core.array_types import Ints
from core.encode import first_of_groups, group_records, take
from core.encode.unit_groups import units_by_size
from core.kernels.numerics.grouping import Labels
from core.model import Column, ColumnKind
from core.table import index_type, pieces

# Products of numbers of categories below it fit into 64 bits.
_WIDEST = 1 << 62


def table_hash(
    columns: Sequence[Column], links: Collection[str] = (), labels: Labels | None = None
) -> str:
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
    labels : numpy.ndarray of int32 or int64, shape (n,), optional
        The groups of equal records by first appearance, if they are known; only without links.

    Returns
    -------
    str
        64 hexadecimal digits, over each column's name, kind, categories and sorted values.
    """
    columns = _with_stable_links(columns, links)
    if labels is None or links:
        labels = group_records(columns)
    # Equal records are sorted once, and their values repeated.
    firsts, sizes = first_of_groups(labels), np.bincount(labels)
    del labels
    distinct = [take(column, firsts) for column in columns]
    order = _order_of(distinct)
    digest = hashlib.sha256()
    for column in distinct:
        digest.update(_head(column))
        values, wide = _comparable(column), _wide(column)
        for piece in pieces(len(order)):
            groups = order[piece]
            digest.update(np.repeat(values[groups], sizes[groups]).astype(wide).tobytes())
    return digest.hexdigest()


def column_hash(column: Column) -> str:
    """Compute the SHA-256 of the values of a column in their order; see `table_hash`."""
    digest, used, wide = hashlib.sha256(_head(column)), _list_used_codes(column), _wide(column)
    for piece in pieces(len(column)):
        digest.update(_comparable_cells(column, piece, used).astype(wide).tobytes())
    return digest.hexdigest()


def _head(column: Column) -> bytes:
    """Name a column, its kind and the categories that occur, without those of others' records."""
    used = (column.categories[code] for code in _list_used_codes(column).tolist())
    return "\x1f".join((column.name, str(column.kind), *used)).encode() + b"\x1e"


def _wide(column: Column) -> str:
    return "<f8" if column.values.dtype.kind == "f" else "<i8"


def _order_of(columns: Sequence[Column]) -> Ints:
    """Sort records by all columns, the first one first; shape (n,).

    Each column sorts only the records that are alike in those before it.
    """
    keys = _sort_keys(columns)
    key = next(keys)
    order = np.argsort(key, kind="stable")
    # Places in the order of records that are alike so far, and the run of alike records of each.
    places = np.arange(len(order), dtype=index_type(len(order)))
    runs = np.zeros_like(places)
    for following in keys:
        key = key[order[places]]
        # Missing values are equal to each other.
        is_new = (key[1:] != key[:-1]) & ~((key[1:] != key[1:]) & (key[:-1] != key[:-1]))
        is_new |= runs[1:] != runs[:-1]
        runs = np.cumsum(np.append(False, is_new), dtype=runs.dtype)
        is_alike = np.append(False, ~is_new)
        is_alike[:-1] |= ~is_new
        places, runs, key = places[is_alike], runs[is_alike], following
        if not len(places):
            break
        records = order[places]
        order[places] = records[np.lexsort((key[records], runs))]
    return order


def _sort_keys(columns: Sequence[Column]) -> Iterator[NDArray[np.generic]]:
    """Yield the columns' sort keys, those of categories joined into one where they fit."""
    joined, span = None, 1
    for column in columns:
        base = len(column.categories) + 1
        if column.kind is ColumnKind.TEXT and span * base < _WIDEST:
            codes = column.values.astype(np.int64) + 1
            joined, span = codes if joined is None else joined * base + codes, span * base
            continue
        if joined is not None:
            yield joined
        joined, span = None, 1
        yield _comparable(column)
    if joined is not None:
        yield joined


def _with_stable_links(columns: Sequence[Column], links: Collection[str]) -> Sequence[Column]:
    """Renumber units by their records instead of at random."""
    link_columns = [column for column in columns if column.name in links]
    if not link_columns:
        return columns
    # The rank of each record in the order of the table; equal records have the same.
    record_columns = [column for column in columns if column.name not in links]
    labels = group_records(record_columns)
    order = _order_of([take(column, first_of_groups(labels)) for column in record_columns])
    group_ranks = np.empty(len(order), dtype=np.int64)
    group_ranks[order] = np.arange(len(order))
    ranks = group_ranks[labels]
    # The rank of each record's unit, by size and by the ranks of its records. Which of several
    # equal units comes first makes no difference to the records of a table.
    stable = {}
    for column in link_columns:
        unit = group_records([column])
        unit_ranks, n_ranked = np.empty(len(ranks), dtype=np.int64), 0
        for same in units_by_size(unit, np.lexsort((ranks, unit)).astype(np.int64)):
            in_order = np.lexsort(ranks[same.rows].T[::-1])
            unit_ranks[same.rows[in_order]] = n_ranked + np.arange(len(in_order))[:, None]
            n_ranked += len(in_order)
        stable[column.name] = unit_ranks
    kind = ColumnKind.INTEGER
    return [
        Column(c.name, kind, stable[c.name], np.zeros(len(c), np.bool_)) if c.name in stable else c
        for c in columns
    ]


def _comparable(column: Column) -> NDArray[np.generic]:
    return _comparable_cells(column, slice(None), _list_used_codes(column))


def _comparable_cells(column: Column, piece: slice, used: NDArray[np.intp]) -> NDArray[np.generic]:
    """Make cells comparable, those of categories by their place among the codes that occur."""
    values, missing = column.values[piece], column.missing[piece]
    if values.dtype.kind == "f":
        # Missing values sort last and share one bit pattern; minus zero becomes zero.
        return np.where(missing, np.nan, values + 0.0)
    if column.kind is ColumnKind.TEXT:
        return np.where(missing, -1, np.searchsorted(used, values)).astype(np.int64)
    # The value of missing whole numbers is one that no file can contain.
    return np.where(missing, np.iinfo(np.int64).min, values)


def _list_used_codes(column: Column) -> NDArray[np.intp]:
    """List the codes of the categories that occur, ascending; none of numbers and dates."""
    occurs = np.zeros(len(column.categories), dtype=np.bool_)
    for piece in pieces(len(column) if column.categories else 0):
        occurs[column.values[piece][~column.missing[piece]]] = True
    return np.flatnonzero(occurs)
