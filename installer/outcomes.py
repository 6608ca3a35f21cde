"""Prints which tests failed and why others were skipped: ``python -I outcomes.py REPORT.xml ...``.

The reports are those of ``pytest --junit-xml``. Further tests can run after a failure, and move its
name out of sight.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from xml.etree import ElementTree

Report = ElementTree.ElementTree


def failed_tests(reports: Iterable[Report]) -> list[str]:
    """List the tests that failed, in the order of the reports."""
    cases = [case for report in reports for case in report.iter("testcase")]
    return [
        f"{case.get('file', '')}::{case.get('name')}"
        for case in cases
        if case.find("failure") is not None or case.find("error") is not None
    ]


def skip_reasons(report: Report) -> Counter[str]:
    """Count for each reason how many tests were skipped for it."""
    return Counter(mark.get("message", "no reason given") for mark in report.iter("skipped"))


def main(paths: list[str]) -> None:
    """Print a line for each reason, the most frequent first, and for each test that failed.

    Tests that run again, as the later reports say, are skipped for the reasons of the first.
    """
    reports = [ElementTree.parse(path) for path in map(Path, paths) if path.is_file()]
    for report in reports[:1]:
        for reason, count in skip_reasons(report).most_common():
            tests = "1 test was" if count == 1 else f"{count} tests were"
            sys.stdout.write(f"Statveil: {tests} skipped: {reason}\n")
    for test in failed_tests(reports):
        sys.stdout.write(f"Statveil: failed: {test}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
