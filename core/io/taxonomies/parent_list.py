"""``category,parent``: a row for each category and parent; the root's parent is empty.

Columns named ``label:LANGUAGE`` (or just ``label``) contain labels. A category with several parents
has several rows. A root without its own row is the only parent that is not listed as a category.
"""

from __future__ import annotations

from core.io.taxonomies.delimited import records
from core.io.taxonomies.taxonomy_draft import Entry, TaxonomyDraft, refused
from core.io.taxonomies.taxonomy_text import Loaded

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
