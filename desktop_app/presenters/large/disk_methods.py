"""Which methods can protect a file on disk. Knows no Qt."""

from __future__ import annotations

from core.pipeline.out_of_core.scope import check_scope

from core.compare.ways import spec_of
from core.errors import Refused
from core.model import BlockScale, FileKind, Method, Project, Recipe, Schema, Source, Target
from desktop_app.presenters.method.method_groups import why_not
from desktop_app.text import problem_text

_SOURCE = Source("", FileKind.PARQUET)
_TARGET = Target(FileKind.PARQUET, "")


def why_not_here(way: str, schema: Schema, *, on_disk: bool) -> str:
    """Return why a way cannot be chosen for the open file; empty if it can."""
    reason = why_not(way, schema)
    if reason or not on_disk:
        return reason
    spec = spec_of(way)
    method = Method(spec.name)
    recipe = Recipe(method, _TARGET, scale=BlockScale(2))
    try:
        check_scope(Project(_SOURCE, Schema(()), recipe))
    except Refused as refused:
        said = [problem_text(p) for p in refused.problems if p.code == "large-method"]
        return " ".join(said)
    return ""
