"""Converts taxonomies to and from the JSON entries of logs and project files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from core.model.taxonomy import Taxonomy
from core.model.taxonomy_building import MOST_NODES, TaxonomyTooLarge, taxonomy_of


def taxonomy_entry(taxonomy: Taxonomy) -> dict[str, object]:
    """Write a taxonomy's entry: hash of the file, nodes in taxonomy order, parents of each."""
    parents = [taxonomy.parents_of(node).tolist() for node in range(len(taxonomy))]
    return {"sha256": taxonomy.sha256, "nodes": list(taxonomy.nodes), "parents": parents}


def taxonomy_of_entry(entry: Mapping[str, Any]) -> Taxonomy:
    """Read the taxonomy of an entry.

    Raises
    ------
    TaxonomyTooLarge
        If it has more categories or levels than a file may have.
    KeyError, TypeError, ValueError
        If the entry is malformed.
    """
    nodes, (sha256,) = _texts(entry["nodes"]), _texts([entry["sha256"]])
    if len(nodes) > MOST_NODES:
        raise TaxonomyTooLarge(len(nodes), MOST_NODES)
    above = {
        node: [nodes[_place(parent, len(nodes))] for parent in parents]
        for node, parents in zip(nodes, entry["parents"], strict=True)
    }
    if len(above) < len(nodes):
        raise ValueError("two categories have the same name")
    labels = dict((entry.get("labels") or {}).items())
    for names in labels.values():
        if not isinstance(names, dict):
            raise TypeError("not an object of texts")
        _texts(list(names.values()))
    return replace(taxonomy_of(above, labels), sha256=sha256)


def _texts(value: Any) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise TypeError("not a list of texts")
    return value


def _place(value: Any, count: int) -> int:
    if type(value) is not int or not 0 <= value < count:
        raise ValueError("not the place of a category")
    return value


def labels_entry(taxonomy: Taxonomy) -> dict[str, dict[str, str]]:
    """Read the labels of the nodes, by language or code system and by node."""
    return {
        kind: {node: name for node, name in zip(taxonomy.nodes, names, strict=True) if name}
        for kind, names in taxonomy.labels.items()
    }
