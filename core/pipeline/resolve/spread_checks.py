"""Checks whether records may be drawn from a core."""

from __future__ import annotations

from collections.abc import Iterator

from core.errors import Problem, Refused, Where
from core.model import Project, Role
from core.office import SPREAD, office
from core.protect import METHODS
from core.protect.parameter import SPREAD_SEED
from core.protect.representatives import number_representative


def spread_problems(project: Project) -> list[Problem]:
    """List what forbids to draw the records of a project from a core."""
    if not number_representative(project.recipe.method.parameters).makes_core:
        return []
    # The log of a release has the seed; anybody who checks it may sit in another office.
    is_repeated = SPREAD_SEED.name in project.recipe.method.parameters
    allowing = [] if is_repeated else office_problems()
    where = Where(field="method.aggregate")
    return [*allowing, *(Problem(code, where) for code in _obstacles(project))]


def office_problems() -> list[Problem]:
    """List the problem that the office does not allow it."""
    laid = office()
    if laid.values.get(SPREAD) is True:
        return []
    params = {"file": str(laid.file)}
    return [Problem("spread-not-allowed", Where(field="method.aggregate"), params)]


def refuse_without_office(project: Project) -> None:
    """Raise `Refused` if a first run would draw records that the office does not allow."""
    if number_representative(project.recipe.method.parameters).makes_core:
        problems = office_problems()
        if problems:
            raise Refused(*problems)


def _obstacles(project: Project) -> Iterator[str]:
    recipe, schema = project.recipe, project.schema
    method = METHODS[recipe.method.name]
    if method.column_by_column or recipe.method.parameters.get("blocks"):
        yield "spread-blocks"
    if recipe.unit is not None:
        yield "spread-units"
    if recipe.totals:
        yield "spread-totals"
    if recipe.weight is not None:
        weight = schema.named(recipe.weight)
        if not weight.role.is_released or weight.role is Role.QUASI_IDENTIFIER:
            yield "spread-weight"
