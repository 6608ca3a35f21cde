"""Builds a value of one dataclass from one of another: what has the same name is said once."""

from __future__ import annotations

from dataclasses import fields
from typing import TypeVar

Built = TypeVar("Built")


def copy_fields(kind: type[Built], source: object, /, **changes: object) -> Built:
    """Build a value of a dataclass from the attributes of `source` with its fields' names.

    Parameters
    ----------
    changes : object
        Values of fields that `source` lacks, or has in another form.

    Raises
    ------
    AttributeError
        If a field is in neither: none is left at its default in silence.
    """
    names = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    copied = {name: getattr(source, name) for name in names if name not in changes}
    return kind(**copied | changes)
