"""Finds published columns that are better left out, because they reveal what is masked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.io.structure.undone_masks import UndoneMask, find_undone_masks
from core.io.structure.unit_sums import find_unit_sums
from core.jobs import Job
from core.model import Dataset


def find_revealing_columns(
    dataset: Dataset,
    masked: Sequence[str],
    published: Sequence[str],
    units: Iterable[str] = (),
    job: Job | None = None,
) -> tuple[UndoneMask, ...]:
    """Return the relations because of which a column is better left out or masked.

    Parameters
    ----------
    dataset : Dataset
        The original records.
    masked, published : sequence of str
        Columns that are released masked, and as they are.
    units : iterable of str
        Columns that number units of several records, over which columns may be sums.
    job : Job, optional
        Raises `Cancelled` if it is cancelled.

    Returns
    -------
    tuple of UndoneMask
        Those of `find_undone_masks`, then those of `find_unit_sums`, each once.
    """
    job = job or Job()
    found = [*find_undone_masks(dataset, masked, published, job)]
    for unit in units:
        found += find_unit_sums(dataset, unit, masked, published, job)
    return tuple(dict.fromkeys(found))
