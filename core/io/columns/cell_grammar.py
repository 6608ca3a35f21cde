"""The grammar of numbers and dates in texts, and their values.

A number is ``-?digits`` with optional decimals and an optional exponent; a leading zero is only
allowed as the complete integer part. Plus signs, thousands marks, blanks, hexadecimal digits,
underscores and currency symbols make a cell a text. A date has two digits for day and month and
four for the year, separated by the same mark, and exists in the calendar.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from core.array_types import Bools

LARGEST_EXACT = 2**53

# Number of decimals of a cell with an exponent: as many as the value needs.
NO_DECIMALS = -1
# A column keeps no larger number.
MOST_DECIMALS = 100

INTEGER = "^(?:0|-?[1-9][0-9]*)$"
INFINITE = "(?i)^[-+]?inf(?:inity)?$"

DATE_FORMATS = (
    "%Y-%m-%d",
    "%Y/%m/%d",
    "%Y.%m.%d",
    "%d.%m.%Y",
    "%d/%m/%Y",
    "%m/%d/%Y",
    "%d-%m-%Y",
    "%m-%d-%Y",
)
# Possible thousands marks, if declared.
THOUSANDS = ("", ",", ".", " ", "'", "\u2019", "\u00a0", "\u202f")

# 1 January of the year 1 and 31 December of the year 9999, in days since 1970-01-01.
FIRST_DAY, LAST_DAY = -719_162, 2_932_896

# This many cells suffice to rule out most columns quickly.
_FEW = 1000
# Intermediate results for all cells of a long column together would take more memory than its file.
_CELLS_AT_ONCE = 200_000


def number_pattern(decimal: str, lenient: bool = False) -> str:
    """Build the pattern of numbers; if lenient, with plus signs and leading zeros."""
    point = re.escape(decimal)
    sign, integer = ("[-+]?", "[0-9]+") if lenient else ("-?", "(?:0|[1-9][0-9]*)")
    exponent = "(?:[eE][-+]?[0-9]{1,9})?"
    return f"^{sign}(?:{integer}(?:{point}[0-9]*)?|{point}[0-9]+){exponent}$"


def group_pattern(decimal: str, thousands: str) -> str:
    """Build the pattern of numbers with thousands marks."""
    mark, point = re.escape(thousands), re.escape(decimal)
    return f"^-?[1-9][0-9]{{0,2}}(?:{mark}[0-9]{{3}})+(?:{point}[0-9]*)?$"


def date_pattern(date_format: str) -> str:
    """Build the pattern of dates of a layout, with groups for its parts."""
    pattern = re.escape(date_format).replace("%Y", "([0-9]{4})")
    return f"^{re.sub('%[md]', '([0-9]{2})', pattern)}$"


def in_parts(cells: pa.ChunkedArray) -> Iterator[tuple[slice, pa.ChunkedArray]]:
    """Yield the cells in parts, each with its place."""
    for start in range(0, len(cells), _CELLS_AT_ONCE):
        yield slice(start, start + _CELLS_AT_ONCE), cells.slice(start, _CELLS_AT_ONCE)


def all_match(cells: pa.ChunkedArray, pattern: str) -> bool:
    """Check whether all cells that are not null match."""
    return _all(cells, lambda some_cells: pc.match_substring_regex(some_cells, pattern))


def all_integers(cells: pa.ChunkedArray) -> bool:
    """Check whether all cells that are not null match `INTEGER`."""
    # Long columns without a minus sign need less time than with the pattern.
    return (len(cells) > _FEW and _all(cells, _is_unsigned)) or all_match(cells, INTEGER)


def _all(cells: pa.ChunkedArray, test: Callable[[pa.ChunkedArray], pa.ChunkedArray]) -> bool:
    """Check whether all cells that are not null pass a test."""
    return all(
        pc.all(test(some_cells), min_count=0).as_py()
        for some_cells in ((cells.slice(0, _FEW), cells) if len(cells) > _FEW else (cells,))
    )


def _is_unsigned(cells: pa.ChunkedArray) -> pa.ChunkedArray:
    """Check whether each cell consists of digits without a leading zero."""
    leading = pc.and_(pc.starts_with(cells, "0"), pc.greater(pc.binary_length(cells), 1))
    return pc.and_not(pc.ascii_is_decimal(cells), leading)


def integers(cells: pa.ChunkedArray) -> pa.ChunkedArray | None:
    """Convert texts of integers; ``None`` if one does not fit int64."""
    try:
        return pc.cast(cells, pa.int64())
    except pa.ArrowInvalid:
        return None


def usual_numbers(cells: pa.ChunkedArray, decimal: str) -> Bools | None:
    """Check whether each cell has the usual form of a number, true where it is null.

    ``None`` if a cell is not a number, or if all are infinite. The pattern of all forms takes
    longer and is only used for the cells of unusual form.
    """
    number = f"{INFINITE}|{number_pattern(decimal)}"
    if not all_match(cells.slice(0, _FEW), number):
        return None
    # Usual numbers have no exponent and digits at both ends.
    pattern = rf"^-?(?:0|[1-9][0-9]*)(?:\{decimal}[0-9]+)?$"
    has_usual_form = pc.match_substring_regex(cells, pattern)
    unusual = cells.filter(pc.invert(has_usual_form))
    if not all_match(unusual, number):
        return None
    if len(unusual) + cells.null_count == len(cells) and all_match(unusual, INFINITE):
        return None
    usual: Bools = pc.fill_null(has_usual_form, True).to_numpy()
    return usual


def numbers(cells: pa.ChunkedArray, decimal: str) -> pa.ChunkedArray:
    """Convert texts of numbers, rounded to the nearest float64."""
    pointed = cells if decimal == "." else pc.replace_substring(cells, decimal, ".")
    return pc.cast(pointed, pa.float64())


def beyond_float(cells: pa.ChunkedArray, decimal: str) -> bool:
    """Check whether an integer would lose digits as a float64."""
    pointless = pc.less(pc.find_substring(cells, decimal), 0)
    long = cells.filter(pc.and_(pointless, pc.greater_equal(pc.binary_length(cells), 16)))
    long = long.filter(pc.match_substring_regex(long, "^-?[0-9]{16,}$"))
    values = integers(long)
    if values is None:
        return True
    large = pc.or_(pc.greater(values, LARGEST_EXACT), pc.less(values, -LARGEST_EXACT))
    return bool(pc.any(large, min_count=0).as_py())


def decimals(cells: pa.ChunkedArray, decimal: str, usual: Bools) -> NDArray[np.int8]:
    """Compute the number of decimals of each number, arbitrary where it is null."""
    point = pc.find_substring(cells, decimal)
    behind = pc.subtract(pc.subtract(pc.binary_length(cells), point), 1)
    digits = pc.if_else(pc.less(point, 0), 0, pc.min_element_wise(behind, MOST_DECIMALS))
    places: NDArray[np.int8] = pc.fill_null(pc.cast(digits, pa.int8()), 0).to_numpy()
    unusual = np.flatnonzero(~usual)
    if len(unusual):
        exponent = pc.match_substring_regex(cells.take(pa.array(unusual)), "[eE]").to_numpy()
        places = places.copy()
        places[unusual[exponent]] = NO_DECIMALS
    return places


def dates(cells: pa.ChunkedArray, date_format: str) -> pa.ChunkedArray | None:
    """Read dates; ``None`` if one does not have this layout or does not exist."""
    pattern = date_pattern(date_format)
    if not all_match(cells, pattern):
        return None
    parts = re.findall("%(.)", date_format)
    iso = "-".join(rf"\{parts.index(letter) + 1}" for letter in "Ymd")
    return iso_days(pc.replace_substring_regex(cells, pattern, iso))


def iso_days(cells: pa.ChunkedArray) -> pa.ChunkedArray | None:
    """Read dates of the form 0000-00-00; ``None`` if one does not exist."""
    try:
        days = pc.cast(cells, pa.date32())
    except pa.ArrowInvalid:
        return None
    days = pc.cast(days, pa.int32())
    return days if pc.min(days).as_py() >= FIRST_DAY else None


def remove_thousands(
    cells: pa.ChunkedArray, decimal: str, thousands: str
) -> pa.ChunkedArray | None:
    """Remove the declared thousands mark from numbers; ``None`` if a cell is not a number.

    Groups must have three digits; 1,23 is then not a number.
    """
    grouped = group_pattern(decimal, thousands)
    if not all_match(cells, f"{grouped}|{INFINITE}|{number_pattern(decimal)}"):
        return None
    return pc.replace_substring(cells, thousands, "")


def parse_dates(cells: pa.ChunkedArray, date_format: str) -> pa.ChunkedArray | None:
    """Parse dates of a declared layout, in which day and month may have one digit."""
    mark = date_format.replace("%d", "").replace("%m", "").replace("%Y", "")[0]
    lone = rf"(^|\{mark})([0-9])(\{mark}|$)"
    # Twice, because two single digits share the mark between them.
    for _ in range(2):
        cells = pc.replace_substring_regex(cells, lone, r"\10\2\3")
    return dates(cells, date_format)


def detect_dates(cells: pa.ChunkedArray, declared: str) -> tuple[str, pa.ChunkedArray] | None:
    """Detect the layout of dates, and read their days since 1970-01-01; or ``None``.

    It is the declared layout, or the only one that fits. If day and month can be exchanged in all
    cells, two layouts fit and neither is chosen.
    """
    days = parse_dates(cells, declared) if declared else None
    if days is not None:
        return declared, days
    days_by_layout = [(layout, dates(cells, layout)) for layout in DATE_FORMATS]
    fitting = [(layout, days) for layout, days in days_by_layout if days is not None]
    return fitting[0] if len(fitting) == 1 else None
