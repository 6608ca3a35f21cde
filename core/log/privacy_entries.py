"""What the logs state of a private release without using its data: budget, claim and ledger.

`is_withheld` decides whether exact figures of the original must not be published with it. One such
figure, or a hash of the original, would let anybody who knows all records but one find out the last
one, and the claim would be wrong whatever noise the table has. Only a release made with a test
seed, for which nothing is claimed, may state as much as one without noise.
"""

from __future__ import annotations

from core.log.declared.entries import LoggedLedger, LoggedResult, LoggedSpending, Privacy, Sizes
from core.log.declared.facts import statement_of
from core.model import Project
from core.protect import adds_noise, claim_of, ledger_of
from core.protect.privacy import design_of


def is_withheld(project: Project) -> bool:
    """Return whether exact figures of the original must not be published."""
    return adds_noise(project.recipe) and project.recipe.insecure_test_seed is None


def private_result(project: Project, records: int, k_reached: int) -> LoggedResult | None:
    """Return the log's ``result`` for a private method, ``None`` for other methods.

    All but `k_reached`, which is counted, follows from the project and the number of records.
    """
    claim, ledger = claim_of(project, records), ledger_of(project, records)
    if claim is None or ledger is None:
        return None
    sizes = design_of(project, records).groups.sizes()
    spendings = (
        LoggedSpending(str(entry.spending), tuple(entry.columns), float(entry.epsilon))
        for entry in ledger.entries
    )
    return LoggedResult(
        records,
        len(sizes),
        Sizes(int(sizes[0]), float(sizes.mean()), int(sizes[-1])),
        k_reached,
        (),
        {},
        (statement_of(claim.code, claim.params),),
        Privacy(
            None if claim.epsilon is None else float(claim.epsilon),
            claim.strength,
            claim.ready,
            tuple(statement_of(code, params) for code, params in claim.doubts),
            LoggedLedger(
                float(ledger.budget),
                float(ledger.spent),
                float(ledger.remaining),
                tuple(spendings),
            ),
        ),
        left_out=0,
    )
