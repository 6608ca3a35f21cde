"""How many people there are by the values of columns: counts from outside, such as of a census."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class PopulationCounts:
    """The people of a population by the values of some columns.

    Attributes
    ----------
    name, sha256 : str
        Of the file, without its folder.
    columns : tuple of str
        The columns of the data that it counts by.
    cells : tuple of tuple of str
        The values of these columns in each row, as texts.
    people : tuple of float
        The people of each row.
    """

    name: str
    sha256: str
    columns: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    people: tuple[float, ...]

    def has(self, names: Collection[str]) -> bool:
        """Return whether people are counted by all of some columns."""
        return set(names) <= set(self.columns)

    def people_by(self, names: Sequence[str]) -> Mapping[tuple[str, ...], float]:
        """Add up the people by the values of some of the columns."""
        places = [self.columns.index(name) for name in names]
        people: dict[tuple[str, ...], float] = {}
        for cell, count in zip(self.cells, self.people, strict=True):
            key = tuple(cell[place] for place in places)
            people[key] = people.get(key, 0.0) + count
        return people


@dataclass(frozen=True, slots=True)
class PopulationFile:
    """A file of population counts that a recipe names.

    Attributes
    ----------
    path : str
        The file.
    counts : PopulationCounts or None
        What it holds, once it has been read (`core.pipeline.resolve`) or taken from a log.
    """

    path: str
    counts: PopulationCounts | None = field(default=None, compare=False, repr=False)
