"""What a file says of a column besides its values, by what its writer was given."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from core.io.arrow.arrow_types import type_name
from core.io.arrow.arrow_writer import arrow_type
from core.io.columns.stored_columns import as_stored
from core.io.columns.tagged_cells import code_of
from core.io.statistical.spss_variables import is_declared, spss_variable
from core.io.statistical.stata_variables import stata_letters, stata_variable
from core.io.statistical.statistics_variable import Variable, is_written_as_text
from core.model import NO_LABELS, Column, ColumnKind, FileKind, Labels

_NONE = np.empty(0, dtype=np.int64)
_TYPED = (FileKind.SPSS, FileKind.STATA, FileKind.PARQUET, FileKind.FEATHER)


@dataclass(frozen=True, slots=True)
class Expected:
    """What reading must find of a column.

    Attributes
    ----------
    kind : ColumnKind or None
        What the file says that the cells are; ``None``: this kind of file says it of each cell.
    labels : Labels
        Labels, declared missing codes, format and measure; what is empty is not promised.
    missing : tuple of str
        For each spelling in the column's `missing_text`, how such a cell is spelled in the file.
    """

    kind: ColumnKind | None
    labels: Labels
    missing: tuple[str, ...]


def expected(column: Column, kind: FileKind, masked: bool) -> Expected:
    """Return what reading a file of `kind` must find of `column`.

    Parameters
    ----------
    column, kind, masked : Column, FileKind and bool
        As `core.io.write` was given them; `masked` tells whether the column's values are new.
    """
    spellings = column.missing_text[0] if column.missing_text and not masked else ()
    if kind not in _TYPED:
        return Expected(None, NO_LABELS, spellings)
    stored = as_stored(column)
    if kind is FileKind.SPSS:
        return _spss(stored, masked, spellings)
    if kind is FileKind.STATA:
        return _stata(stored, masked, spellings)
    labels = replace(stored.labels, format=type_name(arrow_type(stored, masked)))
    return Expected(stored.kind, labels, ("",) * len(spellings))


def _spss(column: Column, masked: bool, spellings: tuple[str, ...]) -> Expected:
    variable = spss_variable(column, _NONE, masked)
    as_text = is_written_as_text(column, FileKind.SPSS)
    labels = replace(_labels(variable), missing=tuple(map(_range, variable.missing)))
    found = tuple(s if as_text or is_declared(s, variable.missing) else "" for s in spellings)
    return Expected(ColumnKind.TEXT if as_text else column.kind, labels, found)


def _stata(column: Column, masked: bool, spellings: tuple[str, ...]) -> Expected:
    as_text = is_written_as_text(column, FileKind.STATA)
    variable = stata_variable(column, _NONE, masked)
    dotted = {
        f".{code}" if isinstance(code, str) else code: label
        for code, label in variable.values.items()
    }
    labels = _labels(replace(variable, values=dotted))
    if as_text:
        return Expected(ColumnKind.TEXT, labels, ("",) * len(spellings))
    letters = stata_letters(column)
    found = tuple(f".{letters[s]}" if s in letters else "" for s in spellings)
    return Expected(column.kind, labels, found)


def _labels(variable: Variable) -> Labels:
    values = tuple((_spelled(code), label) for code, label in variable.values.items())
    return Labels(variable.label, values, format=variable.format, measure=variable.measure)


def _spelled(code: object) -> str:
    """Spell a code as cells are."""
    if isinstance(code, int | float):
        return code_of(float(code))
    return str(code)


def _range(part: object) -> tuple[str, str]:
    if isinstance(part, dict):
        return _spelled(part["lo"]), _spelled(part["hi"])
    return _spelled(part), _spelled(part)
