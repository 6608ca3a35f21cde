"""The harness of the fuzzers itself: what it repeats, keeps and ends."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.robustness.fuzzing import Fuzzer
from tests.robustness.hostile import watched
from tests.robustness.hostile.watched import TooMuch, Watched


def test_a_case_is_the_same_whenever_it_is_tried() -> None:
    whole = [case.random.random() for case in Fuzzer("name", 5).cases(9)]
    again = Fuzzer("name", 5, first=8, count=1)
    assert [case.random.random() for case in again.cases(9)] == whole[8:]
    assert Fuzzer("other", 5).case(0).random.random() != whole[0]
    assert Fuzzer("name", 6).case(0).random.random() != whole[0]


def test_a_failed_case_is_kept_and_fails_the_test(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    fuzzer = Fuzzer("name", 5, first=7)
    for case in fuzzer.cases(1):
        try:
            raise KeyError("broken")
        except KeyError as error:
            fuzzer.keep(case, error, {"input.csv": b"\xff"})
    with pytest.raises(AssertionError, match="case 7"):
        fuzzer.check()
    (why,) = tmp_path.glob("*/7/why.txt")
    assert "--fuzz-seed 5 --fuzz-first 7 --fuzz-cases 1" in why.read_text()
    assert why.with_name("input.csv").read_bytes() == b"\xff"


def test_cases_are_tried_for_as_long_as_the_run_says() -> None:
    assert len(list(Fuzzer("name", 1, seconds=0.05).cases(0))) > 0
    assert len(list(Fuzzer("name", 1, count=3).cases(9))) == 3


@pytest.mark.longer
def test_a_case_that_hangs_in_a_process_of_its_own_is_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(watched, "_PATIENCE", 0.2)
    with Watched("time:sleep", seconds=5) as process:
        with pytest.raises(TooMuch, match=r"more than 1 s by the clock"):
            process.run(600)
        # The next one gets a new process.
        assert process._process is None


@pytest.mark.longer
@pytest.mark.skipif(sys.platform != "linux", reason="the time is read from /proc")
def test_a_case_that_computes_for_too_long_is_ended() -> None:
    with (
        Watched("tests.robustness.test_fuzzing:compute", seconds=0.5) as process,
        pytest.raises(TooMuch, match=r"more than 0\.5 s of a processor"),
    ):
        process.run()


def compute() -> None:
    """Compute for ever; a case of the test above."""
    while True:
        pass


def test_counts_are_printed_by_outcome() -> None:
    fuzzer = Fuzzer("name", 1)
    fuzzer.count("xlsx", "refused")
    fuzzer.count("xlsx", "refused")
    fuzzer.count("csv", "read")
    assert fuzzer.told() == "name, seed 1: 0 cases: csv read 1, xlsx refused 2"
    fuzzer.check("csv read", "xlsx refused")


def test_cases_that_never_come_to_what_is_searched_fail_the_test() -> None:
    searching, chosen = Fuzzer("name", 1), Fuzzer("name", 1, first=7, count=1)
    for fuzzer in (searching, chosen):
        fuzzer.count("refused")
    chosen.check("released")
    with pytest.raises(AssertionError, match=r"none: released$"):
        searching.check("refused", "released")
