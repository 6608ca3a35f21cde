"""Garbage is collected on the main thread only, and the engine is got ready in the background."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Iterator

import pytest

from core.jobs import Job
from desktop_app.collecting import Collector
from desktop_app.jobs import JobRunner
from desktop_app.warming import WarmUp


class Knot:
    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def collector(qapp) -> Iterator[Collector]:
    collector = Collector(qapp)
    yield collector
    collector.deleteLater()
    gc.unfreeze()
    gc.enable()


@pytest.mark.usefixtures("collector")
def test_nothing_is_collected_by_itself() -> None:
    assert not gc.isenabled()


def test_knots_are_collected_on_the_timer(qtbot, collector: Collector) -> None:
    where: list[int] = []
    collector.settle()
    knots = [Knot() for _ in range(5000)]
    last = weakref.ref(knots[-1], lambda _: where.append(threading.get_ident()))
    del knots
    assert last() is not None
    qtbot.waitUntil(lambda: last() is None, timeout=5000)
    assert where == [threading.get_ident()]


def test_the_engine_is_ready_after_warming_up(qtbot, job_runner: JobRunner) -> None:
    warming = WarmUp(job_runner)
    with qtbot.waitSignal(warming.finished, timeout=120_000):
        warming.begin()
    assert not job_runner.operations


def test_warming_up_can_be_cancelled(qtbot, job_runner: JobRunner) -> None:
    warming = WarmUp(job_runner)
    with qtbot.waitSignal(warming.finished, timeout=120_000):
        warming.begin()
        job_runner.cancel_all()


def test_the_methods_are_run_once_on_a_few_records(monkeypatch) -> None:
    from core import pipeline
    from core.protect.registry import METHODS
    from desktop_app.warming import protect_a_little

    run: list[str] = []
    real = pipeline.execute

    def execute(plan, dataset, job):
        run.append(plan.project.recipe.method.name)
        return real(plan, dataset, job)

    monkeypatch.setattr(pipeline, "execute", execute)
    protect_a_little(Job())
    # A method that cannot take these few records, such as one for a single column, is left out.
    assert {"mdav", "t-closeness-first"} <= set(run) <= set(METHODS)
    assert len(run) == len(set(run))
