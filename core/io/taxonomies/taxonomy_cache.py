"""Caches taxonomies until their files change."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from core.errors import Refused
from core.io.files.fingerprints import fingerprint
from core.io.files.input_files import check_path
from core.io.taxonomies.taxonomy_reader import TaxonomyProbe, probe_taxonomy
from core.model import Taxonomy


def remembered_probe(path: Path) -> TaxonomyProbe:
    """Return the probe of a taxonomy file, with its hash.

    The window asks after each change of a setting; a file with the same size and modification time
    is not read again.
    """
    try:
        state = check_path(path)
    except Refused as refusal:
        return TaxonomyProbe(None, "", None, refusal.problems)
    return _probed(path, state.st_size, state.st_mtime_ns)


def cached_taxonomy(path: Path) -> Taxonomy:
    """Return the taxonomy in a file, with its hash.

    Raises
    ------
    Refused
        As `read_taxonomy` does.
    """
    probe = remembered_probe(path)
    if probe.taxonomy is None:
        raise Refused(*probe.problems)
    return probe.taxonomy


@lru_cache(maxsize=32)
def _probed(path: Path, _size: int, _changed: int) -> TaxonomyProbe:
    probe = probe_taxonomy(path)
    if probe.taxonomy is None:
        return probe
    try:
        found = fingerprint(path)
    except Refused as refusal:
        return replace(probe, taxonomy=None, problems=refusal.problems)
    return replace(probe, taxonomy=replace(probe.taxonomy, sha256=found.sha256))
