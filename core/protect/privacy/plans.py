"""Computes the privacy of a plan without running it."""

from __future__ import annotations

from core.model import Claim, Ledger, Plan, Project, TypicalError
from core.protect.privacy.claim import claim_of_design
from core.protect.privacy.design import PRIVATE_METHODS, design_of, masked_attributes
from core.protect.privacy.typical_error import typical_errors_of


def is_private(project: Project) -> bool:
    """Return whether a project's method is one of the differentially private ones."""
    return project.recipe.method.name in PRIVATE_METHODS


def noisy_names(project: Project) -> frozenset[str]:
    """Return the columns that a private method masks; none for other methods."""
    if not is_private(project):
        return frozenset()
    return frozenset(a.name for a in masked_attributes(project, project.recipe.method.parameters))


def claim_of(project: Project, records: int) -> Claim | None:
    """Return the claim of the release of a resolved project with this number of records.

    ``None`` for a method without differential privacy. It needs no data, so anybody can recompute
    it from an audit log.
    """
    if not is_private(project):
        return None
    return claim_of_design(design_of(project, records), project.recipe.method)


def claim_of_plan(plan: Plan) -> Claim | None:
    """Return the claim of a plan without errors."""
    return claim_of(plan.project, plan.records)


def ledger_of(project: Project, records: int) -> Ledger | None:
    """Return the ledger of a resolved project; ``None`` as in `claim_of`."""
    return design_of(project, records).budget.ledger() if is_private(project) else None


def ledger_of_plan(plan: Plan) -> Ledger | None:
    """Return the ledger of a plan without errors."""
    return ledger_of(plan.project, plan.records)


def typical_errors(plan: Plan) -> tuple[TypicalError, ...]:
    """Return the typical error of each masked column; empty for other methods.

    Parameters
    ----------
    plan : Plan
        Without errors.
    """
    if not is_private(plan.project):
        return ()
    return typical_errors_of(design_of(plan.project, plan.records))
