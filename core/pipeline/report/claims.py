"""The part that says what a reader may rely on, and what is not promised."""

from __future__ import annotations

from core.pipeline.report.cover import claim_of
from core.pipeline.report.log import Log, columns_with, part
from core.pipeline.report.markup import Markup, join, tag
from core.pipeline.report.privacy import is_private, private_claims
from core.pipeline.report.words import say


def claims(log: Log) -> Markup:
    """Return the claim, and the limits that a reader must know."""
    claim = claim_of(log)
    if is_private(log):
        return private_claims(log)
    return join(
        tag("h3", say("claims")),
        tag("p", tag("strong", claim)) if claim else tag("p", say("claims-none")),
        tag("p", say("claims-not")),
        tag("ul", *(tag("li", said) for said in _limits(log))),
    )


def _limits(log: Log) -> list[str]:
    unchanged = [*columns_with(log, "confidential"), *columns_with(log, "other")]
    said = [say("limit-masked")]
    if unchanged:
        said.append(say("limit-known", columns=", ".join(unchanged)))
    if part(log, "recipe", "method").get("t") is None and columns_with(log, "confidential"):
        said.append(say("limit-alike"))
    said.append(say("limit-single"))
    return said
