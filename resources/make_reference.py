"""Writes the tables of keys in the manual and the JSON Schemas of recipes and logs.

Run it after a declaration of `core.recipe` or `core.model` has changed:
``python -m resources.make_reference``. Meanings are those of the docstrings.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, is_dataclass
from enum import StrEnum
from inspect import cleandoc
from types import NoneType, UnionType
from typing import Annotated, Literal, Union, get_args, get_origin

from pydantic import WithJsonSchema
from pydantic.fields import FieldInfo
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core.core_schema import DataclassSchema

from core.log.declared.logs import InternalLog, PublicLog
from core.model import NK, Diversity, DomainTotals, PPercent, ReadOptions, Scenario, Unit
from core.model.declared_types import ByName, Expects, OneOrSeveral
from core.model.preparing import STEPS, PreparingStep
from core.recipe.attributes import DAY, AttributeEntry
from core.recipe.declared import DeclaredKey, keys_of, schema_of
from core.recipe.figure_requests import DomainFigure, Quantile, Regression
from core.recipe.project_file import ProjectSection
from core.recipe.recipe_document import InputEntry, OutputEntry, RecipeDocument
from resources import MANUAL

PAGE = MANUAL / "recipe.md"
SCHEMA = MANUAL / "recipe.schema.json"
LOG_SCHEMAS = {
    MANUAL / "public-log.schema.json": ("Public log of Statveil", PublicLog),
    MANUAL / "internal-log.schema.json": ("Internal log of Statveil", InternalLog),
}
_TABLES: Mapping[str, tuple[type, ...]] = {
    "## Top level": (RecipeDocument,),
    "## input": (InputEntry,),
    "### options": (ReadOptions,),
    "## attributes": (AttributeEntry,),
    "## dominance": (PPercent, NK),
    "## diversity": (Diversity,),
    "## unit": (Unit,),
    "## scenarios": (Scenario,),
    "## totals": (DomainTotals,),
    "## figures": (DomainFigure, Quantile, Regression),
    "## output": (OutputEntry,),
    "## project": (ProjectSection,),
}
_HEAD = ("key", "type", "default", "meaning")


def page_with_tables(page: str) -> str:
    """Return the manual's page on recipes with its tables of keys made anew."""
    for heading, kinds in _TABLES.items():
        page = _replace_table(page, heading, _table(_HEAD, _rows(kinds)))
    common = {declared.key for declared in keys_of(PreparingStep)}
    steps = (
        (f"`{do}`", *row)
        for do, kind in STEPS.items()
        for row in _rows((kind,))
        if row[0].strip("`") not in common
    )
    return _replace_table(page, "## prepare", _table(("`do`", *_HEAD), steps))


def schema() -> str:
    """Make the JSON Schema of recipes."""
    return _titled("Recipe of Statveil", schema_of(RecipeDocument, _Described))


def log_schema(title: str, kind: type[PublicLog] | type[InternalLog]) -> str:
    """Make the JSON Schema of a log: its declaration, and what chains and seals it.

    What a recipe has as well is defined there.
    """
    made = _definitions_of(kind)
    of_recipe = _definitions_of(RecipeDocument)
    logged = {name: part for name, part in made.items() if of_recipe.get(name) != part}
    text = json.dumps(logged)
    for name in made.keys() - logged.keys():
        text = text.replace(f'"#/$defs/{name}"', f'"{SCHEMA.name}#/$defs/{name}"')
    definitions = json.loads(text)
    log, step = definitions[kind.__name__], definitions["LoggedStep"]
    log["properties"] |= {"recipe": {"$ref": SCHEMA.name}, "seal": _SEAL}
    step["properties"]["previous"] = _HASH
    for part, key in ((log, "seal"), (log, "format"), (step, "previous")):
        part["required"] = [*dict.fromkeys([*part["required"], key])]
    return _titled(title, {**schema_of(kind, _Described), "$defs": definitions})


def _definitions_of(kind: type) -> dict[str, object]:
    """Make the JSON Schemas of a declaration and of all that it consists of, by their names."""
    definitions: dict[str, object] = json.loads(json.dumps(schema_of(kind, _Described)))["$defs"]
    return definitions


_HASH = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
_SEAL = {
    "type": "object",
    "description": "The SHA-256 of each section, and of all of them.",
    "properties": {"sections": {"type": "object", "additionalProperties": _HASH}, "sha256": _HASH},
    "required": ["sections", "sha256"],
    "additionalProperties": False,
}


def _titled(title: str, document: Mapping[str, object]) -> str:
    whole = {"$schema": GenerateJsonSchema.schema_dialect, "title": title, **document}
    # Programs read it; indentation would be a quarter of its bytes.
    return json.dumps(whole, indent=0, ensure_ascii=False) + "\n"


