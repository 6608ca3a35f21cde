"""Types of Arrow columns by name, so that a release can have those of its input."""

from __future__ import annotations

import re

import pyarrow as pa
import pyarrow.compute as pc

ARROW = "arrow"

_NAMED = {
    str(kind): kind
    for kind in (
        *(pa.bool_(), pa.int8(), pa.int16(), pa.int32(), pa.uint8(), pa.uint16(), pa.uint32()),
        *(pa.uint64(), pa.float16(), pa.float32(), pa.large_string(), pa.date64()),
        *(pa.timestamp(unit) for unit in ("s", "ms", "us", "ns")),
        *(pa.time32(unit) for unit in ("s", "ms")),
        *(pa.time64(unit) for unit in ("us", "ns")),
    )
}
_DECIMAL = re.compile(r"decimal128\(([0-9]+), ([0-9]+)\)")
_CATEGORIES = ("dictionary<values=string", "dictionary<values=large_string")


def type_name(kind: pa.DataType) -> str:
    """Return the name of a type; empty for those that need none and those not kept."""
    name = str(kind)
    if name in _NAMED or _DECIMAL.fullmatch(name) or name.startswith(_CATEGORIES):
        return name
    return ""


def type_of(name: str) -> pa.DataType | None:
    """Return the type of a name that `type_name` gave."""
    decimal = _DECIMAL.fullmatch(name)
    if decimal:
        return pa.decimal128(int(decimal[1]), int(decimal[2]))
    if name.startswith(_CATEGORIES):
        return pa.dictionary(pa.int32(), pa.string(), ordered="ordered=1" in name)
    return _NAMED.get(name)


def nearest_numbers(decimals: pa.Array) -> pa.Array:
    """Return decimals as the float64 nearest to each.

    Arrow's own cast is one place off for one number in eight: 6219.980 becomes
    6219.9800000000005.
    """
    return pc.cast(pc.cast(decimals, pa.string()), pa.float64())
