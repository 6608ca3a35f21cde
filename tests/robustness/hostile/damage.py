"""Damages JSON documents: values that no program expects, at any place, and broken text."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

Path = tuple[str | int, ...]


@dataclass(frozen=True)
class Raw:
    """Text that stands in a document as it is, such as a number that JSON has and Python not."""

    text: str


def nested(levels: int) -> Raw:
    """Return lists within lists."""
    return Raw("[" * levels + "]" * levels)


NUMBERS: tuple[Any, ...] = (
    *(0, 1, 2, 3, 5, 24, 48, 49, -1, 0.5, -0.0, 1.5, 1e-9, 1e-320, 1e308, 1e15 + 0.5),
    *(2**31, 2**53 + 1, 2**63, 2**64, 10**30, 1e22, 0.1 + 0.2),
    *(Raw("1" + "0" * 400), Raw("1" + "0" * 5000), Raw("-" + "9" * 4301), Raw("1e999")),
    *map(Raw, ["-1e999", "1e-999", "NaN", "-Infinity", "-0"]),
    Raw("0.1" + "0" * 5000),
)
TEXTS: tuple[str, ...] = (
    *("", " ", "a", "0", "NaN", "null", "\0", "\n", "\r", "\t", "\x1b[31m", "\ud800"),
    "\udfff\ud800",
    *("\u202e", "\u200b", "\ufeff", "é", "e\u0301", "ﬀ", "x" * 5000, "{file}", "%s%n", "{0}"),
    *("..", "/", ".", "../outside/secret.csv", "/dev/zero", "/dev/null", "<script>x</script>"),
    *("=1+1", "@SUM(A1)", '"', "'", "\\", "CON", "a/b", "😀" * 40, "1e999", "١٢"),
)
ODD: tuple[Any, ...] = (
    *(None, True, False, [], {}, [[]], [None], [""], {"": ""}, {"a": None}, [{}], [[[]]]),
    *(nested(60), nested(2000), nested(100_000), Raw('{"a":' * 300 + "1" + "}" * 300)),
    *(list(range(3000)), ["x"] * 3000, {str(i): i for i in range(3000)}),
)


def odd_value(draw: Random) -> Any:
    """Return a value that may be wrong anywhere."""
    return copy.deepcopy(draw.choice(draw.choice((NUMBERS, TEXTS, ODD))))


def places(document: Any, at: Path = ()) -> Iterator[Path]:
    """Yield the path of each value within `document`."""
    inner: Any = ()
    if isinstance(document, dict):
        inner = document.items()
    elif isinstance(document, list):
        inner = enumerate(document)
    for key, value in inner:
        yield (*at, key)
        yield from places(value, (*at, key))


def value_at(document: Any, path: Path) -> Any:
    for key in path:
        document = document[key]
    return document


def some_place(document: Any, draw: Random) -> Path:
    """Return the path of a value; those high up come as often as the many deep ones."""
    found = list(places(document))
    depth = draw.randint(1, max(map(len, found)))
    return draw.choice([path for path in found if len(path) == depth])


def replace_value(document: Any, draw: Random) -> None:
    *above, last = some_place(document, draw)
    value_at(document, tuple(above))[last] = odd_value(draw)


def remove_value(document: Any, draw: Random) -> None:
    *above, last = some_place(document, draw)
    del value_at(document, tuple(above))[last]


def repeat_value(document: Any, draw: Random) -> None:
    """Put a value again beside or over another one."""
    *above, last = some_place(document, draw)
    holder, value = value_at(document, tuple(above)), value_at(document, (*above, last))
    if isinstance(holder, list):
        holder.insert(draw.randrange(len(holder) + 1), copy.deepcopy(value))
    else:
        holder[draw.choice([*holder, "more", str(last).upper(), f"{last} "])] = copy.deepcopy(value)


def exchange_values(document: Any, draw: Random) -> None:
    one, other = some_place(document, draw), some_place(document, draw)
    shorter = min(len(one), len(other))
    if one[:shorter] == other[:shorter]:
        return  # one is within the other
    values = copy.deepcopy((value_at(document, one), value_at(document, other)))
    for path, value in ((one, values[1]), (other, values[0])):
        value_at(document, path[:-1])[path[-1]] = value


def change_number(document: Any, draw: Random) -> None:
    """Change a number a little."""
    found = [p for p in places(document) if type(value_at(document, p)) in (int, float)]
    if found:
        *above, last = draw.choice(found)
        holder = value_at(document, tuple(above))
        holder[last] = draw.choice(
            (holder[last] + 1, holder[last] - 1, -holder[last], holder[last] / 2, str(holder[last]))
        )


ANYWHERE: tuple[Callable[[Any, Random], None], ...] = (
    *(replace_value, replace_value, replace_value),
    *(remove_value, repeat_value, exchange_values, change_number, change_number),
)


def laid_out(document: Any, *, plain: bool = True, indent: int | None = 1) -> bytes:
    """Return `document` as JSON, in ASCII or not, with what is `Raw` in it as it is."""
    raw: list[str] = []

    def placeholder(value: Raw) -> str:
        raw.append(value.text)
        return f"@raw{len(raw) - 1}@"

    separators = (",", ":") if indent is None else None
    text = json.dumps(
        document, ensure_ascii=plain, indent=indent, separators=separators, default=placeholder
    )
    text = re.sub(r'"@raw(\d+)@"', lambda found: raw[int(found[1])], text)
    return text.encode("utf-8", "surrogatepass")
