"""Reads and writes declared values: dataclasses that say what the keys of a JSON object hold."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import partial
from types import GenericAlias
from typing import Annotated, LiteralString, TypeVar, cast, get_args, get_type_hints

from pydantic import AfterValidator, ConfigDict, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import ErrorDetails, InitErrorDetails, PydanticCustomError

from core.errors import Problem, Refused, Where

Declared = TypeVar("Declared")

# Pydantic would read the metadata of every installed package for plugins, and run what it finds.
os.environ["PYDANTIC_DISABLE_PLUGINS"] = "__all__"

_CODES = {
    "missing": "recipe-missing",
    "unexpected_keyword_argument": "recipe-unknown-key",
    "string_type": "recipe-expects-text",
    "string_unicode": "recipe-expects-text",
    "tuple_type": "recipe-expects-list",
    "dict_type": "recipe-expects-object",
    "dataclass_type": "recipe-expects-object",
    "model_attributes_type": "recipe-expects-object",
    "enum": "recipe-expects-choice",
    "literal_error": "recipe-expects-choice",
    "union_tag_invalid": "recipe-expects-choice",
    "union_tag_not_found": "recipe-missing",
}
"""Problems by pydantic's types of errors. All others have the names of problems (`Expects`)."""

_OF_COLUMNS = ("attributes", "columns", "set_aside")
"""Keys of lists whose members are called as columns: easier to find than by position."""

Place = tuple[str | int, ...]


def fault(code: LiteralString, *places: Place, **facts: object) -> PydanticCustomError:
    """Return the error that a validator raises: at each of `places`, below the validated value."""
    return PydanticCustomError(code, code, {"places": places or ((),), "facts": facts})


def joined_faults(details: Sequence[ErrorDetails], further: PydanticCustomError) -> ValidationError:
    """Join the errors of a value and one more, so that a validator can raise all at once."""
    lines = []
    for detail in details:
        code = detail["type"]
        kind = PydanticCustomError(code, code, detail.get("ctx"))
        lines.append(InitErrorDetails(type=kind, loc=detail["loc"], input=None))
    lines.append(InitErrorDetails(type=further, loc=(), input=None))
    return ValidationError.from_exception_data("value", lines)


_ADAPTERS: dict[tuple[type[object], bool], TypeAdapter[tuple[object]]] = {}


def adapter_of(kind: type[object], *, is_strict: bool = False) -> TypeAdapter[tuple[object]]:
    """Make the reader and writer of the dataclass `kind`, in strict mode from texts only.

    It is wrapped in a tuple because pydantic takes settings for its own classes and for types that
    are no classes, and `core.model` does without pydantic.
    """
    if (kind, is_strict) not in _ADAPTERS:
        form = cast("type[tuple[object]]", GenericAlias(tuple, (kind,)))
        settings = ConfigDict(extra="forbid", strict=is_strict, allow_inf_nan=False)
        _ADAPTERS[kind, is_strict] = TypeAdapter(form, config=settings)
    return _ADAPTERS[kind, is_strict]


def read_declared(
    kind: type[Declared], document: object, prefix: str = "", context: object = None
) -> Declared:
    """Read the value of type `kind` in a part of a JSON document, which problems call `prefix`.

    Validators may look at `context`.

    Raises
    ------
    Refused
        With one problem for each thing that is wrong.
    """
    try:
        (value,) = adapter_of(kind).validate_python((document,), context=context)
    except ValidationError as error:
        details = error.errors(include_url=False, include_input=False)
        problems = [
            problem for detail in details for problem in problems_of(detail, document, prefix)
        ]
        raise Refused(*problems) from None
    assert isinstance(value, kind)
    return value


def write_declared(value: object) -> dict[str, object]:
    """Return the JSON object of a declared value, without the empty values that go without saying.

    A default that is not empty is written: it may differ in a later version.
    """
    dump = partial(adapter_of(type(value)).dump_python, (value,), mode="json", by_alias=True)
    return _without_empty(dump()[0], dump(exclude_defaults=True)[0])


