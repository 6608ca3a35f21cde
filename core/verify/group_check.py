"""Compares a log's figures on groups, and its claim, with the released file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from core.checklist.promise_counts import Counts
from core.errors import Problem
from core.log import counted_claim
from core.model import Project
from core.verify.fault_words import entry_fault
from core.verify.figures import compare


class GroupSizes(NamedTuple):
    """The groups of equal quasi-identifiers in a file."""

    groups: int
    smallest: int
    largest: int
    records: int


def group_faults(
    document: Mapping[str, Any], project: Project, counts: Counts, sizes: GroupSizes
) -> list[Problem]:
    """Return the discrepancies between the log's figures on groups, its claim, and the file."""
    result = document["result"]
    faults = _size_faults(result, sizes)
    blocks = [(block["columns"], block["smallest"]) for block in result.get("blocks") or ()]
    counted = [(list(columns), k) for columns, k in counts.k_blocks.items()]
    if [names for names, _ in blocks] != [names for names, _ in counted] or any(
        not 0 < smallest <= k for (_, smallest), (_, k) in zip(blocks, counted, strict=True)
    ):
        return [*faults, entry_fault("result.blocks")]
    smallest = [size for _, size in blocks]
    claim = counted_claim(project, counts.k, smallest, list(counts.t))
    faults += compare("result.claim", result.get("claim"), claim)
    return faults + compare("result.epsilon", result.get("epsilon"), None)


def _size_faults(result: Mapping[str, Any], found: GroupSizes) -> list[Problem]:
    """Compare the logged group sizes with those of the groups in the file.

    Several clusters of a method can get the same values and then form a single group of the file.
    Where the file has fewer groups than the log, its group sizes are therefore bounds.
    """
    groups, sizes = result.get("clusters"), result.get("sizes") or {}
    least, mean, most = (sizes.get(name) for name in ("min", "mean", "max"))
    if not groups or least is None or mean is None or most is None:
        return [entry_fault("result.sizes")]
    smallest, largest, records = found.smallest, found.largest, found.records
    if groups == found.groups:
        faults = compare("result.sizes.min", least, smallest)
        faults += compare("result.sizes.max", most, largest)
    else:
        fit = found.groups < groups <= records and 0 < least <= smallest and least <= most
        faults = [] if fit and most <= largest else [entry_fault("result.sizes")]
    return faults + compare("result.sizes.mean", mean, records / groups)
