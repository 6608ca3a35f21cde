"""The report's section on what is promised and what is not."""

from __future__ import annotations

from dataclasses import dataclass

from core.pipeline.report.cover import claim_of
from core.pipeline.report.formatting import report_text, text_or_none
from core.pipeline.report.log_lookup import Log, columns_with, part
from core.pipeline.report.private_log import Spent, is_private, ledger_of


@dataclass(frozen=True, slots=True)
class Claims:
    """The promises of a release and their limits.

    Attributes
    ----------
    claim : str or None
        The claim.
    limits : tuple of str
        What the release does not promise.
    gives : str or None
        What the guarantee of a private method means.
    ledger : tuple of Spent
        How the budget of a private release is spent; empty for other releases.
    """

    claim: str | None
    limits: tuple[str, ...] = ()
    gives: str | None = None
    ledger: tuple[Spent, ...] = ()


def claims(log: Log) -> Claims:
    """Return the claim with its limits."""
    claim = claim_of(log)
    if not is_private(log):
        return Claims(claim, tuple(_limits(log)))
    guarantee = part(log, "recipe", "method").get("guarantee", "records")
    # A guarantee without a claim is worth nothing.
    none = part(log, "result").get("claim_strength") == "none"
    gives = None if none else text_or_none(f"report-gives-{guarantee}")
    return Claims(claim, gives=gives, ledger=ledger_of(log))


def _limits(log: Log) -> list[str]:
    unchanged = [*columns_with(log, "confidential"), *columns_with(log, "other")]
    said = [report_text("limit-masked")]
    if unchanged:
        said.append(report_text("limit-known", columns=", ".join(unchanged)))
    if part(log, "recipe", "method").get("t") is None and columns_with(log, "confidential"):
        said.append(report_text("limit-alike"))
    said.append(report_text("limit-single"))
    return said
