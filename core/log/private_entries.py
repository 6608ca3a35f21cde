"""What the logs state of a private release without using its data: budget, claim and ledger.

`is_withheld` decides whether exact figures of the original must not be published with it. One such
figure, or a hash of the original, would let anybody who knows all records but one find out the last
one, and the claim would be wrong whatever noise the table has. Only a release made with a test
seed, for which nothing is claimed, may state as much as one without noise.
"""

from __future__ import annotations

from core.messages import text
from core.model import Project, Result
from core.protect import adds_noise, claim_of, ledger_of
from core.protect.privacy import design_of


def is_withheld(project: Project) -> bool:
    """Return whether exact figures of the original must not be published."""
    return adds_noise(project.recipe) and project.recipe.insecure_test_seed is None


def private_entry(result: Result) -> dict[str, object] | None:
    """Return the log's ``result`` for a private method, ``None`` for other methods."""
    project, records = result.plan.project, result.records
    stated = stated_privacy(project, records)
    if stated is None:
        return None
    groups = stated_groups(project, records)
    return {"records": records, **groups, "k_reached": result.k_reached, **_NO_GROUPS, **stated}


# Figures that a private method does not have.
_NO_GROUPS: dict[str, object] = {"blocks": [], "t_reached": {}}


def stated_groups(project: Project, records: int) -> dict[str, object]:
    """Return the log entries on the groups of a private release, which need no data."""
    sizes = design_of(project, records).groups.sizes()
    return {
        "left_out": 0,
        "clusters": len(sizes),
        "sizes": {"min": int(sizes[0]), "mean": float(sizes.mean()), "max": int(sizes[-1])},
    }


def stated_privacy(project: Project, records: int) -> dict[str, object] | None:
    """Return the log entries on epsilon, claim and ledger, which need no data."""
    claim, ledger = claim_of(project, records), ledger_of(project, records)
    if claim is None or ledger is None:
        return None
    return {
        "epsilon": None if claim.epsilon is None else float(claim.epsilon),
        "claim": text(claim.code, claim.params),
        "claim_code": claim.code,
        "claim_strength": str(claim.strength),
        "ready": claim.ready,
        "doubts": [text(code, params) for code, params in claim.doubts],
        "ledger": {
            "budget": float(ledger.budget),
            "spent": float(ledger.spent),
            "remaining": float(ledger.remaining),
            "entries": [
                {
                    "spent_on": str(entry.spending),
                    "columns": list(entry.columns),
                    "epsilon": float(entry.epsilon),
                }
                for entry in ledger.entries
            ],
        },
    }
