"""Looks up the privacy of a release in its log: claim, budget and noisy columns."""

from __future__ import annotations

from dataclasses import dataclass

from core.model import Role
from core.report.formatting import format_number, report_text, text_or_none
from core.report.log_lookup import Log, entries, part


@dataclass(frozen=True, slots=True)
class Spent:
    """A share of the budget: its use and its ε."""

    what: str
    epsilon: str


def is_private(log: Log) -> bool:
    """Return whether the log belongs to a differentially private method."""
    return "claim_code" in part(log, "result")


def is_withheld(log: Log) -> bool:
    """Return whether the report withholds the original and the run cannot be repeated."""
    return is_private(log) and part(log, "recipe").get("insecure_test_seed") is None


def text_of_method(log: Log, code: str, **params: object) -> str:
    """Return the sentence that the catalogue has for the log's method, or that for all methods."""
    name = part(log, "recipe", "method").get("name")
    return text_or_none(f"report-{code}-{name}", **params) or report_text(code, **params)


def strata_of(log: Log) -> tuple[str, ...]:
    """Return the columns by which the file is split."""
    strata = part(log, "recipe").get("strata")
    return tuple(map(str, strata)) if isinstance(strata, list) else ()


def is_masked(log: Log, entry: Log) -> bool:
    """Return whether an attribute of the recipe is masked, by its role or by noise.

    Quasi-identifiers that define strata are released unchanged.
    """
    if not is_private(log):
        return entry.get("role") == "quasi-identifier" and entry.get("name") not in strata_of(log)
    spent = entries(part(log, "result", "ledger"), "entries")
    return any(one.get("columns") == [entry.get("name")] for one in spent)


def is_unchanged(log: Log, entry: Log) -> bool:
    """Return whether a released attribute keeps its values: neither masked nor a link."""
    return not is_masked(log, entry) and entry.get("role") != Role.LINK


def ledger_of(log: Log) -> tuple[Spent, ...]:
    """Return the shares of the budget and their sums."""
    found = part(log, "result", "ledger")
    spent = []
    for entry in entries(found, "entries"):
        names, kind = entry.get("columns"), str(entry.get("spent_on"))
        columns = ", ".join(map(str, names)) if isinstance(names, list) else ""
        if columns:
            what = report_text(f"spent-{kind}", columns=columns)
        else:
            what = report_text(f"spent-{kind}-learned")
        spent.append(Spent(what, format_number(entry.get("epsilon"))))
    sums = [
        Spent(report_text(name), format_number(found.get(name)))
        for name in ("spent", "budget", "remaining")
    ]
    return (*spent, *sums)
