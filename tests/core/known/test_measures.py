"""Every measure of the field's list is in the summary, the log and the report of a release."""

from __future__ import annotations

import csv
import html
import json
from pathlib import Path

from core.messages import text
from core.model import Direction

# The manual, measures: for the file, for each masked attribute, for each confidential one.
FILE = {
    "information-loss", "sse", "quasi-distortion", "confidential-distortion", "normalised-sse",
    "relative-error", "jsd", "hellinger", "linkage", "correlation-change", "covariance-change",
    "il1s", "propensity-error", "interval-disclosure", "k", "p", "t", "uniques-before",
    "uniques-after", "average-diversity",
}  # fmt: skip
MASKED = {
    "information-loss", "sse", "normalised-sse", "relative-error", "variance-change",
    "mean-change", "jsd", "hellinger", "correlation-change", "covariance-change", "il1s",
    "interval-disclosure",
}  # fmt: skip
CONFIDENTIAL = {"p", "emd-largest", "emd-mean", "correlation-change", "covariance-change"}

# These the report tells among the promises or beside the risk of the original.
PROMISED = {
    "k": "Smallest group (k)",
    "p": "in a group (p)",
    "t": "from the whole file (t)",
    "groups": "groups",
    "largest-group": "records",
    "uniques-before": "Unique records",
    "uniques-after": "Unique records",
    "linkage": "linked",
    "interval-disclosure": "within 5",
}


def test_no_measure_is_left_out_anywhere(run, reference_data: Path) -> None:
    with (reference_data / "census.csv").open(newline="") as file:
        columns = next(csv.reader(file))
    quasi, confidential = columns[:6], columns[6:]

    summary, folder = run("census", columns, quasi, confidential, name="mdav", k=5)

    log = json.loads((folder / "internal/out.internal.json").read_text())
    report = html.unescape((folder / "internal/out.report.html").read_text())
    found = {(m["name"], m["attribute"]) for m in log["measures"]}
    assert found == {(m["name"], m["attribute"]) for m in summary["measures"]}
    wanted = {(name, None) for name in FILE}
    wanted |= {(name, column) for name in MASKED for column in quasi}
    wanted |= {(name, column) for name in CONFIDENTIAL for column in confidential}
    assert wanted <= found
    for measure in log["measures"]:
        assert measure["unit"] in ("1", "%", "records")
        assert measure["direction"] in set(Direction)
        if measure["name"] not in PROMISED:
            assert text(f"measure-{measure['name']}", {}) in report, measure["name"]
    for words in PROMISED.values():
        assert words in report
    assert log["result"]["left_out"] == 0
