"""Row E2: the privacy budget that all releases from the same data have spent together.

Only a ledger knows what earlier runs have spent, and a run is in it as soon as its noise was drawn.
So these rows are counted after the others (`with_budget`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.checklist.evidence import Evidence
from core.checklist.row import Family, Publicity, Row, judge
from core.model import PrivateRun, Result
from core.model.checklist import RowCount, profile_of
from core.protect import claim_of_plan

BUDGET = Row("E2", "private-budget", Publicity.NOTHING)
UNRECORDED = Row("E2", "budget-unrecorded", Publicity.ANSWERED)


def with_budget(result: Result, runs: Sequence[PrivateRun] | None) -> Result:
    """Count the budget that a run and earlier ones on the same file have spent.

    Parameters
    ----------
    result : Result
        Of any method; only a private one that protects records spends.
    runs : sequence of PrivateRun or None
        All runs on the file in the ledger, this one included; ``None``: there is no ledger.
    """
    return replace(result, checklist=(*result.checklist, *_count_budget(result, runs)))


def _count_budget(result: Result, runs: Sequence[PrivateRun] | None) -> Iterator[RowCount]:
    claim = claim_of_plan(result.plan)
    if claim is None or claim.epsilon is None:
        return
    recipe = result.plan.project.recipe
    profile = profile_of(recipe.profile, dict(recipe.limits))
    # A run that protects no records has no epsilon.
    known = [claim.epsilon] if runs is None else [r.epsilon for r in runs if r.epsilon is not None]
    spent, limit = float(sum(known)), profile.epsilon
    params: dict[str, object] = {"sum": spent, "limit": limit}
    verdict = judge(profile, BUDGET, spent, limit, is_never=spent > limit)
    yield RowCount(BUDGET.code, None, spent, limit, verdict, params, field="method.epsilon")
    if spent > limit:
        return
    count = 1 if runs is None else len(runs) - len(known)
    params = {"what": "word-no-ledger" if runs is None else "word-unbounded-runs"}
    verdict = judge(profile, UNRECORDED, count, profile.unrecorded)
    yield RowCount(
        UNRECORDED.code, None, count, profile.unrecorded, verdict, params, field="method.epsilon"
    )


def _count_none(_evidence: Evidence) -> Iterator[RowCount]:
    return iter(())


FAMILY = Family((BUDGET, UNRECORDED), _count_none)
