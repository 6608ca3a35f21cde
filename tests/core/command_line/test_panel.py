"""A panel of households: three waves, from which households drop out.

Made from the published file of households; counted in pandas, from released and original file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from tests.core.command_line.conftest import Bench
from tests.statuses import WRITTEN

K = 5
PROFILE = ["HHINCOME", "sex", "age", "income"]
LARGEST = 4
_SCALES = {"HHINCOME": "continuous", "sex": "nominal", "age": "integer", "income": "continuous"}


@pytest.fixture(scope="module")
def panel(reference_data: Path) -> pd.DataFrame:
    """Households of up to four persons: a third drops out after one wave, a third after two."""
    people = pd.read_csv(reference_data / "household_testdata.csv").query("ori_hid <= 300")
    homes = people.groupby("ori_hid")
    people = people[homes["sex"].transform("size") <= LARGEST].reset_index(drop=True)
    waves = []
    for wave, year in enumerate((2019, 2020, 2021)):
        seen = people.assign(YEAR=year, age=people["age"] + wave)
        seen["HHINCOME"] = seen.groupby("ori_hid")["income"].transform("sum") / 1e6
        seen["income"] = seen["income"] / 1e6 * (1 + 0.03 * wave) + seen.index * 7 % 13 * wave / 10
        drops_out = seen["ori_hid"] % 3
        waves.append(seen[~((drops_out == 0) & (wave == 2) | (drops_out == 1) & (wave >= 1))])
    panel = pd.concat(waves).sort_values(["ori_hid", "YEAR"], kind="stable")
    return panel[["ori_hid", "YEAR", *PROFILE]].reset_index(drop=True)


@pytest.fixture
def protect(panel: pd.DataFrame, bench: Bench) -> Callable[..., pd.DataFrame]:
    """Return a run of the command, its release verified against the original by both logs."""

    def run(link: str, unit: dict[str, Any]) -> pd.DataFrame:
        bench.people(panel)
        masked = [
            {"name": name, "role": "quasi-identifier", "scale": scale}
            for name, scale in _SCALES.items()
        ]
        attributes = [
            {"name": "ori_hid", "role": link},
            {"name": "YEAR", "role": "other"},
            *masked,
        ]
        unit = {"id": "ori_hid", "columns": ["HHINCOME"], **unit}
        bench.recipe({"name": "mdav", "k": K}, attributes=attributes, unit=unit)
        assert bench.protect("--overwrite") in WRITTEN, bench.err
        assert bench.verify() == bench.verify("public", with_input=False) == 0, bench.err
        return bench.frame()

    return run


def test_whole_households_share_their_course_over_all_waves(protect, panel: pd.DataFrame) -> None:
    unit = {"protect": "unit", "waves": "YEAR"}
    after, again = (protect("link", unit) for _ in range(2))

    assert len(after) == len(panel)
    assert (after["YEAR"] == panel["YEAR"]).all()
    rows = after[["YEAR", *PROFILE]].apply(tuple, axis=1)
    courses = Counter(tuple(sorted(rows[home.index])) for _, home in after.groupby("ori_hid"))
    assert min(courses.values()) >= K
    assert (after.groupby(panel["ori_hid"])["HHINCOME"].nunique() == 1).all()
    # Each household has one number in the release, no two have the same, and the next release has
    # others: numbers drawn from as many places agree by chance in one of them on average.
    first, second = (released.groupby(panel["ori_hid"])["ori_hid"] for released in (after, again))
    assert (first.nunique() == 1).all()
    assert first.first().is_unique
    units = panel["ori_hid"].nunique()
    assert (first.first() == second.first()).sum() < units / 20
    assert (first.first() == first.first().index).sum() < units / 20
    assert after[PROFILE].equals(again[PROFILE])


def test_members_are_protected_among_other_households(protect, panel: pd.DataFrame) -> None:
    after = protect("identifier", {"protect": "member"})

    assert "ori_hid" not in after
    groups = panel["ori_hid"].groupby([after[name] for name in PROFILE])
    assert groups.size().min() >= K
    assert groups.nunique().min() >= K
