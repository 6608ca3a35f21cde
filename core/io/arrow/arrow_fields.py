"""What an Arrow file says about a column: the name of its type, and its labels as metadata.

With the type's name, a release can use the types of its input. The keys of the metadata are
``label``, a text, and ``value_labels`` and ``missing_codes``, both JSON.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from core.model import Labels

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
_LABEL, _VALUES, _MISSING, _MEASURE = b"label", b"value_labels", b"missing_codes", b"measure"
_MEASURES = ("nominal", "ordinal", "scale")


def type_name(kind: pa.DataType) -> str:
    """Find the name of a type; empty for default types and types that are not kept."""
    name = str(kind)
    if name in _NAMED or _DECIMAL.fullmatch(name) or name.startswith(_CATEGORIES):
        return name
    return ""


def type_of(name: str) -> pa.DataType | None:
    """Find the type with a name from `type_name`."""
    decimal = _DECIMAL.fullmatch(name)
    if decimal:
        return pa.decimal128(int(decimal[1]), int(decimal[2]))
    if name.startswith(_CATEGORIES):
        return pa.dictionary(pa.int32(), pa.string(), ordered="ordered=1" in name)
    return _NAMED.get(name)


def nearest_numbers(decimals: pa.Array) -> pa.Array:
    """Convert decimals to the nearest float64 values.

    Arrow's own cast is off by one unit in the last place for one number in eight: 6219.980 becomes
    6219.9800000000005.
    """
    return pc.cast(pc.cast(decimals, pa.string()), pa.float64())


def labels_of_field(field: pa.Field) -> Labels:
    """Read the labels in a field's metadata, ignoring what is malformed."""
    metadata: Mapping[bytes, bytes] = field.metadata or {}
    measure = metadata.get(_MEASURE, b"").decode("utf-8", "replace")
    return Labels(
        metadata.get(_LABEL, b"").decode("utf-8", "replace"),
        _pairs(metadata.get(_VALUES, b"")),
        _pairs(metadata.get(_MISSING, b"")),
        measure=measure if measure in _MEASURES else "",
    )


def field_metadata(labels: Labels) -> dict[bytes, bytes]:
    """Build the metadata for `labels`."""
    metadata = {
        _LABEL: labels.variable.encode(),
        _VALUES: _json(labels.values),
        _MISSING: _json(labels.missing),
        _MEASURE: labels.measure.encode(),
    }
    return {key: value for key, value in metadata.items() if value}


def _json(pairs: tuple[tuple[str, str], ...]) -> bytes:
    return json.dumps(pairs, ensure_ascii=False).encode() if pairs else b""


def _pairs(raw: bytes) -> tuple[tuple[str, str], ...]:
    try:
        listed: Any = json.loads(raw)
        return tuple((str(code), str(label)) for code, label in listed)
    except (ValueError, TypeError, RecursionError):
        return ()
