"""Linear algebra on one thread, so that no figure depends on the number of processors."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.jobs.processes import context, start

# The library that numpy loaded is asked, as a variable set too late would say nothing.
_ASKED = """
import ctypes
import {package}
import numpy
import numpy.linalg
loaded = {{line.split()[-1] for line in open("/proc/self/maps") if "openblas" in line}}
for path in loaded:
    library = ctypes.CDLL(path)
    for name in ("scipy_openblas_get_num_threads64_", "openblas_get_num_threads"):
        if hasattr(library, name):
            print(getattr(library, name)())
"""


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="lists no loaded libraries")
@pytest.mark.parametrize("package", ["core.starting", "desktop_app.entry"])
def test_the_library_of_numpy_has_one_thread(package: str) -> None:
    several = {**os.environ, "OPENBLAS_NUM_THREADS": "4"}
    line = [sys.executable, "-c", _ASKED.format(package=package)]
    done = subprocess.run(line, capture_output=True, text=True, check=True, env=several)
    assert set(done.stdout.split()) <= {"1"}
    assert done.stdout or not _has_openblas()


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="lists no loaded libraries")
def test_tests_have_one_thread_too(capsys: pytest.CaptureFixture[str]) -> None:
    exec(_ASKED.format(package="numpy"))
    assert set(capsys.readouterr().out.split()) <= {"1"}


def test_a_child_process_has_one_thread() -> None:
    queue = context().SimpleQueue()
    process = context().Process(target=_tell, args=(queue,))
    start(process)
    told = queue.get()
    process.join()
    assert told == "1"


def _tell(queue) -> None:
    queue.put(os.environ.get("OPENBLAS_NUM_THREADS"))


def _has_openblas() -> bool:
    import numpy as np

    settings = np.show_config(mode="dicts")
    return "openblas" in str(settings["Build Dependencies"]["blas"]["name"])
