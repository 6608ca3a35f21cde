"""A hash of a table's records that is independent of their order."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.model import Column, ColumnKind


def table_hash(columns: Sequence[Column]) -> str:
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

    Returns
    -------
    str
        64 hexadecimal digits, over each column's name, kind, categories and sorted values.
    """
    order = np.lexsort([_comparable(column) for column in reversed(columns)])
    digest = hashlib.sha256()
    for column in columns:
        head = "\x1f".join((column.name, str(column.kind), *_used(column)))
        digest.update(head.encode() + b"\x1e")
        digest.update(_comparable(column)[order].astype(_wide(column)).tobytes())
    return digest.hexdigest()


def _comparable(column: Column) -> NDArray[np.generic]:
    if column.values.dtype.kind == "f":
        # Missing values sort last and share one bit pattern; minus zero becomes zero.
        return np.where(column.missing, np.nan, column.values + 0.0)
    if column.kind is ColumnKind.TEXT:
        return _used_codes(column)
    # The value of missing whole numbers is one that no file can contain.
    return np.where(column.missing, np.iinfo(np.int64).min, column.values)


def _used(column: Column) -> tuple[str, ...]:
    """Return the categories that occur, without those only of records left out."""
    present = np.unique(column.values[~column.missing]) if column.categories else ()
    return tuple(column.categories[int(code)] for code in present)


def _used_codes(column: Column) -> NDArray[np.int64]:
    present = np.unique(column.values[~column.missing])
    codes = np.searchsorted(present, column.values)
    return np.where(column.missing, -1, codes).astype(np.int64)


def _wide(column: Column) -> str:
    return "<f8" if column.values.dtype.kind == "f" else "<i8"
