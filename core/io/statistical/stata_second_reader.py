"""Reads the cells of Stata files with pandas: another reader than the one that goes with ours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pandas.io.stata import StataReader


def stata_chunks(path: str, step: int) -> Iterator[Sequence[Sequence[object]]]:
    """Yield the cells of some records after the other, column by column, as pyreadstat does."""
    with StataReader(
        path,
        chunksize=step,
        convert_categoricals=False,
        convert_dates=False,
        convert_missing=True,
        preserve_dtypes=True,
    ) as reader:
        for frame in reader:
            yield [[_cell(cell) for cell in frame[name].tolist()] for name in frame.columns]


def _cell(cell: object) -> object:
    """Return a missing number as nothing or as its letter."""
    if isinstance(cell, int | float | str):
        return cell
    # What is left is pandas' own value for them, which spells itself as . or .a.
    return str(cell).removeprefix(".") or None
