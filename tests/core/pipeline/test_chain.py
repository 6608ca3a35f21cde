"""A changed audit log is found, and the change located."""

from __future__ import annotations

import copy
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.log import chain_steps, lay_out
from core.log.chain import chain_faults
from core.log.layout import layout_faults
from core.messages import sentence

DOCUMENT: dict[str, object] = {
    "format": "statveil-audit/2",
    "program": {"name": "statveil", "version": "0"},
    "started": "2026-01-01T00:00:00+00:00",
    "recipe": {"method": {"name": "mdav", "k": 5}},
    "input": {"name": "a.csv", "sha256": "00"},
    "steps": [
        {"name": "read", "counts": {"rows": 10}},
        {"name": "mdav", "counts": {"clusters": 2}},
        {"name": "written", "counts": {}},
    ],
    "result": {"k_reached": 5, "t_reached": {"INCOME": 0.125}},
    "warnings": [],
}


def test_an_unchanged_log_has_no_faults() -> None:
    log = json.loads(lay_out(chain_steps(DOCUMENT)))
    assert chain_faults(log) == ()
    assert layout_faults(lay_out(chain_steps(DOCUMENT)), log) == ()


@pytest.mark.parametrize(
    ("section", "change"),
    [
        ("started", "2027-01-01T00:00:00+00:00"),
        ("recipe", {"method": {"name": "mdav", "k": 3}}),
        ("result", {"k_reached": 6, "t_reached": {"INCOME": 0.125}}),
        ("warnings", ["none"]),
    ],
)
def test_a_changed_section_is_named(section: str, change: object) -> None:
    log = {**chain_steps(DOCUMENT), section: change}
    assert section in [fault.params.get("section") for fault in chain_faults(log)]


def test_a_removed_section_is_named() -> None:
    log = chain_steps(DOCUMENT)
    del log["warnings"]
    (fault,) = chain_faults(log)
    said = "The audit log was changed in what it states of the warnings (section “warnings”)."
    assert sentence(fault) == said


def test_a_changed_step_breaks_the_link_of_the_next() -> None:
    log = copy.deepcopy(chain_steps(DOCUMENT))
    log["steps"][1]["counts"]["clusters"] = 3  # type: ignore[index]
    found = [(fault.code, fault.where.field) for fault in chain_faults(log)]
    assert found == [("verify-section", "steps"), ("verify-step", "steps[2]")]


def test_a_log_without_a_seal_proves_nothing() -> None:
    assert [fault.code for fault in chain_faults(DOCUMENT)] == ["verify-no-seal"]


@given(st.data())
def test_any_changed_byte_is_found(data: st.DataObject) -> None:
    raw = lay_out(chain_steps(DOCUMENT))
    place = data.draw(st.integers(0, len(raw) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda b: b != raw[place]))
    changed = raw[:place] + bytes([byte]) + raw[place + 1 :]
    try:
        log = json.loads(changed)
    except ValueError:
        return  # no longer JSON: refused when it is opened

    found = not isinstance(log, dict) or chain_faults(log) or layout_faults(changed, log)

    assert found


def test_a_blank_between_keys_is_told_by_its_line() -> None:
    raw = lay_out(chain_steps(DOCUMENT))
    lines = raw.split(b"\n")
    lines[3] += b" "
    changed = b"\n".join(lines)
    (fault,) = layout_faults(changed, json.loads(changed))
    assert fault.where.row == 4
