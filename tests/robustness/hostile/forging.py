"""Damages audit logs: bytes, or entries with the hash chain recomputed by whoever changed them."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from tests.robustness.hostile.broken_text import BROKEN_TEXT
from tests.robustness.hostile.damage import ANYWHERE, NUMBERS, Raw, places, value_at
from tests.robustness.hostile.forged_tables import with_table
from tests.robustness.hostile.sealing import log_bytes, resealed

OUTSIDE = "outside"
SECRET = "secret.csv"


def chain(nodes: int) -> dict[str, Any]:
    """Return a taxonomy each of whose categories is below the one before."""
    names = [f"c{i}" for i in range(nodes)]
    parents = [[], *([i] for i in range(nodes - 1))]
    return {"column": "JOB", "sha256": "0" * 64, "nodes": names, "parents": parents}


# Where a name in a log could lead whoever believes it.
_WAYS_OUT = (
    *(f"../{OUTSIDE}/{SECRET}", f"/{SECRET}", "..", ".", "", "/dev/zero", "/etc/passwd", "\0"),
    *("\ud800", "a" * 300, "folder", "C:\\x.csv", "\\\\server\\x.csv", "http://localhost/x.csv"),
)
_FITTING: Mapping[str, tuple[Any, ...]] = {
    "name": (*_WAYS_OUT, "released.csv", "released.report.html", "mdav", "t-merge", "AGE"),
    "path": _WAYS_OUT,
    "taxonomy": (*_WAYS_OUT, "shipped:countries"),
    "kind": ("csv", "xlsx", "sav", "number", "integer", "text", "date", "fixed-width", "none"),
    "size": (0, 1, 10**30, -1, 2**63, None, "1"),
    "sha256": ("0" * 64, "", None, "x", 5),
    "records_sha256": ("0" * 64, None),
    "blocks": ([], ["x"], [["AGE"]], None, {}, ["0" * 16] * 3000),
    "format": ("%Y", "%", "", "statveil-audit/2", "%Y-%m-%d", "statveil-recipe/2"),
    "parents": ([[0]], [[1], [0]], [[-1]], [[10**9]], [[True]], [["a"]], []),
    "nodes": (["a", "a"], [1, 2], [], ["x" * 5000], [None]),
    "columns": ([], None, {}, [{"name": "AGE"}], [{"name": "AGE", "kind": "number"}] * 2),
    "k": (0, 1, 50, 1e9, None, "3", True),
    "k_reached": (0, 50, None, "3", 1e300),
    "t": ({}, None, {"INCOME": 0}, {"INCOME": None}, {"NOPE": 1}, 0.9, []),
    "value": NUMBERS,
    "epsilon": (None, 0, -1, 1e300, "1", 1e-320),
    "encoding": ("utf-16", "rot13", "undefined", "", "zip"),
    "delimiter": (";", "", "ab", "\n"),
    "files": ([], None, [[]], [None], ["released.csv"], {}),
    "steps": ([], [None], [[]], None, {}),
    "rows": (0, -1, 10**30, None),
}


def damaged_log(
    release: Path, log: Path, secret: Path, draw: Random
) -> tuple[str, dict[Path, bytes]]:
    """Return what kind of damage it is, and the changed content of files of a release.

    ``plain`` damage is one that the chain must show; a ``forged`` log has a right chain.
    """
    content = log.read_bytes()
    kind = draw.random()
    if kind < 0.3:
        return "plain", {log: _other(content, draw)}
    document = json.loads(content)
    for _ in range(draw.choice((1, 1, 1, 2, 3))):
        if any(True for _ in places(document)):
            draw.choice((_fit, _fit, _fit, _grow, *ANYWHERE))(document, draw)
    _name_absolutely(document, secret)
    if kind < 0.4:
        return "plain", {log: log_bytes(document)}
    if kind < 0.55:
        return "forged", with_table(release, log, json.loads(content), draw)
    return "forged", {log: log_bytes(resealed(document))}


def _other(content: bytes, draw: Random) -> bytes:
    """Return other bytes: mostly one is changed, often to one that looks as well."""
    if draw.random() < 0.2:
        return draw.choice(BROKEN_TEXT)(content, draw)
    at = draw.randrange(len(content))
    likely = b'0123456789eE.-+"{}[],: \\u' if draw.random() < 0.6 else bytes(range(256))
    return content[:at] + bytes([draw.choice(likely)]) + content[at + 1 :]


def _fit(document: Any, draw: Random) -> None:
    """Give a key that is there a value of the kind that it has, or nearly."""
    found = [path for path in places(document) if path[-1] in _FITTING and path[0] != "seal"]
    if found:
        key = draw.choice(sorted({str(path[-1]) for path in found}))
        *above, last = draw.choice([path for path in found if path[-1] == key])
        value_at(document, tuple(above))[last] = copy.deepcopy(draw.choice(_FITTING[key]))


def _grow(document: Any, draw: Random) -> None:
    """Make a part so large that a program which trusts it runs out of time or memory."""
    key, value = draw.choice(
        (
            ("taxonomies", [chain(draw.choice((10, 300, 5000, 20_000)))]),
            ("steps", [{"name": "x", "counts": {}}] * 20_000),
            ("measures", [{"name": "x", "value": 1}] * 20_000),
            ("warnings", [{"text": "x" * 1000}] * 2000),
            ("recipe", Raw('{"a":' * 3000 + "1" + "}" * 3000)),
            ("more", {"anything": [1, 2, 3]}),
        )
    )
    if isinstance(document, dict):
        # Entries of their own, so that a change to one is no change to all.
        document[key] = json.loads(json.dumps(value)) if isinstance(value, list) else value


def _name_absolutely(document: Any, secret: Path) -> None:
    for path in list(places(document)):
        if value_at(document, path) == f"/{SECRET}":
            value_at(document, path[:-1])[path[-1]] = str(secret)
