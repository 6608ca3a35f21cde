"""Published columns from which masked columns can be computed."""

from __future__ import annotations

import datetime
import math
import random
import statistics
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Cancelled
from core.inspect.structure import UndoneMask, table_blocks
from core.inspect.structure.undone_masks import find_undone_masks
from core.jobs import Job
from core.messages import text
from tests.core.io.files import read_file
from tests.core.tables import Cell, dataset
from tests.lanes import examples

# So that each file is gone through in several blocks.
_BLOCK = 97
Table = dict[str, list[Cell]]
Numbers = dict[str, list[float]]
Function = Callable[[dict[str, float]], float]


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_blocks, "BLOCK", _BLOCK)


def amounts(count: int = 400, seed: int = 2) -> Numbers:
    """Make skewed amounts that are independent of each other."""
    chance = random.Random(seed)
    return {
        name: [round(chance.lognormvariate(5, 1) + 1, 2) for _ in range(count)]
        for name in ("A", "B", "C", "Q")
    }


IN_ORDER = sorted(amounts()["A"])


def found(
    table: Numbers | Table, masked: tuple[str, ...] = ("A", "B", "C")
) -> list[tuple[tuple[str, ...], tuple[str, ...], str]]:
    data = dataset(table)
    published = [name for name in table if name not in masked]
    undone = find_undone_masks(data, masked, published)
    for each in undone:
        assert each.r_squared > 0.999
        assert text(each.reason, each.reason_params).endswith(".")
    return [(each.published, each.masked, each.reason) for each in undone]


def with_column(function: Function, name: str = "P") -> Numbers:
    table = amounts()
    rows = (dict(zip(table, row, strict=True)) for row in zip(*table.values(), strict=True))
    return {**table, name: [float(function(row)) for row in rows]}


@pytest.mark.parametrize(
    ("function", "masked", "reason"),
    [
        *(
            (function, ("A",), "undo-rescaled")
            for function in (
                lambda r: 1000 * r["A"],
                lambda r: 32 - 1.8 * r["A"],
                lambda r: round(r["A"]),
                lambda r: 1e-300 * r["A"],
            )
        ),
        *(
            (function, ("A",), "undo-order")
            for function in (
                lambda r: math.log(r["A"]),
                lambda r: -math.sqrt(r["A"]),
                lambda r: 1 / r["A"],
                lambda r: round(math.log(r["A"]), 2),
                lambda r: IN_ORDER.index(r["A"]) + 1,
            )
        ),
        (lambda r: r["A"], ("A",), "undo-copy"),
        (lambda r: r["A"] + r["B"] + r["C"], ("A", "B", "C"), "undo-sum"),
        (lambda r: r["A"] - r["B"], ("A", "B"), "undo-sum"),
        (lambda r: 0.3 * r["A"] + 0.7 * r["C"], ("A", "C"), "undo-linear"),
        (lambda r: round(r["A"] + r["B"]), ("A", "B"), "undo-linear"),
        (lambda r: r["A"] / r["B"], ("A", "B"), "undo-ratio"),
        (lambda r: round(100 * r["C"] / r["A"], 1), ("A", "C"), "undo-ratio"),
        (lambda r: 100 * r["A"] / (r["A"] + r["B"]), ("A", "B"), "undo-ratio"),
        (lambda r: r["B"] * r["C"], ("B", "C"), "undo-product"),
    ],
)
def test_a_function_of_columns_is_found_with_exactly_those(
    function: Function, masked: tuple[str, ...], reason: str
) -> None:
    assert found(with_column(function)) == [(("P",), masked, reason)]


@pytest.mark.parametrize(
    ("function", "reason"),
    [(lambda r: r["A"] + r["Q"], "undo-sum"), (lambda r: r["A"] / r["Q"], "undo-product")],
    ids=["total", "share"],
)
def test_two_published_columns_undo_a_mask_together(function: Function, reason: str) -> None:
    assert found(with_column(function)) == [(("Q", "P"), ("A",), reason)]


def test_a_noisy_function_undoes_nothing() -> None:
    chance = random.Random(5)
    table = with_column(lambda r: r["A"] + r["B"])
    spread = statistics.pstdev(table["P"])
    noisy = [value + chance.gauss(0, 0.05 * spread) for value in table["P"]]
    assert found({**table, "P": noisy}) == []
    # Nor do independent columns.
    assert found(amounts()) == []


def test_a_few_large_records_alone_are_no_function() -> None:
    """They explain nearly all of the variance, but nothing can be said of the others."""
    table = amounts()
    apart = {**table, "P": list(reversed(table["C"]))}
    for row, size in ((0, 1e7), (1, 3e7)):
        for name in ("A", "P"):
            apart[name][row] = size
    assert found(apart) == []


def test_labels_of_masked_codes_undo_the_mask() -> None:
    chance = random.Random(6)
    codes = [chance.randint(1, 9) for _ in range(500)]
    table: Table = {
        "A": list(codes),
        "LABEL": [f"{'xmqwertzk'[code - 1]} label" for code in codes],
        "FINER": [f"{code}-{chance.randint(1, 3)}" for code in codes],
        "COARSER": ["low" if code < 5 else "high" for code in codes],
        "NOISE": [chance.choice("abc") for _ in codes],
        "ID": [f"id{row}" for row in range(500)],
    }
    assert found(table, ("A",)) == [
        (("LABEL",), ("A",), "undo-recode"),
        (("FINER",), ("A",), "undo-recode"),
    ]


