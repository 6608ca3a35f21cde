"""JSON read strictly: no key twice, no NaN, and faults told by their line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NoReturn

from core.errors import Problem, Refused, Where


def read_json(path: Path) -> Any:
    """Return the document in the UTF-8 file at `path`.

    Raises
    ------
    Refused
        If the file is missing, unreadable, not UTF-8, not JSON, or names a key twice.
    """
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        raise Refused(Problem("file-not-found", params={"file": path.name})) from None
    except OSError:
        raise Refused(Problem("file-unreadable", params={"file": path.name})) from None
    return parse_json(raw, path.name)


def parse_json(raw: bytes, name: str) -> Any:
    """Return the document in `raw`; `name` stands for it in problems.

    Raises
    ------
    Refused
        If it is no JSON in UTF-8, names a key twice, or is nested too deep.
    """
    try:
        document = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise Refused(Problem("json-encoding", Where(row=line), {"file": name})) from None
    try:
        return json.loads(
            document, object_pairs_hook=_without_repeats, parse_constant=_refuse_constant
        )
    except json.JSONDecodeError as error:
        problem = Problem("json-broken", Where(row=error.lineno), {"file": name})
        raise Refused(problem) from None
    except RecursionError:
        raise Refused(Problem("json-too-deep", params={"file": name})) from None


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise Refused(Problem("json-key-twice", Where(field=key), {"key": key}))
        found[key] = value
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise Refused(Problem("json-not-a-number", params={"constant": name}))
