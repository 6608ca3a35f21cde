"""Releases in which a category that masking would change is left blank."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from core.protect.representatives import leave_false_blank
from core.protect.representatives.blank_categories import TruthfulColumns
from tests.core.command_line.conftest import Bench, office
from tests.oracles.blanks import agreeing, candidates, equal
from tests.robustness.hostile.forged_tables import describe

NAMES = ["TOWN", "LEVEL", "JOB", "YEARS"]
LEVELS = ["low", "middle", "high"]
BLANK = {"role": "quasi-identifier", "change": "blank"}
TOWN = {"name": "TOWN", **BLANK, "scale": "nominal"}
LEVEL = {"name": "LEVEL", **BLANK, "scale": "ordinal", "order": LEVELS}
JOB = {"name": "JOB", **BLANK, "scale": "nominal"}
YEARS = {"name": "YEARS", "role": "quasi-identifier", "scale": "integer"}
ATTRIBUTES = [TOWN, LEVEL, JOB, YEARS]
MANY = [{"name": f"C{i}", **BLANK, "scale": "nominal"} for i in range(10)]
LEVEL_ALONE = [LEVEL, *({"name": n, "role": "drop"} for n in NAMES if n != "LEVEL")]
ZEROS = {**YEARS, "zeros": "keep"}
TOTALS = {"totals": [{"columns": ["YEARS"], "by": ["TOWN"]}]}
SCENARIO = {"scenarios": [{"name": "s", "columns": ["TOWN"], "k": 2}]}
MDAV = {"name": "mdav", "k": 3}

pytestmark = pytest.mark.usefixtures("usual_office")


def people(seed: int, n_records: int, with_gaps: bool = False) -> list[list[str]]:
    draw = random.Random(seed)
    gap = [""] if with_gaps else []
    return [
        [
            draw.choice(["a", "a", "a", "b", "c", *gap]),
            draw.choice([*LEVELS, *gap]),
            draw.choice(["x", "x", "y", *gap]),
            str(draw.choice([20, 30, 40])),
        ]
        for _ in range(n_records)
    ]


def protect(bench: Bench, rows: list[list[str]], **changes: object) -> list[list[str]]:
    bench.people([NAMES, *rows])
    bench.release_as(
        changes.pop("method", MDAV),
        "--overwrite",
        **{"attributes": ATTRIBUTES, "unit": "record", "missing": "use-observed", **changes},
    )
    return [[row[name] for name in NAMES] for row in bench.table()]


@pytest.fixture(scope="module")
def sealed(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """Release people once; tests put back what they change."""
    bench = Bench(tmp_path_factory.mktemp("blanks"))
    with office(bench.folder):
        protect(bench, people(5, 60, with_gaps=True))
    return bench


@pytest.mark.parametrize(("seed", "with_gaps"), [(1, False), (2, True)])
def test_every_category_is_true_or_blank_and_both_counts_are_stated(
    bench: Bench, seed: int, with_gaps: bool
) -> None:
    rows = people(seed, 40, with_gaps)
    scenario = {"name": "neighbour", "columns": ["TOWN", "JOB"]}
    released = protect(bench, rows, scenarios=[scenario])
    for row, masked in zip(rows, released, strict=True):
        assert all(cell in ("", true) for true, cell in zip(row[:3], masked[:3], strict=True))
    n_blanks = [sum(row[i] == "" for row in released) for i in range(3)]
    assert min(n_blanks) > 0

    log = bench.document()
    stated = log["verification"]
    assert stated["k"] == log["result"]["k_reached"] == min(agreeing(released, range(3))) >= 3
    assert stated["k_of_values"] == min(equal(released)) < 3
    risk = log["compared"]["risk"]["release"]
    assert (risk["k"], risk["uniques"]) == (min(equal(released)), equal(released).count(1))
    counts = bench.conditions("blanks")
    assert [(c["column"], c["after"], c["failing"]) for c in counts] == [
        (name, n, 0) for name, n in zip(NAMES, n_blanks, strict=False)
    ]
    figures = {row["row"]: row["figure"] for row in log["checklist"]}
    of_scenario = agreeing([(row[0], row[2]) for row in released], range(2))
    assert figures["few-alike"] == sum(n < 5 for n in agreeing(released, range(3)))
    assert figures["scenario-few"] == sum(n < 5 for n in of_scenario)
    people_known = [row[:3] for row in rows]
    n_candidates = candidates(people_known, [row[:3] for row in released], range(3))
    assert figures["few-candidates"] == sum(n < 5 for n in n_candidates)
    assert f"as a value of its own it gives k = {stated['k_of_values']}" in bench.out


def test_a_release_with_blanks_is_verified_and_replayed(sealed: Bench) -> None:
    for half in ("internal", "public"):
        assert sealed.verify(half, with_input=False) == sealed.verify(half) == 0, sealed.err
    sealed.check_replay()
    claim = [claim["code"] for claim in sealed.document("public")["result"]["claim"]]
    assert claim == ["claim-k-blanks", "claim-blanks"]
    report = sealed.page("public")
    assert "wherever neither is blank" in report
    assert "k with a blank as a value of its own" in report
    assert "A missing value stays blank in a column with blanks" in report


def test_nobody_sees_which_blanks_were_missing_before(bench: Bench) -> None:
    rows = [["a", "low", "x", "20"]] * 4 + [["", "low", "x", "20"], ["b", "low", "x", "20"]]
    released = protect(bench, rows, method={"name": "mdav", "k": 6})
    assert [row[0] for row in released] == ["a"] * 4 + [""] * 2
    # A cell that was missing is no answer, and gets none.
    text = (bench.release / "public/people_protected.csv").read_text()
    assert text.splitlines()[5] == text.splitlines()[6]


def test_a_false_category_is_no_release(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """What leaves cells blank is not what counts that all others are true."""

    def replace_all(*arguments: object) -> TruthfulColumns:
        truthful = leave_false_blank(*arguments)
        return truthful._replace(released=truthful.unblanked)

    monkeypatch.setattr("core.protect.microaggregation.leave_false_blank", replace_all)
    bench.people([NAMES, *people(8, 30)])
    bench.recipe(MDAV, attributes=ATTRIBUTES, unit="record")
    assert bench.protect() == 3
    assert "cells are neither. This is not a release." in bench.err


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda log: log["verification"].update(k_of_values=2), "a blank as a value of its own"),
        (lambda log: log["verification"].pop("k_of_values"), "k_of_values"),
        (lambda log: log["verification"].update(k=log["verification"]["k"] + 1), "log states k ="),
        (lambda log: log["verification"]["conditions"][0].update(after=1), "blanks in TOWN"),
        (lambda log: log["verification"]["conditions"][0].update(failing=1), "false categories"),
        (lambda log: log["result"]["claim"].pop(), "claim"),
        (lambda log: log["result"]["sizes"].update(min=1000), "sizes"),
    ],
)
def test_verify_counts_in_the_file_what_the_log_states(
    sealed: Bench, change: Callable[[dict], object], sentence: str
) -> None:
    assert sealed.verify_forged(change) == 3
    assert sentence in sealed.err, sealed.err


def test_verify_sees_a_blank_that_was_filled(bench: Bench) -> None:
    protect(bench, people(5, 60))
    table = bench.release / "public/people_protected.csv"
    lines = table.read_bytes().split(b"\n")
    at = next(i for i, line in enumerate(lines) if line.startswith(b","))
    lines[at] = b"c" + lines[at]
    content = b"\n".join(lines)
    table.write_bytes(content)
    assert bench.verify_forged(lambda log: describe(log["files"][0], content)) == 3
    assert "blanks in TOWN; the file has" in bench.err


def test_columns_with_and_without_blanks_stand_side_by_side(bench: Bench) -> None:
    replaced = {key: value for key, value in JOB.items() if key != "change"}
    released = protect(bench, people(6, 40), attributes=[TOWN, LEVEL, replaced, YEARS])
    assert all(row[2] for row in released)
    assert bench.document()["verification"]["k"] == min(agreeing(released, range(2))) >= 3


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"attributes": [TOWN, LEVEL, JOB, {**YEARS, "change": "blank"}]}, "Only categories"),
        ({"attributes": [{**TOWN, "role": "confidential"}, LEVEL, JOB, YEARS]}, "Only categories"),
        ({"strata": ["TOWN"]}, "Only categories"),
        (
            {"attributes": [TOWN, LEVEL, JOB, YEARS, *MANY]},
            "In at most 12 columns false categories can be left blank",
        ),
        (
            {"attributes": LEVEL_ALONE, "method": {"name": "rank-swapping", "p": 10}},
            "This method forms no groups of records, so false categories",
        ),
        ({"attributes": [{**TOWN, "change": "empty"}, LEVEL, JOB, YEARS]}, "replace, blank"),
        ({"method": {**MDAV, "blocks": [["TOWN", "LEVEL"], ["JOB", "YEARS"]]}}, "masked together"),
        ({"method": {**MDAV, "categories": "calibrated"}}, "either calibrated or left blank"),
        ({"method": {**MDAV, "aggregate": "moments"}}, "moved by a map"),
        ({"method": {**MDAV, "aggregate": "spread"}}, "either drawn from groups or have blanks"),
        ({"rules": ["YEARS > 1"]}, "Edit rules are not checked"),
        ({"diversity": {"l": 2}}, "l is promised"),
        ({"dominance": {"rule": "p-percent", "p": 10, "columns": ["YEARS"]}}, "dominance rule"),
        ({"merges": "0123456789ab"}, "Groups of an earlier release"),
        (
            {
                "attributes": [TOWN, LEVEL, JOB, {"name": "YEARS", "role": "identifier"}],
                "unit": {"id": "YEARS", "protect": "unit"},
            },
            "Units cannot be protected",
        ),
        (
            {
                "attributes": [TOWN, LEVEL, JOB, {**YEARS, "role": "confidential"}],
                "method": {"name": "t-closeness-first", "k": 3, "t": 0.5},
            },
            "t is promised for groups of equal records",
        ),
        (TOTALS, "Totals by domain cannot be calibrated"),
        (SCENARIO, "The k of a scenario is promised"),
        ({"attributes": [*ATTRIBUTES[:3], ZEROS]}, "Zeros and questions that do not apply"),
    ],
)
def test_what_counts_equal_records_is_refused(bench: Bench, changes: dict, sentence: str) -> None:
    names = [attribute["name"] for attribute in MANY]
    bench.people([[*NAMES, *names], *([*row, *"ab" * 5] for row in people(7, 30))])
    dropped = [{"name": name, "role": "drop"} for name in names]
    settings = {"attributes": ATTRIBUTES, "unit": "record", **changes}
    if MANY[0] not in settings["attributes"]:
        settings["attributes"] = [*settings["attributes"], *dropped]
    bench.recipe(settings.pop("method", MDAV), **settings)
    assert bench.protect() == 2
    assert sentence in bench.err, bench.err
