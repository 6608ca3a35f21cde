"""A taxonomy as plain lists and texts, by which logs and project files hold it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from core.model.taxonomy import Taxonomy
from core.model.taxonomy_building import taxonomy_of


def taxonomy_entry(taxonomy: Taxonomy) -> dict[str, object]:
    """Return the hash of its file, its nodes in taxonomy order, and the parents of each."""
    parents = [taxonomy.parents_of(node).tolist() for node in range(len(taxonomy))]
    return {"sha256": taxonomy.sha256, "nodes": list(taxonomy.nodes), "parents": parents}


def taxonomy_of_entry(entry: Mapping[str, Any]) -> Taxonomy:
    """Return the taxonomy that an entry holds.

    Raises
    ------
    KeyError, IndexError, TypeError, ValueError
        If it holds none.
    """
    nodes = entry["nodes"]
    above = {
        node: [nodes[parent] for parent in parents]
        for node, parents in zip(nodes, entry["parents"], strict=True)
    }
    labels = entry.get("labels") or {}
    return replace(taxonomy_of(above, labels), sha256=entry["sha256"])


def labels_entry(taxonomy: Taxonomy) -> dict[str, dict[str, str]]:
    """Return the other names of its nodes, by language or code system and by node."""
    return {
        kind: {node: name for node, name in zip(taxonomy.nodes, names, strict=True) if name}
        for kind, names in taxonomy.labels.items()
    }
