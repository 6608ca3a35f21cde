"""Lists of categories with their parents, and lists of codes whose beginnings are their parents.

``category,parent`` is a row for each category and parent; the root's parent is empty. Columns named
``label:LANGUAGE`` (or just ``label``) contain labels. A category with several parents has several
rows. A root without its own row is the only parent that is not listed as a category.

In a list of codes, each code is a child of its longest other prefix: ``2512`` is below ``251``,
which is below ``25``. A second column may contain titles; the first row is then ``code,label`` or
``code,label:en``.
"""

from __future__ import annotations

from core.io.taxonomies.delimited import records
from core.io.taxonomies.taxonomy_draft import Entry, TaxonomyDraft, refused
from core.io.taxonomies.taxonomy_text import Loaded
from core.model import IMPLIED_ROOT

HEADER = ("category", "parent")
LABEL = "label"


def read_parent_list(loaded: Loaded) -> TaxonomyDraft:
    """Return the draft; raise `Refused` if it has other columns.

    Without a header, the first row is a category as well.
    """
    rows = records(loaded)
    header = rows[0][1]
    titled = tuple(cell.lower() for cell in header[:2]) == HEADER
    named = header[2:] if titled else ()
    for position, cell in enumerate(named, start=3):
        if not is_label(cell) or cell in header[: position - 1]:
            raise refused("taxonomy-column-unknown", loaded.path, rows[0][0], position=position)
    languages = [cell.partition(":")[2] for cell in named]
    if not titled and len(header) != len(HEADER):
        raise refused("taxonomy-header", loaded.path, rows[0][0])
    entries: list[Entry] = []
    labels: dict[str, dict[str, str]] = {language: {} for language in languages}
    for row, (name, parent, *others) in rows[1 if titled else 0 :]:
        entries.append(Entry(name, parent or None, row))
        for language, label in zip(languages, others, strict=True):
            if label:
                labels[language].setdefault(name, label)
    return TaxonomyDraft(entries, labels)


def is_label(title: str) -> bool:
    """Return whether a column's title indicates labels."""
    return title == LABEL or title.startswith(f"{LABEL}:")


CODE_HEADER = "code"


def read_codes(loaded: Loaded) -> TaxonomyDraft:
    """Return the draft; several codes without a prefix get an implied root.

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
            raise refused("taxonomy-code-column", loaded.path, row, position=position)
    languages = [title.partition(":")[2] for title in titles]
    first: dict[str, int] = {}
    labels: dict[str, dict[str, str]] = {language: {} for language in languages}
    for row, (code, *known) in rows[1 if titled else 0 :]:
        if code in first:
            raise refused("taxonomy-twice", loaded.path, row, first=first[code])
        first[code] = row
        for language, label in zip(languages, known, strict=True):
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
