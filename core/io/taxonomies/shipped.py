"""The taxonomies shipped with the program."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from core.io.taxonomies.taxonomy_reader import read_taxonomy
from core.model import Taxonomy
from resources import FOLDER

TAXONOMIES = FOLDER / "taxonomies"

# Prefix of shipped taxonomies in recipes, such as ``shipped:countries``; no path starts with it.
PREFIX = "shipped:"


@dataclass(frozen=True, slots=True)
class Shipped:
    """A taxonomy shipped with the program.

    Attributes
    ----------
    name : str
        Its name in recipes, after `PREFIX`.
    languages : tuple of str
        Languages and code systems of its labels.
    """

    name: str
    title: str
    categories: int
    source: str
    version: str
    licence: str
    languages: tuple[str, ...]

    @property
    def reference(self) -> str:
        """Its reference in a recipe."""
        return PREFIX + self.name

    @property
    def path(self) -> Path:
        """Path of its file."""
        return TAXONOMIES / f"{self.name}.csv"

    def read(self) -> Taxonomy:
        """Read the taxonomy."""
        return read_taxonomy(self.path)


def list_shipped() -> tuple[Shipped, ...]:
    """List the shipped taxonomies, by title."""
    listed = json.loads((TAXONOMIES / "sources.json").read_text("utf-8"))
    entries = [Shipped(**entry | {"languages": tuple(entry["languages"])}) for entry in listed]
    return tuple(sorted(entries, key=lambda shipped_entry: shipped_entry.title))


def is_shipped(reference: str) -> bool:
    """Check whether a recipe's "taxonomy" refers to a shipped one."""
    return reference.startswith(PREFIX)


def taxonomy_path(reference: str, folder: Path) -> Path:
    """Find the path of a recipe's "taxonomy".

    Parameters
    ----------
    reference : str
        ``shipped:NAME``, or a path relative to the recipe's folder.
    """
    if is_shipped(reference):
        return TAXONOMIES / f"{Path(reference.removeprefix(PREFIX)).name}.csv"
    return folder / reference
