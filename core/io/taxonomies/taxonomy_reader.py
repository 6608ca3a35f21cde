"""Reads taxonomies from files of any kind, and keeps them until their files change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from core.errors import Problem, Refused
from core.io.files.fingerprints import fingerprint
from core.io.files.input_files import check_path
from core.io.taxonomies.category_lists import (
    CODE_HEADER,
    HEADER,
    header_of,
    read_codes,
    read_indented,
    read_levels,
    read_parent_list,
    records,
)
from core.io.taxonomies.rdf import scan_rdf
from core.io.taxonomies.rdf_formats import read_owl, read_skos
from core.io.taxonomies.taxonomy_checks import check_draft
from core.io.taxonomies.taxonomy_draft import (
    Loaded,
    TaxonomyDraft,
    TaxonomyKind,
    load,
    refuse_taxonomy,
)
from core.model import Taxonomy

_READERS: Mapping[TaxonomyKind, Callable[[Loaded], TaxonomyDraft]] = {
    TaxonomyKind.PARENTS: read_parent_list,
    TaxonomyKind.LEVELS: read_levels,
    TaxonomyKind.INDENTED: read_indented,
    TaxonomyKind.CODES: read_codes,
    TaxonomyKind.SKOS: read_skos,
    TaxonomyKind.OWL: read_owl,
}
_OTHER_RDF = ("@prefix", "@base", "prefix ", "base ")


@dataclass(frozen=True, slots=True, eq=False)
class TaxonomyProbe:
    """The result of examining a taxonomy file.

    Attributes
    ----------
    kind : TaxonomyKind or None
        ``None`` if the content does not determine it.
    reason : str
        Code of the reason for this kind, or empty.
    taxonomy : Taxonomy or None
        ``None`` if the file is refused.
    """

    kind: TaxonomyKind | None
    reason: str
    taxonomy: Taxonomy | None
    problems: tuple[Problem, ...] = ()


def read_taxonomy(path: Path, kind: TaxonomyKind | None = None) -> Taxonomy:
    """Read the taxonomy in a file.

    Parameters
    ----------
    path : Path
        A text file in UTF-8 (or with a byte order mark). Blanks around names are removed.
    kind : TaxonomyKind, optional
        Kind of the file; default: determined from its content.

    Raises
    ------
    Refused
        If the file cannot be read or is not a rooted hierarchy; problems name the lines.
    """
    loaded = load(path)
    return check_draft(_READERS[kind or _guess_kind(loaded)[0]](loaded), path)


def probe_taxonomy(path: Path, kind: TaxonomyKind | None = None) -> TaxonomyProbe:
    """Probe a taxonomy file for display; never raises for its content."""
    reason = ""
    try:
        loaded = load(path)
        if kind is None:
            kind, reason = _guess_kind(loaded)
        return TaxonomyProbe(kind, reason, check_draft(_READERS[kind](loaded), path))
    except Refused as refusal:
        return TaxonomyProbe(kind, reason, None, refusal.problems)


def _guess_kind(loaded: Loaded) -> tuple[TaxonomyKind, str]:
    """Guess the kind of a file, with the code of the reason.

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
        raise refuse_taxonomy("taxonomy-other-rdf", loaded.path)
    header = header_of(loaded)
    if header[:2] == HEADER:
        return TaxonomyKind.PARENTS, "guess-taxonomy-header"
    if header[0] == CODE_HEADER:
        return TaxonomyKind.CODES, "guess-taxonomy-codes"
    if any(line[:1] in (" ", "\t") and line.strip() for line in loaded.lines):
        return TaxonomyKind.INDENTED, "guess-taxonomy-indented"
    rows = [cells for _, cells in records(loaded)]
    if len(rows[0]) == 1:
        raise refuse_taxonomy("taxonomy-plain-list", loaded.path)
    constant = any(len({cells[i] for cells in rows}) == 1 for i in (0, -1))
    if len(rows[0]) == 2 and not constant:
        return TaxonomyKind.PARENTS, "guess-taxonomy-pairs"
    return TaxonomyKind.LEVELS, "guess-taxonomy-levels"


def recall_probe(path: Path) -> TaxonomyProbe:
    """Probe a taxonomy file, with its hash.

    The window asks after each change of a setting; a file with the same size and modification time
    is not read again.
    """
    try:
        state = check_path(path)
    except Refused as refusal:
        return TaxonomyProbe(None, "", None, refusal.problems)
    return _probe_cached(path, state.st_size, state.st_mtime_ns)


def read_cached(path: Path) -> Taxonomy:
    """Read the taxonomy in a file, with its hash.

    Raises
    ------
    Refused
        As `read_taxonomy` does.
    """
    probe = recall_probe(path)
    if probe.taxonomy is None:
        raise Refused(*probe.problems)
    return probe.taxonomy


@lru_cache(maxsize=32)
def _probe_cached(path: Path, _size: int, _changed: int) -> TaxonomyProbe:
    probe = probe_taxonomy(path)
    if probe.taxonomy is None:
        return probe
    try:
        mark = fingerprint(path)
    except Refused as refusal:
        return replace(probe, taxonomy=None, problems=refusal.problems)
    return replace(probe, taxonomy=replace(probe.taxonomy, sha256=mark.sha256))
