"""Converts labels of a column to and from metadata of an Arrow field.

The keys are ``label``, a text, and ``value_labels`` and ``missing_codes``, both JSON.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pyarrow as pa

from core.model import Labels

_LABEL, _VALUES, _MISSING, _MEASURE = b"label", b"value_labels", b"missing_codes", b"measure"
_MEASURES = ("nominal", "ordinal", "scale")


def labels_of_field(field: pa.Field) -> Labels:
    """Return the labels in a field's metadata, ignoring what is malformed."""
    found: Mapping[bytes, bytes] = field.metadata or {}
    measure = found.get(_MEASURE, b"").decode("utf-8", "replace")
    return Labels(
        found.get(_LABEL, b"").decode("utf-8", "replace"),
        _pairs(found.get(_VALUES, b"")),
        _pairs(found.get(_MISSING, b"")),
        measure=measure if measure in _MEASURES else "",
    )


def field_metadata(labels: Labels) -> dict[bytes, bytes]:
    """Return the metadata for `labels`."""
    found = {
        _LABEL: labels.variable.encode(),
        _VALUES: _json(labels.values),
        _MISSING: _json(labels.missing),
        _MEASURE: labels.measure.encode(),
    }
    return {key: value for key, value in found.items() if value}


def _json(pairs: tuple[tuple[str, str], ...]) -> bytes:
    return json.dumps(pairs, ensure_ascii=False).encode() if pairs else b""


def _pairs(raw: bytes) -> tuple[tuple[str, str], ...]:
    try:
        found: Any = json.loads(raw)
        return tuple((str(code), str(label)) for code, label in found)
    except (ValueError, TypeError, RecursionError):
        return ()
