"""Checks a private release: its claim follows from the recipe; its noise cannot be checked."""

from __future__ import annotations

from dataclasses import replace

from core.errors import Problem, Where
from core.log import InternalLog, Log, PublicLog, is_withheld
from core.log.declared.entries import LoggedResult
from core.log.privacy_entries import private_result
from core.model import Project, Scale, Schema
from core.protect.privacy import lacks_domain, list_masked


def has_secret_noise(log: Log) -> bool:
    """Decide whether the run drew secret noise that cannot be reproduced."""
    return is_withheld(log.project)


def claim_faults(log: Log) -> list[Problem]:
    """Recompute epsilon, claim and ledger from the recipe and compare them with the log."""
    # The internal log never withholds the input's content.
    is_closed = isinstance(log, PublicLog) and log.input.commitment is None
    is_fit = isinstance(log, InternalLog) or is_closed == is_withheld(log.project)
    if is_fit and _recompute_claim(log.self_contained_project, log.result) == log.result:
        return []
    return [Problem("verify-claim", Where(field="result.claim"))]


def _recompute_claim(project: Project, stated: LoggedResult) -> LoggedResult | None:
    """Compute the claim of the log; ``None`` for a recipe that cannot have been run."""
    # A public log leaves out domains that were taken from the data. With such a domain nothing is
    # claimed, and the budget spent does not depend on it.
    attributes = tuple(
        a
        if not (a.domain_from_data and lacks_domain(a))
        else replace(a, listed=("", "-"))
        if a.scale is Scale.NOMINAL
        else replace(a, domain=(0.0, 1.0), precision=None)
        for a in project.schema.attributes
    )
    project = replace(project, schema=Schema(attributes))
    masked = list_masked(project.schema, project.recipe.method.parameters)
    if any(map(lacks_domain, masked)):
        return None
    try:
        return private_result(project, stated.records, stated.k_reached)
    except OverflowError:
        return None


def extent_faults(log: Log, rows: int, columns: int) -> list[Problem]:
    """Compare the rows and columns of the input with those in a log."""
    if columns == log.input.columns and log.input.rows in (rows, None):
        return []
    return [Problem("verify-size-differs", params={"rows": rows, "columns": columns})]
