"""What is said to be kept by construction is kept, whatever the data; the rest can break."""

from __future__ import annotations

import statistics
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from core.model import Column, ColumnKind
from core.rules import (
    Construction,
    Masking,
    MaskingPlan,
    Preserved,
    evaluate,
    explain_construction,
    parse_rule,
)
from tests.core.rules.any_rule import floats, whole
from tests.core.tables import column

NAMES = "ABCD"
RULES = [
    *("A = B + C", "A = B + C + D", "A = B - C", "2 * A = B", "A + B = 10", "A = B", "A = 3"),
    *("A <= B", "A >= B", "A < B", "A + 1 <= B", "A <= 2 * B", "A + B <= C", "A - B < C"),
    *("A <= 4", "A <= 2.5", "2 * A < 9", "A > 0", "A >= -B", "A <= X", "A + X <= B", "A = X"),
    *("A < X + 1", "A != B", "A in (1, 2, 3)", "A is not missing", "A is missing or B is missing"),
    *("if S = 'x' then A <= B", "if S = 'x' then A = B + C", "if X <= 2 then A < 5 and B >= 1"),
    *("if A > 2 then B > 2", "if U = 1 then A <= B", "A <= B or S = 'x'", "A <= B or A <= C"),
    *("if A is missing then S = 'y'", "A <= U", "U >= 0"),
    *("if U = 1 then X >= 0", "if S = 'x' then A is not missing"),
]
KINDS = st.sampled_from(["integer", "decimal"])


def mean(values, weights):
    return sum(v * w for v, w in zip(values, weights, strict=True)) / sum(weights)


def masked(cells, groups, way: Masking, weights):
    """Mask cells in exact arithmetic, rounded once; empty cells get their group's value."""
    found = list(cells)
    for own in groups:
        known = [(Fraction(cells[i]), Fraction(weights[i])) for i in own if cells[i] is not None]
        values = [value for value, _ in known]
        if not values:
            continue
        used = [w if way.weight else Fraction(1) for _, w in known]
        middle = (
            mean(values, used) if way.preserves is Preserved.SUMS else statistics.median(values)
        )
        for i in own:
            found[i] = round(middle) if way.rounded else float(middle)
    return found


def numbers(name, cells, integer: bool) -> Column:
    if integer:
        return column(name, cells) if any(c is not None for c in cells) else floats(name, cells)
    return floats(name, [np.nan if cell is None else cell for cell in cells])


@st.composite
def situations(draw):
    """A table, its groups, how it is masked, and what it is after masking."""
    n = draw(st.integers(1, 8))
    kind = draw(KINDS)
    unit = st.integers(-3, 6) if kind == "integer" else st.integers(-12, 24).map(lambda c: c / 10)
    gaps = draw(st.sampled_from(["none", "together", "apart"]))
    gone = [draw(st.booleans()) if gaps == "together" else False for _ in range(n)]
    groups = draw(st.sampled_from([2, 3, n]))
    split = [list(range(n))[first::groups] for first in range(groups) if first < n]
    table = {}
    for name in NAMES:
        cells = [draw(unit) for _ in range(n)]
        absent = [gaps == "apart" and draw(st.integers(0, 4)) == 0 for _ in range(n)]
        cells = [None if a or b else c for a, b, c in zip(gone, absent, cells, strict=True)]
        table[name] = cells
    if draw(st.booleans()):
        parts = zip(table["B"], table["C"], strict=True)
        total = [None if None in pair else sum(map(Fraction, map(str, pair))) for pair in parts]
        exact = [None if t is None else (int(t) if kind == "integer" else float(t)) for t in total]
        table["A"] = exact
    stratum = [draw(st.sampled_from("xy")) for _ in split]
    limits = [draw(st.integers(-1, 6)) for _ in split]
    table["S"] = [stratum[next(g for g, own in enumerate(split) if i in own)] for i in range(n)]
    table["X"] = [limits[next(g for g, own in enumerate(split) if i in own)] for i in range(n)]
    table["U"] = [draw(st.integers(0, 3)) for _ in range(n)]
    one = draw(
        st.builds(
            Masking,
            st.just("all"),
            st.sampled_from([Preserved.SUMS, Preserved.ORDER]),
            st.booleans(),
        )
    )
    if one.preserves is Preserved.SUMS and draw(st.booleans()):
        one = Masking(one.partition, one.preserves, one.rounded, "W")
    weights = [draw(st.sampled_from([1, 2, 7.5])) for _ in range(n)]
    return kind, table, split, one, weights


