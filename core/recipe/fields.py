"""Reads typed values from a JSON object and notes every wrong one."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import TypeGuard, TypeVar

from core.errors import Problem, Where

Choice = TypeVar("Choice", bound=StrEnum)


def is_number(value: object) -> TypeGuard[int | float]:
    """Return whether a value of a JSON document is a finite number."""
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


class Fields:
    """A JSON object whose keys are read one by one.

    A wrong value is noted in `problems` and replaced by the default, so that one pass over a recipe
    finds all of its problems.
    """

    def __init__(
        self, found: object, at: str, problems: list[Problem], column: str | None = None
    ) -> None:
        self._at = at
        self._column = column  # the described column: easier to find than a position
        self.problems = problems
        self._asked: set[str] = set()
        self._found: Mapping[str, object] = found if isinstance(found, Mapping) else {}
        self._absent = False
        if not isinstance(found, Mapping):
            self.note("recipe-expects-object", at)
            # Values missing inside an absent object are not reported as well.
            self._absent = True

    def note(self, code: str, field: str, **params: object) -> None:
        """Note a problem with `field`."""
        if self._absent:
            return
        where = Where(self._column, field=field)
        self.problems.append(Problem(code, where, {"field": field, **params}))

    def path(self, key: str) -> str:
        """Return the dotted name of `key`."""
        return f"{self._at}.{key}" if self._at else key

    def has(self, key: str) -> bool:
        """Return whether `key` is present and not null."""
        return self._found.get(key) is not None

    def raw(self, key: str) -> object:
        """Return the unchecked value of `key`, or ``None``."""
        self._asked.add(key)
        return self._found.get(key)

    def text(self, key: str, default: str | None = None) -> str:
        """Return a text; the key is required without a default."""
        value = self.raw(key)
        if isinstance(value, str):
            return value
        if value is not None or default is None:
            self.note("recipe-expects-text", self.path(key))
        return default or ""

    def path_text(self, key: str, default: str | None = None) -> str:
        """Return a text that can be the path of a file; see `text`."""
        value = self.text(key, default)
        if "\0" not in value:
            return value
        self.note("recipe-expects-path", self.path(key))
        return default or ""

    def number(self, key: str, default: float | None = None) -> float:
        """Return a finite number; the key is required without a default."""
        value = self.raw(key)
        if is_number(value):
            return float(value)
        if value is not None or default is None:
            self.note("recipe-expects-number", self.path(key))
        return default or 0.0

    def flag(self, key: str, default: bool) -> bool:
        """Return ``true`` or ``false``."""
        value = self.raw(key)
        if value is None or isinstance(value, bool):
            return default if value is None else value
        self.note("recipe-expects-flag", self.path(key))
        return default

    def whole(self, key: str) -> int | None:
        """Return a non-negative integer, or ``None`` if the key is absent."""
        value = self.raw(key)
        if value is None or (isinstance(value, int) and not isinstance(value, bool) and value >= 0):
            return value
        self.note("recipe-expects-whole", self.path(key))
        return None

    def choice(
        self,
        key: str,
        kind: type[Choice],
        default: Choice | None = None,
        among: Sequence[Choice] | None = None,
    ) -> Choice | None:
        """Return a member of an enumeration, or of `among` if given.

        Without a default the key is required.
        """
        allowed = tuple(kind) if among is None else among
        value = self.raw(key)
        if value is None and default is not None:
            return default
        if isinstance(value, str) and value in allowed:
            return kind(value)
        self.note("recipe-expects-choice", self.path(key), choices=[str(c) for c in allowed])
        return default

    def texts(self, key: str, default: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Return a list of texts."""
        value = self.raw(key)
        if value is None:
            return default
        if isinstance(value, list) and all(isinstance(part, str) for part in value):
            return tuple(value)
        self.note("recipe-expects-texts", self.path(key))
        return default

    def section(self, key: str, required: bool = True) -> Fields:
        """Return the object under `key`, empty if it is absent and not required."""
        value = self.raw(key)
        if value is None and not required:
            value = {}
        return Fields(value, self.path(key), self.problems)

    def sections(
        self, key: str, of_columns: bool = True, required: bool = False
    ) -> tuple[Fields, ...]:
        """Return the list of objects under `key`, whose names are those of columns or not."""
        value = self.raw(key)
        if value is None and not required:
            return ()
        if not isinstance(value, list):
            self.note("recipe-expects-list", self.path(key))
            return ()
        found = []
        for i, part in enumerate(value):
            name = part.get("name") if of_columns and isinstance(part, Mapping) else None
            column = name if isinstance(name, str) else None
            found.append(Fields(part, f"{self.path(key)}[{i}]", self.problems, column))
        return tuple(found)

    def rest(self) -> dict[str, object]:
        """Return the keys that were not read, with their values."""
        return {key: value for key, value in self._found.items() if key not in self._asked}

    def close(self) -> None:
        """Note every key that was not read: nothing in a recipe is ignored."""
        for key in self.rest():
            self.note("recipe-unknown-key", self.path(key))
