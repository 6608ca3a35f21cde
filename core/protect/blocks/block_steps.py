"""The steps of a partition in blocks: those of all blocks as one, and what the repair did."""

from __future__ import annotations

from collections.abc import Sequence

from core.array_types import Ints
from core.messages import CATALOGUE
from core.model import Step

Counts = dict[str, int | float | str]

# Counts that are added up over blocks, or whose smallest or largest one is stated.
_ADDED = frozenset({"clusters", "moves", "exchanges"})
_SMALLEST = frozenset({"smallest", "gain"})
_LARGEST = frozenset({"k", "largest", "cluster_size"})


def blocks_step(sizes: Ints) -> Step:
    """Return the step that states how many blocks there are, and their sizes."""
    counts = {"blocks": len(sizes), "smallest": int(sizes.min()), "largest": int(sizes.max())}
    return Step("blocks", counts)


def join_steps(steps: Sequence[tuple[Step, ...]]) -> tuple[Step, ...]:
    """Join the steps of all blocks by name, in their order."""
    by_name: dict[str, Counts] = {}
    for step in (step for block in steps for step in block):
        counts_so_far = by_name.setdefault(step.name, {})
        for name, value in step.counts.items():
            counts_so_far[name] = (
                _join_counts(name, counts_so_far[name], value) if name in counts_so_far else value
            )
    return tuple(Step(name, counts) for name, counts in by_name.items())


def is_block_step(step: Step) -> bool:
    """Say whether a step has a known name and nothing but known counts."""
    names = _ADDED | _SMALLEST | _LARGEST
    return f"step-{step.name}" in CATALOGUE and all(
        name in names and isinstance(value, int | float) for name, value in step.counts.items()
    )


def _join_counts(
    name: str, count: int | float | str, further: int | float | str
) -> int | float | str:
    if isinstance(count, str) or isinstance(further, str):
        return count
    if name in _ADDED:
        return count + further
    return min(count, further) if name in _SMALLEST else max(count, further)


def step_of_dissolving(clusters: int) -> Step:
    """Describe how many clusters were dissolved."""
    return Step("dissolve", {"clusters": clusters})


def repair_step(changed: int, loss_before: float, loss_after: float, total: float) -> Step:
    """Describe the repair: changed clusters, and the loss as per cent of `total`.

    `total` is the loss if all records were one cluster.
    """
    share = 100.0 / total if total > 0.0 else 0.0
    counts = {
        "changed": changed,
        "before": round(share * loss_before, 4),
        "after": round(share * loss_after, 4),
    }
    return Step("repair", counts)
