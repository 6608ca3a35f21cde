"""Builds the public log: what follows from the settings and the released file, and counts.

It is derived from the internal log, so that `core.verify` can derive it again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.conditions import list_counted_columns
from core.log.checklist_rows import public_rows
from core.log.claim_statements import dominance_columns, state_claim, with_some_rule
from core.log.commitment import commitment
from core.log.declared.entries import (
    LoggedResult,
    LoggedStep,
    LoggedVerification,
    Omitted,
)
from core.log.declared.facts import LoggedProblem
from core.log.declared.logs import InternalLog, PublicInput, PublicLog
from core.log.figure_entries import publish_figures
from core.log.privacy_entries import is_withheld
from core.log.public_measures import round_measures
from core.log.published_settings import publish_project
from core.model import Column, Project, SignOff
from core.model.checklist import profile_of
from core.protect import promise_of

# Warnings computed from the settings, the released file, or a count that the public log contains
# anyway. Any other warning could disclose something about the original.
_ON_LEFT_OUT = ("records-left-out", "units-incomplete", "units-left-out")
_WARNINGS = (
    *_ON_LEFT_OUT,
    "k-of-blocks",
    "closeness-of-graph",
    "domain-from-data",
    "column-unprotected-unique",
)
# Warnings of a private release that are computed from the recipe alone.
_PRIVATE_WARNINGS = (
    "dp-insecure-seed",
    "dp-domain-from-data",
    "dp-published-columns",
    "dp-as-published",
)


# Steps whose counts would show how many records were left out.
_OF_ORIGINAL_ROWS = ("read", "left-out")
# Counts of a condition that could disclose something about the original.
_OF_ORIGINAL = ("before", "changed", "apart", "largest")
# Counts of a scenario that need the numbers of units.
_OF_UNITS = ("groups", "k")


def publish(
    log: InternalLog, released: Sequence[Column], warnings: Sequence[LoggedProblem]
) -> PublicLog:
    """Build the public log, without file entries.

    Parameters
    ----------
    released : sequence of Column
        The released columns, read back from the file.
    """
    project, started, finished = log.project, log.started, log.finished
    if withheld := is_withheld(project):
        # The time for sorting depends on the records, and the time for drawing on the noise.
        started = finished = finished[:10]
    names = {column.name for column in released}
    public, omitted = publish_project(project, released)
    source, has_few = log.input, leaves_out_few(project, log.result.left_out)
    secret = None if withheld else commitment(source.salt, source.sha256)
    return PublicLog(
        program=log.program,
        started=started,
        finished=finished,
        project=public,
        omitted=omitted,
        input=PublicInput(
            source.name, source.columns, secret, rows=None if has_few else source.rows
        ),
        taxonomies=tuple(logged for logged in log.taxonomies if logged.column in names),
        steps=tuple(LoggedStep(step.name, _counts(step, has_few)) for step in log.steps),
        result=publish_result(public, log.result, omitted),
        measures=() if withheld else round_measures(log.measures, log.not_stated),
        not_stated=log.not_stated,
        figures=() if withheld else publish_figures(log.figures, log.not_stated),
        usual=None if withheld or log.usual is None else log.usual.published,
        verification=_verification(log.verification, public, omitted),
        warnings=tuple(warnings),
        readiness=log.readiness,
        checklist=public_rows(
            log.checklist,
            leaves_out_few=has_few,
            not_stated=log.not_stated,
            is_private=withheld,
        ),
        sign_off=public_sign_off(log.sign_off),
    )


def leaves_out_few(project: Project, left_out: int | None) -> bool:
    """Decide whether so few records were left out that only the internal log may say how many.

    Fewer than k, of the profile or promised, could be named by somebody who knows all others.
    """
    recipe = project.recipe
    threshold = max(
        profile_of(recipe.profile, dict(recipe.limits)).k, promise_of(recipe.method).k or 0
    )
    return left_out is None or 0 < left_out < threshold


def may_go_out(code: str, project: Project, left_out: int | None) -> bool:
    """Decide whether the public log may contain a warning of a run.

    Parameters
    ----------
    left_out : int or None
        Number of records that were left out; ``None``: not stated.
    """
    if code in _ON_LEFT_OUT and leaves_out_few(project, left_out):
        return False
    codes = _PRIVATE_WARNINGS if is_withheld(project) else _WARNINGS + _PRIVATE_WARNINGS
    return code in codes


def publish_result(
    project: Project, result: LoggedResult, omitted: Sequence[Omitted]
) -> LoggedResult:
    """Take from a result what the public log leaves out.

    Its claim counts only conditions that the public log states, and names no number of a dominance
    rule.

    Parameters
    ----------
    project : Project
        As published.
    """
    if result.privacy is not None:
        return result
    smallest = [block.smallest for block in result.blocks]
    claim = state_claim(
        project, result.k_reached, smallest, list(result.t_reached), dominance_columns(omitted)
    )
    has_few = leaves_out_few(project, result.left_out)
    return replace(result, claim=claim, left_out=None if has_few else result.left_out)


def _verification(
    verification: LoggedVerification, public: Project, omitted: Sequence[Omitted]
) -> LoggedVerification:
    """Return the recount without figures of the original, and of the conditions that are stated.

    Where zeros changed in groups of joined patterns, their number would follow from the cells that
    changed. Otherwise it is that of the released file. The number of records that violated a rule
    could single one out whose other columns are known. Of a rule, or of codes of questions that
    were not asked, which the public recipe lacks, nothing is counted.
    """
    stated = list_counted_columns(with_some_rule(public.recipe, omitted), public.schema)
    unstated = {} if public.recipe.unit is None else {"scenarios": _OF_UNITS}
    counts = []
    for count in verification.conditions:
        hidden = unstated.get(count.condition, _OF_ORIGINAL)
        figures = {name: n for name, n in count.figures.items() if name not in hidden}
        if (count.condition, count.column) in stated:
            counts.append(replace(count, figures=figures))
    return replace(verification, conditions=tuple(counts))


def _counts(step: LoggedStep, has_few: bool) -> dict[str, int | float | str]:
    """Select the counts of a step that go out: not that of records left out if it is small."""
    if has_few and step.name in _OF_ORIGINAL_ROWS:
        return {}
    return {
        name: count
        for name, count in step.counts.items()
        if isinstance(count, int) and not isinstance(count, bool)
    }


def public_sign_off(sign_off: SignOff | None) -> SignOff | None:
    """Take the sign-off without its remark; ``None`` unless the user agreed."""
    if sign_off is None or not sign_off.public:
        return None
    return replace(sign_off, remark="")
