"""Released representatives give no amount away, however many digits the weights have."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from core.encode.rounding import Rounding, step_of
from core.jobs import Job
from core.model import Attribute, BlockScale, Dataset, DomainTotals, Role, Schema, Unit
from core.model.recipe_conditions import Diversity, UnitProtection
from core.protect import METHODS, protect
from tests.core.tables import cells, confidential, dataset, plan, quasi

RECORDS = 60
FORMS_GROUPS = [name for name, method in METHODS.items() if method.forms_groups]
STEPS = {"hundreds": (100, 300), "tens": (10, 3000), "cents": (Fraction(1, 100), 20_000)}


def file_of(steps: str, seed: int = 1) -> Dataset:
    """Make people with amounts in round steps and weights of fifteen digits."""
    draw, (step, most) = np.random.default_rng(seed), STEPS[steps]
    amounts = draw.integers(1, most, RECORDS).tolist()
    return dataset(
        {
            "HOME": np.repeat(np.arange(RECORDS // 2), 2).tolist(),
            "AGE": draw.integers(18, 90, RECORDS).tolist(),
            "INCOME": [float(step * amount) for amount in amounts],
            "WEIGHT": (draw.random(RECORDS) * 800 + 100).tolist(),
            "SICK": draw.integers(0, 50, RECORDS).tolist(),
        }
    )


def release(
    file: Dataset, method: str, changes: dict[str, object], **parameters: object
) -> list[float]:
    """Return the released incomes."""
    known = {parameter.name for parameter in METHODS[method].parameters}
    wanted = {"k": 3, "t": 0.4, "bucket_by": "SICK", "moves": 200, **parameters}
    complete = METHODS[method].complete({n: v for n, v in wanted.items() if n in known})
    age = quasi("AGE") if METHODS[method].quasi_identifiers != 1 else confidential("AGE")
    others = Attribute("HOME", Role.DROP), Attribute("WEIGHT", Role.OTHER)
    names = ("HOME", "AGE", "INCOME", "WEIGHT", "SICK")
    by_name = {a.name: a for a in (*others, age, quasi("INCOME"), confidential("SICK"))}
    schema = Schema(tuple(by_name[name] for name in names))
    run = plan(schema, method, complete, range(RECORDS), weight="WEIGHT", **changes)
    released = {column.name: column for column in protect(run, file, Job()).columns}
    return [float(cell) for cell in cells(released["INCOME"])]  # type: ignore[arg-type]


def reduce_lattice(basis: list[list[int]]) -> list[list[int]]:
    """Reduce a basis by the algorithm of Lenstra, Lenstra and Lovász (1982), delta 3/4."""
    basis, k = [list(row) for row in basis], 1

    def dot(a: Sequence[Fraction], b: Sequence[Fraction]) -> Fraction:
        return sum((x * y for x, y in zip(a, b, strict=True)), Fraction(0))

    def orthogonal() -> tuple[list[list[Fraction]], list[list[Fraction]]]:
        found: list[list[Fraction]] = []
        shares = [[Fraction(0)] * len(basis) for _ in basis]
        for i, row in enumerate(basis):
            rest = [Fraction(x) for x in row]
            for j in range(i):
                shares[i][j] = dot(list(map(Fraction, row)), found[j]) / dot(found[j], found[j])
                rest = [x - shares[i][j] * y for x, y in zip(rest, found[j], strict=True)]
            found.append(rest)
        return found, shares

    while k < len(basis):
        found, shares = orthogonal()
        for j in range(k - 1, -1, -1):
            share = round(shares[k][j])
            if share:
                # What is orthogonal to the rows before does not change.
                basis[k] = [x - share * y for x, y in zip(basis[k], basis[j], strict=True)]
                shares[k][j] -= share
                for i in range(j):
                    shares[k][i] -= share * shares[j][i]
        bound = Fraction(3, 4) - shares[k][k - 1] ** 2
        if dot(found[k], found[k]) >= bound * dot(found[k - 1], found[k - 1]):
            k += 1
        else:
            basis[k - 1], basis[k] = basis[k], basis[k - 1]
            k = max(k - 1, 1)
    return basis


def work_out(weights: list[float], mean: float, step: Fraction) -> list[int]:
    """Return the amounts, in steps, nearest to their mean that explain a weighted mean.

    Amounts are integers x with sum(w x) = mean sum(w), to the precision with which the mean is
    printed: a closest vector in a lattice (Babai's rounding on a reduced basis).
    """
    exact, printed = [Fraction(w) for w in weights], Decimal(repr(mean)).normalize()
    centre = Fraction(mean) / step
    digits = len(printed.as_tuple().digits)
    half = Fraction(10) ** int(printed.as_tuple().exponent) / step / 2
    slack = half if digits < 12 else centre / 2**50
    scale = Fraction(2) ** 12 / (slack * sum(exact))
    n = len(weights)
    rows = [[int(i == j) for j in range(n)] + [round(scale * exact[i])] for i in range(n)]
    target = [centre] * n + [scale * centre * sum(exact)]
    basis = reduce_lattice(rows)
    rest = list(target)
    ortho: list[list[Fraction]] = []
    for row in basis:
        left = [Fraction(x) for x in row]
        for done in ortho:
            share = sum(a * b for a, b in zip(row, done, strict=True)) / sum(x * x for x in done)
            left = [a - share * b for a, b in zip(left, done, strict=True)]
        ortho.append(left)
    for row, upright in zip(reversed(basis), reversed(ortho), strict=True):
        share = sum(a * b for a, b in zip(rest, upright, strict=True)) / sum(x * x for x in upright)
        rest = [a - round(share) * b for a, b in zip(rest, row, strict=True)]
    return [int(t - r) for t, r in zip(target[:n], rest[:n], strict=True)]


def groups_worked_out(file: Dataset, released: list[float], steps: str) -> tuple[int, int]:
    """Return how many groups have all of their amounts worked out, and how many there are."""
    step = Fraction(STEPS[steps][0])
    incomes = [round(Fraction(str(x)) / step) for x in cells(file.column("INCOME"))]
    weights = file.column("WEIGHT").values.tolist()
    solved = groups = 0
    for mean in set(released):
        members = [i for i, value in enumerate(released) if value == mean]
        if mean == 0 or len(members) > 5 or len({incomes[i] for i in members}) < 3:
            continue
        groups += 1
        found = work_out([weights[i] for i in members], mean, step)
        solved += found == [incomes[i] for i in members]
    return solved, groups


def switch_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Rounding, "of", lambda _self, values, _directions=None: values)


REPRESENTATIVES = [
    {"aggregate": "median"},
    {"aggregate": "moments"},
    {"categories": "calibrated"},
    {"aggregate": "moments", "categories": "calibrated"},
]
ALL_DESIGNS: list[tuple[dict[str, object], dict[str, object]]] = [
    ({}, {}),
    ({}, {"blocks": [["AGE"], ["INCOME"]]}),
    ({"scale": BlockScale(20)}, {}),
    *(({"unit": Unit(("HOME",), protect=protection)}, {}) for protection in UnitProtection),
    ({"diversity": Diversity(2, ("SICK",))}, {}),
]
CASES = [
    *(("hundreds", ("mdav", *design)) for design in ALL_DESIGNS[:5]),
    *((steps, ("mdav", {}, {})) for steps in ("tens", "cents")),
]
OTHER_CASES = [
    *(("hundreds", ("mdav", {}, parameters)) for parameters in REPRESENTATIVES),
    *(("hundreds", ("mdav", a, {**REPRESENTATIVES[-1], **b})) for a, b in ALL_DESIGNS[1:]),
]
LONGER_CASES = [
    (steps, (method, changes, {**parameters, **more}))
    for steps in STEPS
    for parameters in REPRESENTATIVES
    for method, changes, more in (
        *((name, {}, {}) for name in FORMS_GROUPS),
        *(("mdav", *design) for design in ALL_DESIGNS),
    )
]


@pytest.mark.parametrize(
    ("steps", "way"),
    [*OTHER_CASES, *(pytest.param(*case, marks=pytest.mark.longer) for case in LONGER_CASES)],
)
def test_lattice_reduction_finds_amounts_of_no_group_of_other_representatives(
    steps: str, way: tuple[str, dict[str, object], dict[str, object]]
) -> None:
    """With restored moments, also by an intruder who can undo the map that moved the groups."""
    file, (method, changes, more) = file_of(steps), way
    released = release(file, method, changes, **more)
    assert groups_worked_out(file, released, steps)[0] == 0
    if "moments" in more.values():
        assert groups_worked_out(file, undo_moves(file, released), steps)[0] == 0


def undo_moves(file: Dataset, released: list[float]) -> list[float]:
    """Compute the weighted mean of each group to as many digits as were released."""
    digits = max(len(Decimal(repr(value)).normalize().as_tuple().digits) for value in released)
    table = pd.DataFrame(
        {name: cells(file.column(name)) for name in ("INCOME", "WEIGHT")}, dtype=np.float64
    )
    table["PART"] = table["INCOME"] * table["WEIGHT"]
    sums = table.groupby(released)[["PART", "WEIGHT"]].transform("sum")
    return [float(f"{mean:.{digits}g}") for mean in (sums["PART"] / sums["WEIGHT"]).tolist()]


def test_it_finds_them_in_moved_means_with_all_digits(monkeypatch: pytest.MonkeyPatch) -> None:
    switch_off(monkeypatch)
    file = file_of("hundreds")
    released = release(file, "mdav", {}, aggregate="moments")
    solved, groups = groups_worked_out(file, undo_moves(file, released), "hundreds")
    assert solved >= groups // 2 >= 1


@pytest.mark.parametrize(("steps", "way"), CASES)
def test_it_finds_them_in_means_with_all_digits(
    monkeypatch: pytest.MonkeyPatch,
    steps: str,
    way: tuple[str, dict[str, object], dict[str, object]],
) -> None:
    switch_off(monkeypatch)
    file, (method, changes, more) = file_of(steps), way
    solved, groups = groups_worked_out(file, release(file, method, changes, **more), steps)
    assert solved >= groups // 2 >= 1


def test_calibrated_values_are_released_in_steps_again() -> None:
    file = file_of("hundreds")
    domain = dataset({"SICK": [i % 2 for i in range(RECORDS)]}).columns
    file = Dataset((*file.columns[:-1], *domain), file.fingerprint)
    totals = (DomainTotals(("INCOME",), ("SICK",), 0.01),)
    released = release(file, "mdav", {"totals": totals})
    assert released != release(file, "mdav", {})
    assert all(value % 100 == 0 and value == float(f"{value:.3e}") for value in released)
    weights = file.column("WEIGHT").values.tolist()
    incomes = [float(x) for x in cells(file.column("INCOME"))]  # type: ignore[arg-type]
    for sick in (0, 1):
        here = [i for i in range(RECORDS) if i % 2 == sick]
        total = sum(weights[i] * incomes[i] for i in here)
        assert sum(weights[i] * released[i] for i in here) == pytest.approx(total, rel=0.01)


def test_medians_are_released_in_steps() -> None:
    medians = release(file_of("hundreds"), "mdav", {}, aggregate="median")
    assert all(value % 100 == 0 for value in medians)


def solutions(weights: list[float], mean: float, half: float) -> int:
    """Count the triples of hundreds up to 30,000 with a weighted mean that near to another one."""
    first, second = np.meshgrid(np.arange(301.0), np.arange(301.0))
    rest = mean / 100 * sum(weights) - weights[0] * first - weights[1] * second
    slack = half / 100 * sum(weights)
    low = np.ceil((rest - slack) / weights[2]).clip(0)
    high = np.floor((rest + slack) / weights[2]).clip(max=300)
    return int(np.maximum(high - low + 1, 0).sum())


def test_search_over_all_hundreds_leaves_thousands_of_solutions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = file_of("hundreds")
    weights = file.column("WEIGHT").values.tolist()

    def fewest(half: float) -> int:
        released = release(file, "mdav", {})
        return min(
            solutions([weights[i] for i in members], released[members[0]], half)
            for members in list_triples(released)
        )

    assert fewest(50.0) > 1000
    switch_off(monkeypatch)
    assert fewest(1e-10) == 1


def list_triples(released: list[float]) -> list[list[int]]:
    groups = [[i for i, v in enumerate(released) if v == mean] for mean in set(released)]
    return [members for members in groups if len(members) == 3]


def test_released_mean_taken_as_exact_is_explained_by_itself_alone() -> None:
    """An intruder who forgets that means are rounded finds one solution, and it is no income.

    All three amounts are then the mean: a whole number of hundreds, because it was rounded to them.
    """
    file = file_of("hundreds")
    weights = file.column("WEIGHT").values.tolist()
    released = release(file, "mdav", {})
    triples = list_triples(released)
    assert len(triples) >= 10
    incomes = cells(file.column("INCOME"))
    for members in triples:
        mean = released[members[0]]
        # That all three are the mean explains it exactly, and nothing else does.
        assert mean % 100 == 0
        assert solutions([weights[i] for i in members], mean, 1e-9) == 1
        assert [incomes[i] for i in members] != [mean] * 3


def test_rounded_mean_is_as_good_a_guess_as_the_hundreds_beside_it() -> None:
    hits = dict.fromkeys(range(-5, 6), 0)
    for seed in range(1, 13):
        file = file_of("hundreds", seed)
        incomes, released = cells(file.column("INCOME")), release(file, "mdav", {})
        for members in list_triples(released):
            for steps in hits:
                guess = released[members[0]] + 100 * steps
                hits[steps] += sum(incomes[i] == guess for i in members)
    beside = [count for steps, count in hits.items() if steps]
    assert min(beside) <= hits[0] <= max(beside)


@pytest.mark.parametrize(
    ("values", "step"),
    [
        ([1200.0, 3400.0, 2500.0], 100.0),
        ([1000.0, 3000.0, 0.0, np.nan], 1000.0),
        ([0.05, 12.35, 7.1], 0.05),
        ([0.1 + 0.2, 0.7], 0.1),
        ([4.0, 6.0], 2.0),
        ([500.0, 1500.0], 500.0),
        ([0.0, 0.0], 0.0),
        ([1 / 3, 2 / 7, 3 / 11], 0.0),
        ([-250.0, 500.0], 50.0),
        ([100.0] * 99 + [1.0], 100.0),
        ([100.0] * 98 + [1.0] * 2, 1.0),
    ],
)
def test_step_of_a_column(values: list[float], step: float) -> None:
    assert step_of(np.array(values)) == step
    assert step_of(np.array(values[::-1])) == step


def by_hand(value: float, step: float) -> float:
    """Round half to even in decimal arithmetic."""
    exact = Decimal(value)
    unit = max(Decimal(10) ** (exact.adjusted() - 3), Decimal(str(step)))
    return float((exact / unit).quantize(Decimal(1)) * unit)


def test_rounding_is_by_hand_monotone_and_the_same_for_both_signs() -> None:
    draw = np.random.default_rng(7)
    values = np.sort(np.concatenate([draw.lognormal(3, 4, 2000), [9999.5, 0.25, 12345.0]]))
    for step in (0.0, 0.05, 0.2, 1.0, 2.0, 5.0, 100.0, 500.0):
        rounding = Rounding(step)
        rounded = rounding.of(values)
        assert rounded.tolist() == [by_hand(value, step) for value in values.tolist()]
        assert (np.diff(rounded) >= 0).all()
        assert (rounding.of(-values) == -rounded).all()
        assert (rounding.of(rounded) == rounded).all()


def test_what_is_no_zero_becomes_none_where_zeros_are_kept() -> None:
    assert Rounding(100.0).of(np.array([30.0, -30.0])).tolist() == [0.0, 0.0]
    assert Rounding(100.0, True).of(np.array([30.0, -30.0, 0.0])).tolist() == [100.0, -100.0, 0.0]


@pytest.mark.parametrize(
    ("table", "rules", "released"),
    [
        # The largest column of an equation follows from the rounded others.
        ({"T": [69134.0, 70000.0], "A": [12344.0, 12345.0], "B": [56790.0, 57655.0]},
         ("T = A + B", "A <= T"), [69560.0, 12340.0, 57220.0]),
        # An order that rounding breaks is rounded in its favour.
        ({"A": [6172.4, 6172.4], "B": [6173.4, 6173.4], "T": [12345.9, 12345.9]},
         ("A + B <= T",), [6172.0, 6173.0, 12350.0]),
    ],
    ids=["equation", "order"],
)  # fmt: skip
def test_rules_decide_how_columns_are_rounded(
    table: dict[str, list[float]], rules: tuple[str, ...], released: list[float]
) -> None:
    parameters = METHODS["mdav"].complete({"k": 2})
    run = plan(Schema(tuple(map(quasi, table))), "mdav", parameters, range(2), rules=rules)
    columns = protect(run, dataset(table), Job()).columns
    assert [cells(column)[0] for column in columns] == released
