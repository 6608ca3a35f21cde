"""Compares the metadata of a file read back with those that should have been written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.encode import take
from core.errors import Problem, Where
from core.io import Expected, expected, spelled, written_format
from core.model import Column, ColumnKind, FileKind

_ROWS_AT_ONCE = 20_000
_NUMBERS = (ColumnKind.INTEGER, ColumnKind.NUMBER)


def metadata_differences(
    found: Sequence[Column],
    written: Sequence[Column],
    order: NDArray[Any],
    kind: FileKind,
    masked: frozenset[str],
) -> tuple[Problem, ...]:
    """Return problems for columns with other labels, missing codes, types or formats.

    Parameters
    ----------
    found, written : sequence of Column
        The columns of the file read back and of the table in memory; their values agree.
    order : numpy.ndarray of int32 or int64, shape (n,)
        The record of the table on each line.
    masked : frozenset of str
        Columns with new values.
    """
    return tuple(
        Problem(code, Where(one.name))
        for one, other in _in_order(found, written, order)
        for code in _differing(one, other, expected(other, kind, other.name in masked))
        + _differing_decimals(one, other, kind, other.name in masked)
        + _differing_spellings(one, other, kind, other.name in masked)
    )


def _in_order(
    found: Sequence[Column], written: Sequence[Column], order: NDArray[Any]
) -> Iterator[tuple[Column, Column]]:
    """Yield each column with the one that was written, by lines if cells have metadata."""
    for column, written_column in zip(found, written, strict=True):
        of_cells = [
            part
            for each in (column, written_column)
            for part in (each.missing_text, each.cell_decimals, each.spellings)
            if part is not None
        ]
        yield column, take(written_column, order) if of_cells else written_column


def _differing(found: Column, written: Column, wanted: Expected) -> tuple[str, ...]:
    """Return the codes of the differences."""
    kind, labels, due = found.stored or found.kind, found.labels, wanted.labels
    # A column without values has no kind, and labels may vary where none are due.
    same_kind = (
        wanted.kind is None
        or bool(found.missing.all())
        or kind is wanted.kind
        or (kind in _NUMBERS and wanted.kind in _NUMBERS)
    )
    checks = {
        "release-kind-differs": same_kind,
        "release-missing-differ": _same_missing(found, written, wanted.missing),
    }
    if wanted.kind is not None:
        checks |= {
            "release-label-differs": labels.variable == due.variable,
            "release-value-labels-differ": labels.meaning() == due.meaning(),
            "release-codes-differ": (not due.missing or set(labels.missing) == set(due.missing)),
            "release-format-differs": due.format in ("", labels.format),
            "release-measure-differs": due.measure in ("", labels.measure),
        }
    return tuple(code for code, same in checks.items() if not same)


def _same_missing(found: Column, written: Column, spellings: tuple[str, ...]) -> bool:
    """Return whether each missing cell is spelled as expected."""
    if not spellings and found.missing_text is None:
        return True
    texts = tuple(dict.fromkeys(("", *spellings, *(found.missing_text or ((),))[0])))
    place = {text: i for i, text in enumerate(texts)}
    index = written.missing_text[1] if spellings and written.missing_text else None
    here = None if found.missing_text is None else found.missing_text[1]
    there = _places(spellings, index, place, found.missing)
    own = found.missing_text[0] if found.missing_text else ()
    return bool((_places(own, here, place, found.missing) == there).all())


def _places(
    spellings: Sequence[str],
    index: NDArray[np.int16] | None,
    place: dict[str, int],
    missing: NDArray[np.bool_],
) -> NDArray[np.int64]:
    """Return the index of each missing cell's spelling."""
    count = int(np.count_nonzero(missing))
    if index is None:
        return np.full(count, place[""], dtype=np.int64)
    known = np.array([*(place[text] for text in spellings), place[""]], dtype=np.int64)
    return known[index[missing]]


def _differing_decimals(
    found: Column, written: Column, kind: FileKind, masked: bool
) -> tuple[str, ...]:
    """Return a code if numbers released unchanged have other decimals than before."""
    wanted, have = _decimals(written), _decimals(found)
    if not written_format(kind).keeps_spellings or masked or wanted is None:
        return ()
    fixed = ~written.missing & (wanted >= 0)
    same = have is not None and bool((have[fixed] == wanted[fixed]).all())
    return () if same else ("release-format-differs",)


def _decimals(column: Column) -> NDArray[np.integer] | None:
    """Return the number of decimals of each cell, if known."""
    if column.kind is not ColumnKind.NUMBER:
        return None
    if column.cell_decimals is not None:
        return column.cell_decimals
    return None if column.decimals is None else np.broadcast_to(column.decimals, len(column))


def _differing_spellings(
    found: Column, written: Column, kind: FileKind, masked: bool
) -> tuple[str, ...]:
    """Return a code if cells released unchanged are spelled differently, digit by digit.

    Values alone would not reveal this for numbers that a float64 holds only approximately.
    """
    lost = written.spellings is not None and bool(written.spellings.rounded.any())
    if masked or not (written_format(kind).keeps_spellings or lost):
        return ()
    kept = [c.spellings.index >= 0 for c in (found, written) if c.spellings is not None]
    if not kept:
        return ()
    rows = np.flatnonzero(np.logical_or.reduce(kept) & ~written.missing)
    same = all(
        spelled(found, some, False, ".").equals(spelled(written, some, False, "."))
        for some in (rows[i : i + _ROWS_AT_ONCE] for i in range(0, len(rows), _ROWS_AT_ONCE))
    )
    return () if same else ("release-spellings-differ",)