@given(situations(), st.sampled_from(RULES))
def test_what_is_said_to_be_kept_is_kept(situation, text: str) -> None:
    kind, table, split, way, weights = situation
    rule = parse_rule(text)

    def columns(cells_of):
        found = [numbers(name, cells_of[name], kind == "integer") for name in NAMES]
        return [*found, column("S", table["S"]), whole("X", table["X"]), whole("U", table["U"])]

    original = columns(table)
    plan = MaskingPlan(dict.fromkeys(NAMES, way), frozenset({"S", "X"}))
    reason = explain_construction(rule, original, plan)
    before = evaluate(rule, original)
    assume(reason.keeps)
    released = [
        floats(name, [np.nan if cell is None else float(cell) for cell in cells])
        for name in NAMES
        for cells in [masked(table[name], split, way, weights)]
    ]
    after = evaluate(rule, [*released, *original[len(NAMES) :]])
    if reason is Construction.UNTOUCHED:
        assert after.violated.tolist() == before.violated.tolist()
    else:
        assert (before.violations, after.violations) == (0, 0)


MEANS = Masking("one", Preserved.SUMS)
ROUNDED = Masking("one", Preserved.SUMS, rounded=True)
MEDIANS = Masking("one", Preserved.ORDER)


def judged(text: str, *columns: Column, way: Masking = MEANS, **others: Masking) -> Construction:
    plan = dict.fromkeys([c.name for c in columns if c.kind is not ColumnKind.TEXT], way)
    plan = {name: way for name, way in (plan | others).items() if way is not None}
    return explain_construction(parse_rule(text), columns, MaskingPlan(plan))


A, B, T = whole("A", [1, 4, 2]), whole("B", [0, 6, 8]), whole("T", [1, 10, 10])


@pytest.mark.parametrize(
    ("text", "way", "others", "expected"),
    [
        ("T = A + B", MEANS, {}, Construction.MEANS),
        ("A <= T and B <= T", MEANS, {}, Construction.MEANS),
        ("A <= T", MEDIANS, {}, Construction.ORDER),
        ("A <= T", ROUNDED, {}, Construction.ORDER),
        ("A < 4.5", ROUNDED, {}, Construction.ORDER),
        ("T = A + B", MEANS, dict.fromkeys("ABT"), Construction.UNTOUCHED),
        ("T = A", MEANS, {}, Construction.BROKEN),
        ("T = A + B", MEANS, {"B": Masking("two", Preserved.SUMS)}, Construction.PARTITIONS),
        ("T = A + B", MEANS, {"B": MEDIANS}, Construction.AGGREGATES),
        (
            "T = A + B",
            MEANS,
            {"B": Masking("one", Preserved.SUMS, False, "W")},
            Construction.AGGREGATES,
        ),
        ("A <= T", Masking("one", None), {}, Construction.AGGREGATES),
        ("T = A + B", MEANS, {"B": None}, Construction.PUBLISHED),
        ("T = A + B", MEDIANS, {}, Construction.MEDIANS),
        ("T = A + B", ROUNDED, {}, Construction.ROUNDED),
        ("A <= T", MEANS, {"T": ROUNDED}, Construction.ROUNDED),
        ("A != 3", MEANS, {}, Construction.UNEQUAL),
        ("A in (1, 2, 4)", MEANS, {}, Construction.VALUES),
        ("A is not missing", MEANS, {}, Construction.STATES),
        ("if A > 1 then B > 1", MEANS, {}, Construction.CONDITION),
        ("if A > 1 then B > 1", MEANS, {"A": None}, Construction.CONDITION),
        ("A > 1 or B <= 0", MEANS, {}, Construction.ALTERNATIVES),
    ],
)
def test_each_reason(text, way, others, expected) -> None:
    assert judged(text, A, B, T, way=way, **others) is expected


