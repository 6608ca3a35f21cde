"""What projects on random files have in common."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from core.model import (
    Attribute,
    BlockScale,
    FileKind,
    Method,
    MissingPolicy,
    Project,
    Recipe,
    Schema,
    Source,
    Target,
)


def parquet_project(
    place: Path,
    method: Method,
    attributes: Iterable[Attribute],
    *,
    block: int | None = None,
    missing: MissingPolicy = MissingPolicy.LEAVE_OUT,
    **wishes: Any,
) -> Project:
    """Make a project that protects a Parquet file; `wishes` are further parts of the recipe."""
    recipe = Recipe(
        method,
        Target(FileKind.PARQUET, "out"),
        missing=missing,
        scale=None if block is None else BlockScale(block),
        **{"keep_order": True, **wishes},
    )
    return Project(Source(str(place), FileKind.PARQUET), Schema(tuple(attributes)), recipe)
