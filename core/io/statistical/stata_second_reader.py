"""Reads the cells of Stata files with pandas, independently of the library that writes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pandas.io.stata import StataReader


def stata_chunks(path: str, step: int) -> Iterator[Sequence[Sequence[object]]]:
    """Yield the cells of successive records, column by column, like pyreadstat."""
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
    """Return a missing number as ``None`` or as its letter."""
    if isinstance(cell, int | float | str):
        return cell
    # Only pandas' own missing values remain, which convert to the texts . or .a.
    return str(cell).removeprefix(".") or None
