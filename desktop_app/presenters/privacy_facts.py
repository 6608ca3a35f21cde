"""What a private plan means, reckoned off the window's thread; domains out of the data. No Qt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from math import ceil, floor
from typing import TYPE_CHECKING

from core.model import Attribute, Claim, Dataset, Ledger, Plan, Scale, TypicalError
from core.protect import claim_of_plan, ledger_of_plan
from core.protect.privacy import typical_errors
from core.protect.privacy.category_candidates import count_declared
from core.protect.privacy.plans import NoisePreview, noise_preview

if TYPE_CHECKING:
    from core.io import ColumnProfile


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
    previewed : Attribute or None
        The column that was asked for.
    preview : NoisePreview or None
        What the noise does to it; ``None`` while something is wrong.
    """

    plan: Plan
    declared: Mapping[str, int]
    claim: Claim | None
    ledger: Ledger | None
    errors: Mapping[str, TypicalError]
    previewed: Attribute | None
    preview: NoisePreview | None


def facts_of(plan: Plan, names: tuple[str, ...], column: str | None) -> PrivacyFacts:
    """Return the facts of the plan of a private method, which may have errors.

    The columns called `names` can get noise; that of `column` is previewed.
    """
    attributes = {a.name: a for a in plan.project.schema.attributes}
    declared = {name: _count_categories(attributes[name]) for name in names if name in attributes}
    if plan.errors:
        return PrivacyFacts(plan, declared, None, None, {}, None, None)
    errors = {error.column: error for error in typical_errors(plan)}
    looked_at = attributes.get(column) if column in errors and column is not None else None
    # A picture that trembles with every change would show changes that are none.
    preview = noise_preview(plan, looked_at.name, seed=0) if looked_at is not None else None
    claim, ledger = claim_of_plan(plan), ledger_of_plan(plan)
    return PrivacyFacts(plan, declared, claim, ledger, errors, looked_at, preview)


def _count_categories(attribute: Attribute) -> int:
    if attribute.scale is Scale.ORDINAL:
        return len(attribute.order)
    return count_declared(attribute) if attribute.scale is Scale.NOMINAL else 0


# The literature's own choice for figures that are not negative: [0, 1.5 max].
_MARGIN_FACTOR = 1.5


def with_domains_from_data(
    attributes: Iterable[Attribute], profiles: Iterable[ColumnProfile], dataset: Dataset
) -> tuple[Attribute, ...]:
    """Give each attribute without a domain one from its column; return these attributes.

    Each is marked so, which voids the claim of a release made with it.
    """
    profile_of = {profile.name: profile for profile in profiles}
    with_domains = (_with_domain(a, profile_of[a.name], dataset) for a in attributes)
    return tuple(attribute for attribute in with_domains if attribute is not None)


def _with_domain(
    attribute: Attribute, profile: ColumnProfile, dataset: Dataset
) -> Attribute | None:
    if attribute.scale is Scale.ORDINAL:
        return None
    if attribute.scale is Scale.NOMINAL:
        if attribute.taxonomy or attribute.listed:
            return None
        listed = dataset.column(attribute.name).categories
        return replace(attribute, listed=tuple(listed), domain_from_data=True) if listed else None
    low, high = profile.minimum, profile.maximum
    if attribute.domain is not None or low is None or high is None:
        return None
    domain = (float(low), float(high))
    if attribute.scale is not Scale.DATE:
        domain = (min(_MARGIN_FACTOR * low, 0.0), max(_MARGIN_FACTOR * high, 0.0))
    if attribute.scale is Scale.INTEGER:
        domain = (float(floor(domain[0])), float(ceil(domain[1])))
    if domain[0] >= domain[1]:
        domain = (domain[0], domain[0] + 1.0)
    return replace(attribute, domain=domain, domain_from_data=True)
