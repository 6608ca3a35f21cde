"""Runs a piece of a benchmark in a process of its own, which may fail or go on too long."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence

# Waiting for others on a busy machine is not held against it.
_PATIENCE = 60


def guarded(module: str, arguments: Sequence[object], limit: float) -> bool:
    """Run a module; what it prints comes through as it goes; return whether it ended well.

    Parameters
    ----------
    module : str
        Of this folder.
    arguments : sequence
        On its command line.
    limit : float
        Processor seconds that it may take.
    """
    call = [sys.executable, "-c", _CALL, str(int(limit)), f"tests.benchmarks.{module}"]
    try:
        run = subprocess.run(
            [*call, *map(str, arguments)],
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=_PATIENCE * limit,
        )
    except subprocess.TimeoutExpired:
        return _say(f"not finished in {_PATIENCE * limit:.0f} s")
    if run.returncode in (-24, -9):
        return _say(f"not finished in {limit:.0f} s of processor time")
    if run.returncode:
        return _say(f"failed: {(run.stderr.strip().splitlines() or ['?'])[-1]}")
    return True


_CALL = """
import runpy, sys
limit, module = int(sys.argv[1]), sys.argv[2]
try:
    import resource
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
except ImportError:
    pass
sys.argv = [module, *sys.argv[3:]]
runpy.run_module(module, run_name="__main__")
"""


def _say(text: str) -> bool:
    sys.stdout.write(f"    {text}\n")
    sys.stdout.flush()
    return False
