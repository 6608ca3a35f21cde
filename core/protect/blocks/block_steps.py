"""The steps of a partition in blocks: those of all blocks as one, and what the repair did."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.messages import CATALOGUE
from core.model import Step

Ints = NDArray[np.int64]
Counts = dict[str, int | float | str]

# Counts of which the blocks' sum is stated, or the smallest or largest one.
_ADDED = frozenset({"clusters", "moves", "exchanges"})
_SMALLEST = frozenset({"smallest", "gain"})
_LARGEST = frozenset({"k", "largest", "cluster_size"})


def blocks_step(sizes: Ints) -> Step:
    """Return the step that states how many blocks there are, and their sizes."""
    counts = {"blocks": len(sizes), "smallest": int(sizes.min()), "largest": int(sizes.max())}
    return Step("blocks", counts)


def joined_steps(steps: Sequence[tuple[Step, ...]]) -> tuple[Step, ...]:
    """Return the steps of all blocks, those of the same name as one, in their order."""
    by_name: dict[str, Counts] = {}
    for step in (step for block in steps for step in block):
        known = by_name.setdefault(step.name, {})
        for name, value in step.counts.items():
            known[name] = _joined(name, known[name], value) if name in known else value
    return tuple(Step(name, counts) for name, counts in by_name.items())


def is_block_step(step: Step) -> bool:
    """Say whether a step has a known name and nothing but known counts."""
    names = _ADDED | _SMALLEST | _LARGEST
    return f"step-{step.name}" in CATALOGUE and all(
        name in names and isinstance(value, int | float) for name, value in step.counts.items()
    )


def _joined(name: str, one: int | float | str, other: int | float | str) -> int | float | str:
    if isinstance(one, str) or isinstance(other, str):
        return one
    if name in _ADDED:
        return one + other
    return min(one, other) if name in _SMALLEST else max(one, other)


def dissolved_step(clusters: int) -> Step:
    """Return the step that states how many clusters were dissolved."""
    return Step("dissolve", {"clusters": clusters})


def repair_step(changed: int, before: float, after: float, total: float) -> Step:
    """Return the step of the repair: changed clusters, and the loss as per cent of `total`.

    `total` is the loss if all records were one cluster.
    """
    share = 100.0 / total if total > 0.0 else 0.0
    counts = {
        "changed": changed,
        "before": round(share * before, 4),
        "after": round(share * after, 4),
    }
    return Step("repair", counts)
