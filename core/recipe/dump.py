"""Converts a project to the JSON document of a recipe file."""

from __future__ import annotations

from pathlib import Path

from core.io.files.input_files import readable
from core.io.taxonomies import is_shipped
from core.model import Attribute, Formulas, Project, ReadOptions
from core.recipe.conditions import dominance_entry, totals_entry
from core.recipe.declared_domains import domain_entry
from core.recipe.figure_requests import figure_entry
from core.recipe.fixed_columns import columns_entry
from core.recipe.load_recipe import FORMAT
from core.recipe.missing_values import missing_entry
from core.recipe.preparing_steps import preparing_entry
from core.recipe.scenarios import scenarios_entry
from core.recipe.units import unit_entry


def dump_project(project: Project, folder: Path | None = None) -> dict[str, object]:
    """Return the recipe document of `project`.

    Parameters
    ----------
    folder : pathlib.Path, optional
        The folder of the recipe file, to which paths of input and taxonomies become relative;
        without it only file names are written, which disclose nothing about the machine.
    """
    recipe = project.recipe
    seed = recipe.insecure_test_seed
    entries = {key: {"answer": "accepted", "why": why} for key, why in recipe.answers}
    path = Path(project.source.path)
    shown = readable(path.name) if folder is None else _relative(path, folder)
    output: dict[str, object] = {"kind": str(recipe.target.kind), "name": recipe.target.name}
    if recipe.target.formulas is not Formulas.KEEP:
        output["formulas"] = str(recipe.target.formulas)
    if recipe.target.part is not None:
        output["part"] = recipe.target.part
    return {
        "format": FORMAT,
        "input": {
            "path": shown,
            "kind": str(project.source.kind),
            "options": options_entry(project.source.options),
        },
        **({"prepare": [preparing_entry(s) for s in recipe.prepare]} if recipe.prepare else {}),
        "attributes": [
            attribute_entry(attribute, folder) for attribute in project.schema.attributes
        ],
        "missing": missing_entry(recipe),
        "strata": list(recipe.strata),
        "weight": recipe.weight,
        "keep_order": recipe.keep_order,
        **({} if seed is None else {"insecure_test_seed": seed}),
        "method": {"name": recipe.method.name, **recipe.method.parameters},
        "output": output,
        **dominance_entry(recipe),
        **({"rules": list(recipe.rules)} if recipe.rules else {}),
        **unit_entry(recipe),
        **scenarios_entry(recipe),
        **({"figures": [figure_entry(each) for each in recipe.figures]} if recipe.figures else {}),
        **totals_entry(recipe),
        **({} if recipe.scale is None else {"scale": {"block": recipe.scale.block}}),
        **({"answers": entries} if entries else {}),
    }


def _relative(path: Path, folder: Path) -> str:
    return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else str(path)


def options_entry(options: ReadOptions) -> dict[str, object]:
    """Return the ``options`` object with the layout of a file."""
    entry: dict[str, object] = {
        "encoding": options.encoding,
        "delimiter": options.delimiter,
        "decimal": options.decimal,
        "header": options.header,
        "sheet": options.sheet,
        "missing": list(options.missing),
    }
    seldom = {
        "thousands": options.thousands,
        "dates": options.dates,
        "skip": options.skip,
        "columns": columns_entry(options),
        "neutralised": options.neutralised,
    }
    return entry | {key: value for key, value in seldom.items() if value}


def attribute_entry(attribute: Attribute, folder: Path | None) -> dict[str, object]:
    """Return the entry of a column in a recipe; paths below `folder` are written relative to it."""
    entry: dict[str, object] = {"name": attribute.name, "role": str(attribute.role)}
    if attribute.scale is not None:
        entry["scale"] = str(attribute.scale)
    if attribute.order:
        entry["order"] = list(attribute.order)
    if attribute.domain is not None:
        entry["domain"] = domain_entry(attribute)
    if attribute.listed:
        entry["categories"] = list(attribute.listed)
    if attribute.precision is not None:
        entry["precision"] = attribute.precision
    if attribute.domain_from_data:
        entry["domain_from_data"] = True
    if attribute.taxonomy is not None:
        if is_shipped(attribute.taxonomy):
            entry["taxonomy"] = attribute.taxonomy
        else:
            path = Path(attribute.taxonomy)
            entry["taxonomy"] = readable(path.name) if folder is None else _relative(path, folder)
    if attribute.mapping:
        entry["mapping"] = dict(attribute.mapping)
    if attribute.not_applicable:
        entry["not_applicable"] = list(attribute.not_applicable)
    if attribute.keeps_zeros:
        entry["zeros"] = "keep"
    return entry
