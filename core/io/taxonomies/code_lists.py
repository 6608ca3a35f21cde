"""A list of codes: each code is a child of its longest other prefix.

``2512`` is below ``251``, which is below ``25``. A second column may contain titles; the first row
is then ``code,label`` or ``code,label:en``.
"""

from __future__ import annotations

from core.io.taxonomies.delimited import records
from core.io.taxonomies.parent_list import LABEL, is_label
from core.io.taxonomies.taxonomy_draft import Entry, TaxonomyDraft, refused
from core.io.taxonomies.taxonomy_text import Loaded
from core.model import IMPLIED_ROOT

HEADER = "code"


def read_codes(loaded: Loaded) -> TaxonomyDraft:
    """Return the draft; several codes without a prefix get an implied root.

    Raises
    ------
    Refused
        If a code occurs twice, or a further column does not contain labels.
    """
    rows = records(loaded)
    row, header = rows[0]
    titled = header[0].lower() == HEADER
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
