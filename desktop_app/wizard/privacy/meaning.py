"""What a private method's settings imply, in sentences."""

from __future__ import annotations

from core.model import Guarantee, Plan
from core.protect.privacy import masked_attributes
from desktop_app.text import message, number, tr, tr_n


def private_meaning(plan: Plan) -> tuple[str, ...]:
    """Return the sentences of the panel *What this means* for a plan without errors."""
    parameters = plan.parameters
    masked = masked_attributes(plan.project, parameters)
    epsilon = float(str(parameters["epsilon"]))
    said = [
        tr_n(
            "<b>{count} column gets noise, with a privacy budget of ε = {epsilon}.</b>",
            "<b>{count} columns get noise, with a privacy budget of ε = {epsilon} together.</b>",
            len(masked),
            epsilon=number(epsilon),
        ),
        _odds(epsilon),
        message(f"guarantee-{parameters.get('guarantee', Guarantee.RECORDS)}-gives"),
    ]
    k = parameters.get("k")
    if isinstance(k, int):
        said.append(
            tr(
                "Averages of {k} records need {k} times less noise than single cells, and lose "
                "what differs within the {k}.",
                k=k,
            )
        )
    if plan.project.recipe.insecure_test_seed is not None:
        return (*said, seeded_meaning())
    said.append(
        tr(
            "The noise is drawn anew in every run, from the system's secure source: two runs "
            "differ, and each spends the budget again."
        )
    )
    return tuple(said)


def seeded_meaning() -> str:
    """Say what a test seed makes of the noise."""
    return tr(
        "<b>The noise is made with the recipe's test seed and is NOT private.</b> It comes out the "
        "same each time, and whoever knows the seed takes it off again: for tests only."
    )


def _odds(epsilon: float) -> str:
    """Say what epsilon bounds, in the words of a bet."""
    if epsilon > _TELLING:
        return tr(
            "With ε = {epsilon} the promise is weak: the release may tell much of one record.",
            epsilon=number(epsilon),
        )
    return tr(
        "Whatever somebody already knows: whether one person's record is this or another one "
        "changes the chance of any release at most by a factor of {factor}.",
        factor=number(2.718281828459045**epsilon, 3),
    )


# Beyond, a factor has no meaning that would reassure anybody.
_TELLING = 5.0
