"""Compares a log's figures on groups, and its claim, with the released file."""

from __future__ import annotations

from typing import NamedTuple

from core.checklist.promise_counts import Counts
from core.errors import Problem
from core.log import Log, PublicLog, state_claim
from core.log.claim_statements import dominance_columns
from core.log.declared.entries import LoggedResult
from core.model import Project
from core.verify.fault_words import entry_fault
from core.verify.figures import compare


class GroupSizes(NamedTuple):
    """The groups of equal quasi-identifiers in a file."""

    groups: int
    smallest: int
    largest: int
    records: int


def group_faults(log: Log, project: Project, counts: Counts, sizes: GroupSizes) -> list[Problem]:
    """Compare the log's figures on groups, and its claim, with the file."""
    stated = log.result
    faults = _size_faults(stated, sizes, is_blanked=bool(project.schema.blanked))
    counted = [(columns, k) for columns, k in counts.k_blocks.items()]
    if [block.columns for block in stated.blocks] != [columns for columns, _ in counted] or any(
        block.smallest > k for block, (_, k) in zip(stated.blocks, counted, strict=True)
    ):
        return [*faults, entry_fault("result.blocks")]
    smallest = [block.smallest for block in stated.blocks]
    secret = dominance_columns(log.omitted) if isinstance(log, PublicLog) else ()
    claim = state_claim(project, counts.k, smallest, list(counts.t), secret)
    return faults + compare("result.claim", stated.claim, claim)


def _size_faults(
    stated: LoggedResult, counted: GroupSizes, *, is_blanked: bool = False
) -> list[Problem]:
    """Compare the logged group sizes with those of the groups in the file.

    Several clusters of a method can get the same values and then form a single group of the file.
    Where the file has fewer groups than the log, its group sizes are therefore bounds. Where false
    categories are left blank, the records of a cluster are not equal, and the file shows none.
    """
    groups, sizes, records = stated.clusters, stated.sizes, counted.records
    if is_blanked:
        fit = 0 < sizes.min <= sizes.max and groups * sizes.min <= records <= groups * sizes.max
        faults = [] if fit else [entry_fault("result.sizes")]
    elif groups == counted.groups:
        faults = compare("result.sizes.min", sizes.min, counted.smallest)
        faults += compare("result.sizes.max", sizes.max, counted.largest)
    else:
        fit = counted.groups < groups <= records and 0 < sizes.min <= counted.smallest
        fit = fit and sizes.min <= sizes.max <= counted.largest
        faults = [] if fit else [entry_fault("result.sizes")]
    return faults + compare("result.sizes.mean", sizes.mean, records / groups)
