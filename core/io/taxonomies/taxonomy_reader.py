"""Reads taxonomies from files of any kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from core.errors import Problem, Refused
from core.io.taxonomies.code_lists import read_codes
from core.io.taxonomies.guess_taxonomy import guess_kind
from core.io.taxonomies.indented import read_indented
from core.io.taxonomies.levels import read_levels
from core.io.taxonomies.owl import read_owl
from core.io.taxonomies.parent_list import read_parent_list
from core.io.taxonomies.skos import read_skos
from core.io.taxonomies.taxonomy_checks import checked
from core.io.taxonomies.taxonomy_draft import TaxonomyDraft
from core.io.taxonomies.taxonomy_kinds import TaxonomyKind
from core.io.taxonomies.taxonomy_text import Loaded, load
from core.model import Taxonomy

_READERS: Mapping[TaxonomyKind, Callable[[Loaded], TaxonomyDraft]] = {
    TaxonomyKind.PARENTS: read_parent_list,
    TaxonomyKind.LEVELS: read_levels,
    TaxonomyKind.INDENTED: read_indented,
    TaxonomyKind.CODES: read_codes,
    TaxonomyKind.SKOS: read_skos,
    TaxonomyKind.OWL: read_owl,
}


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
    problems : tuple of Problem
        The reasons.
    """

    kind: TaxonomyKind | None
    reason: str
    taxonomy: Taxonomy | None
    problems: tuple[Problem, ...] = ()


def read_taxonomy(path: Path, kind: TaxonomyKind | None = None) -> Taxonomy:
    """Return the taxonomy in a file.

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
    return checked(_READERS[kind or guess_kind(loaded)[0]](loaded), path)


def probe_taxonomy(path: Path, kind: TaxonomyKind | None = None) -> TaxonomyProbe:
    """Return the probe of a taxonomy file for display; never raises for its content.

    Parameters
    ----------
    path, kind
        As for `read_taxonomy`.
    """
    reason = ""
    try:
        loaded = load(path)
        if kind is None:
            kind, reason = guess_kind(loaded)
        return TaxonomyProbe(kind, reason, checked(_READERS[kind](loaded), path))
    except Refused as refusal:
        return TaxonomyProbe(kind, reason, None, refusal.problems)
