"""Text files of taxonomies, line by line: parents, codes, levels or indentation.

``category,parent`` is a row for each category and parent; the root's parent is empty. Columns named
``label:LANGUAGE`` (or just ``label``) contain labels. A category with several parents has several
rows. A root without its own row is the only parent that is not listed as a category.

In a list of codes, each code is a child of its longest other prefix: ``2512`` is below ``251``,
which is below ``25``. A second column may contain titles; the first row is then ``code,label`` or
``code,label:en``.

A row for each leaf with its levels is as in ARX: ``value;level 1;...;*``. The top category is in
the last column (or in the first, with the leaf in the last). An empty cell, or one equal to its
neighbour, is a level that the branch lacks.

In indented text, each line is a category below the nearest previous line with less indent.
"""

from __future__ import annotations

import csv

from core.errors import Refused
from core.io.taxonomies.taxonomy_draft import Entry, Loaded, TaxonomyDraft, refuse_taxonomy
from core.model import IMPLIED_ROOT

# In order of preference if several fit.
DELIMITERS = ("\t", ";", "|", ",")
_ROWS = 5

Records = list[tuple[int, tuple[str, ...]]]
HEADER = ("category", "parent")
LABEL = "label"

CODE_HEADER = "code"


def records(loaded: Loaded) -> Records:
    """Read the records with their first lines.

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
            faults.append(refuse_taxonomy("taxonomy-quotes", loaded.path, row))
        else:
            cuts.append(cut)
    if not cuts:
        # With the right delimiter, errors occur latest in the text.
        raise max(faults, key=lambda fault: fault.problems[0].where.row or 0)
    # The delimiter gives several cells, if any does.
    several = [cut for cut in cuts if len(cut[0][1]) > 1]
    best = min(several or cuts[:1], key=lambda cut: len(_rows_of_other_length(cut)))
    rows = _rows_of_other_length(best)
    if rows:
        columns = len(best[0][1])
        params = {"count": len(rows), "columns": columns, "rows": rows[:_ROWS]}
        raise refuse_taxonomy("taxonomy-ragged", loaded.path, rows[0], **params)
    filled = [(row, cells) for row, cells in best if any(cells)]
    if not filled:
        raise refuse_taxonomy("taxonomy-empty", loaded.path)
    return filled


def header_of(loaded: Loaded) -> tuple[str, ...]:
    """Read the cells of the first line that is not blank, in lower case."""
    first = next((line for line in loaded.lines if line.strip()), "")
    sign = next((sign for sign in DELIMITERS if sign in first), ",")
    return tuple(cell.strip().strip('"').strip().lower() for cell in first.split(sign))


def _rows_of_other_length(cut: Records) -> list[int]:
    """List the rows with another number of cells than the first."""
    return [row for row, cells in cut if len(cells) != len(cut[0][1])]


def read_parent_list(loaded: Loaded) -> TaxonomyDraft:
    """Read the draft; raise `Refused` if it has other columns.

    Without a header, the first row is a category as well.
    """
    rows = records(loaded)
    header = rows[0][1]
    titled = tuple(cell.lower() for cell in header[:2]) == HEADER
    label_titles = header[2:] if titled else ()
    for position, cell in enumerate(label_titles, start=3):
        if not is_label(cell) or cell in header[: position - 1]:
            raise refuse_taxonomy(
                "taxonomy-column-unknown", loaded.path, rows[0][0], position=position
            )
    languages = [cell.partition(":")[2] for cell in label_titles]
    if not titled and len(header) != len(HEADER):
        raise refuse_taxonomy("taxonomy-header", loaded.path, rows[0][0])
    entries: list[Entry] = []
    labels: dict[str, dict[str, str]] = {language: {} for language in languages}
    for row, (name, parent, *row_labels) in rows[1 if titled else 0 :]:
        entries.append(Entry(name, parent or None, row))
        for language, label in zip(languages, row_labels, strict=True):
            if label:
                labels[language].setdefault(name, label)
    return TaxonomyDraft(entries, labels)


def is_label(title: str) -> bool:
    """Check whether a column's title indicates labels."""
    return title == LABEL or title.startswith(f"{LABEL}:")


