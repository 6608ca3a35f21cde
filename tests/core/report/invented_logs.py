"""Logs as a run would write them, invented as JSON and read through their declaration."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

from core.log import InternalLog, LogFile, PublicLog
from core.recipe.recipe_document import FORMAT

N = 600
AUDIT: dict[str, Any] = {
    "program": {"name": "statveil", "version": "9.8.7", "platform": "Linux", "libraries": {}},
    "started": "2026-01-02T03:04:05+00:00",
    "finished": "2026-01-02T03:04:09+00:00",
    "recipe": {
        "format": FORMAT,
        "input": {"path": "people.csv", "kind": "csv"},
        "attributes": [
            {"name": "ID", "role": "identifier"},
            {"name": "SALARY", "role": "quasi-identifier", "scale": "continuous"},
            {"name": "LEVEL", "role": "quasi-identifier", "scale": "ordinal",
             "order": ["basic", "middle", "highest"]},
            {"name": "DEBT", "role": "confidential", "scale": "continuous"},
        ],
        "missing": "leave-out",
        "method": {"name": "t-closeness-first", "k": 5, "t": 0.2, "bucket_by": "DEBT"},
        "output": {"kind": "csv", "name": "people safe"},
    },
    "input": {
        "name": "people.csv", "size": 1234, "sha256": "ab" * 32, "salt": "00", "rows": N,
        "columns": 4,
    },
    "taxonomies": [],
    "steps": [{"name": "left-out", "counts": {"rows": 1}}, {"name": "new-thing", "counts": {}}],
    "result": {
        "records": N, "left_out": 1, "clusters": 120, "sizes": {"min": 5, "mean": 5.0, "max": 5},
        "k_reached": 5, "blocks": [], "t_reached": {"DEBT": 0.125},
        "claim": [{"code": "claim-k", "params": {"k": 5, "others": 4}}],
    },
    "measures": [
        {"name": name, "value": value, "unit": unit, "direction": f"{way} is better",
         "attribute": None}
        for name, value, unit, way in (
            ("information-loss", 5.6922, "%", "lower"), ("p", None, "1", "higher"),
        )
    ],
    "not_stated": [],
    "verification": {
        "rows": N, "columns": 3, "same_table": True, "k": 5, "k_blocks": [], "t": {"DEBT": 0.125},
        "agrees": True, "conditions": [],
    },
    "readiness": {"ready": True, "open": 0},
    "checklist": [],
    "warnings": [
        {"code": "column-unprotected-unique", "column": "DEBT", "field": None,
         "severity": "warning", "params": {}},
    ],
    "files": [
        {"name": "people safe.csv", "half": "public", "size": 1, "sha256": "cd" * 32, "blocks": [],
         "kind": "csv", "options": {}, "columns": [], "records_sha256": "ef"},
    ],
}  # fmt: skip


def internal(audit: dict[str, Any]) -> InternalLog:
    document = {"format": "statveil-internal/2", "confidential": True, **deepcopy(audit)}
    log = LogFile(Path("log.json"), document, b"").read()
    assert isinstance(log, InternalLog)
    return log


def public(audit: dict[str, Any]) -> PublicLog:
    document = {"format": "statveil-audit/2", "omitted": [], **deepcopy(audit)}
    document["input"] = {key: audit["input"][key] for key in ("name", "rows", "columns")}
    log = LogFile(Path("log.json"), document, b"").read()
    assert isinstance(log, PublicLog)
    return log
