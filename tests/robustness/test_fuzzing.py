"""The harness of the fuzzers itself: what it repeats, keeps and ends."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from tests.robustness.fuzzing import Fuzzer, TooSlow
from tests.robustness.hostile import watched
from tests.robustness.hostile.watched import TooMuch, Watched


def test_a_case_is_the_same_whenever_it_is_tried() -> None:
    whole = [case.random.random() for case in Fuzzer("name", 5, 0.01).cases()]
    again = Fuzzer("name", 5, 0, first=len(whole) - 1)
    assert [case.random.random() for case in again.cases()] == whole[-1:]
    assert Fuzzer("other", 5, 0).case(0).random.random() != whole[0]
    assert Fuzzer("name", 6, 0).case(0).random.random() != whole[0]


def test_a_failed_case_is_kept_and_fails_the_test(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    fuzzer = Fuzzer("name", 5, 0, first=7)
    for case in fuzzer.cases():
        try:
            raise KeyError("broken")
        except KeyError as error:
            fuzzer.keep(case, error, {"input.csv": b"\xff"})
    with pytest.raises(AssertionError, match="case 7"):
        fuzzer.check()
    (why,) = tmp_path.glob("*/7/why.txt")
    assert "--fuzz-seed 5 --fuzz-first 7" in why.read_text()
    assert why.with_name("input.csv").read_bytes() == b"\xff"


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGALRM")
def test_a_case_that_does_not_end_is_ended() -> None:
    with pytest.raises(TooSlow), Fuzzer("name", 1, 0).limit(0.2):
        time.sleep(60)


def test_a_case_that_hangs_in_a_process_of_its_own_is_ended() -> None:
    with Watched("time:sleep", seconds=0.5) as process:
        with pytest.raises(TooMuch, match=r"more than 0\.5 s"):
            process.run(600)
        # The next one gets a new process.
        assert process._process is None


def test_what_a_case_waits_for_a_processor_is_no_fault_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = iter([{"1": 5.0}, *[{"1": 10_000.0, "2": 0.0}] * 100_000])
    monkeypatch.setattr(watched, "_waits", lambda _: next(told))
    with Watched("time:sleep", seconds=0.1) as process:
        assert process.run(1.0).value is None


def test_what_threads_waited_before_a_case_does_not_count() -> None:
    assert watched._waited({"1": 5.0}, {"1": 5.5, "2": 0.25}) == 0.5
    assert watched._waited({}, {}) == 0.0


def test_counts_are_printed_by_outcome() -> None:
    fuzzer = Fuzzer("name", 1, 0)
    fuzzer.count("xlsx", "refused")
    fuzzer.count("xlsx", "refused")
    fuzzer.count("csv", "read")
    assert fuzzer.told() == "name, seed 1: 0 cases: csv read 1, xlsx refused 2"
