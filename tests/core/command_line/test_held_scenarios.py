"""The k of a scenario from recipe to release, counted with plain Python in the written file."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import pytest

from tests.attributes import describe
from tests.core.command_line.conftest import Bench
from tests.lanes import is_longer_lane
from tests.log_words import claim_words, notice_words
from tests.statuses import WRITTEN

NAMES = ["HOME", "REGION", "AGE", "HOURS", "SEX", "JOB", "INCOME", "WEIGHT"]
QUASI = ["AGE", "HOURS", "SEX", "JOB"]
K = 3
Rows = list[dict[str, str]]
Recipe = dict[str, Any]
Scenario = dict[str, Any]


def people(count: int = 480, seed: int = 5) -> Rows:
    """Return persons, two in each home, of which one in thirty has no hours."""
    draw = Random(seed)
    rows = []
    for i in range(count):
        hours = "" if draw.random() < 1 / 30 else str(draw.randint(0, 60))
        cells = [str(i // 2), "abcd"[i // 2 % 4], str(draw.randint(18, 80)), hours]
        cells += [draw.choice("fm"), draw.choice("uvwxyz")]
        cells += [str(round(draw.lognormvariate(7, 1), 2)), str(draw.choice([1, 2, 4]))]
        rows.append(dict(zip(NAMES, cells, strict=True)))
    return rows


ROWS = people()


def recipe_of(*scenarios: Scenario, **more: Any) -> Recipe:
    return {
        "attributes": describe(
            "HOME identifier, REGION other nominal, AGE quasi integer, HOURS quasi continuous, "
            "SEX quasi nominal, JOB quasi nominal, INCOME confidential continuous, "
            "WEIGHT other integer"
        ),
        "missing": "use-observed",
        "unit": "record",
        "method": {"name": "mdav", "k": K},
        "scenarios": list(scenarios),
        **more,
    }


def scenario(columns: Iterable[str], k: int, name: str = "neighbour") -> Scenario:
    return {"name": name, "columns": list(columns), "k": k}


def counts(rows: Rows, columns: Iterable[str]) -> Counter[tuple[str, ...]]:
    return Counter(tuple(row[name] for name in columns) for row in rows)


def write_people(bench: Bench, rows: Rows) -> None:
    bench.people([NAMES, *(list(row.values()) for row in rows)])


def protect(bench: Bench, recipe: Recipe) -> int:
    bench.recipe(**recipe)
    return bench.protect("--overwrite")


@pytest.fixture
def office(bench: Bench) -> Bench:
    write_people(bench, ROWS)
    return bench


HELD = {
    "fewer columns, k above that of the method": (["AGE", "SEX"], 12),
    "categories": (["SEX", "JOB"], 30),
    "all masked columns": (QUASI, 7),
    "only a column that is published": (["REGION"], 50),
}


@pytest.mark.parametrize("case", HELD)
def test_every_combination_in_the_file_is_shared_by_k(office: Bench, case: str) -> None:
    columns, k = HELD[case]
    assert protect(office, recipe_of(scenario(columns, k))) in WRITTEN
    rows = office.table()
    found = counts(rows, columns)
    assert len(rows) == len(ROWS)
    assert min(found.values()) >= k
    sizes = counts(rows, QUASI).values()
    assert min(sizes) >= K
    if case == "categories":
        # Groups without a rare combination are not merged, as they would be by a larger k.
        assert min(sizes) < k
        assert len(sizes) > len(rows) // 8
    for half in ("internal", "public"):
        (entry,) = office.conditions("scenarios", half)
        assert entry == {
            "condition": "scenarios",
            "column": " × ".join(columns),
            "groups": len(found),
            "wanted": k,
            "k": min(found.values()),
            "failing": 0,
            "held": True,
        }
    assert office.verify(with_input=is_longer_lane()) == 0


def test_without_its_k_the_file_has_rarer_combinations(office: Bench) -> None:
    """The cases above would show nothing if any run held them."""
    columns, _ = HELD["categories"]
    assert protect(office, recipe_of({"name": "neighbour", "columns": columns})) in WRITTEN
    assert office.conditions("scenarios") == []
    strict = min(counts(office.table(), columns).values()) + 1
    assert protect(office, recipe_of(scenario(columns, strict))) in WRITTEN
    assert min(counts(office.table(), columns).values()) >= strict


def test_a_k_that_the_method_keeps_anyway_changes_no_record(office: Bench) -> None:
    assert protect(office, recipe_of()) in WRITTEN
    plain = office.table()
    assert protect(office, recipe_of(scenario(["AGE", "SEX"], K))) in WRITTEN
    assert office.table() == plain


def test_several_scenarios_hold_together(office: Bench) -> None:
    sets = {"neighbour": (["AGE", "SEX"], 8), "boss": (["JOB", "REGION", "HOURS"], 4)}
    scenarios = [scenario(columns, k, name) for name, (columns, k) in sets.items()]
    assert protect(office, recipe_of(*scenarios)) in WRITTEN
    for columns, k in sets.values():
        assert min(counts(office.table(), columns).values()) >= k
    said = claim_words(office.document("public"))
    assert "shared by at least that many records: AGE × SEX (8), JOB × REGION × HOURS (4)." in said


def test_missing_cells_are_a_value_of_their_own(bench: Bench) -> None:
    rows = people()
    for row in rows[:20]:
        row["REGION"] = ""
    write_people(bench, rows)
    assert protect(bench, recipe_of(scenario(["REGION", "SEX"], 5))) in WRITTEN
    found = counts(bench.table(), ["REGION", "SEX"])
    assert min(found.values()) >= 5
    assert any(region == "" for region, _ in found)
    assert protect(bench, recipe_of(scenario(["REGION"], 21))) == 2


@pytest.mark.parametrize("name", ["t-merge", "t-closeness-first"])
def test_every_way_of_forming_groups_holds_it(office: Bench, name: str) -> None:
    recipe = recipe_of(scenario(["AGE", "SEX"], 9), method={"name": name, "k": K, "t": 0.4})
    recipe["missing"] = "leave-out"
    assert protect(office, recipe) in WRITTEN
    assert min(counts(office.table(), ["AGE", "SEX"]).values()) >= 9
    assert office.verify(with_input=is_longer_lane()) == 0


def test_the_long_search_holds_it(bench: Bench) -> None:
    write_people(bench, people(120))
    recipe = recipe_of(scenario(["AGE"], 15), method={"name": "best", "k": K}, missing="leave-out")
    for attribute in recipe["attributes"]:
        if attribute["name"] in ("SEX", "JOB"):
            attribute["role"] = "drop"
    assert protect(bench, recipe) in WRITTEN
    assert min(counts(bench.table(), ["AGE"]).values()) >= 15
    assert bench.verify(with_input=is_longer_lane()) == 0


def test_it_holds_with_strata_weights_zeros_and_dominance(office: Bench) -> None:
    recipe = recipe_of(scenario(["AGE", "SEX"], 7), strata=["REGION"], weight="WEIGHT")
    recipe["missing"] = "leave-out"
    recipe["dominance"] = {"rule": "p-percent", "p": 5, "columns": ["AGE"]}
    assert protect(office, recipe) in WRITTEN
    rows = office.table()
    assert min(counts(rows, ["AGE", "SEX"]).values()) >= 7
    assert min(counts(rows, [*QUASI, "REGION"]).values()) >= K
    assert office.verify() == 0


@pytest.mark.parametrize(
    "more",
    [
        {"rules": ["HOURS <= AGE + 60"]},
        {"totals": [{"columns": ["HOURS"], "by": ["REGION"], "within": 0.1}]},
    ],
    ids=["rules", "totals"],
)
def test_it_holds_where_values_move_after_grouping(office: Bench, more: Recipe) -> None:
    recipe = recipe_of(scenario(["HOURS", "SEX"], 9), **more)
    recipe["missing"] = "leave-out"
    assert protect(office, recipe) in WRITTEN
    assert min(counts(office.table(), ["HOURS", "SEX"]).values()) >= 9
    assert office.verify(with_input=is_longer_lane()) == 0


@pytest.fixture(scope="module")
def sealed(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    office = Bench(tmp_path_factory.mktemp("sealed"))
    write_people(office, ROWS)
    assert protect(office, recipe_of(scenario(["AGE", "SEX"], 8))) in WRITTEN
    return office


@pytest.mark.parametrize("half", ["internal", "public"])
def test_each_half_verifies_with_and_without_the_input(sealed: Bench, half: str) -> None:
    assert sealed.verify(half) == sealed.verify(half, with_input=False) == 0


def test_replay_gives_the_same_bytes_and_the_reports_state_it(sealed: Bench) -> None:
    sealed.check_replay()
    for half in ("internal", "public"):
        assert "Scenario AGE × SEX" in sealed.page(half)
        assert "at least 8 share each combination" in sealed.page(half)


def test_the_public_half_has_no_name_and_no_scenario_without_a_k(office: Bench) -> None:
    plain = {"name": "journalist", "columns": ["INCOME"]}
    assert protect(office, recipe_of(plain, scenario(["AGE", "SEX"], 8, "rich cousin"))) in WRITTEN
    assert "rich cousin" in office.log().read_text("utf-8")
    for path in (office.release / "public").iterdir():
        said = path.read_text("utf-8")
        assert "cousin" not in said
        assert "journalist" not in said
    assert office.document("public")["recipe"]["scenarios"] == [
        {"name": "AGE × SEX", "columns": ["AGE", "SEX"], "k": 8}
    ]


FORGERIES: dict[str, Callable[[Recipe], None]] = {
    "more share it": lambda entry: entry.update(k=entry["k"] + 1),
    "other combinations": lambda entry: entry.update(groups=entry["groups"] - 1),
    "a smaller promise": lambda entry: entry.update(wanted=entry["wanted"] - 1),
    "failing ones": lambda entry: entry.update(failing=1),
    "another scenario": lambda entry: entry.update(column="AGE × JOB"),
    "without its k": lambda entry: entry.pop("k"),
}


def entry_in(document: Recipe) -> Recipe:
    entries = document["verification"]["conditions"]
    return next(entry for entry in entries if entry["condition"] == "scenarios")


def test_a_forged_count_is_found_without_the_input(sealed: Bench) -> None:
    for forgery, forge in FORGERIES.items():
        status = sealed.verify_forged(lambda document, forge=forge: forge(entry_in(document)))
        assert status == 3, forgery


def test_a_forged_promise_that_the_file_does_not_keep_is_found(sealed: Bench) -> None:
    """Recipe and count agree with each other, but not with the file."""

    def forge(document: Recipe) -> None:
        entry = entry_in(document)
        document["recipe"]["scenarios"][0]["k"] = entry["wanted"] = entry["k"] = 200

    assert sealed.verify_forged(forge, "internal") == 3
    assert sealed.verify(with_input=False) == 0


AT_LEAST_2 = "“scenarios[0].k” must be a whole number of at least 2"
REFUSED = {
    "a column that is published has rare values": (
        [scenario(["INCOME", "AGE"], 3)],
        {},
        "“scenarios[0].k” is 3, but masking does not change the values of INCOME, and fewer than 3 "
        "share 479 of their combinations.",
    ),
    "more than there are records": (
        [scenario(["AGE"], 481)],
        {},
        "“scenarios[0].k” is 481, but only 480 can be released.",
    ),
    "one": ([scenario(["AGE"], 1)], {}, AT_LEAST_2),
    "yes": ([scenario(["AGE"], True)], {}, AT_LEAST_2),
    "the same columns twice": (
        [scenario(["AGE", "SEX"], 4), scenario(["SEX", "AGE"], 5, "boss")],
        {},
        "“scenarios[1].columns” names the same columns as an earlier scenario with a k.",
    ),
    "noise": (
        [scenario(["REGION"], 4)],
        {"method": {"name": "dp-laplace", "epsilon": 1}, "missing": "leave-out"},
        "it cannot keep the k of a scenario",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_held_is_refused_before_the_run(office: Bench, case: str) -> None:
    scenarios, more, said = REFUSED[case]
    assert protect(office, recipe_of(*scenarios, **more)) == 2
    assert said in office.err
    assert not office.release.exists()


IN_BLOCKS = {"name": "mdav", "k": K, "blocks": [["AGE", "SEX"], ["HOURS", "JOB"]]}
BROKEN = {
    # Each region has one group at last, with an age of its own.
    "strata are too small": ({"strata": ["REGION"]}, ["AGE"], 121),
    # Groups of one block divide those of the other.
    "columns of two blocks": ({"method": IN_BLOCKS}, ["AGE", "HOURS"], 3),
}


@pytest.mark.parametrize("case", BROKEN)
def test_what_turns_out_not_to_hold_is_no_release(office: Bench, case: str) -> None:
    more, columns, k = BROKEN[case]
    assert protect(office, recipe_of(scenario(columns, k), **more)) == 3
    said = f"combinations of {' × '.join(columns)} are shared by fewer than {k}"
    assert said in office.err
    assert not office.release.exists()


def test_columns_of_one_block_hold_it(office: Bench) -> None:
    assert protect(office, recipe_of(scenario(["AGE", "SEX"], 9), method=IN_BLOCKS)) in WRITTEN
    assert min(counts(office.table(), ["AGE", "SEX"]).values()) >= 9


def test_a_file_of_few_groups_says_so(office: Bench) -> None:
    assert protect(office, recipe_of(scenario(QUASI, 60))) in WRITTEN
    assert min(counts(office.table(), QUASI).values()) >= 60
    texts = [notice_words(warning) for warning in office.document()["warnings"]]
    assert any("To keep the k of the scenarios" in text for text in texts)


def units_of(office: Bench, protect: str, role: str, columns: list[str], k: int) -> Recipe:
    unit = {"id": "HOME", "columns": ["REGION"], "protect": protect}
    recipe = recipe_of(scenario(columns, k), unit=unit, missing="leave-out")
    recipe["attributes"][0]["role"] = role
    write_people(office, [{**row, "HOURS": row["HOURS"] or "7"} for row in ROWS])
    return recipe


@pytest.mark.parametrize("role", ["link", pytest.param("identifier", marks=pytest.mark.longer)])
def test_whole_units_share_what_their_records_have(office: Bench, role: str) -> None:
    assert protect(office, units_of(office, "unit", role, ["SEX", "JOB"], 3)) in WRITTEN
    rows, homes = office.table(), defaultdict(list)
    for row, own in zip(rows, ROWS, strict=True):
        homes[row["HOME"] if role == "link" else own["HOME"]].append((row["SEX"], row["JOB"]))
    found = Counter(tuple(sorted(own)) for own in homes.values())
    (entry,) = office.conditions("scenarios")
    assert (entry["groups"], entry["k"]) == (len(found), min(found.values()))
    assert entry["k"] >= 3
    (stated,) = office.conditions("scenarios", "public")
    assert set(stated) == {"condition", "column", "wanted", "failing", "held"}
    assert office.verify() == office.verify("public") == 0
    assert office.verify("public", with_input=False) == 0


def test_members_are_counted_by_their_units(office: Bench) -> None:
    assert protect(office, units_of(office, "member", "identifier", ["AGE", "SEX"], 3)) in WRITTEN
    homes = defaultdict(set)
    for row, own in zip(office.table(), ROWS, strict=True):
        homes[row["AGE"], row["SEX"]].add(own["HOME"])
    (entry,) = office.conditions("scenarios")
    assert entry["k"] == min(map(len, homes.values())) >= 3
    said = claim_words(office.document("public"))
    assert "occurs in records of at least that many units: AGE × SEX (3)." in said
    more = FORGERIES["more share it"]
    halves = {"half": "internal", "with_input": True}
    assert office.verify_forged(lambda log: more(entry_in(log)), **halves) == 3


def test_units_that_masking_leaves_rare_are_no_release(office: Bench) -> None:
    assert protect(office, units_of(office, "unit", "link", ["AGE", "JOB"], 60)) == 3
    assert not office.release.exists()


@pytest.mark.parametrize(
    ("columns", "k", "sentence"),
    [
        (["REGION", "AGE"], 61, "masking does not change the values of REGION, and fewer than 61"),
        (["AGE"], 241, "does not change the number of records of a unit, and one size has fewer"),
    ],
)
def test_what_whole_units_cannot_share_is_refused_before_the_run(
    office: Bench, columns: list[str], k: int, sentence: str
) -> None:
    assert protect(office, units_of(office, "unit", "link", columns, k)) == 2
    assert sentence in office.err
    assert not office.release.exists()
