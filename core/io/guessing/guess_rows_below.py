"""Recognises rows below a table that are no records: totals, and notes in a single cell."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.errors import Problem, Severity
from core.io.findings import Guess

MOST_BELOW = 12
"""So many rows at the end of a table are looked at."""
# In a narrower table a row with one cell is nothing special.
_FEWEST_COLUMNS = 3
_TOTALS = (
    *("total", "totals", "sum", "sums", "subtotal", "overall", "all", "summe", "gesamt"),
    *("gesamtsumme", "insgesamt", "zusammen", "somme", "ensemble", "suma", "totale", "totali"),
    *("totaal", "totalt", "razem", "ogolem", "celkem"),
)


def count_rows_below(rows: Sequence[Sequence[str]], columns: int) -> int:
    """Count the last rows that look like totals or notes.

    Parameters
    ----------
    rows : sequence of sequence of str
        The last rows of a table of so many `columns`; only the last `MOST_BELOW` are looked at.
    """
    inspected = [[cell.strip() for cell in row if cell.strip()] for row in rows[-MOST_BELOW:]]
    if columns < _FEWEST_COLUMNS:
        return 0
    count = 0
    for filled in reversed(inspected):
        if not _is_below(filled, columns):
            break
        count += 1
    # If there is nothing else, these are the records of the file.
    return count if count < len(inspected) else 0


def _is_below(filled: Sequence[str], columns: int) -> bool:
    if len(filled) < 2:
        return not filled or " " in filled[0]
    words = re.findall(r"\w+", filled[0].casefold())
    return len(filled) < columns and bool(words) and words[0] in _TOTALS


def rows_below_notes(rows: Sequence[Sequence[str]], columns: int) -> tuple[Problem, ...]:
    """Build the note that a table seems to end before its last rows; empty if it does not."""
    count = count_rows_below(rows, columns)
    note = Problem("rows-below-table", params={"count": count}, severity=Severity.NOTE)
    return (note,) if count else ()


def guess_rows_below(rows: Sequence[Sequence[str]], columns: int) -> tuple[Guess, ...]:
    """Build the remark on rows to skip at the end; nothing is skipped unasked."""
    count = count_rows_below(rows, columns)
    return (Guess("skip_end", "rows-below-table", {"count": count}),) if count else ()
