"""Every measure of a release."""

from __future__ import annotations

from collections.abc import Sequence

from core.jobs import Job
from core.model import Column, Measure, Schema

MEASURE_PHASES = ("measuring", "linking")


def measure_all(
    schema: Schema,
    original: Sequence[Column],
    released: Sequence[Column],
    job: Job,
    paired: bool = True,
) -> tuple[Measure, ...]:
    """Measure utility and risk of a release (methods, section 7).

    Parameters
    ----------
    schema : Schema
        What the columns mean.
    original : sequence of Column
        The file's columns for the records that are released (`core.encode.take`).
    released : sequence of Column
        The released columns.
    job : Job
        Enters the phases `MEASURE_PHASES`.
    paired : bool
        Whether record `i` of `released` comes from record `i` of `original`. If not, as with a
        shuffled file, only the measures that need no pairing are returned.

    Returns
    -------
    tuple of Measure
        First those of the whole file, then those of each attribute in column order.

    Raises
    ------
    Cancelled
        If the job was cancelled.
    """
    raise NotImplementedError
