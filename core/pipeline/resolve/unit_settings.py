"""Checks that the unit of a recipe fits its columns, its method and its other settings."""

from __future__ import annotations

from core.errors import Problem, Where
from core.model import Project, Recipe, Role, Schema, Unit
from core.model.preparing import Drop
from core.protect import ProtectionMethod
from core.protect.units import takes_units

_NUMBERING = (Role.IDENTIFIER, Role.DROP, Role.LINK)


def unit_problems(method: ProtectionMethod | None, project: Project) -> list[Problem]:
    """Check the settings of the unit, whatever the records contain.

    Parameters
    ----------
    project : Project
        Resolved.
    """
    unit, schema = project.recipe.unit, project.schema
    # An error for each column with the role of a link that numbers no unit.
    problems = [
        Problem("link-without-unit", Where(name, field="unit"))
        for name in schema.links
        if unit is None or name not in unit.id
    ]
    if unit is None:
        return problems
    names = {attribute.name for attribute in project.schema.attributes}
    names_by_key = {
        "id": unit.id,
        "columns": unit.columns,
        "members_by": unit.members_by,
        "waves": () if unit.waves is None else (unit.waves,),
    }
    unknown = [
        _unknown_problem(key, name, project.recipe)
        for key, column_names in names_by_key.items()
        for name in column_names
        if name not in names
    ]
    if unknown:
        return [*problems, *unknown]
    problems += _column_problems(unit, schema)
    # The waves of a panel are released as they are.
    if unit.waves is not None:
        role = schema.named(unit.waves).role
        is_kept = role is Role.QUASI_IDENTIFIER and unit.waves in project.recipe.strata
        if unit.waves in unit.columns or not (is_kept or role is Role.OTHER):
            problems.append(Problem("unit-waves-role", Where(unit.waves, field="unit.waves")))
    if not unit.is_whole and unit.members_by:
        problems.append(Problem("members-have-no-order", Where(field="unit.members_by")))
    if not unit.is_whole and unit.waves is not None:
        problems.append(Problem("members-have-no-waves", Where(field="unit.waves")))
    if method is not None:
        problems += _method(method, project.recipe) or _closeness(method, unit, project)
    # Units would have several masked weights.
    quasi = {a.name for a in schema.with_role(Role.QUASI_IDENTIFIER)}
    weight, strata = project.recipe.weight, project.recipe.strata
    if weight in quasi - set(strata):
        problems.append(Problem("unit-weight-masked", Where(weight)))
    return problems


def _unknown_problem(key: str, name: str, recipe: Recipe) -> Problem:
    """Build the error that there is no such column, or that a preparing step leaves it out."""
    location = Where(field=f"unit.{key}")
    for number, step in enumerate(recipe.prepare, 1):
        if not step.is_off and isinstance(step, Drop) and step.column == name:
            code = "members-by-dropped" if key == "members_by" else "unit-dropped"
            return Problem(code, location, {"column": name, "step": number})
    return Problem("unit-unknown", location, {"column": name})


def _column_problems(unit: Unit, schema: Schema) -> list[Problem]:
    problems = []
    if not any(schema.named(name).role in _NUMBERING for name in unit.id):
        problems.append(Problem("unit-id-role", Where(unit.id[-1], field="unit.id")))
    links = [name for name in unit.id if schema.named(name).role is Role.LINK]
    problems += [Problem("links-twice", Where(name, field="unit.id")) for name in links[1:]]
    if links and not unit.is_whole:
        problems.append(Problem("link-of-members", Where(links[0], field="unit.protect")))
    problems += [
        Problem("unit-column-is-id", Where(name, field="unit.columns"))
        for name in unit.id
        if name in unit.columns and schema.named(name).role in _NUMBERING
    ]
    problems += [
        Problem("unit-members-by", Where(name, field="unit.members_by"))
        for name in unit.members_by
        if name in unit.columns or name in unit.id
    ]
    return problems


def _method(method: ProtectionMethod, recipe: Recipe) -> list[Problem]:
    """Check that the method can protect units."""
    parameters = method.complete(recipe.method.parameters)
    if takes_units(method, parameters):
        return []
    location = Where(field="method")
    if not method.forms_groups:
        return [Problem("unit-needs-groups", location)]
    if method.works_on_confidential(parameters):
        return [Problem("unit-closeness", location)]
    return [Problem("unit-blocks", location)]


def _closeness(method: ProtectionMethod, unit: Unit, project: Project) -> list[Problem]:
    """Return an error for each column of the unit in which t is not kept over units."""
    if unit.is_whole or not method.keeps_t(method.complete(project.recipe.method.parameters)):
        return []
    return [
        Problem("members-closeness", Where(a.name, field="unit.columns"))
        for a in project.schema.with_role(Role.CONFIDENTIAL)
        if a.name in unit.columns
    ]