def schema_of(kind: type[object], generator: type[GenerateJsonSchema]) -> dict[str, object]:
    """Return the JSON Schema of a declared value."""
    schema = adapter_of(kind).json_schema(schema_generator=generator)
    (reference,) = schema["prefixItems"]
    return {**reference, "$defs": schema["$defs"]}


@dataclass(frozen=True, slots=True)
class DeclaredKey:
    """A key that a declaration has.

    Attributes
    ----------
    name : str
        The attribute of the dataclass.
    key : str
        How files spell it.
    hint : type
        What it holds, with notes.
    default : object
        What it is if it is left out; ``dataclasses.MISSING`` if it must not be.
    """

    name: str
    key: str
    hint: object
    default: object


def keys_of(kind: type[object]) -> tuple[DeclaredKey, ...]:
    """Return the keys of a declared dataclass, in order."""
    assert is_dataclass(kind)
    hints, keys = get_type_hints(kind, include_extras=True), []
    for field in fields(kind):
        notes = (note for note in get_args(hints[field.name]) if isinstance(note, FieldInfo))
        key = next((note.alias for note in notes if note.alias), field.name)
        key = field.metadata.get("alias", key)
        default = {} if field.default_factory is not MISSING else field.default
        default = MISSING if field.metadata.get("is_tag") else default
        keys.append(DeclaredKey(field.name, key, hints[field.name], default))
    return tuple(keys)


def _without_empty(entry: Mapping[str, object], chosen: object) -> dict[str, object]:
    """Leave out the empty values of `entry` that are not in `chosen`, which lacks defaults."""
    chosen_values = chosen if isinstance(chosen, Mapping) else {}
    return {
        key: _without_empty_parts(value, chosen_values.get(key))
        for key, value in entry.items()
        if value or key in chosen_values
    }


def _without_empty_parts(value: object, chosen: object) -> object:
    if isinstance(value, Mapping):
        return _without_empty(value, chosen)
    if isinstance(value, list):
        chosen_parts = chosen if isinstance(chosen, list) else [None] * len(value)
        return [_without_empty_parts(*pair) for pair in zip(value, chosen_parts, strict=True)]
    return value


def problems_of(error: ErrorDetails, document: object, prefix: str = "") -> Iterator[Problem]:
    """Yield the problems behind an error of pydantic on the only value of a tuple."""
    context = error.get("ctx", {})
    code = _CODES.get(error["type"], error["type"])
    places: Sequence[Place] = context.get("places", ((),))
    facts: Mapping[str, object] = context.get("facts", {})
    if error["type"].startswith("union_tag"):
        places = ((context["discriminator"].strip("'"),),)
    expected = context.get("expected_tags") or context.get("expected")
    if expected is not None:
        facts = {"choices": re.findall("'([^']*)'", expected)}
    for place in places:
        field, column = _name_place((*error["loc"], *place), document, prefix)
        column_fact = {} if column is None else {"column": column}
        yield Problem(code, Where(column, field=field), {"field": field, **column_fact, **facts})


def _name_place(place: Place, document: object, prefix: str) -> tuple[str, str | None]:
    """Spell a place with dots, and name the column that is described there, if one is."""
    (_, *keys), column, entry, parent_key = place, None, document, ""
    field = prefix
    for i, key in enumerate(keys):
        if isinstance(key, int):
            field, entry = f"{field}[{key}]", entry[key] if isinstance(entry, Sequence) else None
            name = entry.get("name") if isinstance(entry, Mapping) else None
            column = name if parent_key in _OF_COLUMNS and isinstance(name, str) else column
            continue
        is_there = isinstance(entry, Mapping) and key in entry
        is_lacking = isinstance(entry, Mapping) and i == len(keys) - 1
        # Any other key that is not there is the name of a member of a union.
        if is_there or is_lacking:
            field, parent_key = f"{field}.{key}" if field else key, key
            entry = entry[key] if isinstance(entry, Mapping) and is_there else None
    return field, column


def _refuse_nul(path: str) -> str:
    if "\0" in path:
        raise fault("recipe-expects-path")
    return path


PathText = Annotated[str, AfterValidator(_refuse_nul)]
"""A text that can be the path of a file."""
