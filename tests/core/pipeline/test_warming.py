"""Warming up: no later run, of whatever method and columns, has anything to compile or load.

A process of its own, as others that ran before in this one would hide what is left out.
"""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from core.pipeline import warm_up

_PROBE = """
import importlib, json, pkgutil
import core.kernels
from core.pipeline import warm_up
warm_up(lambda: None)
from numba.core.dispatcher import Dispatcher
from tests.core.pipeline.every_run import every_run
from tests.quick_processes import quick_processes

def forms():
    found = {}
    for module in pkgutil.walk_packages(core.kernels.__path__, "core.kernels."):
        for name, held in vars(importlib.import_module(module.name)).items():
            if isinstance(held, Dispatcher):
                found[f"{held.py_func.__module__}.{held.py_func.__name__}"] = len(held.signatures)
    return found

before = forms()
with quick_processes():
    runs = every_run()
after = forms()
print(json.dumps({
    "runs": runs,
    "known": len([name for name in before if before[name]]),
    "new": sorted(name for name in after if after[name] > before.get(name, 0)),
}))
"""


@pytest.mark.longer
def test_no_run_needs_a_kernel_that_is_not_there() -> None:
    run = subprocess.run([sys.executable, "-c", _PROBE], capture_output=True, text=True, check=True)
    found = json.loads(run.stdout)
    assert found["runs"] >= 20
    assert found["known"] > 50
    assert found["new"] == []


def test_it_can_be_stopped_between_pieces() -> None:
    class Stopped(Exception):  # noqa: N818
        pass

    def stop() -> None:
        raise Stopped

    with pytest.raises(Stopped):
        warm_up(stop)
