"""What a private plan means, reckoned off the window's thread. Knows no Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.model import Attribute, Claim, Ledger, Plan, Scale, TypicalError
from core.protect.privacy import claim_of_plan, ledger_of_plan, typical_errors
from core.protect.privacy.category_candidates import declared_categories
from core.protect.privacy.preview import NoisePreview, noise_preview


@dataclass(frozen=True, slots=True, eq=False)
class PrivacyFacts:
    """Everything that is said of a private plan before it is run.

    Attributes
    ----------
    plan : Plan
        The plan.
    declared : Mapping of str to int
        Declared categories of each masked column that has any.
    claim, ledger
        What the release may claim, how the budget is spent; ``None`` while something is wrong.
    errors : Mapping of str to TypicalError
        By column; empty while something is wrong.
    shown : Attribute or None
        The column that was asked for.
    preview : NoisePreview or None
        What the noise does to it; ``None`` while something is wrong.
    """

    plan: Plan
    declared: Mapping[str, int]
    claim: Claim | None
    ledger: Ledger | None
    errors: Mapping[str, TypicalError]
    shown: Attribute | None
    preview: NoisePreview | None


def facts_of(plan: Plan, names: tuple[str, ...], shown: str | None) -> PrivacyFacts:
    """Return the facts of a plan.

    Parameters
    ----------
    plan : Plan
        Of a private method; it may have errors.
    names : tuple of str
        The columns that can get noise.
    shown : str or None
        The masked column whose noise is to be previewed.
    """
    attributes = {a.name: a for a in plan.project.schema.attributes}
    declared = {name: _declared(attributes[name]) for name in names if name in attributes}
    if plan.errors:
        return PrivacyFacts(plan, declared, None, None, {}, None, None)
    errors = {error.column: error for error in typical_errors(plan)}
    looked_at = attributes.get(shown) if shown in errors and shown is not None else None
    # A picture that trembles with every change would show changes that are none.
    preview = noise_preview(plan, looked_at.name, seed=0) if looked_at is not None else None
    claim, ledger = claim_of_plan(plan), ledger_of_plan(plan)
    return PrivacyFacts(plan, declared, claim, ledger, errors, looked_at, preview)


def _declared(attribute: Attribute) -> int:
    if attribute.scale is Scale.ORDINAL:
        return len(attribute.order)
    return declared_categories(attribute) if attribute.scale is Scale.NOMINAL else 0
