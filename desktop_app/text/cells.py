"""One cell as text."""

from __future__ import annotations

from datetime import date, timedelta

from PySide6.QtCore import QLocale

from core.model import Column, ColumnKind

MISSING = "–"
_EPOCH = date(1970, 1, 1)


def day_text(day: int, pattern: str = "%Y-%m-%d") -> str:
    """Return a day, counted from 1970-01-01, as a date."""
    try:
        return (_EPOCH + timedelta(days=day)).strftime(pattern)
    except OverflowError:
        return str(day)


def value_locale() -> QLocale:
    """Return the user's locale without thousands signs: 2019 may be a year."""
    locale = QLocale()
    locale.setNumberOptions(QLocale.NumberOption.OmitGroupSeparator)
    return locale


def number_text(value: float, decimals: int | None, locale: QLocale) -> str:
    """Return a value of a column with as many decimals as the column has."""
    if decimals is not None:
        return locale.toString(value, "f", decimals)
    return locale.toString(value, "g", 12)


def cell_text(column: Column, position: int, locale: QLocale) -> str:
    """Return what is shown for a record's value; a missing one as it was spelled, or a dash."""
    plain = _plain_text(column, position, locale)
    if not column.labels.values:
        return plain
    label = column.labels.meaning().get(_code(column, position, plain))
    return f"{plain} — {label}" if label else plain


def _code(column: Column, position: int, plain: str) -> str:
    """Return a cell as the labels of the file know it."""
    if column.missing[position] or column.kind not in (ColumnKind.INTEGER, ColumnKind.NUMBER):
        return plain
    return f"{column.values[position]:.15g}"


def _plain_text(column: Column, position: int, locale: QLocale) -> str:
    if column.missing[position]:
        return _missing_text(column, position)
    value = column.values[position]
    if column.kind is ColumnKind.TEXT:
        return column.categories[int(value)]
    if column.kind is ColumnKind.DATE:
        return day_text(int(value), column.date_format)
    if column.kind is ColumnKind.INTEGER:
        return locale.toString(int(value))
    return number_text(float(value), column.decimals, locale)


def _missing_text(column: Column, position: int) -> str:
    if column.missing_text is None:
        return MISSING
    spellings, which = column.missing_text
    index = int(which[position])
    return (spellings[index] if index >= 0 else "") or MISSING
