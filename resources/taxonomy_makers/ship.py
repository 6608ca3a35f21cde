"""Puts a taxonomy into the folder of shipped ones and notes where it is from."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from importlib import metadata
from pathlib import Path

from core.io.taxonomies import Shipped, write_taxonomy
from core.io.taxonomies.shipped import TAXONOMIES
from core.model import taxonomy_of

Parents = Mapping[str, Sequence[str]]
Labels = Mapping[str, Mapping[str, str]]


def ship(name: str, title: str, parents: Parents, labels: Labels, **source: str) -> None:
    """Write ``NAME.csv`` and its entry in ``sources.json``, replacing those there are.

    Parameters
    ----------
    name, title : str
        Of the taxonomy.
    parents, labels
        As for `core.model.taxonomy_of`.
    **source : str
        ``source``, ``version`` and ``licence``.
    """
    taxonomy = taxonomy_of(parents, labels)
    entry = Shipped(name, title, len(taxonomy), languages=tuple(labels), **source)
    entry.path.unlink(missing_ok=True)
    write_taxonomy(taxonomy, entry.path)
    _note(entry, TAXONOMIES / "sources.json")


def installed_version(package: str, folder: Path) -> str:
    """Return the version of a Python package that was installed into `folder`."""
    (found,) = metadata.distributions(name=package, path=[str(folder)])
    return f"{package} {found.version}"


def _note(entry: Shipped, path: Path) -> None:
    known = json.loads(path.read_text("utf-8")) if path.exists() else []
    others = [one for one in known if one["name"] != entry.name]
    listed = sorted([*others, asdict(entry)], key=lambda one: str(one["name"]))
    path.write_bytes((json.dumps(listed, indent=2, ensure_ascii=False) + "\n").encode("utf-8"))
