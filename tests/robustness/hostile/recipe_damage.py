"""Damages recipes by what their keys mean, so that many of them are nearly or wholly right."""

from __future__ import annotations

import copy
from collections.abc import Callable
from random import Random
from typing import Any

from tests.robustness.hostile.base_recipes import base_recipes
from tests.robustness.hostile.broken_text import BROKEN_TEXT
from tests.robustness.hostile.damage import (
    ANYWHERE,
    NUMBERS,
    TEXTS,
    laid_out,
    odd_value,
    places,
    value_at,
)
from tests.robustness.hostile.fitting_values import (
    MEANINGS,
    OPTIONS,
    SENSIBLE,
    SETTINGS,
    SOURCE,
    TARGET,
    WHOLE,
)

# Moves take time that somebody asked for; more of them show nothing more on a small file.
MOST_MOVES = 2000


def damaged_recipe(draw: Random) -> tuple[str, bytes]:
    """Return the name of the base and the bytes of the damaged recipe."""
    bases = base_recipes()
    name = draw.choice(list(bases))
    document = bases[name]
    for _ in range(draw.choice((0, 1, 1, 1, 2, 2, 3, 5))):
        if draw.random() < 0.7:
            draw.choice(_MEANT)(document, draw)
        elif any(True for _ in places(document)):
            draw.choice(ANYWHERE)(document, draw)
    _limit_moves(document)
    content = laid_out(document, plain=draw.random() < 0.8)
    if draw.random() < 0.12:
        content = draw.choice(BROKEN_TEXT)(content, draw)
    return name, content


def _part(document: Any, *path: str | int) -> dict[str, Any]:
    """Return the object at `path`; one of its own if there is none any more."""
    try:
        found = value_at(document, path)
    except (LookupError, TypeError):
        return {}
    return found if isinstance(found, dict) else {}


def _attribute(document: Any, draw: Random) -> dict[str, Any]:
    found = document.get("attributes")
    return _part(found, draw.randrange(len(found))) if isinstance(found, list) and found else {}


def _set_key(document: Any, draw: Random) -> None:
    """Give a key a value that fits it, or nearly."""
    part, known = draw.choice(
        (
            (document, WHOLE),
            (_part(document, "input"), SOURCE),
            (_part(document, "input", "options"), OPTIONS),
            (_part(document, "method"), SETTINGS),
            (_part(document, "method"), SETTINGS),
            (_part(document, "output"), TARGET),
            (_attribute(document, draw), MEANINGS),
            (_attribute(document, draw), MEANINGS),
        )
    )
    present = [key for key in known if key in part]
    key = draw.choice(present if present and draw.random() < 0.6 else list(known))
    part[key] = copy.deepcopy(draw.choice(known[key]))


def _odd_key(document: Any, draw: Random) -> None:
    """Give a key a value of its own type that hardly fits."""
    part = draw.choice((document, _part(document, "method"), _attribute(document, draw)))
    if part:
        key = draw.choice(list(part))
        like = NUMBERS if isinstance(part[key], int | float) else TEXTS
        part[key] = draw.choice(like) if draw.random() < 0.8 else odd_value(draw)


def _other_method(document: Any, draw: Random) -> None:
    document["method"] = draw.choice(list(base_recipes().values()))["method"]


def _other_meaning(document: Any, draw: Random) -> None:
    """Let a column mean something that it can mean."""
    name, meant = draw.choice(SENSIBLE)
    role = draw.choice(("quasi-identifier", "quasi-identifier", "confidential", "other"))
    found = document.get("attributes")
    for place, part in enumerate(found if isinstance(found, list) else []):
        if isinstance(part, dict) and part.get("name") == name:
            found[place] = {"name": name, "role": role, **copy.deepcopy(meant)}


def _misspell(document: Any, draw: Random) -> None:
    """Change a text within a list, such as a category of an order."""
    texts = [p for p in places(document) if isinstance(value_at(document, p), str)]
    if texts:
        *above, last = draw.choice(texts)
        holder = value_at(document, tuple(above))
        holder[last] = draw.choice((holder[last][:-1], holder[last] + "x", draw.choice(TEXTS)))


_MEANT: tuple[Callable[[Any, Random], None], ...] = (
    *(_set_key, _set_key, _set_key, _set_key, _other_method, _other_meaning, _other_meaning),
    *(_odd_key, _misspell),
)


def _limit_moves(document: Any) -> None:
    method = _part(document, "method")
    if method.get("name") == "best":
        method.setdefault("moves", MOST_MOVES)
    for key in ("moves", "refine"):
        if isinstance(method.get(key), int | float) and method[key] > MOST_MOVES:
            # What no method takes stays as it is.
            method[key] = MOST_MOVES if method[key] <= 2_000_000_000 else method[key]
