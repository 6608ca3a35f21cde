"""The parts of a file within which the members of units are grouped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from core.array_types import Bools, Ints
from core.conditions import Limit, RecordLimit
from core.conditions.patterns import JoinedPattern, Patterns, join_patterns
from core.encode import by_first_appearance
from core.encode.unit_groups import first_records
from core.protect.units.unit_file import UnitFile
from core.protect.units.unit_limits import InStrata, OfUnitRecords
from core.protect.units.unit_merging import EnoughUnits


class MemberParts(NamedTuple):
    """The parts of a file within which the members of units are grouped.

    Records of one group have the same stratum and belong to units of the same part.

    Attributes
    ----------
    file : UnitFile
        The file, of which the states of members are strata as well.
    units : numpy.ndarray of int64, shape (units,)
        The part of each unit, numbered from 0 by first appearance: its stratum, if all of its
        records have the same one, and the states of its own columns.
    joined : numpy.ndarray of bool, shape (n,)
        The records whose pattern of states was joined to another one.
    joins : tuple of JoinedPattern
        Those patterns, with the numbers of their records.
    patterns : int
        Number of patterns before any were joined.
    broken : tuple of int
        The first record of each stratum that violates a limit as a whole.
    """

    file: UnitFile
    units: Ints
    joined: Bools
    joins: tuple[JoinedPattern, ...]
    patterns: int
    broken: tuple[int, ...]


def form_member_parts(
    file: UnitFile,
    k: int,
    limits: Sequence[RecordLimit] = (),
    of_units: Sequence[RecordLimit] = (),
) -> MemberParts:
    """Split the file into parts that have records of `k` units in each of their strata.

    Patterns that have fewer, or that violate a limit as a whole, join the nearest one.

    Parameters
    ----------
    of_units : sequence of RecordLimit, optional
        Limits on groups of all records of some units.
    """
    states = [(name, bits) for name, bits in file.states if name not in file.unit_columns]
    enough = EnoughUnits(file.unit, np.zeros_like(file.unit), k)
    # Without states, limits are checked for each part of units.
    pattern_limits: list[Limit] = [enough, *limits] if states else []
    members = join_patterns(by_first_appearance(file.strata), states, pattern_limits, k)
    file = replace(file, strata=members.labels)
    units = _patterns_of_units(file, k, limits, of_units)
    joined_number = units.joined_number[file.unit]
    first, records = (
        first_records(file.unit),
        np.bincount(joined_number, minlength=len(units.joined) + 1),
    )
    joins = tuple(
        replace(
            joined_pattern, first=int(first[joined_pattern.first]), records=int(records[number])
        )
        for number, joined_pattern in enumerate(units.joined, start=1)
    )
    return MemberParts(
        file=file,
        units=units.labels,
        joined=(members.joined_number > 0) | (joined_number > 0),
        joins=(*members.joined, *joins),
        patterns=members.count + units.count,
        broken=tuple(int(first[unit]) for unit in units.broken),
    )


def _patterns_of_units(
    file: UnitFile, k: int, limits: Sequence[RecordLimit], of_units: Sequence[RecordLimit]
) -> Patterns:
    first = first_records(file.unit)
    strata = file.strata[first]
    if (strata[file.unit] != file.strata).any():
        strata = np.zeros_like(strata)
    states = [(name, bits[first]) for name, bits in file.states if name in file.unit_columns]
    within: list[Limit] = [*(InStrata(limit, file.strata) for limit in limits), *of_units]
    if states:
        within.append(EnoughUnits(file.unit, file.strata, k))
    unit_limits = [OfUnitRecords(limit, file.unit) for limit in within]
    return join_patterns(by_first_appearance(strata), states, unit_limits, k)
