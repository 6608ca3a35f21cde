"""A hash of a table's records that does not depend on their order."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.model import Column, ColumnKind


def table_hash(columns: Sequence[Column]) -> str:
    """Return the SHA-256 of the records of `columns`, sorted.

    Released records are shuffled, so two runs of the same recipe give files whose bytes differ
    although they hold the same records. This hash is the same for both.

    It is a hash of values, not of how they are spelled: 1.5 and 1.50, minus zero and zero, two
    layouts of a date and two codes of a missing value are the same to it, and of a number of
    more digits than a float64 holds the nearest float64 counts. The hash of the file tells these
    apart.

    Parameters
    ----------
    columns : sequence of Column
        All of the same length.

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
        # A missing value sorts last and is one bit pattern; minus zero is zero.
        return np.where(column.missing, np.nan, column.values + 0.0)
    if column.kind is ColumnKind.TEXT:
        return _used_codes(column)
    # Missing whole numbers are told from zeros by a value no file can hold beside them.
    return np.where(column.missing, np.iinfo(np.int64).min, column.values)


def _used(column: Column) -> tuple[str, ...]:
    """Return the categories that occur: those of records left out must not count."""
    present = np.unique(column.values[~column.missing]) if column.categories else ()
    return tuple(column.categories[int(code)] for code in present)


def _used_codes(column: Column) -> NDArray[np.int64]:
    present = np.unique(column.values[~column.missing])
    codes = np.searchsorted(present, column.values)
    return np.where(column.missing, -1, codes).astype(np.int64)


def _wide(column: Column) -> str:
    return "<f8" if column.values.dtype.kind == "f" else "<i8"
