"""Checks whether records may be drawn from a core."""

from __future__ import annotations

from collections.abc import Iterator

from core.conditions import rule_of
from core.errors import Problem, Refused, Where
from core.model import CATEGORICAL, Project, Role
from core.office import office
from core.protect import METHODS
from core.protect.parameter import SPREAD_SEED
from core.protect.representatives import MixedRecords, list_drawing, number_representative
from core.rules import columns_of
from core.table import is_spooling


def core_problems(project: Project) -> list[Problem]:
    """List what forbids to draw the records of a project from a core."""
    drawing = list_drawing(project.recipe.method.parameters)
    if not drawing:
        return []
    # The log of a release has the seed; anybody who checks it may sit in another office.
    is_repeated = SPREAD_SEED.name in project.recipe.method.parameters
    problems = [] if is_repeated else office_problems(project)
    location = Where(field=f"method.{drawing[0].parameter}")
    problems += (Problem(code, location) for code in _obstacles(project))
    problems_of_names = {"hybrid": _hybrid_problems, "swap": _swap_problems}
    for representative in drawing:
        if representative.name in problems_of_names:
            problems += problems_of_names[representative.name](project)
    return problems


def office_problems(project: Project) -> list[Problem]:
    """List the representatives of a project by which records are drawn, and no office allows it."""
    laid = office()
    return [
        Problem(
            "drawn-not-allowed",
            Where(field=f"method.{representative.parameter}"),
            {"file": str(laid.file), "setting": representative.name},
        )
        for representative in list_drawing(project.recipe.method.parameters)
        if laid.values.get(representative.name) is not True
    ]


def refuse_without_office(project: Project) -> None:
    """Raise `Refused` if a first run would draw records that the office does not allow."""
    problems = office_problems(project)
    if problems:
        raise Refused(*problems)


def _obstacles(project: Project) -> Iterator[str]:
    """Yield what forbids to draw records at all."""
    if is_spooling():
        yield "drawn-spooled"
    recipe, schema = project.recipe, project.schema
    method = METHODS[recipe.method.name]
    if method.column_by_column or recipe.method.parameters.get("blocks"):
        yield "drawn-blocks"
    if recipe.unit is not None:
        yield "drawn-units"
    if recipe.totals:
        yield "drawn-totals"
    if recipe.weight is not None:
        weight = schema.named(recipe.weight)
        if not weight.role.is_released or weight.role is Role.QUASI_IDENTIFIER:
            yield "drawn-weight"


def _hybrid_problems(project: Project) -> Iterator[Problem]:
    """Yield what forbids to rotate records."""
    recipe, location = project.recipe, Where(field="method.aggregate")
    if recipe.dominance is not None:
        yield Problem("hybrid-dominance", location)
    if recipe.weight is not None:
        yield Problem("hybrid-weight", location)


def _swap_problems(project: Project) -> Iterator[Problem]:
    """Yield what forbids to exchange categories."""
    recipe, location = project.recipe, Where(field="method.categories")
    of_numbers = number_representative(recipe.method.parameters)
    is_weaker = bool(of_numbers.core_words) and not isinstance(of_numbers, MixedRecords)
    if is_weaker or of_numbers.looks_at_all_clusters:
        yield Problem("swap-with", location)
    in_rules = {name for text in recipe.rules for name in columns_of(rule_of(text))}
    masked = project.schema.without_strata(recipe.strata).with_role(Role.QUASI_IDENTIFIER)
    columns = [a.name for a in masked if a.scale in CATEGORICAL and a.name in in_rules]
    if columns:
        yield Problem("swap-rule", location, {"columns": columns})
