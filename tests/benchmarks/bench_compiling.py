"""How long the kernels take to compile the first time, and to load from then on.

Run ``python -m tests.benchmarks.bench_compiling`` from the project's root. Processor seconds of
a new process, without what it takes to import the libraries.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile

_SCRIPT = """
import time
from core.kernels.warming import compile_all
from core.pipeline import warm_up
began = time.process_time()
compile_all(lambda: None, last="mdav")
mdav = time.process_time()
warm_up(lambda: None)
print(mdav - began, time.process_time() - began)
"""


def spent(folder: str) -> tuple[float, float]:
    """Return the seconds for MDAV alone and for all, with kernels kept in `folder`."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": folder}
    run = subprocess.run(
        [sys.executable, "-c", _SCRIPT], env=environment, capture_output=True, text=True, check=True
    )
    mdav, whole = map(float, run.stdout.split())
    return mdav, whole


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        for title in ("compiling the first time", "loading from the cache"):
            mdav, whole = spent(folder)
            sys.stdout.write(f"{title}: MDAV and its measures {mdav:.1f} s, all {whole:.1f} s\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
