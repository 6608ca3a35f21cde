"""Rows D1 and D4: releases of the same records laid over one another, and matched by values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.checklist.evidence import Evidence
from core.checklist.row_registry import count_rows
from core.encode import MeasuredTable
from core.jobs import Job
from core.messages import sentence
from core.model import Attribute, Role, Scale, Schema, Unit
from core.model.checklist import RowCount, RowVerdict
from core.model.release import EarlierRelease, Grouping, RegisteredRelease
from core.pipeline import execute
from tests.core.checklist.test_rows import counts_of, published
from tests.core.tables import Cell, dataset, plan, quasi

ABOUT = RegisteredRelease(
    "5e" * 32, "2026-11-01T09:00:00+00:00", "/releases/one", "one.csv", "mdav", 5, "", {}, 0, 0,
    None, None, ("SEX",), (), {},
)  # fmt: skip


def earlier(*groups: Sequence[int], columns: Sequence[tuple[str, ...]] = ()) -> EarlierRelease:
    named = columns or (("AGE",),) * len(groups)
    return EarlierRelease(
        ABOUT,
        tuple(Grouping(c, np.array(g, dtype=np.int32)) for c, g in zip(named, groups, strict=True)),
    )


def counted(
    ages: Sequence[float],
    releases: Sequence[EarlierRelease] | None,
    units: Sequence[int] | None = None,
    kept: Sequence[int] | None = None,
    **settings: Any,
) -> RowCount | None:
    """Count row D1 of a release that has these ages, beside earlier releases."""
    units = units or range(len(ages))
    schema = Schema((quasi("AGE"), Attribute("HID", Role.IDENTIFIER), Attribute("SEX", Role.OTHER)))
    sexes = ["f"] * len(ages)
    before = dataset({"AGE": ages, "HID": list(units), "SEX": sexes})
    after = dataset({"AGE": ages, "SEX": sexes})
    positions = range(len(ages)) if kept is None else kept
    made = plan(schema, "mdav", {"k": 2}, positions, **{"records_are_units": True, **settings})
    job = Job()
    original = MeasuredTable(before.columns, schema, job).take(made.kept)
    released = MeasuredTable(after.columns, schema, job).take(made.kept)
    tables = before, before, original, released
    evidence = Evidence(made, *tables, (), (), (), True, job, releases)
    return next((count for count in count_rows(evidence) if count.row == "other-release"), None)


# The hundred records of the specification's example, two digits each.
AGES = (
    "76184756853256671876498870258128728171438281424631417136457141582842226539286289667378875921"
    "49237750616051532631677334193759768338267938274481407186559050434137595030227875552427751845"
    "6144445941278126"
)
HOURS = (
    "10554113451138210522352050064821280728050917192144194730060830511516242611223153271017332845"
    "56290917284452240635555736564360281720464032211150193459232252332023092046115728191728431107"
    "1421573144184031"
)


def in_twos(digits: str) -> list[int]:
    return [int(digits[i : i + 2]) for i in range(0, len(digits), 2)]


@pytest.mark.usefixtures("usual_office")
def test_mdav_with_five_and_seven_leaves_fourteen_of_a_hundred_alone() -> None:
    table = dataset({"X": in_twos(AGES), "Y": in_twos(HOURS)})
    schema = Schema((quasi("X", Scale.INTEGER), quasi("Y", Scale.INTEGER)))
    groups = [
        execute(plan(schema, "mdav", {"k": k}, range(100)), table, Job()).clusters.labels
        for k in (5, 7)
    ]
    together = Counter(zip(*(labels.tolist() for labels in groups), strict=True))
    alone = sum(size == 1 for size in together.values())
    few = sum(size for size in together.values() if size < 5)
    count = counted(groups[1].tolist(), [earlier(groups[0] + 1)])
    assert count is not None
    assert (count.figure, count.params["alone"]) == (few, alone) == (65, 14)
    assert count.verdict is RowVerdict.ASKED
    assert "65 records" in sentence(count.problem)


FIVES, SEVENS = [1] * 5 + [2] * 5 + [3] * 5, [10.0] * 7 + [20.0] * 8


def test_whole_groups_of_one_release_tell_no_more_than_it_does() -> None:
    asked = counted(SEVENS, [earlier(FIVES)])
    assert asked is not None
    assert (asked.figure, asked.params["alone"], asked.verdict) == (5, 0, RowVerdict.ASKED)
    coarser = counted([10.0] * 5 + [20.0] * 10, [earlier(FIVES)], profile="public")
    assert coarser is not None
    assert (coarser.figure, coarser.verdict) == (0, RowVerdict.HELD)
    assert coarser.params["releases"] == (ABOUT.records_sha256,)


def test_no_reason_is_taken_in_the_public_profile_for_a_record_alone() -> None:
    sixes = [10.0] * 6 + [20.0] * 9
    alone = counted(sixes, [earlier(FIVES)], profile="public")
    assert alone is not None
    assert (alone.params["alone"], alone.verdict) == (1, RowVerdict.NEVER)
    few = counted(SEVENS, [earlier(FIVES)], profile="public")
    assert few is not None
    assert few.verdict is RowVerdict.ASKED


def test_a_record_that_one_of_two_files_lacks_is_alone() -> None:
    kept = list(range(14))
    count = counted([10.0] * 15, [earlier([1] * 15)], kept=kept)
    assert count is not None
    assert (count.figure, count.params["alone"]) == (1, 1)


def test_units_are_counted_in_joint_groups() -> None:
    # Two households of several members are in the joint group of two records and five.
    units = [*range(5), 5, 5, *range(7, 15)]
    count = counted([10.0] * 7 + [20.0] * 8, [earlier(FIVES)], units, unit=Unit(("HID",)))
    assert count is not None
    assert (count.figure, count.params["alone"]) == (5, 2)


def test_columns_masked_apart_are_compared_each_by_itself() -> None:
    whole = earlier([1] * 15, FIVES, columns=(("AGE",), ("WAGE",)))
    count = counted([10.0] * 15, [whole])
    assert count is not None
    assert count.verdict is RowVerdict.HELD


def test_the_row_applies_where_somebody_looked_for_earlier_releases() -> None:
    assert counted(SEVENS, None) is None
    first = counted(SEVENS, [])
    assert first is not None
    assert (first.verdict, first.params["releases"]) == (RowVerdict.HELD, ())


def test_a_kept_total_counts_as_a_group() -> None:
    # The domain of thirteen records leaves two of the last group of the earlier release apart.
    domains = Grouping(("AGE",), np.array([1] * 13 + [2] * 2, dtype=np.int32), keeps_total=True)
    first = earlier(FIVES)
    both = EarlierRelease(first.about, (*first.groupings, domains))
    count = counted([10.0] * 10 + [20.0] * 5, [both])
    assert count is not None
    assert (count.figure, count.params["alone"]) == (3, 0)
    kept = counted([10.0] * 10 + [20.0] * 5, [first])
    assert kept is not None
    assert kept.figure == 0


@pytest.mark.usefixtures("usual_office")
@pytest.mark.parametrize(
    ("released", "earlier", "matched"),
    [
        ([400.1, 400.1, 512.35, 600.0], ["400.10", "400.10", "512.35", "600.00"], 2),
        ([400.1, 400.1, 600.0, 600.0], ["400.10", "400.10", "600.00"], 0),
        # A text in one file makes texts of all cells of its column.
        ([400, 400, 512, 600], ["400", "none", "512", "600"], 2),
        (["a", "b", "b", None], ["a", "a", "b", "", "c"], 1),
        # Beyond 2**53 neighbouring numbers are the same as floating-point numbers.
        ([2**53, 2**53 + 1, 7, 7], [str(2**53), str(2**53 + 1), "7"], 2),
        # Most cells have other values: the columns do not hold the same.
        ([1, 2, 3, 4], ["1", "2", "30", "40"], 0),
    ],
)
def test_records_that_an_earlier_file_has_once_as_well(
    released: Sequence[Cell], earlier: Sequence[str], matched: int, tmp_path: Path
) -> None:
    path = tmp_path / "earlier.csv"
    path.write_text("\n".join(["RENT,N", *(f"{cell},{at}" for at, cell in enumerate(earlier))]))
    table = {"RENT": released}
    count = counts_of([published("RENT")], table, earlier_files=(str(path),))["nested-file"]
    assert (count.figure, count.verdict is RowVerdict.HELD) == (matched, matched == 0)
