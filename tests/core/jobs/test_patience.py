"""Waiting for long calls: what they give comes through, a cancel does not wait for them."""

from __future__ import annotations

import threading

import pytest

from core.errors import Cancelled
from core.jobs import Job, run_cancellable


def test_what_a_call_returns_comes_through() -> None:
    assert run_cancellable(lambda: 42, Job()) == 42


def test_what_a_call_raises_comes_through() -> None:
    def fail() -> None:
        raise KeyError("k")

    with pytest.raises(KeyError, match="k"):
        run_cancellable(fail, Job())


def test_a_cancel_is_heard_while_the_call_still_runs() -> None:
    job, going_on, ended = Job(), threading.Event(), threading.Event()

    def call() -> None:
        job.cancel()
        going_on.wait(60)
        ended.set()

    with pytest.raises(Cancelled):
        run_cancellable(call, job)
    assert not ended.is_set()
    going_on.set()
    assert ended.wait(60)
