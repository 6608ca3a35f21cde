"""A second order of the members of each unit on disk; see `core.protect.units.unit_file`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

import numpy as np
from numpy.lib.recfunctions import require_fields
from numpy.typing import NDArray

from core.io.scratch.raw_rows import AT
from core.io.scratch.row_files import RoutedRows, Rows
from core.io.scratch.sorted_rows import sorted_parts
from core.jobs import Job
from core.pipeline.out_of_core.units.unit_arrays import unit_array
from core.pipeline.out_of_core.workplace import Workplace
from core.protect.units.unit_file import starts_of_runs, turned_slots

Ints = NDArray[np.int64]

UNIT, STRATUM = "unit", "stratum"


def ranks_of_units(
    pieces: Iterable[Rows],
    sizes: Sequence[int],
    keys: Sequence[str],
    count: int,
    work: Workplace,
    job: Job,
) -> Ints:
    """Return the rank of each unit among those of its size, by the keys of its members.

    Parameters
    ----------
    pieces : iterable of structured numpy.ndarray
        The records of whole units, unit by unit.
    sizes : sequence of int
        Numbers of records of units that occur, ascending.
    keys : sequence of str
        The fields of the keys, the first one first.
    count : int
        Number of units.
    """
    found = unit_array(work, "unit-ranks", count, "<i8")
    kinds = np.dtype([(UNIT, "<i8"), *((name, "<f8") for name in keys)])
    with RoutedRows(work.place("units-by-size"), kinds, len(sizes)) as routed:
        for piece in job.each(pieces):
            rows = require_fields(piece, kinds)
            first = np.flatnonzero(np.append(True, piece[UNIT][1:] != piece[UNIT][:-1]))
            each = np.diff(np.append(first, len(piece)))
            routed.add(rows, np.repeat(np.searchsorted(sizes, each), each))
        records = routed.sizes()
        for at, size in enumerate(sizes):
            units, rank = int(records[at]) // size, 0
            if not keys:
                for piece in routed.pieces(at):
                    own = piece[UNIT][::size]
                    found[own] = rank + np.arange(len(own))
                    rank += len(own)
                continue
            # The first key of all members counts before the second one.
            fields = [f"k{slot}-{name}" for name in keys for slot in range(size)]
            of_unit = np.dtype([(AT, "<i8"), *((field, "<f8") for field in fields)])
            source = partial(_unit_by_unit, routed, at, size, of_unit, keys)
            place, most = work.place("units-ranked"), max(1, work.rows // size)
            for part in job.each(sorted_parts(source, of_unit, fields, place, units, most)):
                found[part[AT]] = rank + np.arange(len(part))
                rank += len(part)
    return found


def _unit_by_unit(
    routed: RoutedRows, at: int, size: int, kinds: np.dtype[np.void], keys: Sequence[str]
) -> Iterator[Rows]:
    """Yield the keys of the members of some units, a row for each."""
    for piece in routed.pieces(at):
        members = piece.reshape(-1, size)
        rows = np.empty(len(members), kinds)
        rows[AT] = members[UNIT][:, 0]
        for name in keys:
            for slot in range(size):
                rows[f"k{slot}-{name}"] = members[name][:, slot]
        yield rows


def turned_members(members: Rows, rank: Ints, states: Sequence[str]) -> Ints:
    """Return the order of `core.protect.units.unit_file.turned_slots`, shape (u, m).

    Parameters
    ----------
    members : structured numpy.ndarray, shape (u, m)
        The records of units of one size.
    rank : numpy.ndarray of int64
        From `ranks_of_units`.
    states : sequence of str
        The fields of the states that members of a run share; none for mixed patterns.
    """
    kinds = [members[name] for name in (STRATUM, *states)]
    return turned_slots(starts_of_runs(kinds), np.asarray(rank[members[UNIT][:, 0]]))
