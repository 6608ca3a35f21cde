"""What a private method's settings imply, in sentences."""

from __future__ import annotations

from core.model import Claim, Guarantee, Plan, Strength, reached_guarantee
from core.protect import claim_of_plan, ledger_of_plan
from core.protect.privacy import list_masked
from desktop_app.text import message, number, tr, tr_n


def private_meaning(plan: Plan) -> tuple[str, ...]:
    """Write the sentences of the panel *What this means* for a plan without errors."""
    claim = claim_of_plan(plan)
    sentences = _promise(plan, claim)
    k = plan.parameters.get("k")
    if isinstance(k, int):
        sentences.append(
            tr(
                "Averages of {k} records need {k} times less noise than single cells, and lose "
                "what differs within the {k}.",
                k=k,
            )
        )
    if plan.project.recipe.insecure_test_seed is not None:
        return (*sentences, seeded_meaning())
    if claim is not None and claim.epsilon is None:
        drawn = tr(
            "The noise is drawn anew in every run, from the system’s secure source: two runs "
            "differ, and each tells more of the same records."
        )
    else:
        drawn = tr(
            "The noise is drawn anew in every run, from the system’s secure source: two runs "
            "differ, and each spends the budget again."
        )
    return (*sentences, drawn)


def _promise(plan: Plan, claim: Claim | None) -> list[str]:
    """Explain what the noise promises, or why it promises nothing."""
    parameters, seeded = plan.parameters, plan.project.recipe.insecure_test_seed is not None
    masked = len(list_masked(plan.project.schema, parameters))
    if claim is not None and claim.strength is Strength.NONE:
        head = tr_n(
            "<b>{count} column gets noise, and nothing can be claimed of it.</b>",
            "<b>{count} columns get noise, and nothing can be claimed of it.</b>",
            masked,
        )
        return [head] if seeded else [head, message(claim.code, **claim.params)]
    epsilon = float(str(parameters["epsilon"]))
    head = _budget(plan, masked)
    strength = Strength.WHOLE if claim is None else claim.strength
    guarantee = reached_guarantee(parameters.get("guarantee", Guarantee.RECORDS), strength)
    gives = message(f"guarantee-{guarantee}-gives")
    if strength is Strength.WHOLE:
        odds = (
            _weak(epsilon)
            if epsilon > _TELLING
            else tr(
                "Whatever somebody already knows: whether one record is this or another one "
                "changes the chance of any release at most by a factor of {factor}.",
                factor=_factor(epsilon),
            )
        )
        return [head, odds, gives]
    if strength is Strength.PART:
        odds = (
            _weak(epsilon)
            if epsilon > _TELLING
            else tr(
                "Whichever values one record has in the columns with noise, the chance of what "
                "these columns show changes at most by a factor of {factor}.",
                factor=_factor(epsilon),
            )
        )
        limits = tr(
            "This holds for the columns with noise alone. The other columns are published as they "
            "are: the file as a whole is not differentially private."
        )
        return [head, odds, gives, limits]
    # Where only single columns are protected, no bet on a whole record is bounded.
    return [head, gives]


def _budget(plan: Plan, n_masked: int) -> str:
    """Say how many columns get noise, and which budget they share."""
    epsilon = number(float(str(plan.parameters["epsilon"])))
    ledger = ledger_of_plan(plan)
    if ledger is not None and ledger.spent > ledger.budget:
        # The noise of the literature: every column gets the whole budget.
        return tr(
            "<b>{count} columns get noise, each with a privacy budget of ε = {epsilon}.</b>",
            count=n_masked,
            epsilon=epsilon,
        )
    return tr_n(
        "<b>{count} column gets noise, with a privacy budget of ε = {epsilon}.</b>",
        "<b>{count} columns get noise, with a privacy budget of ε = {epsilon} together.</b>",
        n_masked,
        epsilon=epsilon,
    )


def seeded_meaning() -> str:
    """Say what a test seed makes of the noise."""
    return tr(
        "<b>The noise is made with the recipe’s test seed and is NOT private.</b> It comes out the "
        "same each time, and whoever knows the seed can remove it: for tests only."
    )


def _weak(epsilon: float) -> str:
    return tr(
        "With ε = {epsilon} the promise is weak: the release may tell much of one record.",
        epsilon=number(epsilon),
    )


def _factor(epsilon: float) -> str:
    return number(2.718281828459045**epsilon, 3)


# Beyond, a factor has no meaning that would reassure anybody.
_TELLING = 5.0
