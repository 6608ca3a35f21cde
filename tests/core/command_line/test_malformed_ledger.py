"""A file that is not a ledger stops a private run before anything is spent."""

from __future__ import annotations

import json

import pytest

from tests.core.command_line.ledgers import SHA, entry

MALFORMED = {
    "cut short": '{"a":',
    "a list": "[]",
    "another document": '{"format": "statveil-recipe/2"}',
    "unknown key": json.dumps({**entry("1"), "remark": "keep me"}),
    "unknown key of a run": json.dumps(entry("1")).replace('"when"', '"who": "me", "when"'),
    "exponent": json.dumps(entry("1e999999999")),
    "negative": json.dumps(entry("-1")),
    "number": json.dumps(entry(1.5)),
    "list as number": json.dumps(entry([1])),
    "division by nothing": json.dumps(entry("1/0")),
    "not a hash": json.dumps(entry("1")).replace(SHA, "people.csv"),
    "deep": "[" * 100_000,
    "half a sign": json.dumps(entry("1")).replace("dp-laplace", "\\ud800"),
    "endless sum": json.dumps(
        {
            "format": "statveil-ledger/1",
            "files": {
                SHA: [{"when": "", "method": "", "epsilon": f"1/{10**90 + i}"} for i in range(5000)]
            },
        }
    ),
}


@pytest.mark.parametrize("case", MALFORMED)
def test_a_malformed_ledger_stops_the_run_and_is_left_alone(private, case: str) -> None:
    ledger = private.folder / "ledger.json"
    ledger.write_text(MALFORMED[case])
    before = private.everything()

    assert private.protect("--ledger", ledger) == 2, private.err

    assert len(private.err.strip().splitlines()) == 1
    assert "Traceback" not in private.err
    assert private.everything() == before
    assert ledger.read_text() == MALFORMED[case]
