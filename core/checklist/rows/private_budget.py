"""Row E2: the privacy budget that all releases from the same data have spent together.

Only a ledger knows what earlier runs have spent, and a run is in it as soon as its noise was drawn.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.checklist.evidence import Evidence
from core.checklist.row import Family, Publicity, Row
from core.model.checklist import RowCount
from core.protect import claim_of_plan

BUDGET = Row("E2", "private-budget", Publicity.NOTHING, field="method.epsilon")
UNRECORDED = Row("E2", "budget-unrecorded", Publicity.ANSWERED, field="method.epsilon")


def _count(evidence: Evidence) -> Iterator[RowCount]:
    claim, profile, runs = claim_of_plan(evidence.plan), evidence.profile, evidence.runs
    if claim is None or claim.epsilon is None:
        return
    # A run that protects no records has no epsilon.
    epsilons = [run.epsilon for run in runs or () if run.epsilon is not None]
    if runs is None:
        epsilons = [claim.epsilon]
    spent, limit = float(sum(epsilons)), profile.epsilon
    params: dict[str, object] = {"sum": spent, "limit": limit}
    yield BUDGET.count(profile, spent, limit, params, is_never=spent > limit)
    if spent > limit:
        return
    count, limit = 1 if runs is None else len(runs) - len(epsilons), profile.unrecorded
    params = {"what": "word-no-ledger" if runs is None else "word-unbounded-runs"}
    yield UNRECORDED.count(profile, count, limit, params)


FAMILY = Family((BUDGET, UNRECORDED), _count, is_of_privacy=True)
