"""Rows of the checklist on the specification's examples, and on twins that just pass."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.checklist.evidence import Evidence
from core.checklist.row_registry import ROWS, count_rows
from core.encode import MeasuredTable
from core.jobs import Job
from core.messages import sentence
from core.model import (
    Attribute,
    DomainTotals,
    Measure,
    Method,
    PrivateRun,
    Role,
    Scale,
    Schema,
    Step,
    Unit,
)
from core.model.checklist import LIMITS, PROFILES, Answer, RowCount, RowVerdict
from core.model.result import Direction
from tests.core.tables import Cell, confidential, dataset, plan, quasi

Table = Mapping[str, Sequence[Cell]]

UNRECORDED = "budget-unrecorded"
DAYS = [datetime.date(1990, 1, 1) + datetime.timedelta(days=37 * i) for i in range(12)]
MONTHS = [datetime.date(1990, 1 + i, 1) for i in range(12)]


def published(name: str, scale: Scale | None = None) -> Attribute:
    return Attribute(name, Role.OTHER, scale)


def counts_of(
    attributes: Sequence[Attribute],
    released: Table,
    original: Table | None = None,
    hidden: Table | None = None,
    steps: Sequence[Step] = (),
    measures: Sequence[Measure] = (),
    day: datetime.date = datetime.date(2024, 6, 30),
    runs: Sequence[PrivateRun] | None = None,
    **settings: Any,
) -> dict[str, RowCount]:
    """Count the checklist of a released table; by key."""
    schema = Schema(tuple(attributes))
    before = dataset({**(original or released), **(hidden or {})})
    after = dataset(released)
    settings = {"records_are_units": True, **settings}
    method = settings.pop("method", Method("mdav", {"k": 2}))
    made = plan(schema, method.name, method.parameters, range(after.rows), **settings)
    job = Job()
    measures = (Measure("k", 2.0, "records", Direction.HIGHER), *measures)
    tables = [MeasuredTable(table.columns, schema, job) for table in (before, after)]
    evidence = Evidence(
        *(made, before, before, *tables, measures, steps, (), True, job), day=day, runs=runs
    )
    counts = {count.key: count for count in count_rows(evidence)}
    for count in counts.values():
        assert count.verdict is RowVerdict.HELD or sentence(count.problem)
    return counts


def masked_ages(sexes: str) -> dict[str, RowCount]:
    """Count a file with AGE masked in two groups of five and SEX published."""
    table = {"AGE": [22.0] * 5 + [42.0] * 5, "SEX": list(sexes)}
    return counts_of([quasi("AGE"), published("SEX")], table)


def test_few_alike_in_masked_and_published_columns_that_others_know() -> None:
    count = masked_ages("ffffmmmmmm")["few-alike"]
    assert (count.figure, count.verdict) == (5, RowVerdict.ASKED)
    assert (count.params["alone"], count.params["without"]) == (1, ["SEX: 0"])
    assert masked_ages("fffffmmmmm")["few-alike"].verdict is RowVerdict.HELD


@pytest.mark.parametrize(("values", "figure"), [("aaaaabbc", 2), ("aaabbbcc", 1), ("aaaabbbb", 0)])
def test_values_that_fewer_than_three_units_have(values: str, figure: int) -> None:
    count = counts_of([published("BELIEF")], {"BELIEF": list(values)})["rare-value:BELIEF"]
    assert (count.figure, count.limit) == (figure, 0)
    assert (count.verdict is RowVerdict.HELD) == (figure == 0)


def test_values_are_counted_in_units_and_no_missing_one_is_rare() -> None:
    attributes = [published("BELIEF"), Attribute("HID", Role.IDENTIFIER)]
    table: Table = {"BELIEF": ["a", "a", "a", "b", "b", "b", None], "HID": [1, 2, 3, 4, 4, 5, 6]}
    counts = counts_of(attributes, {"BELIEF": table["BELIEF"]}, table, unit=Unit(("HID",)))
    count = counts["rare-value:BELIEF"]
    assert (count.figure, count.params["records"]) == (1, 3)
    assert "1" not in sentence(count.problem).split("(")[0]


def test_published_columns_that_single_units_out_together() -> None:
    attributes = [published("WARD"), published("DIAGNOSIS")]
    table = {"WARD": [1, 1, 2, 2], "DIAGNOSIS": list("pqpp")}
    counts = counts_of(attributes, table)
    assert counts["rare-record"].figure == 2
    assert counts["rare-record"].params["rows"] == 4
    # One has q alone and is counted by that value; the other is alone by the pair.
    assert counts["rare-pair"].figure == 1
    twin = counts_of(attributes, {"WARD": [1, 1, 2, 2], "DIAGNOSIS": list("ppqq")})
    assert twin["rare-record"].verdict is twin["rare-pair"].verdict is RowVerdict.HELD


def test_a_column_is_known_if_that_is_declared_whatever_its_name() -> None:
    table = {"AGE": [22.0] * 5 + [42.0] * 5, "Q7": list("ffffmmmmmm"), "SEX": list("fmfmffmfmf")}
    attributes = [quasi("AGE"), replace(published("Q7"), known=True)]
    silent = replace(published("SEX"), known=False)
    assert counts_of([*attributes, silent], table)["few-alike"].figure == 5
    unasked = counts_of([quasi("AGE"), published("Q7"), silent], table)
    assert unasked["few-alike"].columns == ("AGE",)


def test_known_columns_published_together_are_asked_about_apart() -> None:
    attributes = [published("SEX"), published("AGE")]
    table = {"SEX": list("ffffmm"), "AGE": [20, 20, 20, 60, 20, 20]}
    beside_masked = counts_of([quasi("HOURS"), *attributes], {"HOURS": [40.0] * 6, **table})
    assert beside_masked["rare-combination"].figure == 1
    # Else the one who is alone is among those with few alike.
    alone = counts_of(attributes, table)
    assert alone["few-alike"].params["alone"] == 1
    assert "rare-combination" not in alone


def test_of_a_private_release_the_columns_without_noise_are_counted() -> None:
    """A date of birth beside an age with noise."""
    names, noisy = ("BIRTH_DATE", "SEX"), replace(quasi("AGE"), domain=(0.0, 110.0))
    attributes = [noisy, *map(published, names), published("AGE_BAND")]
    table: Table = {
        "AGE": [31.0 + i for i in range(12)],
        "BIRTH_DATE": DAYS,
        "SEX": list("fm" * 6),
        "AGE_BAND": ["30-49"] * 12,
    }
    noise = Method("dp-laplace", {"epsilon": 2.0})
    counts = counts_of(attributes, table, method=noise)
    asked = {key for key, count in counts.items() if count.verdict is not RowVerdict.HELD}
    assert {"few-alike", "rare-record", "exact-date:BIRTH_DATE"} <= asked
    assert counts["rare-record"].columns == (*names, "AGE_BAND")
    # Nothing that compares with the original, and nothing of a file that is noise alone.
    assert not {"undone", "linked", "many-left-out", "unit-undeclared"}.intersection(counts)
    # ε is 2 in a file that is noise alone, and nobody knows what others spent.
    alone = counts_of([noisy], {"AGE": table["AGE"]}, method=noise)
    assert {key: count.figure for key, count in alone.items()} == SPENT


SPENT = {"private-budget": 2, UNRECORDED: 1}


@pytest.mark.parametrize(
    ("epsilons", "figures"),
    [((0.5, 0.7), {"private-budget": 1.2}), ((0.5, 0.5), {"private-budget": 1, UNRECORDED: 0})],
)
def test_the_budget_of_all_runs_in_the_ledger(
    epsilons: tuple[float, ...], figures: dict[str, float]
) -> None:
    attributes = [replace(quasi("AGE"), domain=(0.0, 110.0))]
    noise = Method("dp-laplace", {"epsilon": epsilons[-1]})
    runs = [PrivateRun("", "dp-laplace", Fraction(str(epsilon))) for epsilon in epsilons]
    table, settings = {"AGE": [31.0] * 12}, {"method": noise, "profile": "public"}
    counts = counts_of(attributes, table, runs=runs, **settings)
    assert {key: count.figure for key, count in counts.items()} == figures
    is_beyond = counts["private-budget"].verdict is RowVerdict.NEVER
    assert is_beyond == (figures["private-budget"] > 1)


@pytest.mark.parametrize(
    ("more", "figures"), [("HHHH-", (1, 5, 1)), ("H-H--", (1, 5, 0)), ("hH-H-", (1, 5, 0))]
)
def test_groups_of_which_everyone_has_the_same_value(more: str, figures: tuple[int, ...]) -> None:
    attributes = [quasi("AGE"), confidential("ILLNESS", Scale.NOMINAL)]
    table = {
        "AGE": [22.0] * 5 + [42.0] * 5,
        "ILLNESS": ["HIV"] * 5 + ["HIV" if x == "H" else x for x in more],
    }
    count = counts_of(attributes, table)["same-value"]
    told = (count.params["count"], count.figure, count.params["more"])
    assert (told, count.verdict) == (figures, RowVerdict.ASKED)


def test_many_groups_with_one_value_are_counted_as_all_numbers_are_written() -> None:
    attributes = [quasi("AGE"), confidential("ILLNESS", Scale.NOMINAL)]
    ages, illnesses = [float(i) for i in range(1_100)], ["asthma", "flu"] * 550
    table = {"AGE": np.repeat(ages, 5).tolist(), "ILLNESS": np.repeat(illnesses, 5).tolist()}
    count = counts_of(attributes, table)["same-value"]
    assert count.params["groups"] == ["ILLNESS: 1,100"]


def test_what_nearly_everybody_has_is_not_asked_about() -> None:
    attributes = [quasi("AGE"), confidential("ILLNESS", Scale.NOMINAL)]
    table = {"AGE": np.repeat([1.0, 2.0, 3.0, 4.0], 5).tolist(), "ILLNESS": ["none"] * 19 + ["HIV"]}
    count = counts_of(attributes, table)["same-value"]
    assert (count.figure, count.verdict) == (15, RowVerdict.HELD)


@pytest.mark.parametrize(("last", "groups"), [(1040.0, 1), (1103.0, 0)])
def test_amounts_near_one_another(last: float, groups: int) -> None:
    attributes = [quasi("AGE"), confidential("INCOME")]
    apart = [float(100 * 2**i) for i in range(20)]
    table = {
        "AGE": [22.0] * 5 + [42.0] * 20,
        "INCOME": [1000.0, 1010.0, 1020.0, 1030.0, last, *apart],
    }
    count = counts_of(attributes, table)["near-value"]
    assert (count.params["count"], count.figure) == (groups, 5 * groups)


@given(
    st.lists(st.tuples(st.integers(0, 3), st.integers(90, 130)), min_size=1, max_size=40),
    st.sampled_from([0, 1, 5, 10, 30]),
)
def test_near_groups_are_those_of_the_definition(cells: list[tuple[int, int]], near: int) -> None:
    table = pd.DataFrame(cells, columns=["GROUP", "INCOME"])
    # Far apart and all different, so that the column is one of amounts.
    far = pd.DataFrame({"GROUP": 9, "INCOME": 10.0 ** np.arange(20)})
    unanswered = pd.DataFrame({"GROUP": [8], "INCOME": [np.nan]})
    table = pd.concat([table, far, unanswered]).astype(float)
    incomes = table.groupby("GROUP")["INCOME"]
    spread = incomes.max() - incomes.min()
    is_near = (spread > 0) & (spread <= near / 100 * incomes.median().abs())
    count = counts_of(
        [quasi("GROUP"), confidential("INCOME")],
        {n: [None if v != v else v for v in table[n].tolist()] for n in table},
        limits=(("near", near),),
    )["near-value"]
    assert count.params["count"] == is_near.sum()
    assert count.figure == table.groupby("GROUP").size()[is_near].sum()


def test_numbers_that_one_unit_has() -> None:
    amounts = [0.0, 0.0, *np.repeat(np.arange(100, 200), 2).tolist()]
    amounts += [1200.5, 1200.5, 1800.0, 2450.25]
    table = {"INCOME": amounts}
    count = counts_of([confidential("INCOME")], table)["plain-amount:INCOME"]
    assert (count.figure, count.params["digits"], count.verdict) == (2, 6, RowVerdict.ASKED)
    few = counts_of([confidential("INCOME")], {"INCOME": amounts * 2 + [300.0]})
    assert few["plain-amount:INCOME"].figure == 1
    assert few["plain-amount:INCOME"].verdict is RowVerdict.HELD
    # A single one is too many if it has more digits than the profile allows.
    many = counts_of([confidential("INCOME")], {"INCOME": amounts * 2 + [300.1234567]})
    assert many["plain-amount:INCOME"].verdict is RowVerdict.ASKED


def test_days_are_finer_than_a_month() -> None:
    count = counts_of([published("BORN")], {"BORN": DAYS})["exact-date:BORN"]
    assert (count.figure, count.params["alone"], count.verdict) == (12, 12, RowVerdict.ASKED)
    assert "exact-date:BORN" not in counts_of([published("BORN")], {"BORN": MONTHS})
    by_year = counts_of([published("BORN")], {"BORN": MONTHS}, profile="public")
    assert by_year["exact-date:BORN"].verdict is RowVerdict.NEVER


@pytest.mark.parametrize(
    ("cell", "verdict"),
    [
        ("a@b.org", RowVerdict.NEVER),
        ("see www.example.org/me", RowVerdict.NEVER),
        ("192.168.17.254", RowVerdict.ASKED),
        ("GB82 WEST 1234 5698 7654 32", RowVerdict.NEVER),
        ("+49 (30) 1234-5678", RowVerdict.ASKED),
        ("52.5163, 13.3777", RowVerdict.ASKED),
        ("GB82 WEST 1234 5698 7654 33", RowVerdict.HELD),
        ("300.168.17.254", RowVerdict.HELD),
        ("01.1.1.4", RowVerdict.HELD),
        ("1.2.3.4.5", RowVerdict.HELD),
        ("A.12 / 3.4", RowVerdict.HELD),
        ("2024-01-31 10:00", RowVerdict.HELD),
        ("1,234,567.891", RowVerdict.HELD),
    ],
)
def test_cells_that_identify_somebody(cell: str, verdict: RowVerdict) -> None:
    count = counts_of([published("NOTE")], {"NOTE": ["none", cell, None]})
    told = count["identifier-content:NOTE"]
    assert (told.figure, told.verdict) == (int(verdict is not RowVerdict.HELD), verdict)


def test_answers_in_own_words() -> None:
    sentences = [f"I moved {i} times since then" for i in range(67)]
    table = {"WHY": ["none"] * 133 + sentences}
    count = counts_of([published("WHY")], table)["free-text:WHY"]
    assert (count.figure, count.verdict) == (67, RowVerdict.ASKED)
    labels = {"WHY": [f"Growing of cereals, class {i % 20}" for i in range(200)]}
    assert counts_of([published("WHY")], labels)["free-text:WHY"].verdict is RowVerdict.HELD
    assert counts_of([published("WHY")], table, profile="public")["free-text:WHY"].verdict is (
        RowVerdict.NEVER
    )


def test_patterns_of_missing_answers() -> None:
    names = [f"Q{i}" for i in range(6)]
    table: Table = {
        name: [1 if at % 64 >> i & 1 else None for at in range(100)] for i, name in enumerate(names)
    }
    count = counts_of([published(name) for name in names], table)["answer-pattern"]
    assert (count.figure, count.limit, count.verdict) == (28, 1, RowVerdict.ASKED)
    twin = {name: cells * 2 for name, cells in table.items()}
    held = counts_of([published(name) for name in names], twin)["answer-pattern"]
    assert (held.figure, held.verdict) == (0, RowVerdict.HELD)


def firms_in_order(turnover: Sequence[float]) -> RowCount:
    attributes = [Attribute("TURNOVER", Role.DROP, Scale.CONTINUOUS), published("SOLD")]
    table = {"SOLD": ["a", "b"] * (len(turnover) // 2)}
    hidden = {"TURNOVER": list(turnover)}
    return counts_of(attributes, table, hidden=hidden)["order-kept"]


def test_the_order_of_a_sorted_file_takes_no_reason() -> None:
    count = firms_in_order([float(1000 + 7 * i) for i in range(60)])
    assert (count.figure, count.verdict, count.columns) == (1, RowVerdict.NEVER, ("TURNOVER",))
    mixed = np.random.default_rng(1).permutation(60).astype(float).tolist()
    assert firms_in_order(mixed).verdict is RowVerdict.HELD


def weights_beside(weights: Sequence[float], **hidden: Sequence[Cell]) -> RowCount:
    attributes = [*(Attribute(name, Role.DROP) for name in hidden), published("WEIGHT")]
    table = {"WEIGHT": list(weights)}
    return counts_of(attributes, table, hidden=hidden, weight="WEIGHT")["weight-reveals:WEIGHT"]


def test_weights_that_show_a_region_that_is_left_out() -> None:
    count = weights_beside([5.0, 5.0, 7.0, 7.0], REGION=list("aabb"))
    assert (count.figure, count.columns, count.verdict) == (4, ("REGION",), RowVerdict.ASKED)
    assert weights_beside([5.0, 5.0, 7.0, 7.0], REGION=list("abbb")).verdict is RowVerdict.HELD
    # That weights which few share by chance are of one sex each tells nothing.
    sexes = np.random.default_rng(3).choice(["f", "m"], 400).tolist()
    drawn = [float(i) for i in range(390)] + [0.5] * 2 + [1.5] * 2 + [2.5] * 6
    assert weights_beside(drawn, SEX=sexes).verdict is RowVerdict.HELD


def test_weights_of_small_cells_show_each_column_of_the_crossing() -> None:
    """A weight lies in one cell exactly when it lies in one category of each column."""
    cells = pd.DataFrame({"AGE": np.repeat(np.arange(40), 8), "SEX": list("ffffmmmm") * 40})
    weights = 1.0 + cells.groupby(["AGE", "SEX"]).ngroup() / 7
    # One cell has the weights of a cell of another age and sex.
    weights[(cells["AGE"] == 3) & (cells["SEX"] == "f")] = weights[12]
    pairs = cells.assign(W=weights, CELL=cells["AGE"].astype(str) + cells["SEX"])
    in_one_cell = pairs.groupby("W")["CELL"].transform("nunique") == 1
    hidden = {name: cells[name].tolist() for name in cells}
    count = weights_beside(weights.tolist(), **hidden)
    assert count.columns == ("AGE", "SEX")
    apart = [weights_beside(weights.tolist(), **{n: hidden[n]}).figure for n in hidden]
    assert min(apart) == in_one_cell.sum()


@pytest.mark.parametrize("profile", PROFILES)
def test_a_profile_names_rows_that_exist(profile: Any) -> None:
    numbers = {row.number for row in ROWS.values()} | set(ROWS)
    assert set(PROFILES[profile].accepts or ()) <= numbers


def test_fewer_than_three_alike_take_no_reason_in_a_file_for_anybody() -> None:
    attributes = [quasi("AGE"), published("SEX")]
    table = {"AGE": [22.0] * 5 + [42.0] * 5, "SEX": list("ffffmmmmmm")}
    assert counts_of(attributes, table, profile="public")["few-alike"].verdict is RowVerdict.NEVER
    pairs = {"AGE": [22.0] * 10, "SEX": list("fffmmmmmmm")}
    assert counts_of(attributes, pairs, profile="public")["few-alike"].verdict is RowVerdict.ASKED


@pytest.mark.parametrize("limit", LIMITS)
def test_no_limit_need_leave_room(limit: str) -> None:
    attributes = [quasi("AGE"), published("SEX"), published("BORN"), confidential("INCOME")]
    attributes.append(Attribute("TURNOVER", Role.DROP, Scale.CONTINUOUS))
    table: Table = {
        "AGE": [22.0] * 36,
        "SEX": list("ffm" * 12),
        "BORN": DAYS * 3,
        "INCOME": [None, *(float(i % 7) for i in range(35))],
    }
    hidden = {"TURNOVER": [float(i) for i in range(36)]}
    counts = counts_of(attributes, table, hidden=hidden, limits=((limit, 0),))
    assert counts["order-kept"].verdict is RowVerdict.NEVER
    assert all(c.verdict is not RowVerdict.HELD for c in counts.values() if c.figure > c.limit)


def test_columns_on_the_interview_are_counted_together() -> None:
    names = ["INTERVIEWER", "JOB", "BEFRAGUNG_DAUER", "PSU", "WAVE", "ASKED"]
    table: Table = {
        "AGE": [22.0] * 13,
        "INTERVIEWER": [f"I{i}" for i in range(13)],
        **{name: list("abcdefghijklm") for name in names[1:]},
    }
    attributes = [quasi("AGE"), *map(published, names)]
    count = counts_of(attributes, table)["field-data"]
    assert count.columns == ("INTERVIEWER", "BEFRAGUNG_DAUER", "PSU")
    assert (count.figure, count.verdict) == (3, RowVerdict.ASKED)
    public = counts_of(attributes, table, profile="public")["field-data"]
    assert public.verdict is RowVerdict.NEVER
    twin = [quasi("AGE"), *map(published, ("JOB", "WAVE", "ASKED"))]
    kept = {name: table[name] for name in ("AGE", "JOB", "WAVE", "ASKED")}
    assert counts_of(twin, kept)["field-data"].verdict is RowVerdict.HELD


@pytest.mark.parametrize("name", ["STRATUM", "SCHICHT", "STRATE", "ESTRATO"])
def test_no_reason_is_taken_for_strata_of_the_design(name: str) -> None:
    table = {"AGE": [22.0] * 12, name: list("abcdefghijkl")}
    count = counts_of([quasi("AGE"), published(name)], table)["field-data"]
    assert count.verdict is RowVerdict.NEVER


def test_an_office_changes_a_limit() -> None:
    attributes = [quasi("AGE"), published("SEX")]
    table = {"AGE": [22.0] * 5 + [42.0] * 5, "SEX": list("fffffmmmmm")}
    assert counts_of(attributes, table, limits=(("k", 6),))["few-alike"].figure == 10


@pytest.mark.parametrize(
    ("answered", "figure", "holds"),
    [
        *((20, 20, True), (20, 21, False), (21, 23, True), (100, 110, True), (100, 111, False)),
        *((9, 3, True), (0.3, 0.32, True), (0.3, 0.34, False)),
    ],
)
def test_an_answer_holds_until_its_figure_grows(
    answered: float, figure: float, holds: bool
) -> None:
    count = RowCount("rare-value", "BELIEF", figure, 0, RowVerdict.ASKED, {})
    answer = Answer("rare-value:BELIEF", "A reason.", answered, 0)
    assert answer.holds_for(count) is holds
    assert not replace(answer, why=" ").holds_for(count)
    assert not replace(answer, figure=None).holds_for(count)
    assert not answer.holds_for(replace(count, limit=3))
    assert not answer.holds_for(replace(count, columns=("BELIEF", "SEX")))


@pytest.mark.parametrize(
    ("far", "released", "figure"),
    [(0.05, [2.0, 2.0, 3.0, 3.0], 0), (0.0501, [2.0, 2.0, 3.0, 3.0], 1), (0.0, [9.0] * 4, 1)],
)
def test_columns_that_totals_distort(far: float, released: list[float], figure: int) -> None:
    counts = counts_of(
        [quasi("SALES"), published("AREA")],
        {"SALES": released, "AREA": list("aabb")},
        {"SALES": [1.0, 3.0, 2.0, 4.0], "AREA": list("aabb")},
        steps=(Step("totals", {"far:SALES": far}),),
        totals=(DomainTotals(("SALES",), ("AREA",)),),
    )
    assert counts["totals-distort"].figure == figure
