"""A release of which little is left says so: on the command line, in the log and in the report."""

from __future__ import annotations

import html

import pytest

from core.protect import METHODS
from tests.core.command_line.conftest import PEOPLE, Bench
from tests.log_words import notice_words

ONE = "All 40 records are in one group"
MERGED = "To keep t = 0.01, all 40 records were merged into one group"


def _everywhere(bench: Bench) -> list[str]:
    """Return the texts in which a warning must stand, that of the log in words."""
    report = bench.page()
    warned = " ".join(f"{w['code']}: {notice_words(w)}" for w in bench.document()["warnings"])
    return [bench.out, html.unescape(report), warned]


@pytest.mark.parametrize("name", [n for n, method in METHODS.items() if method.promises_t])
def test_a_method_that_merges_everything_says_so(bench: Bench, name: str) -> None:
    bench.release_as({"name": name, "k": 3, "t": 0.01})
    assert len({(row["AGE"], row["HOURS"]) for row in bench.table()}) == 1
    assert all(MERGED in said for said in _everywhere(bench))


def test_a_search_under_a_strict_t_says_so(bench: Bench) -> None:
    bench.release_as({"name": "best", "k": 3, "t": 0.01, "moves": 1000})
    assert all(MERGED in said for said in _everywhere(bench))


@pytest.mark.parametrize("name", ["mdav", "individual-ranking"])
def test_a_single_group_is_told_whatever_the_method(bench: Bench, name: str) -> None:
    bench.release_as({"name": name, "k": 21})
    assert len({(row["AGE"], row["HOURS"]) for row in bench.table()}) == 1
    assert all(ONE in said for said in _everywhere(bench))
    assert "t =" not in bench.out


def test_columns_that_were_constant_are_one_group_too(bench: Bench) -> None:
    rows = [[row[0], "50", "10", *row[3:]] for row in PEOPLE[1:]]
    bench.people([PEOPLE[0], *rows])
    bench.release_as({"name": "mdav", "k": 3})
    assert ONE in bench.out


def test_groups_that_merging_left_are_counted(bench: Bench) -> None:
    bench.release_as({"name": "t-merge", "k": 2, "t": 0.12})
    groups = [(row["AGE"], row["HOURS"]) for row in bench.table()]
    largest = max(groups.count(group) for group in groups)
    assert 1 < len(set(groups)) < 10
    said = (
        f"To keep t = 0.12, {len(set(groups))} groups are left, the largest with {largest} of the "
        "40 records"
    )
    assert all(said in text for text in _everywhere(bench))


@pytest.mark.parametrize(
    "method",
    [{"name": "mdav", "k": 3}, {"name": "t-merge", "k": 3, "t": 0.6}],
    ids=lambda method: method["name"],
)
def test_groups_that_stay_apart_are_nothing_to_warn_of(bench: Bench, method) -> None:
    bench.release_as(method)
    assert "one group" not in bench.out
    assert "groups are left" not in bench.out
    assert "one-group" not in _everywhere(bench)[2]
    assert "groups-merged" not in _everywhere(bench)[2]