def test_columns_with_empty_cells_in_other_records_are_not_kept() -> None:
    gaps = column("B", [0, None, 8])

    rule = parse_rule("T = A + B")
    assert judged("T = A + B", A, gaps, T) is Construction.EMPTY_CELLS
    plan = MaskingPlan(dict.fromkeys("ABT", MEANS), states_kept=frozenset("ABT"))
    assert explain_construction(rule, [A, gaps, T], plan) is Construction.MEANS
    # Cells that do not apply count as empty.
    plan, absent = MaskingPlan(dict.fromkeys("ABT", MEANS)), {"B": np.array([False, False, True])}
    columns = [A, whole("B", [0, 6, -8]), T]
    assert explain_construction(rule, columns, plan, absent) is Construction.EMPTY_CELLS


def test_strict_inequalities_are_kept_between_integers_only() -> None:
    low, high = [0.0, 1.0, 2.0], [1.0, 2.5, 3.0]
    assert judged("A < B", whole("A", low), whole("B", [1, 2, 3])) is Construction.MEANS
    assert judged("A < B", floats("A", low), floats("B", high)) is Construction.STRICT
    assert judged("A < B", whole("A", [2**50]), whole("B", [2**50 + 1])) is Construction.STRICT

    # The means of these are too near to each other to differ by more than rounding.
    columns = floats("A", [1e-3, 1e14]), floats("B", [2e-3, 1e14 + 1])
    assert judged("A < B", *columns) is Construction.STRICT
    means = [floats(c.name, [c.values.mean()]) for c in columns]
    assert evaluate(parse_rule("A < B"), means).violations == 1


def test_decimals_of_both_signs_are_not_kept_for_certain() -> None:
    """The mean of these is tiny beside what the decimals were rounded by."""
    a, b = [1e9 + 0.1, -1e9 - 0.3], [1e9 + 0.2, -1e9]
    total = [2e9 + 0.3, -2e9 - 0.3]
    columns = floats("A", a), floats("B", b), floats("T", total)
    assert judged("T = A + B", *columns) is Construction.SIGNS
    means = [floats(c.name, [float(sum(map(Fraction, c.values.tolist())) / 2)]) for c in columns]
    assert evaluate(parse_rule("T = A + B"), means).violations == 1


def test_medians_do_not_add_up() -> None:
    a, b, total = whole("A", [0, 0, 3]), whole("B", [0, 3, 0]), whole("T", [0, 3, 3])
    assert judged("T = A + B", a, b, total, way=MEDIANS) is Construction.MEDIANS
    medians = [whole(c.name, [int(np.median(c.values))]) for c in (a, b, total)]
    assert evaluate(parse_rule("T = A + B"), medians).violations == 1


def test_a_condition_over_strata_is_no_obstacle() -> None:
    sector = column("SECTOR", ["x", "x", "y"])
    rule = parse_rule("if SECTOR = 'x' then T <= A + B")
    plan = MaskingPlan(dict.fromkeys("ABT", MEANS), constant=frozenset({"SECTOR"}))
    assert explain_construction(rule, [A, B, T, sector], plan) is Construction.MEANS
    unknown = MaskingPlan(dict.fromkeys("ABT", MEANS))
    assert explain_construction(rule, [A, B, T, sector], unknown) is Construction.CONDITION
