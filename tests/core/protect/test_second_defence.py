"""A method that breaks its word ends in an error, before anything is released."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module

import numpy as np
import pytest

from core.checklist.promise_counts import Counts, count_promises
from core.encode import MeasuredTable
from core.errors import PromiseBroken
from core.jobs import Job
from core.model import Schema
from core.protect import METHODS, protect
from core.protect.partition_method import Partition
from tests.core.tables import confidential, dataset, plan, quasi

RECORDS = range(12)
SCHEMA = Schema((quasi("a"), confidential("c")))
FILE = {"a": [float(i) for i in RECORDS], "c": [float(i % 6) for i in RECORDS]}


def broken(name: str, **parameters: object) -> tuple[str, object]:
    with pytest.raises(PromiseBroken) as caught:
        protect(plan(SCHEMA, name, parameters, RECORDS), dataset(FILE), Job())
    (problem,) = caught.value.problems
    return problem.code, problem.params["reached"]


def test_a_cluster_with_one_record_too_few(monkeypatch: pytest.MonkeyPatch) -> None:
    labels = np.array([0] * 4 + [1] * 3 + [2] * 5)
    careless = replace(METHODS["mdav"], partition=lambda *_: Partition(labels, ()))
    monkeypatch.setattr(import_module("core.protect.protect"), "METHODS", {"mdav": careless})
    assert broken("mdav", k=4) == ("k-not-reached", 3)


def test_a_cluster_beyond_t(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.protect.clustering.merge_until", lambda *given: given[1])
    code, reached = broken("t-merge", k=2, t=0.05)
    assert code == "t-not-reached"
    assert isinstance(reached, float)
    assert reached > 0.05


def test_t_is_kept_to_the_last_bit() -> None:
    made = protect(plan(SCHEMA, "mdav", {"k": 4}, RECORDS), dataset(FILE), Job())

    def counted(name: str, **parameters: float) -> Counts:
        recipe = plan(SCHEMA, name, {"k": 4, **parameters}, RECORDS).project.recipe
        return count_promises(MeasuredTable(made.columns, SCHEMA), recipe)

    reached = counted("mdav").t["c"]
    assert reached > 0
    assert counted("t-merge", t=reached).problems == ()
    (problem,) = counted("t-merge", t=float(np.nextafter(reached, 0.0))).problems
    assert problem.code == "promise-t"