class _Described(GenerateJsonSchema):
    """Describes objects and their keys by the docstrings of their declarations."""

    def dataclass_schema(self, schema: DataclassSchema) -> JsonSchemaValue:
        """Return the schema of an object."""
        made, kind = super().dataclass_schema(schema), schema["cls"]
        made["description"] = (kind.__doc__ or "").partition("\n")[0]
        required = [declared.key for declared in keys_of(kind) if declared.default is MISSING]
        made |= {"required": required} if required else {}
        meanings = _meanings(kind)
        for declared in keys_of(kind):
            # What is plain in an entry of a log needs no words.
            if declared.name in meanings:
                text = re.sub(r"\[(.*?)\]\(.*?\)", r"\1", meanings[declared.name])
                made["properties"][declared.key]["description"] = text
        return made

    def field_title_should_be_set(self, schema: object) -> bool:  # noqa: ARG002
        """Keys are their own titles."""
        return False


def _replace_table(page: str, heading: str, table: str) -> str:
    before, after = page.split(f"\n{heading}\n", 1)
    after = re.sub(r"(?:^[|].*\n)+", lambda _: table, after, count=1, flags=re.MULTILINE)
    return f"{before}\n{heading}\n{after}"


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _rows(kinds: tuple[type, ...]) -> Iterator[tuple[str, ...]]:
    """Yield a row for each key; declarations of which a document has one are joined."""
    places: dict[str, list[tuple[type, DeclaredKey]]] = {}
    for kind in kinds:
        for declared in keys_of(kind):
            places.setdefault(declared.key, []).append((kind, declared))
    for key, alike in places.items():
        kind, declared = alike[0]
        words = dict.fromkeys(word for _, each in alike for word in _words(each.hint))
        meaning = _meanings(kind)[declared.name]
        yield f"`{key}`", _either(words), _default(declared.default), meaning


def _meanings(kind: type) -> dict[str, str]:
    """Read the section ``Attributes`` of a docstring and its bases': the texts by name.

    Python 3.13 takes the indentation of the class away, earlier versions keep it.
    """
    section = cleandoc(kind.__doc__ or "").partition("----------\n")[2]
    entries = re.findall(r"^(\w+) : .*\n((?:    .*(?:\n|$))+)", section, re.MULTILINE)
    texts = {name: " ".join(text.split()) for name, text in entries}
    return (_meanings(kind.__base__) if is_dataclass(kind.__base__) else {}) | texts


def _either(words: Iterable[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last


def _words(hint: object, limits: Expects | None = None) -> Iterator[str]:
    """Yield what a type is called, each form of a value by itself."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        limits = next((part for part in parts[1:] if isinstance(part, Expects)), limits)
        if any(isinstance(part, OneOrSeveral) for part in parts[1:]):
            yield from _words(str, limits)
        yield from _words_in_schema(parts[1:]) or _words(parts[0], limits)
    elif origin in (Union, UnionType):
        for part in parts:
            yield from _words(part, limits)
    elif origin is Literal:
        yield from (f"`{part}`" for part in parts)
    elif origin is tuple:
        yield _list_words(parts, limits)
    elif isinstance(hint, type) and issubclass(hint, StrEnum):
        yield from (f"`{member}`" for member in hint)
    elif hint is bool:
        yield "true or false"
    elif hint is str:
        yield "column name" if limits is not None and limits.of_columns else "text"
    elif hint in (int, float):
        yield ("whole number" if hint is int else "number") + _bounds(limits)
    elif hint is not NoneType:
        yield "object"


def _words_in_schema(notes: tuple[object, ...]) -> list[str]:
    """Return what notes on a type say of the values that it takes of all that it holds."""
    for note in notes:
        if isinstance(note, ByName):
            return ["object"]
        if isinstance(note, FieldInfo) and note.json_schema_extra == DAY:
            return ["day"]
        if isinstance(note, WithJsonSchema) and note.json_schema and "enum" in note.json_schema:
            return [f"`{choice}`" for choice in note.json_schema["enum"]]
    return []


def _list_words(parts: tuple[object, ...], limits: Expects | None) -> str:
    (word, *more) = (*_words(parts[0], limits),)
    if parts[-1] is not Ellipsis:
        return f"two {word}s"
    word = "list" if word.startswith("list") else "object" if more else word
    return f"list of {word}s"


def _bounds(limits: Expects | None) -> str:
    if limits is None:
        return ""
    if limits.least is not None and limits.most is not None:
        return f", {limits.least} to {limits.most:,}"
    least = f" from {limits.least}" if limits.least else ""
    above = f" above {limits.above}" if limits.above is not None else ""
    most = f" and at most {limits.most}" if limits.most is not None else ""
    below = f" and below {limits.below}" if limits.below is not None else ""
    return least + above + most + below


def _default(value: object) -> str:
    if value is MISSING:
        return "required"
    match value:
        case None:
            return "none"
        case bool():
            return str(value).lower()
        case int() | float():
            return f"{value:g}"
        case "":
            return "empty"
        case str():
            return f"`{value}`"
    return f"`{json.dumps(value)}`"


def make() -> None:
    """Write all files."""
    PAGE.write_text(page_with_tables(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    SCHEMA.write_text(schema(), encoding="utf-8")
    for path, (title, kind) in LOG_SCHEMAS.items():
        path.write_text(log_schema(title, kind), encoding="utf-8")


if __name__ == "__main__":
    make()
