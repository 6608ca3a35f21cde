"""Compares what a file read back says of its columns, besides their values, with what it should."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.errors import Problem, Where
from core.io import Expected, expected, spelled, written_format
from core.model import Column, ColumnKind, FileKind, Labels

_ROWS_AT_ONCE = 20_000
_NUMBERS = (ColumnKind.INTEGER, ColumnKind.NUMBER)


def metadata_differences(
    found: Sequence[Column], written: Sequence[Column], kind: FileKind, masked: frozenset[str]
) -> tuple[Problem, ...]:
    """Say which columns have other labels, missing codes, kinds or formats than were written.

    Parameters
    ----------
    found, written : sequence of Column
        The file read back and the table in memory, column by column; their values agree.
    kind : FileKind
        Of the file.
    masked : frozenset of str
        Columns whose values are new.
    """
    return tuple(
        Problem(code, Where(one.name))
        for one, other in zip(found, written, strict=True)
        for code in _differing(one, other, expected(other, kind, other.name in masked))
        + _differing_decimals(one, other, kind, other.name in masked)
        + _differing_spellings(one, other, kind, other.name in masked)
    )


def _differing(found: Column, written: Column, wanted: Expected) -> tuple[str, ...]:
    """Return the codes of what differs."""
    checks = {
        "release-kind-differs": _same_kind(found, wanted),
        "release-missing-differ": _same_missing(found, written, wanted.missing),
        **({} if wanted.kind is None else _labels_agree(found.labels, wanted.labels)),
    }
    return tuple(code for code, same in checks.items() if not same)


def _labels_agree(found: Labels, wanted: Labels) -> dict[str, bool]:
    """Tell of each thing that labels say whether it is as wanted; what is not wanted may vary."""
    return {
        "release-label-differs": found.variable == wanted.variable,
        "release-value-labels-differ": found.meaning() == wanted.meaning(),
        "release-codes-differ": not wanted.missing or set(found.missing) == set(wanted.missing),
        "release-format-differs": wanted.format in ("", found.format),
        "release-measure-differs": wanted.measure in ("", found.measure),
    }


def _same_kind(found: Column, wanted: Expected) -> bool:
    """Tell whether the file itself says the kind; a column without values has none to show."""
    kind = found.stored or found.kind
    if wanted.kind is None or found.missing.all():
        return True
    return kind is wanted.kind or (kind in _NUMBERS and wanted.kind in _NUMBERS)


def _same_missing(found: Column, written: Column, spellings: tuple[str, ...]) -> bool:
    """Tell whether each missing cell is spelled as it should be."""
    if not spellings and found.missing_text is None:
        return True
    texts = tuple(dict.fromkeys(("", *spellings, *(found.missing_text or ((),))[0])))
    place = {text: i for i, text in enumerate(texts)}
    index = written.missing_text[1] if spellings and written.missing_text else None
    here = None if found.missing_text is None else found.missing_text[1]
    there = _places(spellings, index, place, found.missing)
    return bool((_places(_spellings(found), here, place, found.missing) == there).all())


def _spellings(column: Column) -> tuple[str, ...]:
    return column.missing_text[0] if column.missing_text else ()


def _places(
    spellings: Sequence[str],
    index: NDArray[np.int16] | None,
    place: dict[str, int],
    missing: NDArray[np.bool_],
) -> NDArray[np.int64]:
    """Return of each missing cell the place of its spelling."""
    count = int(np.count_nonzero(missing))
    if index is None:
        return np.full(count, place[""], dtype=np.int64)
    known = np.array([*(place[text] for text in spellings), place[""]], dtype=np.int64)
    return known[index[missing]]


def _differing_decimals(
    found: Column, written: Column, kind: FileKind, masked: bool
) -> tuple[str, ...]:
    """Look whether numbers released as they were have their digits behind the decimal sign."""
    wanted, have = _decimals(written), _decimals(found)
    if not written_format(kind).keeps_spellings or masked or wanted is None:
        return ()
    fixed = ~written.missing & (wanted >= 0)
    same = have is not None and bool((have[fixed] == wanted[fixed]).all())
    return () if same else ("release-format-differs",)


def _decimals(column: Column) -> NDArray[np.integer] | None:
    """Return of each cell its digits behind the decimal sign, if they are known."""
    if column.kind is not ColumnKind.NUMBER:
        return None
    if column.cell_decimals is not None:
        return column.cell_decimals
    return None if column.decimals is None else np.full(len(column), column.decimals)


def _differing_spellings(
    found: Column, written: Column, kind: FileKind, masked: bool
) -> tuple[str, ...]:
    """Look whether cells released as they were are spelled as they were, digit by digit.

    Numbers alone would not show it, where a float64 holds only the nearest one.
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