def classed(bounds: tuple[float, ...], names: list[Cell]) -> Table:
    """Make a published amount of which only a third of the values are different, and its class."""
    chance = random.Random(8)
    amounts = [5 * round(chance.lognormvariate(6, 1)) for _ in range(2_000)]
    classes = [names[sum(amount >= bound for bound in bounds)] for amount in amounts]
    return {"A": classes, "AMOUNT": list(amounts)}


@pytest.mark.parametrize("names", [[1, 2, 3, 4], [7, 2, 9, 1], ["poor", "low", "middle", "rich"]])
def test_an_amount_undoes_the_mask_of_its_class(names: list[Cell]) -> None:
    table = classed((1_000, 2_000, 4_000), names)
    assert len(set(table["AMOUNT"])) > len(table["AMOUNT"]) / 5
    assert found(table, ("A",)) == [(("AMOUNT",), ("A",), "undo-recode")]
    # The classes are no ranges any more if one record is in another one.
    lowest = table["AMOUNT"].index(min(table["AMOUNT"], key=float))
    table["A"][lowest] = names[2]
    assert found(table, ("A",)) == []


def test_an_amount_undoes_its_own_rounding() -> None:
    table = classed((1_000,), ["few", "many"])
    table["A"] = [round(float(str(amount)) / 4_000) * 4_000 for amount in table["AMOUNT"]]
    assert found(table, ("A",)) == [(("AMOUNT",), ("A",), "undo-recode")]


def test_the_largest_amounts_are_no_class_of_few_records() -> None:
    table = classed((1_000,), ["few", "many"])
    largest = sorted({float(str(amount)) for amount in table["AMOUNT"]})[-4:]
    for least, expected in ((largest[1], []), (largest[-1] / 4, [(("AMOUNT",), ("A",))])):
        table["A"] = [int(float(str(amount)) >= least) for amount in table["AMOUNT"]]
        assert [each[:2] for each in found(table, ("A",))] == expected


