"""Chains the steps of a log by hashes and seals its sections.

The first step contains the hash of the run's input, every later step the hash of the previous step.
The seal contains the hash of every section. A change breaks the hash of its section, by which
`chain_faults` locates it. The chain reveals accidental changes and changes by somebody who did not
recompute it; it is not a signature.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from core.errors import Problem, Where
from core.log.halves import section_code
from core.log.layout import canonical

_HEAD = ("format", "program", "started", "recipe", "input")
_SEAL = "seal"


def sha256_of(value: object) -> str:
    """Return the SHA-256 of the canonical form of a JSON value."""
    return hashlib.sha256(canonical(value)).hexdigest()


def chain_steps(document: Mapping[str, object]) -> dict[str, object]:
    """Chain the steps of `document` and seal all sections."""
    steps = document["steps"]
    assert isinstance(steps, Sequence)
    linked = {**document, "steps": _link(_head(document), steps)}
    return {**linked, _SEAL: _seal(linked)}


def chain_faults(document: Mapping[str, object]) -> tuple[Problem, ...]:
    """List a problem for each section or step of a log that was changed after sealing."""
    seal = document.get(_SEAL)
    if not isinstance(seal, Mapping) or not isinstance(seal.get("sections"), Mapping):
        return (Problem("verify-no-seal", Where(field=_SEAL)),)
    body = {key: value for key, value in document.items() if key != _SEAL}
    sealed = seal["sections"]
    names = [*body, *(key for key in sealed if key not in body)]
    faults = [
        _fault_of_change(name)
        for name in names
        if name not in body or sha256_of(body[name]) != sealed.get(name)
    ]
    if not faults and dict(seal) != _seal(body):
        faults = [_fault_of_change(_SEAL)]
    steps = document.get("steps")
    if not isinstance(steps, list) or not all(isinstance(step, dict) for step in steps):
        return (*faults, _fault_of_change("steps"))
    expected = _link(_head(document), steps)
    faults += [
        Problem("verify-step", Where(field=f"steps[{i}]"), {"step": i + 1})
        for i, (logged_step, expected_step) in enumerate(zip(steps, expected, strict=True))
        if logged_step.get("previous") != expected_step["previous"]
    ]
    return tuple(faults)


def _head(document: Mapping[str, object]) -> str:
    return sha256_of({key: document.get(key) for key in _HEAD})


def _link(head: str, steps: Sequence[Mapping[str, object]]) -> list[dict[str, object]]:
    linked: list[dict[str, object]] = []
    previous = head
    for step in steps:
        linked.append({**step, "previous": previous})
        previous = sha256_of(linked[-1])
    return linked


def _seal(document: Mapping[str, object]) -> dict[str, object]:
    sections = {key: sha256_of(value) for key, value in document.items()}
    return {"sections": sections, "sha256": sha256_of(sections)}


def _fault_of_change(section: str) -> Problem:
    params = {"section": section, "what": section_code(section)}
    return Problem("verify-section", Where(field=section), params)
