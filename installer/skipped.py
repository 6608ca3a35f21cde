"""Prints why tests were skipped, and how many: ``python -I installer/skipped.py REPORT.xml ...``.

The reports are those of ``pytest --junit-xml``.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from xml.etree import ElementTree


def reasons(reports: Iterable[Path]) -> Counter[str]:
    """Return how many tests were skipped for which reason; missing reports are passed over."""
    trees = (ElementTree.parse(path) for path in reports if path.is_file())
    skipped = (mark for tree in trees for mark in tree.iter("skipped"))
    return Counter(mark.get("message", "no reason given") for mark in skipped)


def main(paths: list[str]) -> None:
    """Print a line for each reason, the most frequent first."""
    for reason, count in reasons(map(Path, paths)).most_common():
        tests = "1 test was" if count == 1 else f"{count} tests were"
        sys.stdout.write(f"Statveil: {tests} skipped: {reason}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
