"""Draws a sample of a file that does not fit into memory, in one pass over all of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from core.errors import Problem, Refused
from core.io.sampling.chosen_records import SAMPLE_RECORDS, ChosenRecords
from core.io.sampling.sampled_columns import SampledColumn
from core.io.scratch.cell_notes import MOST_TEXTS
from core.io.scratch.disk_columns import ROWS_AT_ONCE
from core.io.streaming import stream
from core.jobs import Job
from core.model import Dataset, Sampling, Source


def draw_sample(
    source: Source,
    job: Job,
    records: int = SAMPLE_RECORDS,
    *,
    rows: int = ROWS_AT_ONCE,
    most_texts: int = MOST_TEXTS,
) -> Dataset:
    """Return a sample of a file's records, in the file's order.

    The same file always gives the same sample. Row numbers count the records of the file from 1.

    Parameters
    ----------
    source : Source
        The file and its layout.
    job : Job
        Receives the progress in the phase ``reading``, which counts bytes.
    records : int
        The most records of the sample, besides the first one of each text or whole number of
        columns with few different ones.
    rows : int
        Records that are in memory at a time; no result depends on it.
    most_texts : int
        The most different texts of a column that are all kept. Of a column with more, only the
        texts of the sample are categories; a run out of core cannot release it.

    Returns
    -------
    Dataset
        The sample, with the fingerprint of the whole file and its figures as `sampling`.

    Raises
    ------
    Refused
        If the file cannot be read in parts, or a column changes its kind.
    Cancelled
        If the job is cancelled.
    """
    drawing = _Drawing(ChosenRecords(records), most_texts, job)
    mark = stream(source, rows, drawing.take, job)
    chosen, columns = drawing.chosen, drawing.columns
    if not chosen.seen:
        raise Refused(Problem("no-records"))
    return Dataset(
        tuple(column.finished() for column in columns.values()),
        mark,
        row_numbers=chosen.positions + 1,
        first_row=1,
        sampling=_known(chosen, columns),
    )


@dataclass(slots=True)
class _Drawing:
    """Takes the parts of the file."""

    chosen: ChosenRecords
    most_texts: int
    job: Job
    columns: dict[str, SampledColumn] = field(default_factory=dict)

    def take(self, part: Dataset) -> None:
        """Look at all cells of the next records, and keep those of the chosen ones."""
        for column in part.columns:
            new = SampledColumn(column.name, self.most_texts)
            self.columns.setdefault(column.name, new).look(column, self.chosen.seen)
            self.job.check()
        pinned = np.concatenate([known.pinned for known in self.columns.values()])
        kept, late = self.chosen.add(part.rows, pinned)
        for column in part.columns:
            self.columns[column.name].keep(column, kept, late)


def _known(chosen: ChosenRecords, columns: Mapping[str, SampledColumn]) -> Sampling:
    """Return what was found out of the whole file."""
    ranges = {
        name: (column.least, column.largest)
        for name, column in columns.items()
        if column.least is not None and column.largest is not None
    }
    return Sampling(
        chosen.seen,
        chosen.wanted,
        {name: column.missing for name, column in columns.items()},
        ranges,
        tuple(name for name, column in columns.items() if column.too_many),
        {name: known for name, column in columns.items() if (known := column.distinct) is not None},
    )
