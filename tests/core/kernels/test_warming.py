"""Compiling ahead: what a run then needs is all there."""

from __future__ import annotations

import numpy as np
import pytest

from core.jobs import Job
from core.kernels import buckets_scan, buckets_tree, linkage, mdav_scan, mdav_tree
from core.kernels.warming import compile_all
from core.measure import measure_all
from core.model import Schema
from core.protect import METHODS, protect
from tests.core.tables import confidential, dataset, plan, quasi


class Stopped(Exception):  # noqa: N818
    pass


def forms() -> dict[str, int]:
    """Count, for the kernels in which most time goes, the types they are compiled for."""
    kernels = {
        "mdav by tree": mdav_tree.advance,
        "mdav by passes": mdav_scan.advance,
        "buckets by tree": buckets_tree.advance,
        "buckets by passes": buckets_scan.advance,
        "linkage": linkage._link,
    }
    return {name: len(kernel.signatures) for name, kernel in kernels.items()}


def test_a_run_needs_no_other_form_of_a_kernel() -> None:
    compile_all(lambda: None)
    before = forms()
    assert all(count > 0 for count in before.values())
    rng = np.random.default_rng(1)
    columns = {name: rng.normal(size=6000).tolist() for name in "abc"}
    schema = Schema((quasi("a"), quasi("b"), confidential("c")))
    parameters = {"k": 3, "t": 0.2, "bucket_by": "c"}
    for name in ("mdav", "t-closeness-first"):
        assert name in METHODS
        run = plan(schema, name, parameters, range(6000))
        released = protect(run, dataset(columns), Job()).columns
        measure_all(schema, dataset(columns).columns, released, Job())
    assert forms() == before


def test_it_can_be_stopped_between_pieces() -> None:
    def stop() -> None:
        raise Stopped

    with pytest.raises(Stopped):
        compile_all(stop)
