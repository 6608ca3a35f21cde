"""Lets a log hold parts of a recipe as the recipe declares them."""

from __future__ import annotations

from collections.abc import Callable

from pydantic import GetCoreSchemaHandler, GetPydanticSchema
from pydantic_core import CoreSchema, core_schema


def as_entry(
    entry: object, read: Callable[..., object], write: Callable[..., object]
) -> GetPydanticSchema:
    """Return the annotation of a value that is read from an `entry` of a recipe, and written so."""

    def schema(_: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(
            read,
            handler.generate_schema(entry),
            serialization=core_schema.plain_serializer_function_ser_schema(write),
        )

    return GetPydanticSchema(schema)