def test_a_date_of_birth_undoes_the_mask_of_the_age() -> None:
    chance = random.Random(7)
    days = [chance.randint(0, 30_000) for _ in range(600)]
    table: Table = {
        "A": [day // 365 for day in days],
        "BORN": [datetime.date(2020, 1, 1) - datetime.timedelta(days=day) for day in days],
    }
    assert found(table, ("A",)) == [(("BORN",), ("A",), "undo-rescaled")]


def in_part(table: Numbers | Table) -> list[tuple[str, str, int | None]]:
    """Return published and masked column of each relation, and in how many records it holds."""
    data = dataset(table)
    undone = find_undone_masks(data, ["A", "B", "C"], [n for n in table if n not in "ABC"])
    assert {each.reason for each in undone} <= {"undo-part"}
    for each in undone:
        assert text(each.reason, each.reason_params).startswith(f"{each.published[0]} is published")
    return [(each.published[0], each.masked[0], each.records) for each in undone]


def test_a_tax_reveals_the_income_of_those_who_pay_it() -> None:
    table = with_column(lambda r: max(0.0, round(0.3 * (r["A"] - 200))))
    paying = sum(tax > 0 for tax in table["P"])
    assert 100 < paying < 200
    assert in_part(table) == [("P", "A", paying)]


def test_an_amount_with_an_upper_limit_reveals_those_below_it() -> None:
    table = with_column(lambda r: min(250.0, math.log(r["A"]) * 50))
    below = sum(value < 250 for value in table["P"])
    assert 100 < below < 390
    assert in_part(table) == [("P", "A", below)]
    # Where the masked column has the limit, too.
    table["A"] = [min(a, 120.0) for a in table["A"]]
    assert in_part(table) == [("P", "A", sum(a < 120 for a in table["A"]))]


@pytest.mark.parametrize(("every", "factor"), [(2, 1.0), (3, 12.0), (4, 0.51)])
def test_the_same_multiple_in_many_records_reveals_them(every: int, factor: float) -> None:
    table = amounts()
    table["P"] = [
        factor * a if at % every == 0 else q
        for at, (a, q) in enumerate(zip(table["A"], table["Q"], strict=True))
    ]
    ((published, masked, records),) = in_part({n: table[n] for n in "ABCP"})
    expected = len(range(0, 400, every))
    assert (published, masked) == ("P", "A")
    # By chance a few others have this ratio as well.
    assert records is not None
    assert expected <= records <= expected + 4


def test_the_same_value_in_a_few_records_reveals_nothing() -> None:
    table = amounts()
    table["P"] = [
        a if at % 8 == 0 else q
        for at, (a, q) in enumerate(zip(table["A"], table["Q"], strict=True))
    ]
    assert in_part({name: table[name] for name in "ABCP"}) == []


def test_ages_of_couples_and_usual_hours_reveal_nothing() -> None:
    chance = random.Random(4)
    ages = [chance.randint(20, 80) for _ in range(2000)]
    hours = [40 if chance.random() < 0.7 else chance.randint(10, 60) for _ in ages]
    table: Table = {
        "A": list(ages),
        "B": list(hours),
        "C": [chance.randint(0, 12) for _ in ages],
        "SPOUSE": [round(age + chance.gauss(0, 4)) for age in ages],
        "ACTUAL": [h if h == 40 else chance.randint(10, 60) for h in hours],
        "CHILDREN": [chance.choice((0, 0, 0, 1, 1, 2, 3, 8, 9)) for _ in ages],
    }
    assert in_part(table) == []


def test_a_relation_of_the_whole_file_is_named_alone() -> None:
    table = with_column(lambda r: r["A"] + r["B"])
    table["B"] = [b if at % 2 else 0.0 for at, b in enumerate(table["B"])]
    table["P"] = [a + b for a, b in zip(table["A"], table["B"], strict=True)]
    assert found(table) == [(("P",), ("A", "B"), "undo-sum")]


def test_missing_cells_do_not_hide_a_relation() -> None:
    table: Table = dict(with_column(lambda r: r["A"] + r["B"]))
    for row in range(0, 400, 3):
        table["C"][row] = None
    table["A"][1] = table["P"][2] = None
    assert found(table) == [(("P",), ("A", "B"), "undo-sum")]


def test_an_empty_part_of_a_sum_counts_as_zero() -> None:
    table: Table = dict(amounts())
    for row in range(400):
        table["A" if row % 2 else "B"][row] = None
    table["P"] = [
        sum(float(str(table[name][row] or 0)) for name in ("A", "B", "C")) for row in range(400)
    ]
    assert found(table) == [(("P",), ("A", "B", "C"), "undo-sum")]


def test_columns_without_values_or_numbers() -> None:
    table: Table = {"A": [None] * 50, "P": [None] * 50, "Q": [1] * 50, "T": ["x", "y"] * 25}
    assert found(table, ("A",)) == []
    assert found({"A": ["x", "y"] * 25, "P": ["v", "v"] * 25}, ("A",)) == []
    assert found({"A": [1, 2, 3], "P": [1, 2, 3]}, ("A",)) == []
    assert found(amounts(), ()) == []


def test_a_column_that_is_both_masked_and_published_counts_as_masked() -> None:
    data = dataset(amounts())
    assert find_undone_masks(data, ["A", "B"], ["A", "Q"]) == ()
    with pytest.raises(KeyError):
        find_undone_masks(data, ["A"], ["NOWHERE"])


def test_it_can_be_cancelled() -> None:
    job = Job()
    job.cancel()
    data = dataset(amounts())
    with pytest.raises(Cancelled):
        find_undone_masks(data, ["A"], ["Q"], job)


@examples(20)
@given(
    seed=st.integers(0, 10_000),
    factors=st.lists(st.sampled_from([-2.0, -1.0, 0.0, 1.0, 0.5]), min_size=3, max_size=3),
)
def test_exactly_the_columns_of_a_linear_function_are_named(
    seed: int, factors: list[float]
) -> None:
    table = amounts(300, seed)
    rows = zip(table["A"], table["B"], table["C"], strict=True)
    table["P"] = [sum(f * x for f, x in zip(factors, row, strict=True)) for row in rows]
    used = tuple(name for name, f in zip("ABC", factors, strict=True) if f)
    undone = found(table)
    assert [masked for _, masked, _ in undone] == ([used] if used else [])
    if len(used) > 1:
        assert undone[0][2] == ("undo-sum" if set(map(abs, factors)) <= {0, 1} else "undo-linear")


def test_the_income_of_the_census_is_the_sum_of_two_columns(reference_data) -> None:
    data = read_file(reference_data / "census.csv")
    others = [name for name in data.names if name not in ("PTOTVAL", "AFNLWGT")]
    assert find_undone_masks(data, others, ["PTOTVAL"]) == (
        UndoneMask(("PTOTVAL",), ("POTHVAL", "PEARNVAL"), "undo-sum", pytest.approx(1.0)),
    )


def test_the_contribution_reveals_most_earnings_of_the_census(reference_data) -> None:
    data = read_file(reference_data / "census.csv")
    (undone,) = find_undone_masks(data, ["PEARNVAL"], ["FICA", "AGI"])
    assert (undone.published, undone.reason) == (("FICA",), "undo-part")
    columns = (data.column(name).values.tolist() for name in ("FICA", "PEARNVAL"))
    paid = [fica / earned for fica, earned in zip(*columns, strict=True) if earned]
    # The rate of 1995 is 7.65 %.
    alike = sum(abs(share / 0.0765 - 1) < 0.001 for share in paid)
    assert undone.records is not None
    assert abs(undone.records - alike) < 20


def test_the_years_of_schooling_of_adult_follow_from_the_degree(reference_data) -> None:
    data = read_file(reference_data / "adult.csv")
    (undone,) = find_undone_masks(data, ["education-num", "age"], ["education", "hours-per-week"])
    assert (undone.published, undone.masked) == (("education",), ("education-num",))
