"""Writes taxonomies as ``category,parent`` or as a row for each leaf with its levels."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

from core.io.files.atomic_writing import new_file
from core.io.taxonomies.parent_list import HEADER, LABEL
from core.io.taxonomies.taxonomy_draft import refused
from core.io.taxonomies.taxonomy_kinds import TaxonomyKind
from core.model import Taxonomy


def write_taxonomy(
    taxonomy: Taxonomy, path: Path, kind: TaxonomyKind = TaxonomyKind.PARENTS
) -> None:
    """Write a new file that reads back as the same taxonomy in the same order.

    Parameters
    ----------
    taxonomy : Taxonomy
        Labels are only written as ``category,parent``.
    path : Path
        Must not exist.
    kind : TaxonomyKind
        ``PARENTS`` or ``LEVELS``; for levels no category may have several parents.

    Raises
    ------
    Refused
        If this kind cannot be written or cannot hold the taxonomy, or the file cannot be created.
    StorageFull
        If the disk is full; no file is left behind.
    """
    if kind is TaxonomyKind.PARENTS:
        text = _text(_parent_rows(taxonomy), ",")
    elif kind is not TaxonomyKind.LEVELS:
        raise refused("taxonomy-kind-not-written", path)
    elif not taxonomy.is_tree:
        raise refused("taxonomy-levels-several-parents", path)
    else:
        text = _text(_level_rows(taxonomy), ";")
    with new_file(path) as handle:
        handle.write(text.encode("utf-8"))


def _text(rows: Iterator[list[str]], delimiter: str) -> str:
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator="\n").writerows(rows)
    return out.getvalue()


def _parent_rows(taxonomy: Taxonomy) -> Iterator[list[str]]:
    yield [*HEADER, *(f"{LABEL}:{language}".rstrip(":") for language in taxonomy.labels)]
    for node, name in enumerate(taxonomy.nodes):
        labels = [known[node] for known in taxonomy.labels.values()]
        for parent in taxonomy.parents_of(node).tolist() or [None]:
            yield [name, "" if parent is None else taxonomy.nodes[parent], *labels]


def _level_rows(taxonomy: Taxonomy) -> Iterator[list[str]]:
    """Yield rows of equal length, in which a leaf is repeated at absent levels."""
    for leaf in taxonomy.leaves.tolist():
        path = [taxonomy.nodes[node] for node in reversed(taxonomy.ancestors_of(leaf).tolist())]
        yield path[:1] * (taxonomy.height + 1 - len(path)) + path
