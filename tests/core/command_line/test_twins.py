"""Two originals with the same released file: the public half must not say which one it was."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.attributes import describe
from tests.core.command_line.conftest import Bench

K, GROUPS = 5, 12
# Amounts of the members of a group, as differences from its mean.
SPREAD = {"one": (-2, -1, 0, 1, 2), "other": (-2, -2, 1, 1, 2)}
# A pattern too rare to be kept apart: zeros, and questions that were not asked.
RARE_ZEROS = {"one": (0, 0, 10, 20, 20), "other": (0, 12, 8, 15, 15)}
NOT_ASKED = {"one": ("98", "98", "7", "7", "7"), "other": ("7", "7", "7", "7", "98")}
# A record that is left out: one is the largest in the file, the other violates the rule.
LEFT_OUT = {"one": "99999,,7,r", "other": ",50,7,r"}


def write_original(bench: Bench, which: str, rare_pattern: str) -> None:
    """Write the original called `which`.

    `rare_pattern` is ``zeros`` or ``codes``: what the records of its first group have.
    """
    lines = ["A,B,C,D"]
    for group in range(GROUPS):
        mean = 1000 * (group + 1)
        for member, plus in enumerate(SPREAD[which]):
            b, c = f"{mean // 2 - plus}", "7"
            if group == 0 and rare_pattern == "zeros":
                b = f"{RARE_ZEROS[which][member]}"
            elif group == 0:
                c = NOT_ASKED[which][member]
            lines.append(f"{mean + plus},{b},{c},{'pqr'[group % 3]}")
    lines.append(LEFT_OUT[which])
    bench.people([line.split(",") for line in lines])


ATTRIBUTES = describe(
    "A quasi continuous, B quasi continuous, C quasi continuous, D other",
    B={"zeros": "keep"},
    C={"not_applicable": ["98"]},
)


def handed_out(bench: Bench, which: str, rare_pattern: str, **settings: Any) -> tuple[Any, ...]:
    """Release the original; return file, log and report without what differs in every run."""
    write_original(bench, which, rare_pattern)
    source = {"path": "people.csv", "kind": "csv", "options": {"missing": [""]}}
    bench.release_as(
        {"name": "mdav", "k": K}, "--overwrite", input=source, attributes=ATTRIBUTES, **settings
    )
    log = bench.document("public")
    for key in ("started", "finished", "seal"):
        del log[key]
    del log["input"]["commitment"]
    log["steps"] = [{**step, "previous": None} for step in log["steps"]]
    log["files"] = [file for file in log["files"] if file["name"] == "people_protected.csv"]
    page = re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d|[0-9a-f]{64}", "", bench.page("public"))
    return bench.table(), log, page


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"dominance": {"columns": ["A"], "rule": "n-k", "n": 1, "share": 60}},
        {"rules": ["B <= A"], "missing": {"policy": "leave-out", "accept": 0.05}},
    ],
    ids=["plain", "dominance", "rules and an accepted loss"],
)
@pytest.mark.parametrize("rare", ["zeros", "codes"])
def test_the_public_half_does_not_say_which_original_it_was(
    bench: Bench, rare: str, settings: dict[str, Any]
) -> None:
    file, log, page = handed_out(bench, "one", rare, **settings)
    other_file, other_log, other_page = handed_out(bench, "other", rare, **settings)
    assert file == other_file, "the two originals are not twins; the test would show nothing"
    assert log == other_log
    assert page == other_page
