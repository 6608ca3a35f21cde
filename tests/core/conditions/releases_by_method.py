"""Small releases of every method that forms groups, for tests of what all of them keep."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from core.errors import PromiseBroken
from core.jobs import Job
from core.model import Dataset, FileKind, Recipe, Result, Schema, Source
from core.pipeline.execute import execute
from core.pipeline.resolve import resolve
from core.protect import METHODS
from tests.lanes import in_lane

SOURCE = Source("/nowhere/file.csv", FileKind.CSV)
FORMS_GROUPS = sorted(name for name, method in METHODS.items() if method.forms_groups)
K, FILES = 3, in_lane(3, 12)


def parameters_of(method: str, t: float) -> dict[str, object]:
    """Choose k, t and the number of moves, as far as the method has them."""
    values = {"k": K, "t": t, "moves": 2_000}
    names = {parameter.name for parameter in METHODS[method].parameters}
    return {name: value for name, value in values.items() if name in names}


def release(
    file: Dataset, recipe: Recipe, schema: Schema, refusals: AbstractSet[str]
) -> Result | None:
    """Protect a file; ``None`` where it is refused for one of the reasons that it may be."""
    plan = resolve(recipe, schema, file, SOURCE)
    codes = {problem.code for problem in plan.errors}
    if not codes:
        try:
            return execute(plan, file, Job())
        except PromiseBroken as broken:
            codes = {problem.code for problem in broken.problems}
    assert codes <= refusals, codes
    return None
