"""Names the place of what a log may not hold."""

from __future__ import annotations

from pydantic import ValidationError
from pydantic_core import PydanticCustomError


def misplaced(place: str) -> PydanticCustomError:
    """Return the error that a validator raises on what is at `place` below its value."""
    return PydanticCustomError("misplaced", "misplaced", {"place": place})


def first_place(error: ValidationError) -> str:
    """Return the path of the first fault, such as ``files[0].size``."""
    fault = error.errors(include_url=False, include_input=False)[0]
    # The log is in a tuple, and members of unions are named by their types.
    keys = [key for key in fault["loc"][1:] if isinstance(key, int) or key.isidentifier()]
    place = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in keys)
    further = fault.get("ctx", {}).get("place")
    return (place if further is None else f"{place}.{further}").removeprefix(".")
