"""Converts between the document of a recipe and the project that it describes."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from core.errors import Problem, Refused, Where
from core.model import (
    Method,
    MissingPolicy,
    PopulationFile,
    Project,
    Recipe,
    Schema,
    Source,
    Target,
    Unit,
)
from core.model.checklist import Answer
from core.network_paths import refuse_network_path
from core.recipe import attributes, figure_requests
from core.recipe.attributes import attribute_of, path_entry
from core.recipe.declared import read_declared, write_declared
from core.recipe.figure_requests import figure_of
from core.recipe.recipe_document import (
    FORMAT,
    RECORD,
    UNFINISHED,
    AnswerEntry,
    InputEntry,
    MissingEntry,
    OutputEntry,
    ProfileEntry,
    RecipeDocument,
)
from core.same_fields import copy_fields

_OLD_FORMAT = "statveil-recipe/1"


def parse_project(
    document: object, folder: Path, input_override: Path | None = None, *, unfinished: bool = False
) -> Project:
    """Return the project in the JSON document of a recipe, whose paths start from `folder`.

    In an `unfinished` project, which is still being edited, the output name may be invalid.

    Raises
    ------
    Refused
        With one problem for each thing that is wrong with the recipe.
    """
    _check_format(document)
    if input_override is not None:
        document = _with_path(document, input_override.absolute())
    recipe = read_declared(RecipeDocument, document, "", UNFINISHED if unfinished else None)
    source = Source(str(folder / recipe.input.path), recipe.input.kind, recipe.input.options)
    schema = Schema(tuple(attribute_of(entry, folder) for entry in recipe.attributes))
    with_files = replace(
        _recipe_of(recipe, source),
        population=tuple(PopulationFile(_path(p, folder)) for p in recipe.population),
        earlier_files=tuple(_path(p, folder) for p in recipe.earlier_files),
        sources=tuple(_path(p, folder) for p in recipe.sources),
    )
    return Project(source, schema, with_files)


def _path(path: str, folder: Path) -> str:
    refuse_network_path(path, folder)
    return os.path.normpath(folder.absolute() / path)


def _check_format(document: object) -> None:
    """Refuse another format alone: the problems of a different file would only hide this one."""
    form = document.get("format") if isinstance(document, Mapping) else None
    if form == _OLD_FORMAT:
        raise Refused(Problem("recipe-old-format", Where(field="format"), {"format": FORMAT}))
    if form != FORMAT:
        raise Refused(Problem("recipe-format", Where(field="format"), {"format": FORMAT}))


def _with_path(document: object, path: Path) -> object:
    entry = document.get("input") if isinstance(document, Mapping) else None
    if not isinstance(document, Mapping) or not isinstance(entry, Mapping):
        return document
    return {**document, "input": {**entry, "path": str(path)}}


def _recipe_of(document: RecipeDocument, source: Source) -> Recipe:
    missing, output = document.missing, document.output
    named = document.profile
    profile = ProfileEntry(name=named) if isinstance(named, str) else named
    parameters = {key: value for key, value in document.method.items() if key != "name"}
    return copy_fields(
        Recipe,
        document,
        # `resolve` checks the parameters against the method registry.
        method=Method(str(document.method["name"]), parameters),
        target=copy_fields(
            Target,
            output,
            kind=output.kind or source.kind.written_as,
            name=f"{Path(source.path).stem}_protected" if output.name is None else output.name,
        ),
        missing=missing if isinstance(missing, MissingPolicy) else missing.policy,
        weight=document.weight or None,
        profile=profile.name,
        limits=tuple(sorted(profile.limits.items())),
        answers=tuple(
            copy_fields(Answer, entry, key=key) for key, entry in sorted(document.answers.items())
        ),
        accepted_loss=None if isinstance(missing, MissingPolicy) else missing.accept,
        unit=document.unit if isinstance(document.unit, Unit) else None,
        records_are_units=document.unit == RECORD,
        figures=tuple(map(figure_of, document.figures)),
    )


def _missing_entry(recipe: Recipe) -> MissingPolicy | MissingEntry:
    accepted_loss = recipe.accepted_loss
    if accepted_loss is None:
        return recipe.missing
    return MissingEntry(policy=recipe.missing, accept=accepted_loss)


def dump_project(project: Project, folder: Path | None = None) -> dict[str, object]:
    """Return the document of the recipe of `project`.

    Parameters
    ----------
    folder : pathlib.Path, optional
        The folder of the recipe file, to which paths of input and taxonomies become relative;
        without it only file names are written, which disclose nothing about the machine.
    """
    source, recipe = project.source, project.recipe
    return write_declared(
        copy_fields(
            RecipeDocument,
            recipe,
            format=FORMAT,
            input=InputEntry(
                path=path_entry(Path(source.path), folder), kind=source.kind, options=source.options
            ),
            attributes=tuple(
                attributes.entry_of(attribute, folder) for attribute in project.schema.attributes
            ),
            missing=_missing_entry(recipe),
            population=tuple(path_entry(Path(f.path), folder) for f in recipe.population),
            earlier_files=tuple(path_entry(Path(f), folder) for f in recipe.earlier_files),
            sources=tuple(path_entry(Path(f), folder) for f in recipe.sources),
            method={"name": recipe.method.name, **recipe.method.parameters},
            output=copy_fields(OutputEntry, recipe.target),
            unit=RECORD if recipe.unit is None and recipe.records_are_units else recipe.unit,
            figures=tuple(map(figure_requests.entry_of, recipe.figures)),
            profile=ProfileEntry(name=recipe.profile, limits=dict(recipe.limits))
            if recipe.limits
            else recipe.profile,
            answers={
                answer.key: copy_fields(AnswerEntry, answer, answer="accepted")
                for answer in recipe.answers
            },
            project=None,
        )
    )
