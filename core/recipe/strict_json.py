"""Strict and bounded reading of JSON: recipes, projects, audit logs and ledgers.

Whatever such a file contains, reading it takes bounded time and memory and returns a document that
later code can write, hash and compute with, or raises `Refused`.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Collection, Iterator
from functools import partial
from pathlib import Path
from typing import NoReturn

from core.errors import Problem, Refused, Where
from core.io.files.input_files import read_bounded

# A log contains the taxonomies of its run; recipes and ledgers are a few pages long.
MOST_MEGABYTES = 256
MOST_LEVELS = 64
# Longer numbers are meaningless here, and Python takes quadratic time to parse them.
MOST_DIGITS = 100

_MAYBE_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
# Surrogate escapes, with which Python represents undecodable bytes of file names.
_NAME_BYTES = re.compile("[\udc80-\udcff]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_PATH_KEYS = frozenset({"path", "taxonomy", "home", "input_name"})


def read_json(path: Path) -> object:
    """Return the document in the UTF-8 file at `path`.

    Raises
    ------
    Refused
        If the file is missing, not a regular file, unreadable or too large, or `parse_json` refuses
        its content.
    """
    return parse_json(read_bounded(path, MOST_MEGABYTES), path.name)


def parse_json(raw: bytes, name: str, path_keys: Collection[str] = _PATH_KEYS) -> object:
    """Return the document in `raw`, which problems call `name`.

    The texts under `path_keys` may contain surrogate escapes of undecodable file names.

    Raises
    ------
    Refused
        If it is not JSON in UTF-8, has a duplicate key, is nested too deeply, or contains a number
        that is too long, too large or too small to compute with, or half of a surrogate pair.
    """
    try:
        document = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise Refused(Problem("json-encoding", Where(row=line), {"file": name})) from None
    try:
        parsed = json.loads(
            document,
            object_pairs_hook=_without_repeats,
            parse_constant=_refuse_constant,
            parse_int=partial(_whole, document, name),
            parse_float=partial(_real, document, name),
        )
    except json.JSONDecodeError as error:
        problem = Problem("json-broken", Where(row=error.lineno), {"file": name})
        raise Refused(problem) from None
    except RecursionError:
        raise Refused(Problem("json-too-deep", params={"file": name})) from None
    level = [parsed] if isinstance(parsed, dict | list) else []
    for _ in range(MOST_LEVELS + 1):
        inside = (node.values() if isinstance(node, dict) else node for node in level)
        level = [value for parts in inside for value in parts if isinstance(value, dict | list)]
    if level:
        raise Refused(Problem("json-too-deep", params={"file": name}))
    # A text may hold half of a surrogate pair only as an escape for a byte of a file name.
    if _MAYBE_SURROGATE.search(document) and any(
        _SURROGATE.search(_NAME_BYTES.sub("", content) if names_file else content)
        for content, names_file in _texts(parsed, path_keys)
    ):
        raise Refused(Problem("json-half-sign", params={"file": name}))
    return parsed


def _without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members: dict[str, object] = {}
    for key, value in pairs:
        if key in members:
            raise Refused(Problem("json-key-twice", Where(field=key), {"key": key}))
        members[key] = value
    return members


def _refuse_constant(name: str) -> NoReturn:
    raise Refused(Problem("json-not-a-number", params={"constant": name}))


def _whole(document: str, name: str, literal: str) -> int:
    if len(literal) > MOST_DIGITS:
        _refuse_number("json-number-too-long", document, name, literal)
    return int(literal)


def _real(document: str, name: str, literal: str) -> float:
    if len(literal) > MOST_DIGITS:
        _refuse_number("json-number-too-long", document, name, literal)
    value = float(literal)
    vanished = value == 0 and literal.lower().partition("e")[0].strip("-0.") != ""
    if vanished or not math.isfinite(value):
        _refuse_number("json-number-beyond", document, name, literal)
    return value


def _refuse_number(code: str, document: str, name: str, literal: str) -> NoReturn:
    line = document.count("\n", 0, document.find(literal)) + 1
    raise Refused(Problem(code, Where(row=line), {"file": name, "most": MOST_DIGITS}))


def _texts(document: object, path_keys: Collection[str]) -> Iterator[tuple[str, bool]]:
    """Yield every key and text of a document, with whether it may be a file name."""
    waiting: list[tuple[object, bool]] = [(document, False)]
    while waiting:
        value, names_file = waiting.pop()
        if isinstance(value, str):
            yield value, names_file
        elif isinstance(value, dict):
            yield from ((key, False) for key in value)
            waiting.extend((child, key in path_keys) for key, child in value.items())
        elif isinstance(value, list):
            waiting.extend((child, False) for child in value)
