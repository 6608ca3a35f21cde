"""The taxonomies that come with the program."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from core.io.taxonomies.taxonomy_reader import read_taxonomy
from core.model import Taxonomy
from resources import FOLDER

TAXONOMIES = FOLDER / "taxonomies"

# A recipe names a shipped taxonomy as ``shipped:countries``; no path begins like this.
PREFIX = "shipped:"


@dataclass(frozen=True, slots=True)
class Shipped:
    """A taxonomy that comes with the program.

    Attributes
    ----------
    name : str
        How recipes name it, behind `PREFIX`.
    title : str
        What it is, in a few words.
    categories : int
        Number of its categories.
    source, version, licence : str
        Where the data is from.
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
        """What a recipe says to use it."""
        return PREFIX + self.name

    @property
    def path(self) -> Path:
        """Where its file is."""
        return TAXONOMIES / f"{self.name}.csv"

    def read(self) -> Taxonomy:
        """Read it."""
        return read_taxonomy(self.path)


def shipped() -> tuple[Shipped, ...]:
    """Return the shipped taxonomies, by title."""
    listed = json.loads((TAXONOMIES / "sources.json").read_text("utf-8"))
    found = [Shipped(**entry | {"languages": tuple(entry["languages"])}) for entry in listed]
    return tuple(sorted(found, key=lambda one: one.title))


def is_shipped(reference: str) -> bool:
    """Whether a recipe's "taxonomy" names one that comes with the program."""
    return reference.startswith(PREFIX)


def taxonomy_path(reference: str, folder: Path) -> Path:
    """Return the file that a recipe's "taxonomy" means.

    Parameters
    ----------
    reference : str
        ``shipped:NAME``, or a path, which counts from the recipe's folder.
    folder : Path
        The recipe's folder.
    """
    if is_shipped(reference):
        return TAXONOMIES / f"{Path(reference.removeprefix(PREFIX)).name}.csv"
    return folder / reference
