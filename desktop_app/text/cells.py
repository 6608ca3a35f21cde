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
    value, plain = column.values[position], MISSING
    if column.missing[position]:
        if column.missing_text is not None:
            spellings, which = column.missing_text
            index = int(which[position])
            plain = (spellings[index] if index >= 0 else "") or MISSING
    elif column.kind is ColumnKind.TEXT:
        plain = column.categories[int(value)]
    elif column.kind is ColumnKind.DATE:
        plain = day_text(int(value), column.date_format)
    elif column.kind is ColumnKind.INTEGER:
        plain = locale.toString(int(value))
    else:
        plain = number_text(float(value), column.decimals, locale)
    if not column.labels.values:
        return plain
    code = plain  # as the labels of the file know the cell
    if not column.missing[position] and column.kind.is_numeric:
        code = f"{column.values[position]:.15g}"
    label = column.labels.meaning().get(code)
    return f"{plain} — {label}" if label else plain
