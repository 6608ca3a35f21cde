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
    """

    name: str
    columns: tuple[str, ...]