def read_codes(loaded: Loaded) -> TaxonomyDraft:
    """Read the draft; several codes without a prefix get an implied root.

    Raises
    ------
    Refused
        If a code occurs twice, or a further column does not contain labels.
    """
    rows = records(loaded)
    row, header = rows[0]
    titled = header[0].lower() == CODE_HEADER
    titles = header[1:] if titled else (LABEL,) * (len(header) - 1)
    for position, title in enumerate(titles, start=2):
        if not is_label(title) or title in titles[: position - 2]:
            raise refuse_taxonomy("taxonomy-code-column", loaded.path, row, position=position)
    languages = [title.partition(":")[2] for title in titles]
    first: dict[str, int] = {}
    labels: dict[str, dict[str, str]] = {language: {} for language in languages}
    for row, (code, *row_labels) in rows[1 if titled else 0 :]:
        if code in first:
            raise refuse_taxonomy("taxonomy-twice", loaded.path, row, first=first[code])
        first[code] = row
        for language, label in zip(languages, row_labels, strict=True):
            labels[language][code] = label
    entries = []
    for code, row in first.items():
        # The parent is the longest other code that is a prefix of this one.
        shorter = (code[:length] for length in range(len(code) - 1, 0, -1))
        parent = next((start for start in shorter if start in first), None)
        entries.append(Entry(code, parent, row))
    if sum(entry.parent is None for entry in entries) > 1:
        hung = [Entry(e.name, e.parent or IMPLIED_ROOT, e.row) for e in entries]
        entries = [Entry(IMPLIED_ROOT, None, None), *hung]
    return TaxonomyDraft(entries, labels)


def read_indented(loaded: Loaded) -> TaxonomyDraft:
    """Read the draft; raise `Refused` at an unexpected indentation or a repeated name."""
    open_lines: list[tuple[str, str]] = []  # indentation and name, starting at the root
    entries: dict[str, Entry] = {}
    for row, line in enumerate(loaded.lines, start=1):
        name = line.strip()
        if not name:
            continue
        indent = line[: len(line) - len(line.lstrip())]
        # Deeper lines are closed; the new indentation must fit the open ones.
        back = False
        while open_lines and open_lines[-1][0] != indent and open_lines[-1][0].startswith(indent):
            open_lines.pop()
            back = True
        if open_lines and open_lines[-1][0] == indent:
            open_lines.pop()
        elif back or (open_lines and not indent.startswith(open_lines[-1][0])):
            raise refuse_taxonomy("taxonomy-indent", loaded.path, row)
        if name in entries:
            raise refuse_taxonomy("taxonomy-twice", loaded.path, row, first=entries[name].row)
        entries[name] = Entry(name, open_lines[-1][1] if open_lines else None, row)
        open_lines.append((indent, name))
    return TaxonomyDraft(tuple(entries.values()))


def read_levels(loaded: Loaded) -> TaxonomyDraft:
    """Read the draft; raise `Refused` if a category has two parents or there is no root."""
    rows = records(loaded)
    first, (*_, top) = rows[0]
    # The leaf is in the first column and the root in the last, or the other way round.
    if len({cells[-1] for _, cells in rows}) > 1 or not top:
        if len({cells[0] for _, cells in rows}) > 1 or not rows[0][1][0] or len(rows) == 1:
            other_row = next(row for row, cells in rows if cells[-1] != top or not top)
            raise refuse_taxonomy("taxonomy-levels-two-roots", loaded.path, other_row, first=first)
        turned: Records = []
        for row, cells in rows:
            filled = [cell for cell in reversed(cells) if cell]
            absent = [""] * (len(cells) - len(filled))
            # Absent levels are between the leaf and the root.
            turned.append((row, (*filled[:1], *absent, *filled[1:])))
        rows = turned
    entries: dict[str, Entry] = {}
    leaves: dict[str, int] = {}
    for row, cells in rows:
        # From the leaf to the root, without absent levels.
        path: list[str] = []
        for cell in cells:
            if cell and (not path or path[-1] != cell):
                path.append(cell)
        if not cells[0]:
            raise refuse_taxonomy("taxonomy-name-empty", loaded.path, row)
        if path[0] in leaves:
            raise refuse_taxonomy("taxonomy-twice", loaded.path, row, first=leaves[path[0]])
        leaves[path[0]] = row
        for name, parent in zip(path, [*path[1:], None], strict=True):
            entry = entries.setdefault(name, Entry(name, parent, row))
            if entry.parent != parent:
                raise refuse_taxonomy(
                    "taxonomy-levels-two-parents", loaded.path, row, first=entry.row
                )
    return TaxonomyDraft(tuple(entries.values()))
