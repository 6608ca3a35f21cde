"""Compiling ahead: what a run then needs is all there."""

from __future__ import annotations

import numpy as np
import pytest

from core.jobs import Job
from core.kernels.linkage import linkage
from core.kernels.microaggregation import bucket_rounds, mdav_rounds, v_mdav_growth
from core.kernels.risk import individual_risk, lone_records
from core.kernels.warming import compile_all
from core.measure import measure_all
from core.model import Schema
from core.protect import METHODS, protect
from core.risk import Settings, assess_keys
from tests.core.tables import confidential, dataset, plan, quasi


class Stopped(Exception):  # noqa: N818
    pass


def forms() -> dict[str, int]:
    """Count, for the kernels in which most time goes, the types they are compiled for."""
    kernels = {
        # Each over every index that it can be asked to work on.
        "mdav": mdav_rounds.advance,
        "v-mdav": v_mdav_growth.advance,
        "buckets": bucket_rounds.advance,
        "linkage": linkage._link,
        "uniques-by-table": lone_records.alone_in_table,
        "uniques-by-hash": lone_records.alone_by_hash,
        "risk": individual_risk.approximate_risk,
        "exact-risk": individual_risk.exact_risk,
    }
    return {name: len(kernel.signatures) for name, kernel in kernels.items()}


def test_a_run_needs_no_other_form_of_a_kernel() -> None:
    compile_all(lambda: None)
    before = forms()
    # Passes, a tree of numbers and one of tuples; other tests may have asked for more.
    assert all(before[name] >= 3 for name in ("mdav", "v-mdav", "buckets"))
    assert before["linkage"] >= 1
    rng = np.random.default_rng(1)
    columns = {name: rng.normal(size=6000).tolist() for name in "abc"}
    schema = Schema((quasi("a"), quasi("b"), confidential("c")))
    parameters = {"k": 3, "t": 0.2, "bucket_by": "c"}
    for name in ("mdav", "v-mdav", "t-closeness-first"):
        assert name in METHODS
        run = plan(schema, name, parameters, range(6000))
        released = protect(run, dataset(columns), Job()).columns
        measure_all(schema, dataset(columns).columns, released, Job())
    settings = Settings(np.full(6000, 2.0), None, 3, 0.5)
    assess_keys(dataset(columns).columns, settings, Job())
    assert forms() == before


def test_it_can_be_stopped_between_pieces() -> None:
    def stop() -> None:
        raise Stopped

    with pytest.raises(Stopped):
        compile_all(stop)
