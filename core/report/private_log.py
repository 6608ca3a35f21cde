"""Looks up the privacy of a release in its log: budget and noisy columns."""

from __future__ import annotations

from dataclasses import dataclass

from core.log import Log
from core.log.declared.entries import LoggedLedger
from core.model import Attribute, Role
from core.protect.representatives import list_drawing
from core.report.formatting import format_number, report_text, text_or_none


@dataclass(frozen=True, slots=True)
class Spent:
    """A share of the budget: its use and its ε."""

    what: str
    epsilon: str


def spends_budget(log: Log) -> bool:
    """Return whether the release spends a budget of ε, as its log accounts for it."""
    return log.result.privacy is not None


def text_of_method(log: Log, code: str, **params: object) -> str:
    """Return the sentence that the catalogue has for blanks, the log's method, or all methods.

    Records that are drawn from a core have sentences of their own.
    """
    method = log.project.recipe.method
    drawing = list_drawing(method.parameters)
    name = drawing[0].core_words if drawing else method.name
    of_blanks = text_or_none(f"report-{code}-blanks", **params)
    if log.project.schema.blanked and of_blanks is not None:
        return of_blanks
    return text_or_none(f"report-{code}-{name}", **params) or report_text(code, **params)


def is_masked(log: Log, attribute: Attribute) -> bool:
    """Return whether an attribute of the recipe is masked, by its role or by noise.

    Quasi-identifiers that define strata are released unchanged.
    """
    privacy = log.result.privacy
    if privacy is not None:
        return any(spent.columns == (attribute.name,) for spent in privacy.ledger.entries)
    is_stratum = attribute.name in log.project.recipe.strata
    return attribute.role is Role.QUASI_IDENTIFIER and not is_stratum


def is_unchanged(log: Log, attribute: Attribute) -> bool:
    """Return whether a released attribute keeps its values: neither masked nor a link."""
    return not is_masked(log, attribute) and attribute.role is not Role.LINK


def budget_shares(ledger: LoggedLedger) -> tuple[Spent, ...]:
    """Compute the shares of the budget and their sums."""
    shares = []
    for entry in ledger.entries:
        if entry.columns:
            what = report_text(f"spent-{entry.spent_on}", columns=", ".join(entry.columns))
        else:
            what = report_text(f"spent-{entry.spent_on}-learned")
        shares.append(Spent(what, format_number(entry.epsilon)))
    sums = {"spent": ledger.spent, "budget": ledger.budget, "remaining": ledger.remaining}
    return *shares, *(Spent(report_text(name), format_number(n)) for name, n in sums.items())
