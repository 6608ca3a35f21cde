"""Writes taxonomies as ``category,parent`` or as a row for each leaf with its levels."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from core.io.files.atomic_writing import new_file
from core.io.taxonomies.category_lists import HEADER, LABEL
from core.io.taxonomies.taxonomy_draft import TaxonomyKind, refuse_taxonomy
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
    rows: list[list[str]] = []
    if kind is TaxonomyKind.PARENTS:
        languages = (f"{LABEL}:{language}".rstrip(":") for language in taxonomy.labels)
        rows.append([*HEADER, *languages])
        for node, name in enumerate(taxonomy.nodes):
            labels = [labels_of_language[node] for labels_of_language in taxonomy.labels.values()]
            above = [taxonomy.nodes[parent] for parent in taxonomy.parents_of(node).tolist()]
            rows += [[name, parent, *labels] for parent in above or [""]]
    elif kind is not TaxonomyKind.LEVELS:
        raise refuse_taxonomy("taxonomy-kind-not-written", path)
    elif not taxonomy.is_tree:
        raise refuse_taxonomy("taxonomy-levels-several-parents", path)
    else:
        # Rows of equal length, in which a leaf is repeated at absent levels.
        for leaf in taxonomy.leaves.tolist():
            path_up = reversed(taxonomy.ancestors_of(leaf).tolist())
            names = [taxonomy.nodes[node] for node in path_up]
            rows.append(names[:1] * (taxonomy.height + 1 - len(names)) + names)
    out = io.StringIO()
    delimiter = "," if kind is TaxonomyKind.PARENTS else ";"
    csv.writer(out, delimiter=delimiter, lineterminator="\n").writerows(rows)
    with new_file(path) as handle:
        handle.write(out.getvalue().encode("utf-8"))
