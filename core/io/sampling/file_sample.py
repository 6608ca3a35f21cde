"""Draws a sample of a file that does not fit into memory, in one pass over all of it."""

from __future__ import annotations

from collections.abc import Mapping

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

    The sample depends on the number of records of the file alone: the same file always gives the
    same sample. Row numbers count the records of the file from 1.

    Parameters
    ----------
    source : Source
        The file and its layout.
    job : Job
        Receives the progress in the phase ``reading``, which counts bytes.
    records : int
        The most records of the sample.
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
    chosen = ChosenRecords(records)
    columns: dict[str, SampledColumn] = {}

    def take(part: Dataset) -> None:
        kept, new = chosen.add(part.rows)
        for column in part.columns:
            known = columns.setdefault(column.name, SampledColumn(column.name, most_texts))
            known.add(column, kept, new)
            job.check()

    mark = stream(source, rows, take, job)
    if not chosen.seen:
        raise Refused(Problem("no-records"))
    return Dataset(
        tuple(column.finished() for column in columns.values()),
        mark,
        row_numbers=chosen.positions + 1,
        first_row=1,
        sampling=_known(chosen, columns),
    )


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
    )
