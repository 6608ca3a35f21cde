"""What a release says of itself, for every combination of what makes or voids a claim."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from core.messages import text
from core.model import Attribute, Claim, Role, Scale, Strength
from core.protect import claim_of, claim_of_plan
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


def attributes(
    masked: int, published: bool, from_data: bool, hidden: Role = Role.IDENTIFIER
) -> list[Attribute]:
    found = [unit(name, domain=(0.0, 20.0)) for name in "ABC"[:masked]]
    if from_data:
        found[-1] = replace(found[-1], domain=None, domain_from_data=True)
    rest = "ABC"[masked:]
    if published:
        return found + [Attribute(name, Role.CONFIDENTIAL, Scale.CONTINUOUS) for name in rest]
    return found + [Attribute(name, hidden) for name in rest]


def claim(
    method: str,
    guarantee: str | None,
    masked: int = 2,
    published: bool = False,
    from_data: bool = False,
    seed: int | None = None,
    keep_order: bool = False,
    hidden: Role = Role.IDENTIFIER,
    records_are_units: bool = True,
    **parameters: object,
) -> Claim:
    settings = {"epsilon": 8, **parameters}
    if method != "dp-laplace":
        settings |= {"k": 3, "guarantee": guarantee}
    recipe = {"insecure_test_seed": seed, "records_are_units": records_are_units}
    columns = attributes(masked, published, from_data, hidden)
    plan = plan_of(DATA, method, columns, recipe, **settings)
    assert plan.errors == ()
    # Refused by `resolve` where it would void the claim, so that it is put in behind its back.
    wishes = replace(plan.project.recipe, keep_order=keep_order)
    found = claim_of(replace(plan.project, recipe=wishes), DATA.rows)
    assert found is not None
    return found


def expected(mode: tuple[str, str | None], **case: object) -> tuple[str, Strength]:
    """Return what the manual allows (differential privacy), written down as a table of reasons."""
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
    for values in cases:
        names = ("masked", "published", "from_data", "seed", "keep_order")
        case = dict(zip(names, values, strict=True))
        found = claim(*mode, **case)
        assert (found.code, found.strength) == expected(mode, **case), case
        assert (found.epsilon is not None) == (found.strength in (Strength.WHOLE, Strength.PART))
        assert text(found.code, found.params)
        # The noise is narrow here, and records are units. Published columns have rows of their own.
        assert found.ready == (found.strength in (Strength.WHOLE, Strength.PART))
        doubts = ["doubt-records"] if found.strength is Strength.COLUMNS else []
        assert [code for code, _ in found.doubts] == doubts


def said(*mode: object, **case: object) -> str:
    found = claim(*mode, **case)
    return text(found.code, found.params)


def test_the_sentences_say_what_is_kept_and_what_is_not() -> None:
    assert "with ε = 8" in said("dp-laplace", None)
    assert "relations between columns are not kept" in said("dp-individual-ranking", "marginals")
    assert "synthetic" in said("dp-individual-ranking", "dependence")
    published = said("dp-individual-ranking", "as-published")
    assert "(A, B: ε = 4; 4)" in published
    assert "records are NOT protected" in published
    part = said("dp-individual-ranking", "marginals", published=True)
    assert "ε = 8 for 2 of 3 columns (A, B)" in part
    assert "Published unprotected: C." in part
    assert "file as a whole is not differentially private" in part
    alone = said("dp-laplace", None, masked=1, published=True)
    assert "ε = 8 for 1 of 3 columns (A)" in alone
    assert "Published unprotected: B, C." in alone
    assert "NOT private" in said("dp-laplace", None, seed=1)
    assert "domain of B was taken from the data" in said("dp-laplace", None, from_data=True)
    insensitive = said("dp-insensitive", "as-published")
    assert "(A, B: ε = 8; 8)" in insensitive
    assert "16 / 8 times as wide" in insensitive


@pytest.mark.parametrize("hidden", [Role.IDENTIFIER, Role.DROP])
def test_the_guarantee_of_a_record_is_not_called_that_of_its_household(hidden: Role) -> None:
    silent = claim("dp-laplace", None, hidden=hidden, records_are_units=False)
    assert ([code for code, _ in silent.doubts], silent.ready) == (["doubt-units"], False)
    stated = claim("dp-laplace", None, hidden=hidden, records_are_units=False, unit_size=5)
    (doubt,) = stated.doubts
    assert not stated.ready
    assert text(*doubt) == (
        "The guarantee covers one record. For a household or firm of up to 5 records it is only "
        "ε = 40."
    )
    assert claim("dp-laplace", None, hidden=hidden, unit_size=5, confirmed="yes").ready


@pytest.mark.parametrize("method", ["dp-individual-ranking", "dp-insensitive"])
def test_nor_is_the_guarantee_of_a_column(method: str) -> None:
    """Also a release whose records are not protected anyway says what a household has of it."""
    silent = claim(method, "as-published", records_are_units=False)
    assert [code for code, _ in silent.doubts] == ["doubt-records", "doubt-units"]
    _, doubt = claim(method, "as-published", unit_size=5).doubts
    assert text(*doubt) == (
        "The guarantee of each column covers one record. For a household or firm of up to 5 "
        "records its ε is 5 times as large."
    )


def test_a_second_word_makes_a_published_release_ready() -> None:
    for method in ("dp-individual-ranking", "dp-insensitive"):
        assert claim(method, "as-published", confirmed="yes").ready
        assert not claim(method, "as-published", confirmed="no").ready
        # It cannot make up for a claim that is void.
        assert not claim(method, "as-published", confirmed="yes", from_data=True).ready


@pytest.mark.parametrize(
    ("method", "guarantee", "widest"),
    # One column of 12 records: groups of 3, in front of which `insensitive` changes 4 sums.
    [
        ("dp-laplace", None, 1.0),
        ("dp-individual-ranking", "marginals", 1 / 3),
        ("dp-individual-ranking", "dependence", 1 / 3),
        ("dp-insensitive", "records", 4 / 3),
    ],
)
def test_noise_as_wide_as_the_domain_is_not_ready(
    method: str, guarantee: str | None, widest: float
) -> None:
    """The scale of the noise on one released value is the width where epsilon is `widest`."""
    for factor, ready in ((0.99, False), (1.01, True)):
        found = claim(method, guarantee, masked=1, epsilon=widest * factor)
        assert found.ready is ready
        assert found.strength is Strength.WHOLE
        assert [code for code, _ in found.doubts] == ([] if ready else ["doubt-noise"])
    assert claim(method, guarantee, masked=1, epsilon=widest / 2, confirmed="yes").ready


def test_other_methods_claim_nothing_of_the_kind() -> None:
    plan = plan_of(DATA, "mdav", k=3)
    assert claim_of_plan(plan) is None
