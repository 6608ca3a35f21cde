"""Recomputes the hash chain of a log, as whoever changes one can."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from tests.robustness.hostile.damage import laid_out

_HEAD = ("format", "program", "started", "recipe", "input")


def resealed(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return a log whose chain and seal fit what stands in it now."""
    body = {key: value for key, value in document.items() if key != "seal"}
    steps = body.get("steps")
    if isinstance(steps, list) and all(isinstance(step, dict) for step in steps):
        previous = _sha256({key: body.get(key) for key in _HEAD})
        for step in steps:
            step["previous"] = previous
            previous = _sha256(step)
    sections = {key: _sha256(value) for key, value in body.items()}
    return {**body, "seal": {"sections": sections, "sha256": _sha256(sections)}}


def _sha256(value: object) -> str:
    return hashlib.sha256(laid_out(value, plain=False, indent=None)).hexdigest()


def log_bytes(document: object) -> bytes:
    """Return a log as Statveil lays it out."""
    return laid_out(document, plain=False, indent=2) + b"\n"
