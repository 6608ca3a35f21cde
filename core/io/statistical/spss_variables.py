"""Converts columns to SPSS variables."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from core.errors import Problem, Severity, Where
from core.io.columns.tagged_columns import number_of
from core.io.statistical.statistics_variable import Variable, cut, is_written_as_text, texts_of
from core.io.statistical.variable_formats import DAY, SPSS, SPSS_FIRST
from core.model import Column, ColumnKind, FileKind

_LONGEST_LABEL, _LONGEST_VALUE_LABEL = 256, 120
_LONGEST_CODE = 8
_MOST_CODES = 3
_DATES = {"%d.%m.%Y": "EDATE10", "%m/%d/%Y": "ADATE10"}
_ISO = "SDATE10"


def spss_variable(column: Column, order: NDArray[Any], masked: bool) -> Variable:
    """Build the SPSS variable of a column."""
    as_text = is_written_as_text(column, FileKind.SPSS)
    ranges, codes = _declare_missing(column, masked, as_text)
    declared = [*ranges, *codes]
    warnings = _warnings(column, masked, as_text, declared)
    labels: dict[float | str, str] = {}
    if as_text == (column.kind is ColumnKind.TEXT):
        for code, label in column.labels.values:
            key = code if as_text else number_of(code)
            if key is not None:
                labels[key] = cut(label, _LONGEST_VALUE_LABEL)
    if as_text:
        cells = texts_of(column, order, masked)
    else:
        # Numbers, with declared codes, and NaN for other missing cells.
        values = column.values.astype(np.float64)
        if column.kind is ColumnKind.DATE:
            values = (values + SPSS_FIRST) * DAY
        values[column.missing] = np.nan
        if not masked and column.missing_text is not None:
            for index, code in enumerate(column.missing_text[0]):
                if is_declared(code, declared):
                    values[column.missing & (column.missing_text[1] == index)] = number_of(code)
        cells = pa.array(values[order])
    return Variable(
        column.name,
        cut(column.labels.variable, _LONGEST_LABEL),
        "" if as_text else _format(column, masked),
        column.labels.measure,
        labels,
        declared,
        cells,
        warnings=warnings,
    )


def _format(column: Column, masked: bool) -> str:
    input_format = column.labels.format if column.labels.dialect == SPSS else ""
    if column.kind is ColumnKind.DATE:
        return input_format if "DATE" in input_format else _DATES.get(column.date_format, _ISO)
    numeric = (
        re.fullmatch(r"[A-Z]+[0-9]+(?:\.([0-9]+))?", input_format) and "DATE" not in input_format
    )
    if numeric and not input_format.startswith("A") and not masked:
        return input_format
    if column.kind is ColumnKind.INTEGER:
        digits = len(str(int(np.abs(column.values).max(initial=0)))) + 1
        return f"F{max(8, digits)}.0"
    decimals = column.decimals if column.decimals and not masked else 2
    return f"F{min(40, 12 + decimals)}.{min(decimals, 16)}"


def _declare_missing(
    column: Column, masked: bool, as_text: bool
) -> tuple[list[object], list[object]]:
    """List ranges and single codes to declare as missing, within the limits of SPSS.

    Codes that occur as values are left out, so that the release does not lose values.
    """
    pairs = list(column.labels.missing)
    if not masked and column.missing_text is not None:
        pairs += [(code, code) for code in column.missing_text[0] if code]
    if as_text:
        texts = dict.fromkeys(low for low, high in pairs if low == high)
        short = [t for t in texts if len(t.encode()) <= _LONGEST_CODE and t.strip() == t]
        unused = [t for t in short if t not in column.categories]
        return [], [*unused[:_MOST_CODES]]
    present = column.values[~column.missing]
    ranges: list[tuple[float, float]] = []
    for low, high in dict.fromkeys(pairs):
        lower, upper = number_of(low), number_of(high)
        if lower is None or upper is None or any(a <= lower and upper <= b for a, b in ranges):
            continue
        if not ((present >= lower) & (present <= upper)).any():
            ranges.append((lower, upper))
    wide = [pair for pair in ranges if pair[0] != pair[1]][:1]
    codes: list[object] = [low for low, high in ranges if low == high]
    most_codes = 1 if wide else _MOST_CODES
    return [{"lo": low, "hi": high} for low, high in wide], codes[:most_codes]


def is_declared(code: str, declared: list[object]) -> bool:
    """Check whether a spelling is a number among the declared codes and ranges."""
    number = number_of(code)
    if number is None:
        return False
    ranges = (declared_range for declared_range in declared if isinstance(declared_range, dict))
    return number in declared or any(
        declared_range["lo"] <= number <= declared_range["hi"] for declared_range in ranges
    )


def _warnings(
    column: Column, masked: bool, as_text: bool, declared: list[object]
) -> tuple[Problem, ...]:
    """List warnings of what SPSS cannot hold."""
    warnings = []
    labels = column.labels
    long = len(labels.variable.encode()) > _LONGEST_LABEL
    long = long or any(len(text.encode()) > _LONGEST_VALUE_LABEL for _, text in labels.values)
    if long:
        warnings.append(Problem("labels-cut", Where(column.name), severity=Severity.WARNING))
    if not as_text and not masked and column.missing_text is not None:
        lost = [code for code in column.missing_text[0] if code and not is_declared(code, declared)]
        if lost:
            params = {"count": len(lost)}
            problem = Problem("missing-codes-lost", Where(column.name), params, Severity.WARNING)
            warnings.append(problem)
    return tuple(warnings)
