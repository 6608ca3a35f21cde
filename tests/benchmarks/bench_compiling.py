"""How long the kernels take to compile the first time, and to load from then on.

Run ``python -m tests.benchmarks.bench_compiling [--quick]`` from the project's root. Processor
seconds of a new process, without what it takes to import the libraries; `--quick` compiles no
more than MDAV needs.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile

from tests.benchmarks.harness import say

_SCRIPT = """
import sys
import time
from core.pipeline import warm_up
quick, began = len(sys.argv) > 1, time.process_time()
warm_up(lambda: None, last="mdav")
mdav = time.process_time()
if not quick:
    warm_up(lambda: None)
print(mdav - began, time.process_time() - began)
"""


def spent(folder: str, quick: bool) -> tuple[float, float]:
    """Return the seconds for MDAV alone and for all, with kernels kept in `folder`."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": folder}
    call = [sys.executable, "-c", _SCRIPT, *["quick"] * quick]
    run = subprocess.run(call, env=environment, capture_output=True, text=True, check=True)
    mdav, whole = map(float, run.stdout.split())
    return mdav, whole


def main(quick: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for title in ("compiling the first time", "loading from the cache"):
            mdav, whole = spent(folder, quick)
            told = "" if quick else f", all {whole:.1f} s"
            say(f"{title}: MDAV and its measures {mdav:.1f} s{told}")


if __name__ == "__main__":
    main("--quick" in sys.argv)
