"""What the settings imply for the file, computed by stratum."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from core.array_types import Ints
from core.conditions import list_enforced_scenarios
from core.model import Implications, Recipe
from core.protect import METHODS


def implications_for_file(
    method: str,
    parameters: Mapping[str, object],
    sizes: Ints,
    left_out: int,
) -> Implications:
    """Compute the implications of a method's settings for a file with strata of these sizes.

    The bounds on EMD apply to a file partitioned as a whole; they are ``None`` with several strata.
    """
    protection = METHODS[method]
    complete = protection.complete(parameters)
    if "k" in complete:
        complete = {**complete, "k": protection.count_needed_records(complete)}
    distinct, counts = np.unique(sizes, return_counts=True)
    by_size = [protection.implications(complete, int(size), left_out) for size in distinct]
    if len(sizes) == 1:
        return by_size[0]
    return replace(
        by_size[0],
        records=int(sizes.sum()),
        cluster_size=min(x.cluster_size for x in by_size),
        clusters=sum(f.clusters * int(c) for f, c in zip(by_size, counts, strict=True)),
        t_bound=None,
        t_promised_by_k=None,
    )


def with_merges(implied: Implications, recipe: Recipe) -> Implications:
    """Return the implications of a recipe, for which merging may leave fewer clusters."""
    merges = recipe.limits_groups or bool(list_enforced_scenarios(recipe))
    return replace(implied, at_most=True) if merges else implied
