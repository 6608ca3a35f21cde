"""What a release says of itself, for every combination of what makes or voids a claim."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from core.messages import text
from core.model import Attribute, Claim, Role, Scale, Strength
from core.protect.privacy import claim_of, claim_of_plan
from tests.core.privacy.making_runs import plan_of, table, unit

DATA = table(A=range(12), B=range(12), C=range(12))
MODES = [
    ("dp-laplace", None),
    ("dp-individual-ranking", "marginals"),
    ("dp-individual-ranking", "dependence"),
    ("dp-individual-ranking", "as-published"),
    ("dp-insensitive", "records"),
    ("dp-insensitive", "as-published"),
]


def attributes(masked: int, published: bool, from_data: bool) -> list[Attribute]:
    found = [unit(name, domain=(0.0, 20.0)) for name in "ABC"[:masked]]
    if from_data:
        found[-1] = replace(found[-1], domain=None, domain_from_data=True)
    rest = "ABC"[masked:]
    if published:
        return found + [Attribute(name, Role.CONFIDENTIAL, Scale.CONTINUOUS) for name in rest]
    return found + [Attribute(name, Role.IDENTIFIER) for name in rest]


def claim(
    method: str,
    guarantee: str | None,
    masked: int = 2,
    published: bool = False,
    from_data: bool = False,
    seed: int | None = None,
    keep_order: bool = False,
    **parameters: object,
) -> Claim:
    settings = {"epsilon": 2, **parameters}
    if method != "dp-laplace":
        settings |= {"k": 3, "guarantee": guarantee}
    recipe = {"insecure_test_seed": seed}
    plan = plan_of(DATA, method, attributes(masked, published, from_data), recipe, **settings)
    assert plan.errors == ()
    # Refused by `resolve` where it would void the claim, so that it is put in behind its back.
    wishes = replace(plan.project.recipe, keep_order=keep_order)
    found = claim_of(replace(plan.project, recipe=wishes), DATA.rows)
    assert found is not None
    return found


def expected(mode: tuple[str, str | None], **case: object) -> tuple[str, Strength]:
    """Return what dp-claims allows, written down once more as a table of reasons."""
    method, guarantee = mode
    alone = case["masked"] == 1 and not case["published"]
    if case["seed"] is not None:
        return "claim-dp-none-seed", Strength.NONE
    if case["from_data"]:
        return "claim-dp-none-domain", Strength.NONE
    if case["keep_order"] and method != "dp-laplace":
        return "claim-dp-none-order", Strength.NONE
    if case["published"] and method == "dp-insensitive":
        return "claim-dp-none-attached", Strength.NONE
    if alone:
        return "claim-dp-one-column", Strength.WHOLE
    if guarantee == "as-published":
        more = "-insensitive" if method == "dp-insensitive" else ""
        return f"claim-dp-published{more}", Strength.COLUMNS
    kind = guarantee or "records"
    if case["published"]:
        return f"claim-dp-part-{kind}", Strength.PART
    return f"claim-dp-{kind}", Strength.WHOLE


@pytest.mark.parametrize("mode", MODES)
def test_every_combination(mode: tuple[str, str | None]) -> None:
    cases = product((1, 2), (False, True), (False, True), (None, 7), (False, True))
    for masked, published, from_data, seed, keep_order in cases:
        case = {
            "masked": masked,
            "published": published,
            "from_data": from_data,
            "seed": seed,
            "keep_order": keep_order,
        }
        found = claim(*mode, **case)

        assert (found.code, found.strength) == expected(mode, **case), case
        assert (found.epsilon is not None) == (found.strength in (Strength.WHOLE, Strength.PART))
        assert text(found.code, found.params)
        assert found.ready == (found.strength in (Strength.WHOLE, Strength.PART))


def said(*mode: object, **case: object) -> str:
    found = claim(*mode, **case)
    return text(found.code, found.params)


def test_the_sentences_say_what_is_kept_and_what_is_not() -> None:
    assert "with ε = 2" in said("dp-laplace", None)
    assert "relations between columns are not kept" in said("dp-individual-ranking", "marginals")
    assert "synthetic" in said("dp-individual-ranking", "dependence")
    published = said("dp-individual-ranking", "as-published")
    assert "(A 1, B 1)" in published
    assert "records are NOT protected" in published
    part = said("dp-individual-ranking", "marginals", published=True)
    assert "With regard to A, B" in part
    assert "C are released as they are and are NOT protected" in part
    assert "NOT private" in said("dp-laplace", None, seed=1)
    assert "domain of B was taken from the data" in said("dp-laplace", None, from_data=True)
    insensitive = said("dp-insensitive", "as-published")
    assert "(A 2, B 2)" in insensitive
    assert "4 / 2 times as wide" in insensitive


def test_a_second_word_makes_a_published_release_ready() -> None:
    for method in ("dp-individual-ranking", "dp-insensitive"):
        assert claim(method, "as-published", confirmed="yes").ready
        assert not claim(method, "as-published", confirmed="no").ready
        # It cannot make up for a claim that is void.
        assert not claim(method, "as-published", confirmed="yes", from_data=True).ready


def test_other_methods_claim_nothing_of_the_kind() -> None:
    plan = plan_of(DATA, "mdav", k=3)

    assert claim_of_plan(plan) is None
