"""Indented text: each line is a category below the nearest previous line with less indent."""

from __future__ import annotations

from core.io.taxonomies.taxonomy_draft import Entry, TaxonomyDraft, refused
from core.io.taxonomies.taxonomy_text import Loaded


def read_indented(loaded: Loaded) -> TaxonomyDraft:
    """Return the draft; raise `Refused` at an unexpected indentation or a repeated name."""
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
            raise refused("taxonomy-indent", loaded.path, row)
        if name in entries:
            raise refused("taxonomy-twice", loaded.path, row, first=entries[name].row)
        entries[name] = Entry(name, open_lines[-1][1] if open_lines else None, row)
        open_lines.append((indent, name))
    return TaxonomyDraft(tuple(entries.values()))
