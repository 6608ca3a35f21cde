"""Whatever the recipe: what the program says it released is counted again in plain Python."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, event, given, settings
from hypothesis import strategies as st

from core.command_line import main
from tests.core.command_line.any_recipe import ID, LEVELS, STRATUM, WEIGHT, Case, any_case, written
from tests.core.command_line.conftest import group_lines, read_rows
from tests.lanes import examples
from tests.oracles.closeness import ordered_emd, total_variation
from tests.oracles.released_steps import step_of
from tests.statuses import WRITTEN

Row = dict[str, str]

# A seed does not become simpler by becoming smaller, so nothing is shrunk.
_SETTINGS = settings(
    examples(20, 300),
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@_SETTINGS
@given(seed=st.integers(0, 2**32))
def test_a_release_is_what_its_log_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], seed: int
) -> None:
    case = any_case(Random(seed))
    shutil.rmtree(tmp_path)
    tmp_path.mkdir()
    release = tmp_path / "release"
    recipe = written(case, tmp_path)
    status = main(["protect", str(recipe), "--output", str(release)])
    event(f"{case.method['name']}: {status}")
    if status not in WRITTEN:
        # Refused (2), or a promise that cannot be kept (3), and never a defect.
        assert status in (2, 3)
        assert capsys.readouterr().err.strip()
        assert not release.exists() or not any(release.iterdir())
        return
    rows = read_rows(release / "public/released.csv")
    log = json.loads((release / "internal/released.internal.json").read_text(encoding="utf-8"))
    original = {row[ID]: row for row in read_rows(tmp_path / "people.csv")}
    _same_people(case, rows, original)
    _k_holds(case, rows, log["result"]["k_reached"])
    _t_holds(case, rows, log["result"]["t_reached"])
    _l_holds(case, rows)
    _means_hold(case, rows, original)
    log_path = str(release / "internal/released.internal.json")
    assert main(["verify", log_path, "--input", str(tmp_path / "people.csv")]) == 0


def _groups(rows: list[Row], names: Sequence[str]) -> list[list[Row]]:
    return [[rows[place] for place in places] for places in group_lines(rows, names).values()]


def _promised(case: Case) -> list[list[str]]:
    """Return the sets of columns in each of which k is promised."""
    quasi, name = case.named("quasi-identifier"), case.method["name"]
    if name == "individual-ranking":
        return [[column] for column in quasi]
    if name in ("insensitive", "ama", "rank-swapping"):
        return []
    return case.method.get("blocks", [quasi])


def _same_people(case: Case, rows: list[Row], original: dict[str, Row]) -> None:
    """Nobody is invented; columns that the method does not touch are as they were."""
    assert len({row[ID] for row in rows}) == len(rows)
    complete = {
        name
        for name, row in original.items()
        if case.more["missing"] == "use-observed"
        or all(row[column] for column in case.named("quasi-identifier"))
    }
    assert {row[ID] for row in rows} <= original.keys()
    assert complete <= {row[ID] for row in rows}
    if case.more["keep_order"]:
        released = {row[ID] for row in rows}
        assert [row[ID] for row in rows] == [name for name in original if name in released]
    for row in rows:
        for name in (*case.named("other"), *case.named("confidential")):
            assert _cell(case, name, row) == _cell(case, name, original[row[ID]])


def _cell(case: Case, name: str, row: Row) -> object:
    numeric = name in case.named("confidential") and case.scale(name) in ("continuous", "integer")
    return Fraction(row[name]) if numeric else row[name]


def _k_holds(case: Case, rows: list[Row], told: int) -> None:
    for names in _promised(case):
        assert min(map(len, _groups(rows, names))) >= int(str(case.method["k"]))
    classes = _groups(rows, case.named("quasi-identifier"))
    assert min(map(len, classes)) == told


def _t_holds(case: Case, rows: list[Row], told: dict[str, float]) -> None:
    classes = _groups(rows, case.named("quasi-identifier"))
    for name in case.named("confidential"):
        worst = max(_distance(case, name, members, rows) for members in classes)
        assert told[name] == pytest.approx(float(worst), abs=1e-12)
        if "t" in case.method:
            assert worst <= Fraction(str(case.method["t"]))


def _l_holds(case: Case, rows: list[Row]) -> None:
    """Each group has l different values of each confidential column, which has no gaps here."""
    if "diversity" not in case.more:
        return
    strata = case.more.get("strata", [])
    for columns in _promised(case) or [case.named("quasi-identifier")]:
        for members in _groups(rows, [*strata, *columns]):
            for name in case.named("confidential"):
                n_values = len({_cell(case, name, row) for row in members})
                assert n_values >= case.more["diversity"]["l"]


def _distance(case: Case, name: str, members: list[Row], rows: list[Row]) -> Fraction:
    scale = case.scale(name)
    if scale == "nominal":
        return total_variation([row[name] for row in members], [row[name] for row in rows])
    order = LEVELS.index if scale == "ordinal" else float
    return ordered_emd([order(row[name]) for row in members], [order(row[name]) for row in rows])


def _means_hold(case: Case, rows: list[Row], original: dict[str, Row]) -> None:
    """A released number is the mean, weighted if asked, of what it stands for."""
    if "aggregate" in case.method or case.method["name"] == "individual-ranking":
        return
    for names in _promised(case):
        for members in _groups(rows, names):
            for name in names:
                if case.scale(name) == "continuous" and members[0][name]:
                    _mean_holds(case, name, members, original)


def _mean_holds(case: Case, name: str, members: list[Row], original: dict[str, Row]) -> None:
    weighted = "weight" in case.more
    known = [original[row[ID]] for row in members if original[row[ID]][name]]
    weights = Counter({row[ID]: Fraction(row[WEIGHT]) if weighted else 1 for row in known})
    mean = sum(Fraction(row[name]) * weights[row[ID]] for row in known) / weights.total()
    size = max(abs(Fraction(row[name])) for row in known)
    # Released in steps of four digits, and no less than those of the column.
    step = step_of(float(row[name]) for row in original.values() if row[name])
    half = max(Fraction(step), abs(mean) / 1000) / 2
    assert abs(Fraction(members[0][name]) - mean) <= half + size / 10**6


def test_the_cases_reach_every_design() -> None:
    """The generator is no use if it never draws what the checks are about."""
    cases = [any_case(Random(seed)) for seed in range(300)]
    assert {case.method["name"] for case in cases} >= {"mdav", "best", "t-k-first", "ama"}
    for key in ("blocks", "lambda", "refine", "aggregate", "categories", "t"):
        assert sum(key in case.method for case in cases) > 10
    assert sum("diversity" in case.more for case in cases) > 30
    assert sum(STRATUM in case.cells for case in cases) > 30
    assert sum(WEIGHT in case.cells for case in cases) > 30
