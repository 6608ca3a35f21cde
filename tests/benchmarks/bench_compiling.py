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
began = time.process_time()
compile_all(lambda: None)
print(time.process_time() - began)
"""


def spent(folder: str) -> float:
    """Return the seconds that compiling takes with compiled kernels kept in `folder`."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": folder}
    run = subprocess.run(
        [sys.executable, "-c", _SCRIPT], env=environment, capture_output=True, text=True, check=True
    )
    return float(run.stdout)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        sys.stdout.write(f"compiling all kernels: {spent(folder):.1f} s\n")
        sys.stdout.write(f"loading them again:    {spent(folder):.1f} s\n")


if __name__ == "__main__":
    main()
