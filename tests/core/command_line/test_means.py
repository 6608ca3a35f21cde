"""Means in a release: within their group's values, one spelling each, totals kept."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import pytest

import resources
from tests.attributes import declare
from tests.core.command_line.conftest import Bench, group_lines, read_rows
from tests.oracles.released_steps import most_rounded, round_to_steps, step_of
from tests.statuses import WRITTEN

CONSTANTS = ("0.1", "0.3", repr(1 / 3), "2.2", "1e-05", "123456.789", "7.1")
METHODS = {name: {"name": name, "k": 3} for name in ("mdav", "insensitive", "individual-ranking")}
SAMPLES = resources.FOLDER / "samples"

Rows = list[dict[str, str]]


def release(
    bench: Bench, rows: Rows, roles: dict[str, str], method: dict[str, object], **more: object
) -> int:
    bench.people([list(rows[0]), *(list(row.values()) for row in rows)])
    entries = more.pop("attributes", {})
    attributes = [
        {"name": name, **declare(role if role == "other" else f"{role} continuous")}
        | entries.get(name, {})
        for name, role in roles.items()
    ]
    bench.recipe(method, attributes=attributes, **more)
    return bench.protect()


def made(n: int) -> Rows:
    draw = random.Random(n)
    constants = {f"c{i}": text for i, text in enumerate(CONSTANTS)}
    return [
        {"a": repr(draw.uniform(0.1, 0.7)), **constants, "y": str(draw.randint(1, 9))}
        | {"w": repr(round(draw.uniform(0.5, 9.5), 2))}
        for _ in range(n)
    ]


@pytest.mark.parametrize(("n", "weighted"), [(7, False), (61, True)])
@pytest.mark.parametrize("method", METHODS)
def test_a_constant_column_keeps_its_value(
    bench: Bench, n: int, method: str, weighted: bool
) -> None:
    rows = made(n)
    roles = dict.fromkeys(rows[0], "quasi-identifier") | {"y": "confidential", "w": "other"}
    domains = {
        name: {"domain": [min(values), max(values)]}
        for name in rows[0]
        if roles[name] == "quasi-identifier"
        and (values := [float(row[name]) for row in rows])
        and min(values) < max(values)
    }
    more = {"weight": "w"} if weighted else {}

    assert release(bench, rows, roles, METHODS[method], attributes=domains, **more) in WRITTEN

    released = bench.table()
    for i, text in enumerate(CONSTANTS):
        (spelling,) = {row[f"c{i}"] for row in released}
        assert float(spelling) == round_to_steps(float(text), step_of([float(text)]))
    least, most = domains["a"]["domain"]
    assert all(0.9995 * least <= float(row["a"]) <= 1.0005 * most for row in released)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("aggregate", ["mean", "median"])
def test_a_representative_lies_within_its_group(
    bench: Bench, weighted: bool, aggregate: str
) -> None:
    draw = random.Random(5)
    rows = [
        {"a": repr(0.1 * draw.randint(1, 3) + 1e-17), "w": str(draw.randint(1, 9))}
        for _ in range(90)
    ]
    method = {"name": "mdav", "k": 4, "aggregate": aggregate}
    more = {"weight": "w"} if weighted else {}
    assert release(bench, rows, {"a": "quasi-identifier", "w": "other"}, method, **more) in WRITTEN
    for (spelling,), places in group_lines(bench.table(), ["a"]).items():
        values = [float(rows[place]["a"]) for place in places]
        # In steps of a tenth, and not by the last bit of 0.1 + 0.2.
        assert min(values) - 1e-15 <= float(spelling) <= max(values) + 1e-15


def test_zero_has_one_spelling(bench: Bench) -> None:
    cells = ["-0.0", "0.0", "-0.0", "0", "0.0", "-0", "5.5", "5.5", "5.50", "7.25", "7.250", "7.25"]
    rows = [{"a": cell, "s": "0.0" if i % 2 else "-0.0"} for i, cell in enumerate(cells)]
    method = {"name": "mdav", "k": 3, "aggregate": "median"}
    roles = {"a": "quasi-identifier", "s": "quasi-identifier"}
    assert release(bench, rows, roles, method, strata=["s"]) in WRITTEN
    released = bench.table()
    assert {row["s"] for row in released} == {"0"}
    for name in ("a", "s"):
        spellings = {row[name] for row in released}
        assert len(spellings) == len({float(text) for text in spellings})
        assert not any(text.startswith("-0") for text in spellings)


def loss(before: list[Fraction], after: list[Fraction]) -> tuple[Fraction, Fraction]:
    """Return information loss and change of the variance, both in per cent, exactly."""

    def squares(values: list[Fraction]) -> Fraction:
        mean = sum(values) / len(values)
        return sum(((v - mean) ** 2 for v in values), Fraction())

    lost = sum(((a - b) ** 2 for a, b in zip(before, after, strict=True)), Fraction())
    spread = squares(before)
    return 100 * lost / spread, 100 * abs(1 - squares(after) / spread)


@pytest.mark.parametrize("offset", [0, 10**15, -(10**15)])
def test_measures_beside_a_large_offset_are_exact(bench: Bench, offset: int) -> None:
    draw = random.Random(3)
    cells = [Fraction(offset) + Fraction(draw.randint(0, 32), 8) for _ in range(200)]
    rows = [{"a": repr(float(cell)), "y": str(draw.randint(0, 4) + offset)} for cell in cells]
    roles = {"a": "quasi-identifier", "y": "confidential"}
    assert release(bench, rows, roles, {"name": "mdav", "k": 7}) in WRITTEN
    after = [Fraction(float(row["a"])) for row in bench.table()]
    found = {(m["name"], m["attribute"]): m["value"] for m in bench.document()["measures"]}
    il, change = loss([Fraction(float(row["a"])) for row in rows], after)
    assert found["information-loss", None] == pytest.approx(float(il), rel=1e-9)
    assert found["variance-change", "a"] == pytest.approx(float(change), rel=1e-6)


def total(rows: Rows, name: str, weight: str) -> float:
    return math.fsum(float(row[name]) * float(row[weight]) for row in rows)


def room_of(rows: Rows, released: Rows, name: str) -> list[float]:
    """Return by how much rounding moves each released value of a masked column."""
    step = step_of(float(row[name]) for row in rows)
    return [most_rounded(float(row[name]), step) + 1e-12 for row in released]


def room_of_products(rows: Rows, released: Rows, name: str, weight: str) -> float:
    """Return by how much rounding moves the total of a masked column by a masked weight."""
    rooms = zip(
        released, room_of(rows, released, name), room_of(rows, released, weight), strict=True
    )
    return math.fsum(
        abs(float(row[name])) * of_weight + (float(row[weight]) + of_weight) * of_value
        for row, of_value, of_weight in rooms
    )


def test_a_masked_weight_keeps_weighted_totals(bench: Bench) -> None:
    rows = made(120)
    roles = dict.fromkeys(rows[0], "quasi-identifier") | {"y": "confidential"}
    assert release(bench, rows, roles, METHODS["mdav"], weight="w") in WRITTEN
    released = bench.table()
    assert released != rows
    for name in ("a", "c0", "c5"):
        room = room_of_products(rows, released, name, "w")
        assert total(released, name, "w") == pytest.approx(total(rows, name, "w"), abs=room)
    weights = [math.fsum(float(row["w"]) for row in part) for part in (rows, released)]
    assert weights[0] == pytest.approx(weights[1], abs=math.fsum(room_of(rows, released, "w")))


@pytest.mark.parametrize(
    ("method", "scale", "words"),
    [
        (METHODS["individual-ranking"], "continuous", "masked apart"),
        ({"name": "mdav", "k": 3, "blocks": [["a"], ["w"]]}, "continuous", "masked apart"),
        (METHODS["mdav"], "integer", "must be continuous"),
        ({"name": "mdav", "k": 3, "aggregate": "median"}, "continuous", "by medians"),
    ],
)
def test_a_masked_weight_that_keeps_no_totals_is_refused(
    bench: Bench, method: dict[str, object], scale: str, words: str
) -> None:
    rows = [{"a": str(i * 7 % 40), "w": str(1 + i % 5)} for i in range(30)]
    roles = {"a": "quasi-identifier", "w": "quasi-identifier"}
    more = {"attributes": {"w": {"scale": scale}}, "weight": "w"}
    assert release(bench, rows, roles, method, **more) == 2
    assert words in bench.err
    assert not bench.release.exists()


def test_ranks_are_no_weights(bench: Bench) -> None:
    rows = [{"a": str(i * 7 % 40), "w": str(1 + i % 5)} for i in range(30)]
    ordinal = {"w": {"scale": "ordinal", "order": ["1", "2", "3", "4", "5"]}}
    roles = {"a": "quasi-identifier", "w": "other"}
    assert release(bench, rows, roles, METHODS["mdav"], attributes=ordinal, weight="w") == 2
    assert "survey weight must be a column of numbers" in bench.err


@pytest.mark.parametrize(
    ("name", "delimiter", "columns"),
    [
        ("business_survey", ",", ("TURNOVER", "PURCHASES", "WAGES", "INVESTMENT", "EXPORTS")),
        ("household_survey", ";", ()),
    ],
)
def test_the_samples_keep_weighted_totals(
    sample_release, name: str, delimiter: str, columns: tuple[str, ...]
) -> None:
    release = sample_release(name).folder
    before = comma_free(read_rows(SAMPLES / f"{name}.csv", delimiter))
    after = comma_free(read_rows(release / f"public/{name}_protected.csv", delimiter))
    weights = [math.fsum(float(row["WEIGHT"]) for row in rows) for rows in (before, after)]
    assert weights[0] == pytest.approx(weights[1], rel=1e-12)
    for column in columns:
        weights_and_rooms = zip(after, room_of(before, after, column), strict=True)
        room = math.fsum(float(row["WEIGHT"]) * of_value for row, of_value in weights_and_rooms)
        kept = total(after, column, "WEIGHT")
        assert kept == pytest.approx(total(before, column, "WEIGHT"), abs=room)


def comma_free(rows: Rows) -> Rows:
    return [{name: cell.replace(",", ".") for name, cell in row.items()} for row in rows]
