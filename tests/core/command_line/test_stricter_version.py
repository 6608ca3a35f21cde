"""What an older version restored or drew, and this one leaves, is neither repeated nor hidden."""

from __future__ import annotations

import json

import numpy as np
import pytest
from numpy.typing import NDArray

from core.protect.representatives.drawn import hybrid_records, local_spread
from core.protect.representatives.drawn.drawn_columns import DrawnColumns
from core.protect.representatives.moments import restored_moments
from core.protect.representatives.moments.moment_log import LoggedMoments
from tests.core.command_line import test_restored_release as restored
from tests.core.command_line import test_spread_release as spread
from tests.core.command_line.conftest import Bench, office

SENTENCES = ("The run is not repeated:", "The version that made the release can repeat it.")


def check_not_repeated(bench: Bench, *sentence_parts: str) -> None:
    """Check that the file agrees with its log, and that no other release takes its place."""
    assert bench.verify(with_input=False) == 0, bench.out + bench.err
    # Else whoever changes a release would only have to say so in its log.
    assert bench.verify() == 3, bench.out + bench.err
    notes = bench.out + bench.err
    assert "The file agrees with its log, but:" in notes
    assert "all measures of a repeated run" not in notes
    assert bench.replay() == 2, bench.out + bench.err
    for part in (*SENTENCES, *sentence_parts):
        assert part in notes
        assert part in bench.sentence()
    assert not (bench.folder / "again").exists()


def test_a_column_whose_moments_would_disclose_an_amount_is_named(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [[*row] for row in restored.ROWS]
    for row in rows[1:]:
        row[3] = row[2]
    # Both columns agree but for one firm.
    rows[1][3] = f"{float(rows[1][2]) + 1:.2f}"
    bench.people(rows)
    with monkeypatch.context() as older_version:
        older_version.setattr(restored_moments._Run, "_leave_disclosing", lambda *_: None)
        bench.release_as(restored.METHOD, attributes=restored.ATTRIBUTES)

    check_not_repeated(bench, "gave PROFIT other values", "would disclose an amount")


def test_a_published_column_from_which_an_amount_would_follow_is_named(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [[*row] for row in restored.ROWS]
    for row in rows[1:]:
        row[6] = "100"
    # Who knows that one firm differs has its amounts from the covariances.
    rows[1][6] = "900"
    bench.people(rows)
    with monkeypatch.context() as older_version:
        older_version.setattr(restored_moments._Run, "_list_published", lambda *_: ("INCOME",))
        bench.release_as(restored.METHOD, attributes=restored.ATTRIBUTES)
    assert '"published": ["INCOME"]' in bench.step("moments")["map:1"]

    check_not_repeated(bench, "covariances of INCOME which")


@pytest.mark.parametrize("is_alone", [False, True])
def test_what_an_older_version_did_not_restore_by_logarithms_is_repeated_as_it_was(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, is_alone: bool
) -> None:
    attributes = [
        {**a, "role": "other"} if is_alone and a["name"] in ("PROFIT", "STAFF") else a
        for a in restored.ATTRIBUTES
    ]
    rows = [[*row] for row in restored.ROWS]
    # A few large firms, so that means lose too much of the variance.
    for row in rows[1:4]:
        row[2] = str(9000 + float(row[2]))
    bench.people(rows)
    known_then = {"units", "bends", "amount_means", "amount_deviations", "kept", "left"}
    write = LoggedMoments.text

    def write_as_then(logged: LoggedMoments) -> str:
        entry = json.loads(write(logged))
        return json.dumps({key: entry[key] for key in entry if key not in known_then})

    with monkeypatch.context() as older_version:
        older_version.setattr(restored_moments._Run, "_take_logarithms", lambda *_: None)
        older_version.setattr(LoggedMoments, "text", write_as_then)
        older_version.setattr(restored_moments, "SCALES", {})
        bench.release_as(restored.METHOD, attributes=attributes)
    assert bench.step("moments")["left:SALES"] == "spread"

    assert bench.verify() == 0, bench.out + bench.err
    bench.check_replay()


@pytest.mark.in_memory
def test_columns_of_a_pool_whose_spread_would_disclose_a_value_are_named(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find_none(residuals: NDArray[np.float64], pools: NDArray[np.int64], *_: object) -> object:
        return np.zeros((pools.max() + 1, residuals.shape[1]), dtype=np.bool_)

    rows = [[*row] for row in spread.ROWS]
    for row in rows[1:]:
        row[5] = row[2]
    rows[1][5] = f"{2 * float(rows[1][2]):.2f}"
    bench.people(rows)
    with office(bench.folder, "spread = true\n"), monkeypatch.context() as older_version:
        older_version.setattr(local_spread, "find_repeating", find_none)
        bench.release_as(spread.METHOD, **spread.SETTINGS)

    check_not_repeated(bench, "covariances of PROFIT which")


@pytest.mark.in_memory
def test_columns_of_hybrid_records_that_few_of_a_group_answered_are_named(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find_all(run: DrawnColumns, is_observed: NDArray[np.bool_], _: int) -> NDArray[np.bool_]:
        return np.ones((run.labels.max() + 1, is_observed.shape[1]), dtype=np.bool_)

    rows = [[*row] for row in spread.ROWS]
    for number, row in enumerate(rows[1:]):
        row[4 + number % 2] = ""
    bench.people(rows)
    method = {"name": "mdav", "k": 5, "aggregate": "hybrid"}
    settings = {"attributes": spread.ATTRIBUTES, "missing": "use-observed"}
    with office(bench.folder, "hybrid = true\n"), monkeypatch.context() as older_version:
        older_version.setattr(hybrid_records._Rotation, "_find_varying", find_all)
        bench.release_as(method, **settings)

    check_not_repeated(bench, "covariances of STAFF, PROFIT which")
