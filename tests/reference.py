"""Published data: in the tests' own folder, or in one that is named from outside."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHIPPED = ROOT / "tests" / "data"
VARIABLE = "STATVEIL_REFERENCE_DATA"
_MISSING = "no reference data: "


class ReferenceData(type(Path())):  # type: ignore[misc]
    """The folder of the shipped files; others are looked for in the outer one."""

    def __truediv__(self, name: str) -> Path:
        """Return where a file lies; skip the test if it is in neither folder."""
        outer = Path(os.environ.get(VARIABLE, ROOT / "../shared/data")).resolve()
        for folder in (Path(self), outer):
            if Path(folder, name).exists():
                return Path(folder, name)
        pytest.skip(f"{_MISSING}{name} (set {VARIABLE})")


def missing_lines(reasons: Iterable[str]) -> list[str]:
    """Return a line for each file of which `reasons`, those of skipped tests, say it is missing."""
    names = (r.split(_MISSING, 1)[1].split(" (")[0] for r in reasons if _MISSING in r)
    return [
        f"{name}: tests skipped: {count}; {VARIABLE} names the folder that holds it"
        for name, count in sorted(Counter(names).items())
    ]
