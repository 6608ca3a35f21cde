"""Date and time formats of SPSS, Stata and SAS."""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.io.typed_tables.table_header import Cells
from core.model import FileKind

SPSS, STATA, SAS = "spss", "stata", "sas"
DIALECTS = {
    FileKind.SPSS: SPSS,
    FileKind.STATA: STATA,
    FileKind.SAS: SAS,
    FileKind.SAS_TRANSPORT: SAS,
}

DAY = 86_400.0
# Days from each program's epoch to 1970-01-01.
SPSS_FIRST = 141_428
SIXTY = 3_653


@dataclass(frozen=True, slots=True)
class Clock:
    """How a format counts time: the units in a day, and the epoch in days before 1970."""

    cells: Cells
    unit: float
    first: int


_NUMBER = Clock(Cells.NUMBER, 1, 0)
_CLOCKS: dict[str, tuple[tuple[str, Clock], ...]] = {
    SPSS: (
        (r"DATETIME|YMDHMS", Clock(Cells.DATE, DAY, SPSS_FIRST)),
        (r"[AEJS]?DATE|QYR|MOYR|WKYR", Clock(Cells.DATE, DAY, SPSS_FIRST)),
        (r"D?TIME|MTIME", Clock(Cells.TIME, DAY, 0)),
    ),
    # Months, quarters and similar formats remain numbers.
    STATA: (
        (r"%-?t[cC].*", Clock(Cells.DATE, DAY * 1000, SIXTY)),
        (r"%-?(?:td|d).*", Clock(Cells.DATE, 1, SIXTY)),
    ),
    SAS: (
        (r"DATETIME|DT\w+|[EB]8601D[TXZ]|DATEAMPM|MDYAMPM", Clock(Cells.DATE, DAY, SIXTY)),
        (r"TIME|TIMEAMPM|HHMM|MMSS|HOUR|TOD|[EB]8601T[MXZ]", Clock(Cells.TIME, DAY, 0)),
        (
            r"DATE|DAY|DOWNAME|(?:DDMMYY|MMDDYY|YYMMDD|MMYY|YYMM)[BCDNPS]?|MONYY|MONNAME|MONTH|"
            r"QTRR?|YEAR|WEEKDAT[EX]|WEEKDAY|WORDDAT[EX]|JULIAN|JULDAY|[EB]8601DA|YYQ\w?|YYMON",
            Clock(Cells.DATE, 1, SIXTY),
        ),
    ),
}


def clock_of(dialect: str, form: str) -> Clock:
    """Describe how to interpret the numbers of a column with a format."""
    name = form if dialect == STATA else re.sub(r"[0-9]*\.?[0-9]*$", "", form.upper())
    for pattern, clock in _CLOCKS[dialect]:
        if re.fullmatch(pattern, name):
            return clock
    return _NUMBER


_DAYS_FIRST = {"EDATE": "%d.%m.%Y", "ADATE": "%m/%d/%Y", "SDATE": "%Y/%m/%d"}


def date_format(dialect: str, form: str) -> str:
    """Find the ``strftime`` pattern closest to a date format."""
    name = re.sub(r"[0-9]*$", "", form.upper())
    return _DAYS_FIRST.get(name, "%Y-%m-%d") if dialect == SPSS else "%Y-%m-%d"
