"""Where a run out of core keeps its files, and how many records it holds at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from core.io.scratch.disk_columns import ROWS_AT_ONCE
from core.jobs import Job


@dataclass(frozen=True, slots=True)
class Workplace:
    """The scratch folder of a run.

    Attributes
    ----------
    folder : pathlib.Path
        A folder of its own.
    rows : int
        Records of a part or of a bucket. No result depends on it.
    """

    folder: Path
    rows: int = ROWS_AT_ONCE

    def place(self, name: str) -> Path:
        """Return the path of a file in the folder."""
        return self.folder / name

    def spans(self, records: int, job: Job) -> Iterator[tuple[int, int]]:
        """Yield the first record of each part and the first one after it, unless cancelled."""
        for start in job.each(range(0, records, self.rows)):
            yield start, min(start + self.rows, records)

    def buckets(self, records: int) -> int:
        """Return the number of buckets of about `rows` records each."""
        return max(1, -(-records // self.rows))
