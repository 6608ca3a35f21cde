"""Splits the text of a taxonomy file into records, with the delimiter that fits."""

from __future__ import annotations

import csv

from core.errors import Refused
from core.io.taxonomies.taxonomy_draft import refused
from core.io.taxonomies.taxonomy_text import Loaded

# In order of preference if several fit.
DELIMITERS = ("\t", ";", "|", ",")
_ROWS = 5

Records = list[tuple[int, tuple[str, ...]]]


def records(loaded: Loaded) -> Records:
    """Return the records with their first lines.

    Blanks around cells are removed; records with only empty cells are left out.

    Raises
    ------
    Refused
        If rows differ in their number of cells, quotes do not match, or all cells are empty.
    """
    lines = [line + "\n" for line in loaded.lines]
    cuts: list[Records] = []
    faults: list[Refused] = []
    for sign in [sign for sign in DELIMITERS if sign in loaded.text] or [","]:
        reader = csv.reader(lines, delimiter=sign, strict=True, skipinitialspace=True)
        cut: Records = []
        row = 1
        try:
            for cells in reader:
                if cells:
                    cut.append((row, tuple(cell.strip() for cell in cells)))
                row = reader.line_num + 1
        except csv.Error:
            faults.append(refused("taxonomy-quotes", loaded.path, row))
        else:
            cuts.append(cut)
    if not cuts:
        # With the right delimiter, errors occur latest in the text.
        raise max(faults, key=lambda fault: fault.problems[0].where.row or 0)
    # The delimiter gives several cells, if any does.
    several = [cut for cut in cuts if len(cut[0][1]) > 1]
    best = min(several or cuts[:1], key=lambda cut: len(_ragged(cut)))
    rows = _ragged(best)
    if rows:
        columns = len(best[0][1])
        params = {"count": len(rows), "columns": columns, "rows": rows[:_ROWS]}
        raise refused("taxonomy-ragged", loaded.path, rows[0], **params)
    filled = [(row, cells) for row, cells in best if any(cells)]
    if not filled:
        raise refused("taxonomy-empty", loaded.path)
    return filled


def header_of(loaded: Loaded) -> tuple[str, ...]:
    """Return the cells of the first line that is not blank, in lower case."""
    first = next((line for line in loaded.lines if line.strip()), "")
    sign = next((sign for sign in DELIMITERS if sign in first), ",")
    return tuple(cell.strip().strip('"').strip().lower() for cell in first.split(sign))


def _ragged(cut: Records) -> list[int]:
    """Return the rows with another number of cells than the first."""
    return [row for row, cells in cut if len(cells) != len(cut[0][1])]
