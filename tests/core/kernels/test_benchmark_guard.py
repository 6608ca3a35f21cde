"""A benchmark that fails or goes on too long says so, and the next one goes on."""

from __future__ import annotations

import os
import sys

import pytest

from tests.benchmarks.guard import guarded


def test_a_failure_is_told_by_its_last_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert not guarded("bench_closeness", ["many", 0.0, "t-merge"], 60)
    assert "failed: ValueError" in capsys.readouterr().out


@pytest.mark.skipif(sys.platform == "win32", reason="no limit on processor time there")
def test_what_takes_too_long_is_ended(capsys: pytest.CaptureFixture[str]) -> None:
    assert not guarded("bench_methods", ["mdav", 2, 50_000, 1.0, os.devnull], 1)
    assert "not finished in 1 s of processor time" in capsys.readouterr().out


def test_what_ends_well_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert guarded("plain_sorting", [], 60)
    assert capsys.readouterr().out == ""
