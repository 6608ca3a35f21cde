"""Compares the metadata of a file read back with those that should have been written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.array_types import Bools, Ints
from core.encode import take
from core.errors import Problem, Where
from core.io import Expected, expect_metadata, spell, writable_format
from core.model import Column, ColumnKind, FileKind

_ROWS_AT_ONCE = 20_000


def metadata_differences(
    read_columns: Sequence[Column],
    written: Sequence[Column],
    order: NDArray[Any],
    kind: FileKind,
    masked: frozenset[str],
) -> tuple[Problem, ...]:
    """Return problems for columns with other labels, missing codes, types or formats.

    Parameters
    ----------
    read_columns, written : sequence of Column
        The columns of the file read back and of the table in memory; their values agree.
    order : numpy.ndarray of int32 or int64, shape (n,)
        The record of the table on each line.
    """
    return tuple(
        Problem(code, Where(due.name))
        for read, due in _pair_in_order(read_columns, written, order)
        for code in _compare_declarations(read, due, expect_metadata(due, kind, due.name in masked))
        + _compare_decimals(read, due, kind, due.name in masked)
        + _compare_spellings(read, due, kind, due.name in masked)
    )


def _pair_in_order(
    read_columns: Sequence[Column], written: Sequence[Column], order: NDArray[Any]
) -> Iterator[tuple[Column, Column]]:
    """Yield each column with the one that was written, by lines if cells have metadata."""
    for read, due in zip(read_columns, written, strict=True):
        has_metadata = any(
            cells is not None
            for column in (read, due)
            for cells in (column.missing_text, column.cell_decimals, column.spellings)
        )
        yield read, take(due, order) if has_metadata else due


def _compare_declarations(read: Column, written: Column, metadata_due: Expected) -> tuple[str, ...]:
    """Compare the metadata of a column; list the codes of the differences."""
    kind, labels, expected_labels = read.stored or read.kind, read.labels, metadata_due.labels
    # A column without values has no kind, and labels may vary where none are due.
    same_kind = (
        metadata_due.kind is None
        or bool(read.missing.all())
        or kind is metadata_due.kind
        or (kind.is_numeric and metadata_due.kind.is_numeric)
    )
    checks = {
        "release-kind-differs": same_kind,
        "release-missing-differ": _has_same_missing(read, written, metadata_due.missing),
    }
    if metadata_due.kind is not None:
        checks |= {
            "release-label-differs": labels.variable == expected_labels.variable,
            "release-value-labels-differ": labels.meaning() == expected_labels.meaning(),
            "release-codes-differ": (
                not expected_labels.missing or set(labels.missing) == set(expected_labels.missing)
            ),
            "release-format-differs": expected_labels.format in ("", labels.format),
            "release-measure-differs": expected_labels.measure in ("", labels.measure),
        }
    return tuple(code for code, same in checks.items() if not same)


def _has_same_missing(read: Column, written: Column, spellings: tuple[str, ...]) -> bool:
    """Check whether each missing cell is spelled as expected."""
    if not spellings and read.missing_text is None:
        return True
    read_spellings, read_index = read.missing_text or ((), None)
    texts = dict.fromkeys(("", *spellings, *read_spellings))
    text_index = {text: i for i, text in enumerate(texts)}
    index = written.missing_text[1] if spellings and written.missing_text else None
    expected_texts = _index_texts(spellings, index, text_index, read.missing)
    read_texts = _index_texts(read_spellings, read_index, text_index, read.missing)
    return bool((read_texts == expected_texts).all())


def _index_texts(
    spellings: Sequence[str],
    index: NDArray[np.int16] | None,
    text_index: dict[str, int],
    missing: Bools,
) -> Ints:
    """Return the index of each missing cell's spelling."""
    count = int(np.count_nonzero(missing))
    if index is None:
        return np.full(count, text_index[""], dtype=np.int64)
    by_spelling = np.array([*(text_index[text] for text in (*spellings, ""))], dtype=np.int64)
    return by_spelling[index[missing]]


def _compare_decimals(
    read: Column, written: Column, kind: FileKind, masked: bool
) -> tuple[str, ...]:
    """Return a code if numbers released unchanged have other decimals than before."""
    written_decimals, read_decimals = _decimals(written), _decimals(read)
    if not writable_format(kind).keeps_spellings or masked or written_decimals is None:
        return ()
    fixed = ~written.missing & (written_decimals >= 0)
    if read_decimals is not None and (read_decimals[fixed] == written_decimals[fixed]).all():
        return ()
    return ("release-format-differs",)


def _decimals(column: Column) -> NDArray[np.integer] | None:
    """Look up the number of decimals of each cell, if known."""
    if column.kind is not ColumnKind.NUMBER:
        return None
    if column.cell_decimals is not None:
        return column.cell_decimals
    return None if column.decimals is None else np.broadcast_to(column.decimals, len(column))


def _compare_spellings(
    read: Column, written: Column, kind: FileKind, masked: bool
) -> tuple[str, ...]:
    """Compare the spellings of cells released unchanged, digit by digit.

    Values alone would not reveal this for numbers that a float64 holds only approximately.
    """
    lost = written.spellings is not None and bool(written.spellings.rounded.any())
    if masked or not (writable_format(kind).keeps_spellings or lost):
        return ()
    is_spelled = [c.spellings.index >= 0 for c in (read, written) if c.spellings is not None]
    if not is_spelled:
        return ()
    rows = np.flatnonzero(np.logical_or.reduce(is_spelled) & ~written.missing)
    same = all(
        spell(read, block, False, ".").equals(spell(written, block, False, "."))
        for block in (rows[i : i + _ROWS_AT_ONCE] for i in range(0, len(rows), _ROWS_AT_ONCE))
    )
    return () if same else ("release-spellings-differ",)
