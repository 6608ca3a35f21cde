"""How much memory the readers' processes took; each of them notes it in a file."""

from __future__ import annotations

import os
import resource
import sys
from pathlib import Path

PEAK = "STATVEIL_FUZZ_PEAK"


def note_peak() -> None:
    """Note the most memory that this process took so far, in bytes."""
    unit = 1 if sys.platform == "darwin" else 1024
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
    place = os.open(os.environ[PEAK], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.write(place, f"{used}\n".encode())
    os.close(place)


def taken_peak() -> int:
    """Return the most that was noted since this was last asked, in bytes."""
    place = Path(os.environ[PEAK])
    if not place.exists():
        return 0
    found = max(map(int, place.read_text().split()), default=0)
    place.write_text("")
    return found
