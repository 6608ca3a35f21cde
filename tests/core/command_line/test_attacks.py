"""What an attacker computes with nothing but the folder that is handed out."""

from __future__ import annotations

import csv
import hashlib
import hmac
import re
from pathlib import Path

import pytest

from tests.core.command_line.attacker import Handed, made, recipe_of, sample_recipe
from tests.lanes import in_lane

FILES = [
    ("census", 2),
    ("tarragona", 2),
    ("tarragona", 5),
    ("business_survey", 5),
    ("household_survey", 5),
]


# Those of which a figure would give an extreme to 10 %.
LEFT_OUT = {
    "tarragona-2": {
        *("FIXED.ASSETS", "PAID.UP.CAPITAL", "SHORT.TERM.DEBT"),
        *("GROSS.PROFIT", "NET.PROFIT"),
    },
    "business_survey-5": {"WAGES", "EXPORTS"},
}


@pytest.fixture(scope="module", params=FILES, ids=lambda param: f"{param[0]}-{param[1]}")
def handed(request, tmp_path_factory: pytest.TempPathFactory) -> Handed:
    name, k = request.param
    if name.endswith("_survey"):
        recipe = sample_recipe(name)
        recipe["method"]["k"] = k
    else:
        source = request.getfixturevalue("reference_data") / f"{name}.csv"
        with source.open(encoding="utf-8", newline="") as file:
            recipe = recipe_of(source, next(csv.reader(file)), k)
    handed = Handed(recipe, tmp_path_factory.mktemp("attack"))
    handed.name = f"{name}-{k}"
    return handed


def test_no_extreme_stands_anywhere(handed: Handed) -> None:
    for column in handed.masked:
        values, _ = handed.values(column)
        for value in (min(values), max(values)):
            if abs(value) > 2100:  # shorter ones, and years, stand in other places by chance
                spelled = {repr(value), f"{value:.0f}", f"{value:,.0f}"}
                # Not within the digits of a hash.
                standing = r"(?<![\w.,])(?:" + "|".join(map(re.escape, spelled)) + r")(?!\w)"
                assert not any(re.search(standing, page) for page in handed.texts), column


def test_no_extreme_is_found_to_a_twentieth(handed: Handed) -> None:
    """Not even by somebody who knows what two groups of records lost."""
    found = [
        (column, sign)
        for column in handed.masked
        for sign in (1, -1)
        if handed.is_found(column, sign)
    ]
    assert found == []


def test_the_partner_of_the_largest_value_is_not_recovered(handed: Handed) -> None:
    """With k = 2 the mean of the largest group and its largest value give the other one."""
    for column in handed.masked:
        values, released = handed.values(column)
        top, most = max(released), max(values)
        if released.count(top) == 2 and top < most:
            partner = 2 * top - most
            for guess in handed.guesses(column):
                assert abs(2 * top - guess - partner) > 0.001 * abs(most - partner), column


def test_figures_are_left_out_of_few_columns(handed: Handed) -> None:
    """A rule that left out everything would pass every attack."""
    for column in handed.original:
        # Both errors give the range: sqrt(sse * variance / (normalised * n)).
        assert handed.measure("sse", column) is None
        assert handed.measure("normalised-sse", column) is None
    left = set(handed.log["not_stated"])
    assert left == LEFT_OUT.get(handed.name, set())
    for column in set(handed.masked) - left:
        assert handed.measure("information-loss", column) is not None
    assert (handed.measure("information-loss", None) is None) == bool(left)


@pytest.mark.parametrize(
    "outliers",
    [(1e6,), (-1e6,), (1e6, -1e6), (1e6, -1e6, 1e6)],
    ids=["above", "below", "on both sides", "three"],
)
@pytest.mark.parametrize("k", [2, 5])
def test_an_outlier_is_not_found_where_it_makes_up_the_loss(
    tmp_path: Path, k: int, outliers: tuple[float, ...]
) -> None:
    handed = made(tmp_path, k, outliers)
    for outlier in outliers:
        for spread in (False, True):
            assert not handed.is_found("x", 1 if outlier > 0 else -1, 0.1, spread)
    assert handed.measure("information-loss", "x") is None
    assert handed.measure("information-loss", "y") is not None


def test_an_outlier_among_many_does_not_hide_the_figures(tmp_path: Path) -> None:
    """The loss of 300 uniform values says nothing about one that is twice as large."""
    handed = made(tmp_path, 5, (200.0,))
    assert handed.log["not_stated"] == []
    assert handed.measure("information-loss", "x") is not None
    assert not handed.is_found("x")


def test_what_is_not_stated_is_said_and_stays_in_the_internal_log(tmp_path: Path) -> None:
    handed = made(tmp_path, 5, (1e6,))
    names = "information-loss", "mean-change", "variance-change"
    assert [handed.measure(name, "x") for name in names] == [None, None, None]
    assert handed.measure("information-loss", None) is None
    assert None not in [handed.measure(name, "y") for name in names]
    assert handed.log["not_stated"] == ["x"]
    reason = (
        "not stated: from these figures the largest or smallest original value of the column "
        "could be estimated closely"
    )
    assert handed.page.count(reason) == 1
    assert "The figure over all masked columns is not stated either" in handed.page
    kept = {(m["name"], m["attribute"]) for m in handed.internal["measures"]}
    assert {(name, "x") for name in names} | {("information-loss", None)} <= kept


def test_no_guess_of_the_input_can_be_tested(handed: Handed) -> None:
    content = handed.source.read_bytes()
    sha256 = hashlib.sha256(content).hexdigest()
    for page in handed.texts:
        for told in (sha256, hashlib.sha256(sha256.encode()).hexdigest(), str(len(content))):
            assert told not in page
    assert handed.log["input"]["commitment"] != sha256
    assert set(handed.log["input"]) == {"name", "rows", "columns", "commitment"}


def test_a_dictionary_finds_the_missing_cell_only_with_the_salt(tmp_path: Path) -> None:
    """The attacker has the file but for one cell, and tries every value that it can have."""
    handed = made(tmp_path, 5, ())
    content, commitment = handed.source.read_bytes(), handed.log["input"]["commitment"]
    head, first, rest = content.split(b"\n", 2)
    true, other = first.split(b",")
    cells = {f"{tenth / 10}".encode() for tenth in range(0, 1001, in_lane(10, 1))} | {true}
    candidates = {cell: b"\n".join((head, cell + b"," + other, rest)) for cell in cells}
    assert candidates[true] == content
    # Every number and name in public/ may be the key, or none at all.
    words = {word for page in handed.texts for word in re.findall(r'"([^"\s]{1,80})"', page)}
    keys = {b"", b"\0" * 32, *(word.encode() for word in words)}
    keys |= {bytes.fromhex(w) for w in words if re.fullmatch(r"([0-9a-f]{2})+", w)}

    def fitting(keys: set[bytes]) -> list[bytes]:
        return [cell for cell, file in candidates.items() if fits(file, commitment, keys)]

    assert fitting(keys) == []
    assert fitting({bytes.fromhex(handed.internal["input"]["salt"])}) == [true]


def fits(file: bytes, commitment: str, keys: set[bytes]) -> bool:
    """Say whether a file is the one committed to, if one of the keys is the salt."""
    digest = hashlib.sha256(file).hexdigest()
    tried = {digest, hashlib.sha256(digest.encode()).hexdigest()}
    for key in keys:
        tried.add(hmac.new(key, digest.encode(), hashlib.sha256).hexdigest())
        tried.add(hashlib.sha256(key + digest.encode()).hexdigest())
    return commitment in tried
