"""Computes the claim of a differentially private release from its design."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from core.model import Claim, Guarantee, Method, Strength
from core.protect.privacy.design import INSENSITIVE, LAPLACE, RANKING, Design
from core.protect.privacy.grid import Grid

Doubt = tuple[str, Mapping[str, object]]


def claim_of_design(design: Design, method: Method) -> Claim:
    """Return the claim of a release made by `design`.

    Neighbouring files differ by one replaced record; the number of records is public. Whatever
    invalidates the claim is checked first: a seed with which the noise can be removed, a domain
    taken from the data, an order that links released and original records, or columns published
    next to groups that only the masked columns determine.
    """
    void = _void(design)
    if void is not None:
        return Claim(*void, Strength.NONE, None, ready=False)
    doubts, spent = _find_doubts(design), design.budget.ledger().spent
    params: dict[str, object]
    ready = not doubts or method.parameters.get("confirmed") == "yes"
    if _is_of_columns(design):
        # For records that keep their groups, as in the paper.
        budgets = tuple(decimal(column.epsilon) for column in design.columns)
        params, code = {"columns": design.names, "epsilons": budgets}, "claim-dp-published"
        if design.method != RANKING:
            code = "claim-dp-published-insensitive"
            params["epsilon"] = decimal(design.budget.whole)
            params["spent"] = decimal(spent)
        return Claim(code, params, Strength.COLUMNS, None, ready, doubts)
    params = {"epsilon": decimal(spent), "columns": design.names}
    if design.published:
        code = f"claim-dp-part-{design.guarantee}"
        params["published"] = design.published
        params["masked"] = len(design.columns)
        params["total"] = len(design.columns) + len(design.published)
        return Claim(code, params, Strength.PART, spent, ready, doubts)
    kind = "one-column" if len(design.columns) == 1 else str(design.guarantee)
    return Claim(f"claim-dp-{kind}", params, Strength.WHOLE, spent, ready, doubts)


def decimal(budget: Fraction) -> str:
    """Write a budget as a decimal number with at most six decimals, rounded up."""
    millionths = -(-budget.numerator * 1_000_000 // budget.denominator)
    units, decimals = divmod(millionths, 1_000_000)
    return f"{units}.{decimals:06d}".rstrip("0").rstrip(".")


def _void(design: Design) -> tuple[str, Mapping[str, object]] | None:
    if design.seed is not None:
        return "claim-dp-none-seed", {}
    undeclared = tuple(c.name for c in design.columns if c.attribute.domain_from_data)
    if undeclared:
        return "claim-dp-none-domain", {"columns": undeclared}
    if design.keep_order and design.method != LAPLACE:
        return "claim-dp-none-order", {}
    if design.method == INSENSITIVE and design.published:
        return "claim-dp-none-attached", {"published": design.published}
    return None


def _find_doubts(design: Design) -> tuple[Doubt, ...]:
    """List the reasons why the file needs a confirmation before it is called ready."""
    doubts: list[Doubt] = []
    if _is_of_columns(design):
        doubts.append(("doubt-records", {}))
    if design.unit_size is None:
        doubts.append(("doubt-units", {}))
    elif design.unit_size > 1 and _is_of_columns(design):
        doubts.append(("doubt-unit-columns", {"records": design.unit_size}))
    elif design.unit_size > 1:
        spent = design.budget.ledger().spent * design.unit_size
        params = {"records": design.unit_size, "epsilon": decimal(spent)}
        doubts.append(("doubt-unit-size", params))
    # The noise on one released value is as wide as the whole domain: the scale of Laplace noise is
    # its mean absolute value, the typical error. Chosen categories are not judged here.
    drowned = tuple(
        column.name
        for column in design.columns
        if isinstance(column.domain, Grid) and column.noise >= design.groups.k * column.domain.steps
    )
    if drowned:
        doubts.append(("doubt-noise", {"columns": drowned}))
    return tuple(doubts)


def _is_of_columns(design: Design) -> bool:
    """Return whether records keep their groups, so that only columns are protected."""
    has_further = len(design.columns) > 1 or bool(design.published)
    return design.guarantee is Guarantee.AS_PUBLISHED and has_further
