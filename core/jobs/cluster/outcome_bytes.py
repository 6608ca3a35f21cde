"""Writes and reads what workers return as plain numbers and texts, by the type that is expected.

What arrives from another computer is never unpickled: bytes can only become the numbers, texts and
arrays that the work's own annotation of its outcome names.
"""

from __future__ import annotations

import dataclasses
import io
import json
from collections.abc import Mapping
from functools import partial
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

from core.errors import Problem, Refused

_LENGTH = 8
_SCALARS = (bool, int, float, str)


def outcome_type(function: object) -> Any:
    """Read the annotation of what a function, or a `functools.partial` of one, returns."""
    while isinstance(function, partial):
        function = function.func
    return get_type_hints(function)["return"]


def write_outcome(outcome: object) -> bytes:
    """Write an outcome: nested records, tuples, lists and mappings of numbers, texts and arrays.

    Returns
    -------
    bytes
        The length of a JSON text, the text, and the arrays in numpy's format, to whose places in
        the order of the arrays the text refers.
    """
    arrays = io.BytesIO()
    text = json.dumps(_to_plain(outcome, arrays)).encode()
    return len(text).to_bytes(_LENGTH, "little") + text + arrays.getvalue()


def read_outcome(content: object, expected: Any) -> Any:
    """Read an outcome of the type `expected`.

    Raises
    ------
    Refused
        If the bytes hold anything else.
    """
    try:
        if not isinstance(content, bytes):
            raise TypeError
        end = _LENGTH + int.from_bytes(content[:_LENGTH], "little")
        arrays = io.BytesIO(content[end:])
        outcome = _of_type(json.loads(content[_LENGTH:end]), expected, arrays)
        if arrays.read(1):
            raise ValueError
    # Whatever a hostile worker makes numpy or json raise.
    except Exception:
        raise Refused(Problem("cluster-wrong-result")) from None
    return outcome


def _fields(record_type: Any) -> dict[str, Any]:
    """List the fields of a dataclass or named tuple with their types, in order."""
    hints = get_type_hints(record_type)
    if dataclasses.is_dataclass(record_type):
        return {field.name: hints[field.name] for field in dataclasses.fields(record_type)}
    return {name: hints[name] for name in record_type._fields}


def _is_record(record_type: Any) -> bool:
    return dataclasses.is_dataclass(record_type) or hasattr(record_type, "_fields")


def _is_array(expected: Any) -> bool:
    # From numpy 2.5 on, NDArray is a name of its own.
    return get_origin(expected) in (np.ndarray, NDArray)


def _to_plain(value: Any, arrays: io.BytesIO) -> Any:
    if value is None or isinstance(value, _SCALARS):
        return value
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.ndarray):
        np.save(arrays, value, allow_pickle=False)
        return "array"
    if isinstance(value, Mapping):
        return {name: _to_plain(item, arrays) for name, item in value.items()}
    if _is_record(type(value)):
        return [_to_plain(getattr(value, name), arrays) for name in _fields(type(value))]
    if isinstance(value, list | tuple):
        return [_to_plain(item, arrays) for item in value]
    raise TypeError(type(value).__name__)


def _of_type(plain: Any, expected: Any, arrays: io.BytesIO) -> Any:
    """Build a value of the type `expected`; raise any exception if `plain` is not one."""
    origin, parts = get_origin(expected), get_args(expected)
    if _is_array(expected):
        return _array(plain, arrays)
    if origin in (Union, UnionType):
        return _one_of(plain, parts, arrays)
    if origin is list:
        return [_of_type(item, parts[0], arrays) for item in _require(plain, list)]
    if origin is tuple:
        if parts[-1] is Ellipsis:
            return tuple(_of_type(item, parts[0], arrays) for item in _require(plain, list))
        return tuple(
            _of_type(p, t, arrays) for p, t in zip(_require(plain, list), parts, strict=True)
        )
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {name: _of_type(p, parts[1], arrays) for name, p in _require(plain, dict).items()}
    if _is_record(expected):
        fields = _fields(expected)
        values = zip(_require(plain, list), fields.values(), strict=True)
        return expected(*(_of_type(item, part_type, arrays) for item, part_type in values))
    # A whole number may stand for a number, but True for neither.
    if type(plain) is expected or (expected is float and type(plain) is int):
        return plain
    raise TypeError


def _one_of(plain: Any, members: tuple[Any, ...], arrays: io.BytesIO) -> Any:
    if plain is None and type(None) in members:
        return None
    if any(_is_array(member) for member in members):
        return _array(plain, arrays)
    if type(plain) in members:
        return plain
    (member,) = (member for member in members if member is not type(None))
    return _of_type(plain, member, arrays)


def _require(plain: Any, container: type) -> Any:
    if not isinstance(plain, container):
        raise TypeError
    return plain


def _array(plain: Any, arrays: io.BytesIO) -> np.ndarray[Any, Any]:
    if plain != "array":
        raise TypeError
    array: np.ndarray[Any, Any] = np.load(arrays, allow_pickle=False)
    if array.dtype.kind not in "biuf":
        raise TypeError
    return array
