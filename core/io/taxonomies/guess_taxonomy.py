"""Distinguishes the kinds of taxonomy files by content."""

from __future__ import annotations

from core.io.taxonomies import code_lists, parent_list
from core.io.taxonomies.delimited import header_of, records
from core.io.taxonomies.rdf import scan_rdf
from core.io.taxonomies.taxonomy_draft import refused
from core.io.taxonomies.taxonomy_kinds import TaxonomyKind
from core.io.taxonomies.taxonomy_text import Loaded

_OTHER_RDF = ("@prefix", "@base", "prefix ", "base ")


def guess_kind(loaded: Loaded) -> tuple[TaxonomyKind, str]:
    """Return the kind of a file, with the code of the reason.

    Raises
    ------
    Refused
        If it is RDF in another syntax than RDF/XML, malformed XML, or a plain list: unrelated
        categories need no taxonomy, and lists of codes need the header ``code``.
    """
    start = loaded.text.lstrip()
    if start.startswith("<"):
        is_skos = scan_rdf(loaded).is_skos
        kind = TaxonomyKind.SKOS if is_skos else TaxonomyKind.OWL
        return kind, "guess-taxonomy-skos" if is_skos else "guess-taxonomy-owl"
    if start[:8].lower().startswith(_OTHER_RDF):
        raise refused("taxonomy-other-rdf", loaded.path)
    header = header_of(loaded)
    if header[:2] == parent_list.HEADER:
        return TaxonomyKind.PARENTS, "guess-taxonomy-header"
    if header[0] == code_lists.HEADER:
        return TaxonomyKind.CODES, "guess-taxonomy-codes"
    if any(line[:1] in (" ", "\t") and line.strip() for line in loaded.lines):
        return TaxonomyKind.INDENTED, "guess-taxonomy-indented"
    rows = [cells for _, cells in records(loaded)]
    if len(rows[0]) == 1:
        raise refused("taxonomy-plain-list", loaded.path)
    constant = any(len({cells[i] for cells in rows}) == 1 for i in (0, -1))
    if len(rows[0]) == 2 and not constant:
        return TaxonomyKind.PARENTS, "guess-taxonomy-pairs"
    return TaxonomyKind.LEVELS, "guess-taxonomy-levels"
