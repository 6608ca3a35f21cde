"""The first records of a table, from which its layout is guessed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pyarrow as pa

from core.errors import Problem


@dataclass(frozen=True, slots=True, eq=False)
class CutSample:
    """The first records of a table, as texts.

    Attributes
    ----------
    lines : sequence of int
        First line of each record.
    ragged : int
        Number of records with another number of cells than the first.
    """

    lines: Sequence[int]
    records: Sequence[Sequence[str]]
    complete: bool
    ragged: int = 0
    problems: tuple[Problem, ...] = ()

    @property
    def columns(self) -> int:
        """Number of cells in the first record."""
        return len(self.records[0]) if self.records else 0

    def column(self, index: int) -> pa.Array:
        """Build a column's cells, including the header, without those of ragged records."""
        full_records = (record for record in self.records if len(record) == self.columns)
        return pa.array([record[index] for record in full_records], pa.string())
