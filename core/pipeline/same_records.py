"""Recognises records of an earlier input: by their order, an identifier, or their whole rows."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np

from core.array_types import Bytes, Ints, Words
from core.encode.cell_keys import hash_cells
from core.jobs import CancellableSequence, Job
from core.kernels.numerics.grouping import refine
from core.kernels.numerics.record_hashes import mix_cells_into
from core.log.table_hash import column_hash
from core.model import Column, Dataset, Role, Schema
from core.model.release import RegisteredRelease
from core.table import empty, forget, pieces

_HASH_BYTES = 8
# Any odd number: a step takes a repeated hash to a place where hardly another one lies.
_REPEAT_STEP = np.uint64(0x9E3779B97F4A7C15)
# Of a column, so many values show how different they are.
_LOOKED_AT = 10_000
# Less agreement is that of other records with the same numbers, such as those of another month.
_LEAST_EQUAL = 0.5


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


def hash_records(columns: Sequence[Column], key: bytes, job: Job) -> Words:
    """Compute a keyed hash of the cells of each record in some columns, shape (n,).

    Records that are equal in these columns have the same one, whatever the kinds of the columns.
    """
    n_records = len(columns[0])
    hashes: Words = empty(n_records, np.uint64)
    hashes.fill(0)
    for column in CancellableSequence(columns, job):
        cells = hash_cells(column)
        for piece in pieces(n_records):
            mix_cells_into(hashes[piece], cells, column.missing, piece.start, is_float=False)
    for piece in CancellableSequence([*pieces(n_records)], job):
        digests = b"".join(
            hashlib.blake2b(word, digest_size=_HASH_BYTES, key=key).digest()
            for word in hashes[piece].astype("<u8")[:, None]
        )
        hashes[piece] = np.frombuffer(digests, dtype="<u8")
    forget(hashes)
    return hashes


def check_bytes(column: Column, key: bytes) -> Bytes:
    """Compute one byte of each value: records with equal numbers may be others."""
    multiplier = np.uint64(int.from_bytes(key[:8], "little") | 1)
    cells, bytes_of_cells = hash_cells(column).view(np.uint64), empty(len(column), np.uint8)
    for piece in pieces(len(column)):
        bytes_of_cells[piece] = cells[piece] * multiplier >> np.uint64(56)
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


def find_records(earlier_hashes: Words, hashes: Words) -> Ints:
    """Find the records of an earlier input in the present one by hashes that all differ.

    Returns
    -------
    numpy.ndarray of int64, shape (records of the earlier input,)
        The position of each, -1 of those that are gone.
    """
    order = np.argsort(hashes)
    positions = np.searchsorted(hashes, earlier_hashes, sorter=order)
    for piece in pieces(len(positions)):
        nearest = order[np.minimum(positions[piece], len(order) - 1)]
        is_there = hashes[nearest] == earlier_hashes[piece]
        positions[piece] = np.where(is_there, nearest, -1)
    return positions


def have_same_values(positions: Ints, earlier_bytes: Bytes, present_bytes: Bytes) -> bool:
    """Check whether at least half of the records that were found have the value they had."""
    is_there = positions >= 0
    same = present_bytes[positions[is_there]] == earlier_bytes[is_there]
    return bool(len(same)) and bool(np.mean(same) >= _LEAST_EQUAL)


def have_same_rows(earlier_rows: Words, present_rows: Words) -> bool:
    """Check whether more than half of the different rows of the smaller file are as often in both.

    In two samples of the same population this holds by chance for at most 37 % of them: a row that
    one has once is once in the other with a probability of at most 1/e, and one that it has more
    often with a lower one (Poisson).
    """
    n_earlier = len(earlier_rows)
    rows = empty(n_earlier + len(present_rows), np.int64)
    rows[:n_earlier], rows[n_earlier:] = earlier_rows.view(np.int64), present_rows.view(np.int64)
    labels = refine(np.zeros(len(rows), dtype=np.int8), rows)
    n_rows = int(labels.max(initial=-1)) + 1
    in_earlier = np.bincount(labels[:n_earlier], minlength=n_rows)
    in_present = np.bincount(labels[n_earlier:], minlength=n_rows)
    in_smaller = in_earlier if n_earlier < len(present_rows) else in_present
    return bool(np.mean((in_earlier == in_present)[in_smaller > 0]) > _LEAST_EQUAL)


def number_repeats(hashes: Words) -> Words:
    """Change the hash of each repeated row by the number of those before it, so that all differ."""
    order = np.argsort(hashes, kind="stable")
    different: Words = empty(len(hashes), np.uint64)
    first_place, last_hash = 0, np.uint64(0)
    for piece in pieces(len(hashes)):
        places, records = np.arange(piece.start, piece.stop), order[piece]
        sorted_hashes = hashes[records]
        is_repeat = sorted_hashes == np.append(last_hash, sorted_hashes[:-1])
        is_repeat[:1] &= piece.start > 0
        first_places = np.maximum.accumulate(np.where(is_repeat, first_place, places))
        repeats = (places - first_places).astype(np.uint64)
        different[records] = sorted_hashes + repeats * _REPEAT_STEP
        first_place, last_hash = first_places[-1], sorted_hashes[-1]
    return different


def _is_unique(column: Column) -> bool:
    values = column.values
    return not column.missing.any() and len(np.unique(values)) == len(values) > 1
