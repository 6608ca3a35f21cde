"""Scenarios of disclosure: what somebody who looks for a record may know about it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Scenario:
    """A set of key columns whose risk is assessed by itself.

    Attributes
    ----------
    name : str
        Who knows them, such as "neighbour".
    columns : tuple of str
        The key columns.
    k : int or None
        How many records, or units, must share each combination of released values; ``None`` if
        nothing is promised.
    """

    name: str
    columns: tuple[str, ...]
    k: int | None = None

    @property
    def key(self) -> str:
        """The columns as one text: what is published in the place of the name."""
        return " × ".join(self.columns)
