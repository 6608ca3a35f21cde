"""Recognises records of an earlier input: by their order, or by a hash of their identifier."""

from __future__ import annotations

import hashlib

import numpy as np
from numpy.typing import NDArray

from core.jobs import CancellableSequence, Job
from core.log.table_hash import column_hash
from core.model import Column, ColumnKind, Dataset, Role, Schema
from core.model.release import RegisteredRelease
from core.table import empty, pieces

_HASH_BYTES = 8
# Of a column, so many values show how different they are.
_LOOKED_AT = 10_000
# Less agreement is that of other records with the same numbers, such as those of another month.
_LEAST_EQUAL = 0.5

Positions = NDArray[np.int64]


def hash_columns(dataset: Dataset, job: Job) -> dict[str, str]:
    """Hash the values of each column in order."""
    columns = CancellableSequence(dataset.columns, job)
    return {column.name: column_hash(column) for column in columns}


def unique_identifier(dataset: Dataset, schema: Schema) -> str | None:
    """Name the first identifier with a different value in each record, if any."""
    names = (attribute.name for attribute in schema.with_role(Role.IDENTIFIER))
    return next((name for name in names if _is_unique(dataset.column(name))), None)


def most_varied_column(dataset: Dataset, identifier: str) -> str:
    """Name the column, besides the identifier, that differs most between records."""
    other_columns = [column for column in dataset.columns if column.name != identifier]
    return max(other_columns, key=lambda c: len(np.unique(c.values[:_LOOKED_AT]))).name


def hash_identifier(column: Column, key: bytes, job: Job) -> NDArray[np.uint64]:
    """Compute a keyed hash of each value of an identifier, shape (n,)."""
    hashes: NDArray[np.uint64] = empty(len(column), np.uint64)
    for piece in CancellableSequence([*pieces(len(column))], job):
        digests = b"".join(
            hashlib.blake2b(text.encode(), digest_size=_HASH_BYTES, key=key).digest()
            for text in _texts(column, piece)
        )
        hashes[piece] = np.frombuffer(digests, dtype="<u8")
    return hashes


def check_bytes(column: Column, key: bytes) -> NDArray[np.uint8]:
    """Compute one byte of each value, 0 of a missing one: equal numbers may be other records'."""
    if column.kind is ColumnKind.TEXT:
        digests = [hashlib.blake2b(c.encode(), digest_size=1, key=key) for c in column.categories]
        by_code = np.array([*(digest.digest()[0] for digest in digests), 0], dtype=np.uint8)
        return np.asarray(by_code[column.values])
    multiplier = np.uint64(int.from_bytes(key[:8], "little") | 1)
    bytes_of_cells: NDArray[np.uint8] = empty(len(column), np.uint8)
    for piece in pieces(len(column)):
        # Minus zero becomes zero.
        values = np.ascontiguousarray(column.values[piece] + 0).astype("f8").view(np.uint64)
        top_bytes = values * multiplier >> np.uint64(56)
        bytes_of_cells[piece] = np.where(column.missing[piece], 0, top_bytes)
    return bytes_of_cells


def has_same_order(
    about: RegisteredRelease, sha256: str, rows: int, column_hashes: dict[str, str]
) -> bool:
    """Check whether a release is of the same records in the same order.

    They are if the file is the same, or if most of the columns that both have are: a file in
    another format, prepared otherwise, or with some values corrected.
    """
    if about.rows != rows:
        return False
    shared = about.input_columns.keys() & column_hashes.keys()
    equal = sum(about.input_columns[name] == column_hashes[name] for name in shared)
    return about.input_sha256 == sha256 or (equal > 1 and 2 * equal > len(shared))


def find_records(
    earlier_hashes: NDArray[np.uint64],
    earlier_bytes: NDArray[np.uint8],
    hashes: NDArray[np.uint64],
    present_bytes: NDArray[np.uint8],
) -> Positions | None:
    """Find the records of an earlier input in the present one by `hash_identifier`.

    Returns
    -------
    numpy.ndarray of int64, shape (records of the earlier input,), or None
        The position of each, -1 of those that are gone; ``None`` if most have other values.
    """
    order = np.argsort(hashes)
    places = np.searchsorted(hashes, earlier_hashes, sorter=order)
    positions = order[np.minimum(places, len(order) - 1)]
    is_there = hashes[positions] == earlier_hashes
    n_there = int(np.count_nonzero(is_there))
    same = present_bytes[positions[is_there]] == earlier_bytes[is_there]
    if not n_there or np.count_nonzero(same) < _LEAST_EQUAL * n_there:
        return None
    return np.where(is_there, positions, -1)


def _is_unique(column: Column) -> bool:
    values = column.values
    return not column.missing.any() and len(np.unique(values)) == len(values) > 1


def _texts(column: Column, piece: slice) -> list[str]:
    if column.kind is ColumnKind.TEXT:
        return [column.categories[code] for code in column.values[piece].tolist()]
    return [str(value) for value in column.values[piece].tolist()]
