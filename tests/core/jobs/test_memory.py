"""Memory of arrays that are gone goes back to the system."""

from __future__ import annotations

import subprocess
import sys

import pytest

_SCRIPT = """
import numpy as np
from core.jobs import set_mmap_threshold

def resident():
    with open("/proc/self/status") as lines:
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))

set_mmap_threshold()
before = resident()
# From a block that is freed the C library learns to keep others of that size.
np.ones(4_000_000)
many = [np.ones(500_000) for _ in range(20)]
last = np.ones(500_000)
del many
print(resident() - before)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_what_is_freed_in_between_is_not_kept() -> None:
    run = subprocess.run(
        [sys.executable, "-c", _SCRIPT], capture_output=True, text=True, check=True
    )
    # Kilobytes: the last array alone, of 4 MB, and not the 80 MB of those before it.
    assert int(run.stdout) < 20_000
