"""The unit of protection: which records belong to one household, firm, school or person."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class UnitProtection(StrEnum):
    """What is protected where several records belong to one unit (manual: conditions#units)."""

    UNIT = "unit"
    MEMBER = "member"


@dataclass(frozen=True, slots=True)
class Unit:
    """How the records of a file form units.

    Attributes
    ----------
    id : str
        Records with the same value in this column belong to one unit.
    columns : tuple of str
        Columns that have one value in all records of a unit.
    protect : UnitProtection
        ``UNIT``: at least k units share their whole released profile. ``MEMBER``: each group of
        equal records comes from at least k units.
    members_by : tuple of str
        Columns by which the members of a unit are sorted before they are matched.
    largest : int or None
        Units with more records are left out; ``None``: none are.
    waves : str or None
        The column of waves of a panel.
    """

    id: str
    columns: tuple[str, ...] = ()
    protect: UnitProtection = UnitProtection.UNIT
    members_by: tuple[str, ...] = ()
    largest: int | None = None
    waves: str | None = None

    @property
    def is_whole(self) -> bool:
        """Whether units are protected whole, and not only their members."""
        return self.protect is UnitProtection.UNIT
