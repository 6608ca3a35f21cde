"""A row for each leaf with its levels, as in ARX: ``value;level 1;...;*``.

The top category is in the last column (or in the first, with the leaf in the last). An empty cell,
or one equal to its neighbour, is a level that the branch lacks.
"""

from __future__ import annotations

from core.io.taxonomies.delimited import Records, records
from core.io.taxonomies.taxonomy_draft import Entry, TaxonomyDraft, refused
from core.io.taxonomies.taxonomy_text import Loaded


def read_levels(loaded: Loaded) -> TaxonomyDraft:
    """Return the draft; raise `Refused` if a category has two parents or there is no root."""
    rows = records(loaded)
    first, (*_, top) = rows[0]
    # The leaf is in the first column and the root in the last, or the other way round.
    if len({cells[-1] for _, cells in rows}) > 1 or not top:
        if len({cells[0] for _, cells in rows}) > 1 or not rows[0][1][0] or len(rows) == 1:
            other = next(row for row, cells in rows if cells[-1] != top or not top)
            raise refused("taxonomy-levels-two-roots", loaded.path, other, first=first)
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
            raise refused("taxonomy-name-empty", loaded.path, row)
        if path[0] in leaves:
            raise refused("taxonomy-twice", loaded.path, row, first=leaves[path[0]])
        leaves[path[0]] = row
        for name, parent in zip(path, [*path[1:], None], strict=True):
            entry = entries.setdefault(name, Entry(name, parent, row))
            if entry.parent != parent:
                raise refused("taxonomy-levels-two-parents", loaded.path, row, first=entry.row)
    return TaxonomyDraft(tuple(entries.values()))
