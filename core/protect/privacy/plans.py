"""What a plan means for privacy, without running it."""

from __future__ import annotations

from core.model import Claim, Ledger, Plan, Project, TypicalError
from core.protect.privacy.claim import claim_of_design
from core.protect.privacy.design import PRIVATE_METHODS, design_of
from core.protect.privacy.typical_error import typical_errors_of


def is_private(project: Project) -> bool:
    """Return whether a project's method is differentially private by name."""
    return project.recipe.method.name in PRIVATE_METHODS


def claim_of(project: Project, records: int) -> Claim | None:
    """Return what the release of a resolved project on so many records may claim.

    ``None`` for a method that has nothing to do with differential privacy. It needs no data, so
    that anybody can compute it again from an audit log.
    """
    if not is_private(project):
        return None
    return claim_of_design(design_of(project, records), project.recipe.method)


def claim_of_plan(plan: Plan) -> Claim | None:
    """Return the same for a plan without errors."""
    return claim_of(plan.project, len(plan.kept))


def ledger_of(project: Project, records: int) -> Ledger | None:
    """Return how a resolved project spends its budget; ``None`` as for `claim_of`."""
    return design_of(project, records).budget.ledger() if is_private(project) else None


def ledger_of_plan(plan: Plan) -> Ledger | None:
    """Return the same for a plan without errors."""
    return ledger_of(plan.project, len(plan.kept))


def typical_errors(plan: Plan) -> tuple[TypicalError, ...]:
    """Return what the noise means for each masked column; nothing for other methods.

    Parameters
    ----------
    plan : Plan
        Without errors.
    """
    if not is_private(plan.project):
        return ()
    return typical_errors_of(design_of(plan.project, len(plan.kept)))
