"""Claims of differential privacy, computed from a plan without a run.

They need no data, so anybody can recompute them from a log.
"""

from __future__ import annotations

from core.model import Claim, Ledger, Plan, Project
from core.protect.method_registry import adds_noise
from core.protect.privacy.claim import claim_of_design
from core.protect.privacy.design import design_of


def claim_of(project: Project, records: int) -> Claim | None:
    """Compute the claim of the release of a resolved project with this number of records.

    ``None`` for a method without differential privacy.
    """
    if not adds_noise(project.recipe):
        return None
    return claim_of_design(design_of(project, records), project.recipe.method)


def claim_of_plan(plan: Plan) -> Claim | None:
    """Compute the claim of a plan without errors."""
    return claim_of(plan.project, plan.records)


def ledger_of(project: Project, records: int) -> Ledger | None:
    """Compute the ledger of a resolved project; ``None`` as in `claim_of`."""
    return design_of(project, records).budget.ledger() if adds_noise(project.recipe) else None


def ledger_of_plan(plan: Plan) -> Ledger | None:
    """Compute the ledger of a plan without errors."""
    return ledger_of(plan.project, plan.records)
