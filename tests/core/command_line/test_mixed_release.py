"""A release in whose groups values changed hands: what is kept, claimed, verified and refused."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.model import Column
from core.protect.representatives.drawn import swapped_categories
from core.protect.representatives.drawn.spread_log import LoggedSpread
from tests.attributes import describe
from tests.core.command_line.conftest import Bench, group_lines, office, read_rows
from tests.core.command_line.test_spread_release import K_CLAIMS, plain
from tests.statuses import WRITTEN

# Records of a file that does not fit into memory are not drawn.
pytestmark = pytest.mark.in_memory

_CHANCE = np.random.default_rng(8)
ROWS = [
    ["ID", "PLACE", "GRADE", "AGE", "HOURS", "PAY", "GAIN", "WEIGHT", "INCOME"],
    *(
        [
            f"P{i:03}",
            "" if i == 11 else "abc"[_CHANCE.integers(3)],
            ["low", "mid", "high"][_CHANCE.integers(3)],
            str(age := int(_CHANCE.integers(18, 80))),
            "" if i == 23 else str(max(0, 60 - age + int(_CHANCE.integers(-9, 9)))),
            f"{_CHANCE.lognormal(6, 0.8):.0f}",
            f"{_CHANCE.normal(3, 9):.1f}",
            str(1 + i % 3),
            str(100 + i * 13 % 97),
        ]
        for i in range(120)
    ),
]
ATTRIBUTES = describe(
    "ID identifier, PLACE quasi nominal, GRADE quasi ordinal, AGE quasi integer, "
    "HOURS quasi integer, PAY quasi integer, GAIN quasi continuous, WEIGHT other integer, "
    "INCOME confidential integer",
    GRADE={"order": ["low", "mid", "high"]},
    PAY={"distance": "log"},
)
SETTINGS = {"attributes": ATTRIBUTES, "missing": "use-observed"}
SWAP = {"name": "mdav", "k": 4, "categories": "swap"}
HYBRID = {"name": "mdav", "k": 4, "aggregate": "hybrid"}
BOTH = {**SWAP, **HYBRID}
ALLOWING = "swap = true\nspread = true\nhybrid = true\n"
NUMBERS = ("AGE", "HOURS", "PAY", "GAIN")
MASKED = ("PLACE", "GRADE", *NUMBERS)
CORE = "internal/people_protected.core.csv"


@pytest.fixture(autouse=True)
def allowing_office(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "allowing.toml").write_text(ALLOWING)
    monkeypatch.setenv("STATVEIL_OFFICE_SETTINGS", str(tmp_path / "allowing.toml"))


@pytest.fixture(scope="module", params=[SWAP, HYBRID, BOTH], ids=["swap", "hybrid", "both"])
def mixed_people(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """Release the rows once; nobody changes the release."""
    people = Bench(tmp_path_factory.mktemp("mixed"))
    people.people(ROWS)
    with office(people.folder, ALLOWING):
        people.release_as(request.param, **SETTINGS)
    return people


def groups_of(release: Path) -> Mapping[tuple[str, ...], list[int]]:
    """List the lines of the file that are equal in the core."""
    return group_lines(read_rows(release / CORE), MASKED)


def method_of(people: Bench) -> dict[str, object]:
    return dict(people.document()["recipe"]["method"])


def list_capped(people: Bench) -> list[str]:
    """List the columns of hybrid records whose largest amounts stay those of the core."""
    logged = json.loads(people.step("hybrid")["groups"])
    return [logged["names"][j] for j in logged["capped"]]


def test_groups_keep_what_they_contain_and_have_more_records_than_k(mixed_people: Bench) -> None:
    original = [dict(zip(ROWS[0], row, strict=True)) for row in ROWS[1:]]
    released, core = mixed_people.table(), read_rows(mixed_people.release / CORE)
    groups = groups_of(mixed_people.release)
    assert min(map(len, groups.values())) >= 5
    assert min(Counter(tuple(row[name] for name in MASKED) for row in released).values()) == 1
    method = method_of(mixed_people)
    if method.get("categories") == "swap":
        pairs = (Counter((r["PLACE"], r["GRADE"]) for r in t) for t in (original, released))
        assert next(pairs) != next(pairs), "categories of a record stay together"
    capped = list_capped(mixed_people) if method.get("aggregate") == "hybrid" else []
    exact = {name: step for name, step in (("AGE", 1), ("GAIN", 0.1)) if name not in capped}
    for lines in groups.values():
        for name in ("PLACE", "GRADE") if method.get("categories") == "swap" else ():
            counts = Counter(original[line][name] for line in lines)
            assert Counter(released[line][name] for line in lines) == counts
        for name in NUMBERS if method.get("aggregate") == "hybrid" else ():
            after, mean = (
                np.array([float(table[line][name]) for line in lines]) for table in (released, core)
            )
            assert abs(after.sum() - mean.sum()) < 1e-6
            assert name == "GAIN" or after.min() >= 0
            if name in exact:
                before = np.array([float(original[line][name]) for line in lines])
                # Each of them is moved by less than a step.
                assert abs(before.std() - after.std()) < exact[name]


def test_the_claim_is_on_links_and_never_on_equal_records(mixed_people: Bench) -> None:
    public = mixed_people.log("public").read_text()
    claim = "A link to a record is right with a probability of at most 1 in 4"
    pages = [plain(mixed_people.page(half)) for half in ("public", "internal")]
    assert '"claim-mixed"' in public
    for page in pages:
        assert claim in page
    for text in (public, *pages):
        said = [sentence for sentence in (*K_CLAIMS, "k-anonymous file") if sentence in text]
        assert said == []
    assert str(method_of(mixed_people)["secret_seed"]) not in public
    assert "covariances" not in public


def test_a_release_is_verified_and_repeated_from_its_seed(
    mixed_people: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("STATVEIL_OFFICE_SETTINGS")
    assert mixed_people.verify() == mixed_people.verify(with_input=False) == 0, mixed_people.err
    assert mixed_people.verify("public", with_input=False) == 0
    mixed_people.check_replay()


def test_verify_finds_categories_that_stayed_with_their_records(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def leave_in_place(
        _: object, columns: Mapping[str, Column], *__: object
    ) -> Mapping[str, Column]:
        return columns

    bench.people(ROWS)
    bench.recipe(SWAP, **SETTINGS)
    with monkeypatch.context() as forging:
        forging.setattr(swapped_categories, "exchange_in_groups", leave_in_place)
        assert bench.protect() in WRITTEN, bench.err
    assert bench.verify(with_input=False) != 0
    assert "PLACE" in bench.out + bench.err


def test_verify_counts_the_groups_of_the_core(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.people(ROWS)
    bench.recipe({**SWAP, "k": 5}, **SETTINGS)
    with monkeypatch.context() as forging:
        forging.setattr(swapped_categories.SwappedCategories, "fewest_records", lambda _, k: k)
        assert bench.protect() in WRITTEN, bench.err
    assert min(map(len, groups_of(bench.release).values())) == 5
    assert bench.verify(with_input=False) != 0
    assert "at least 6 records, and one has 5" in plain(bench.out + bench.err)


def test_a_fault_in_the_numbers_of_hybrid_records_is_named_for_them(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    written_text = LoggedSpread.text

    def count_one_record_more(numbers: LoggedSpread) -> str:
        first_size, *sizes = numbers.sizes
        return written_text(replace(numbers, sizes=(first_size + 1, *sizes)))

    bench.people(ROWS)
    bench.recipe(HYBRID, **SETTINGS)
    with monkeypatch.context() as forging:
        forging.setattr(LoggedSpread, "text", count_one_record_more)
        assert bench.protect() in WRITTEN, bench.err
    assert bench.verify(with_input=False) != 0
    assert "steps.hybrid" in bench.out + bench.err


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"totals": [{"columns": ["AGE"], "by": ["PLACE"]}]}, "totals are not kept when"),
        ({"unit": {"id": "ID", "columns": []}}, "Records of units cannot be drawn"),
        ({"method": {**SWAP, "blocks": [[*MASKED[:2]], [*MASKED[2:]]]}}, "one set of groups"),
        ({"method": {**SWAP, "aggregate": "moments"}}, "beside means, medians and hybrid"),
        ({"method": {**SWAP, "aggregate": "spread"}}, "beside means, medians and hybrid"),
        (
            {"method": HYBRID, "dominance": {"columns": ["AGE"], "p": 10}},
            "Hybrid records are for persons",
        ),
        ({"method": HYBRID, "weight": "WEIGHT"}, "cannot be made from records with survey weights"),
        ({"method": HYBRID, "unit": {"id": "ID", "columns": []}}, "Records of units cannot be"),
        ({"rules": ["if GRADE = 'high' then AGE >= 10"]}, "of an edit rule (GRADE) cannot"),
        ({"method": {**SWAP, "k": 120}}, "121"),
    ],
)
def test_what_cannot_be_mixed_is_refused(
    bench: Bench, changes: dict[str, object], sentence: str
) -> None:
    bench.people(ROWS)
    bench.recipe(**{"method": SWAP, **SETTINGS, **changes})
    assert bench.protect() == 2
    assert sentence in plain(bench.err)


@pytest.mark.parametrize("method", [SWAP, HYBRID])
def test_an_office_has_to_allow_each_kind_by_itself(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, method: dict[str, object]
) -> None:
    (bench.folder / "other.toml").write_text("spread = true\n")
    monkeypatch.setenv("STATVEIL_OFFICE_SETTINGS", str(bench.folder / "other.toml"))
    bench.people(ROWS)
    for seed in ({}, {"secret_seed": "0" * 32}):
        bench.recipe({**method, **seed}, **SETTINGS)
        bench.check_refused("only where the office allows it")
        setting = "swap" if method is SWAP else "hybrid"
        assert f"“{setting} = true”" in plain(bench.err)


def test_a_pattern_of_zeros_with_too_few_records_to_mix_joins_another(bench: Bench) -> None:
    # Three records have no gain: enough for k, too few for groups whose values change hands.
    gains = ["GAIN", *("0" if i < 3 else row[6] for i, row in enumerate(ROWS[1:]))]
    bench.people([[*row[:6], gain, *row[7:]] for row, gain in zip(ROWS, gains, strict=True)])
    attributes = [a | ({"zeros": "keep"} if a["name"] == "GAIN" else {}) for a in ATTRIBUTES]
    for method in ({"name": "mdav"}, {"name": "t-closeness-first", "t": 0.4}):
        method |= {"k": 2, "aggregate": "hybrid"}
        recipe = bench.recipe(method, **{**SETTINGS, "attributes": attributes})
        release = bench.folder / str(method["name"])
        assert bench.run("protect", recipe, "--output", release) in WRITTEN
        assert "One of 2 patterns" in plain(bench.out)
        assert min(map(len, groups_of(release).values())) >= 5
