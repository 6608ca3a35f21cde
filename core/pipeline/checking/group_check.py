"""Holds what a log says of groups, and its claim, against the classes of equal records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import Problem
from core.measure.group_counts import groups_of
from core.model import Dataset, Project
from core.pipeline.audit import counted_claim
from core.pipeline.checking.figures import compare, misfit
from core.pipeline.checking.origin import is_of_this_version
from core.pipeline.promise import Counts


def group_faults(
    document: Mapping[str, Any], project: Project, counts: Counts, found: Dataset
) -> list[Problem]:
    """Compare what the log says of the groups, and its claim, with what the file allows."""
    result = document["result"]
    faults = _size_faults(result, np.bincount(groups_of(found.columns, project.schema)))
    blocks = [(block["columns"], block["smallest"]) for block in result.get("blocks") or ()]
    counted = [(list(columns), k) for columns, k in counts.k_blocks.items()]
    if [names for names, _ in blocks] != [names for names, _ in counted] or any(
        not 0 < smallest <= k for (_, smallest), (_, k) in zip(blocks, counted, strict=True)
    ):
        return [*faults, misfit("result.blocks")]
    if is_of_this_version(document):
        smallest = [size for _, size in blocks]
        claim = counted_claim(project.recipe.method, counts.k, smallest, list(counts.t))
        faults += compare("result.claim", result.get("claim"), claim)
        faults += compare("result.epsilon", result.get("epsilon"), None)
    return faults


def _size_faults(result: Mapping[str, Any], classes: NDArray[np.int64]) -> list[Problem]:
    """Compare the sizes of groups with those of the classes of equal records in the file.

    A method can form groups that have the same values in the file, where they are one class. So
    where there are fewer classes than groups, the sizes of classes are bounds.
    """
    groups, sizes = result.get("clusters"), result.get("sizes") or {}
    least, mean, most = (sizes.get(name) for name in ("min", "mean", "max"))
    if not groups or least is None or mean is None or most is None:
        return [misfit("result.sizes")]
    smallest, largest, records = int(classes.min()), int(classes.max()), int(classes.sum())
    if groups == len(classes):
        faults = compare("result.sizes.min", least, smallest)
        faults += compare("result.sizes.max", most, largest)
    else:
        fits = {
            "result.clusters": len(classes) < groups <= records,
            "result.sizes.min": 0 < least <= smallest,
            "result.sizes.max": least <= most <= largest,
        }
        faults = [misfit(name) for name, fit in fits.items() if not fit]
    return faults + compare("result.sizes.mean", mean, records / groups)
