"""The metadata of columns that SPSS and Stata files should contain."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from core.io.columns.stored_columns import as_stored
from core.io.columns.tagged_cells import code_of
from core.io.format import Expected, missing_spellings
from core.io.statistical.spss_variables import is_declared, spss_variable
from core.io.statistical.stata_variables import stata_letters, stata_variable
from core.io.statistical.statistics_variable import Variable, is_written_as_text
from core.model import Column, ColumnKind, FileKind, Labels

_NONE = np.empty(0, dtype=np.int64)


def expected_in_statistics(column: Column, kind: FileKind, masked: bool) -> Expected:
    """Return the metadata of a column that reading an SPSS or Stata file must find."""
    spellings, stored = missing_spellings(column, masked), as_stored(column)
    as_text = is_written_as_text(stored, kind)
    if kind is FileKind.SPSS:
        variable = spss_variable(stored, _NONE, masked)
        ends = ((p["lo"], p["hi"]) if isinstance(p, dict) else (p, p) for p in variable.missing)
        missing = tuple((_spelled(low), _spelled(high)) for low, high in ends)
        found = tuple(s if as_text or is_declared(s, variable.missing) else "" for s in spellings)
        labels = replace(_labels(variable), missing=missing)
        return Expected(ColumnKind.TEXT if as_text else stored.kind, labels, found)
    variable = stata_variable(stored, _NONE, masked)
    dotted = {
        f".{code}" if isinstance(code, str) else code: label
        for code, label in variable.values.items()
    }
    labels = _labels(replace(variable, values=dotted))
    if as_text:
        return Expected(ColumnKind.TEXT, labels, ("",) * len(spellings))
    letters = stata_letters(stored)
    found = tuple(f".{letters[s]}" if s in letters else "" for s in spellings)
    return Expected(stored.kind, labels, found)


def _labels(variable: Variable) -> Labels:
    values = tuple((_spelled(code), label) for code, label in variable.values.items())
    return Labels(variable.label, values, format=variable.format, measure=variable.measure)


def _spelled(code: object) -> str:
    """Return a code spelled like the cells."""
    if isinstance(code, int | float):
        return code_of(float(code))
    return str(code)
