"""Ledgers, and what their tests protect."""

from __future__ import annotations

PRIVATE_ATTRIBUTES = [
    {"name": "NAME", "role": "identifier"},
    {"name": "AGE", "role": "quasi-identifier", "scale": "integer", "domain": [0, 120]},
    {"name": "HOURS", "role": "quasi-identifier", "scale": "continuous", "domain": [0, 80]},
    {"name": "INCOME", "role": "identifier"},
    {"name": "NOTE", "role": "identifier"},
]
SHA = "ab" * 32


def entry(epsilon: object) -> dict[str, object]:
    run = {"when": "2026-01-31", "method": "dp-laplace", "epsilon": epsilon}
    return {"format": "statveil-ledger/1", "files": {SHA: [run]}}
