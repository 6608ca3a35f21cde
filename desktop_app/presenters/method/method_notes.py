"""What is peculiar to a method, in a sentence that holds for its present settings."""

from __future__ import annotations

from collections.abc import Mapping

from core.model import Implications
from core.protect import MethodSpec
from desktop_app.text import tr


def method_note(
    spec: MethodSpec, parameters: Mapping[str, object], ahead: Implications
) -> list[str]:
    """Return at most one sentence; a method that is not known here has none."""
    if spec.name == "v-mdav":
        if parameters.get("refine"):
            growing = tr(
                "Refinement moves records between clusters and may join or divide them; none gets "
                "fewer than {count} records.",
                count=ahead.cluster_size,
            )
        elif parameters.get("gamma") == 0:
            growing = tr(
                "With γ = 0 no cluster grows; the records left over at the end, fewer than "
                "{count}, join the nearest clusters.",
                count=ahead.cluster_size,
            )
        else:
            growing = tr(
                "A cluster takes in near records while it has fewer than {most}, so there may be "
                "fewer clusters; the records left over at the end, fewer than {count}, join the "
                "nearest.",
                most=2 * ahead.cluster_size - 1,
                count=ahead.cluster_size,
            )
        return [growing]
    if spec.quasi_identifiers == 1:
        return [
            tr(
                "The clusters have {least} to {most} records, wherever that loses least.",
                least=ahead.cluster_size,
                most=2 * ahead.cluster_size - 1,
            )
        ]
    if spec.uses_domain:
        return [
            tr(
                "The columns' domains fix the order of the records. Where none is declared, the "
                "smallest and largest values of the records that are masked together are used."
            )
        ]
    if spec.name == "ama":
        return [
            tr(
                "Similar means similar in the columns that tell most about the others; the run "
                "finds which. The others may differ widely within a cluster."
            )
        ]
    return []
