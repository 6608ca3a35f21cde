"""The preparation of a file in the scratch folder, as its internal log states it."""

from __future__ import annotations

from functools import partial

from core.io.scratch.disk_columns import StoredTable
from core.jobs import Job
from core.model import Project
from core.pipeline.audit.preparation_entry import prepared_section
from core.pipeline.out_of_core.large_input import LargeInput
from core.pipeline.out_of_core.preparing.stored_loss import pairs_of, variance_lost_of_columns
from core.pipeline.out_of_core.workplace import Workplace
from core.pipeline.seal.input_metadata import masked_names
from core.prepare.preparing_loss import are_amounts


def prepared_of(
    project: Project, given: LargeInput, released: StoredTable, work: Workplace, job: Job
) -> dict[str, object]:
    """Return the section ``prepared``; see `core.pipeline.audit.preparation_entry`.

    Parameters
    ----------
    given, released : LargeInput and StoredTable
        The input, and the released records in its order.
    work, job : Workplace and Job
        Records of a part; can be cancelled.
    """
    if given.prepared is None:
        return {}
    masked, together = masked_names(project), {}
    for column in given.read.columns if given.read is not None else ():
        after = released.named(column.name)
        if column.name not in masked or not are_amounts(column.head, after.head):
            continue
        pairs = partial(pairs_of, column, after, work, job)
        together[column.name] = variance_lost_of_columns(pairs)
    return {"prepared": prepared_section(given.prepared, together)}
