"""Refuses what cannot be run out of core, before any long work."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from core.conditions import held_scenarios
from core.errors import Problem, Refused, Where
from core.model import Attribute, FileKind, Guarantee, Project, Recipe
from core.protect import METHODS

_KINDS = (FileKind.CSV, FileKind.PARQUET, FileKind.FEATHER)
_OF_COLUMNS_IN_BLOCKS = ("keeps_zeros", "mapping", "not_applicable")


def check_scope(project: Project) -> None:
    """Raise `Refused`, with one problem for each thing that only a run in memory can do."""
    source, recipe, problems = project.source, project.recipe, list[Problem]()
    if source.kind not in _KINDS:
        problems.append(Problem("large-input-kind", params={"file": Path(source.path).name}))
    if recipe.target.kind not in _KINDS:
        problems.append(Problem("large-output-kind", Where(field="output.kind")))
    problems += (*_of_method(recipe), *_of_recipe(recipe), *_of_units(recipe))
    problems += _of_columns(project.schema.attributes, recipe)
    if problems:
        raise Refused(*problems)


def _of_method(recipe: Recipe) -> Iterator[Problem]:
    name, parameters = recipe.method.name, recipe.method.parameters
    if name not in METHODS:
        return  # reported with the other parameters
    if METHODS[name].is_private:
        if parameters.get("guarantee") == Guarantee.DEPENDENCE:
            yield Problem("large-guarantee", Where(field="method.guarantee"))
        return
    if METHODS[name].column_by_column or METHODS[name].sorts:
        return
    if not METHODS[name].in_blocks:
        yield Problem("large-method", Where(field="method.name"), {"method": name})
        return
    if parameters.get("blocks"):
        where = Where(field="method.blocks")
        yield Problem("large-parameter", where, {"parameter": "blocks"})


def _of_recipe(recipe: Recipe) -> Iterator[Problem]:
    spec = METHODS.get(recipe.method.name)
    # So do records of an unknown method, which is reported with the other parameters.
    if recipe.scale is None and (spec is None or spec.in_blocks):
        yield Problem("large-needs-scale", Where(field="scale"))
    if not _forms_groups(recipe):
        of_blocks = {
            "strata": recipe.strata,
            "dominance": recipe.dominance,
            "prepare": recipe.active_preparing,
            "rules": recipe.rules,
            "totals": recipe.totals,
        }
        for setting, value in of_blocks.items():
            if value:
                params = {"setting": setting, "method": recipe.method.name}
                yield Problem("large-setting-of-blocks", Where(field=setting), params)
        for at, _, _ in held_scenarios(recipe):
            # Those without a k belong to the risk of the file, not to the run.
            yield Problem("large-scenario-k", Where(field=f"scenarios[{at}].k"))


def _of_units(recipe: Recipe) -> Iterator[Problem]:
    """Yield a problem for each setting that is not possible where several records form a unit."""
    if recipe.unit is None:
        return
    if not _forms_groups(recipe):
        params = {"setting": "unit", "method": recipe.method.name}
        yield Problem("large-setting-of-blocks", Where(field="unit"), params)
        return
    if not recipe.unit.is_whole:
        yield Problem("large-members", Where(field="unit.protect"))


def _forms_groups(recipe: Recipe) -> bool:
    """Return whether the method forms groups of all masked columns; so does an unknown one."""
    spec = METHODS.get(recipe.method.name)
    return spec is None or spec.in_blocks or spec.sorts


def _of_columns(attributes: Sequence[Attribute], recipe: Recipe) -> Iterator[Problem]:
    # Only columns that are released are kept on disk.
    for attribute in attributes:
        if attribute.name == recipe.weight and not attribute.role.is_released:
            yield Problem("large-weight", Where(attribute.name, field="weight"))
    prepared = {step.action.column for step in recipe.active_preparing}
    for attribute in attributes:
        if attribute.name in prepared and attribute.not_applicable:
            where = Where(attribute.name)
            yield Problem("large-column-setting", where, {"setting": "not_applicable"})
    waves = None if recipe.unit is None else recipe.unit.waves
    for attribute in attributes:
        if not attribute.role.is_released and attribute.name not in recipe.strata:
            continue
        where = Where(attribute.name)
        for setting in () if _forms_groups(recipe) else _OF_COLUMNS_IN_BLOCKS:
            if getattr(attribute, setting):
                params = {"setting": setting, "method": recipe.method.name}
                yield Problem("large-column-of-blocks", where, params)
        meaning = dict(attribute.mapping)
        # Spellings are replaced while the file is read, and must then mean themselves.
        is_chain = any(meaning.get(named, named) != named for named in meaning.values())
        if meaning and (is_chain or attribute.name in (*recipe.strata, waves)):
            yield Problem("large-column-setting", where, {"setting": "mapping"})
