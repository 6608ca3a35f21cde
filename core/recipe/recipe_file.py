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
    return Recipe(
        # `resolve` checks the parameters against the method registry.
        method=Method(str(document.method["name"]), parameters),
        target=Target(
            kind=output.kind or source.kind.written_as,
            name=f"{Path(source.path).stem}_protected" if output.name is None else output.name,
            formulas=output.formulas,
            part=output.part,
        ),
        missing=missing if isinstance(missing, MissingPolicy) else missing.policy,
        keep_order=document.keep_order,
        strata=document.strata,
        weight=document.weight or None,
        fraction=document.fraction,
        period=document.period,
        insecure_test_seed=document.insecure_test_seed,
        profile=profile.name,
        limits=tuple(sorted(profile.limits.items())),
        answers=tuple(
            Answer(key, entry.why, entry.figure, entry.limit, entry.columns)
            for key, entry in sorted(document.answers.items())
        ),
        dominance=document.dominance,
        diversity=document.diversity,
        accepted_loss=None if isinstance(missing, MissingPolicy) else missing.accept,
        rules=document.rules,  # `core.conditions` parses and checks them
        unit=document.unit if isinstance(document.unit, Unit) else None,
        records_are_units=document.unit == RECORD,
        scenarios=document.scenarios,
        figures=tuple(map(figure_of, document.figures)),
        prepare=document.prepare,
        totals=document.totals,
        scale=document.scale,
        merges=document.merges,
        improved=document.improved,
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
    target = recipe.target
    return write_declared(
        RecipeDocument(
            format=FORMAT,
            input=InputEntry(
                path=path_entry(Path(source.path), folder), kind=source.kind, options=source.options
            ),
            prepare=recipe.prepare,
            attributes=tuple(
                attributes.entry_of(attribute, folder) for attribute in project.schema.attributes
            ),
            missing=_missing_entry(recipe),
            strata=recipe.strata,
            weight=recipe.weight,
            fraction=recipe.fraction,
            population=tuple(path_entry(Path(f.path), folder) for f in recipe.population),
            earlier_files=tuple(path_entry(Path(f), folder) for f in recipe.earlier_files),
            sources=tuple(path_entry(Path(f), folder) for f in recipe.sources),
            period=recipe.period,
            keep_order=recipe.keep_order,
            insecure_test_seed=recipe.insecure_test_seed,
            method={"name": recipe.method.name, **recipe.method.parameters},
            output=OutputEntry(
                kind=target.kind, name=target.name, formulas=target.formulas, part=target.part
            ),
            dominance=recipe.dominance,
            diversity=recipe.diversity,
            rules=recipe.rules,
            unit=RECORD if recipe.unit is None and recipe.records_are_units else recipe.unit,
            scenarios=recipe.scenarios,
            figures=tuple(map(figure_requests.entry_of, recipe.figures)),
            totals=recipe.totals,
            scale=recipe.scale,
            merges=recipe.merges,
            improved=recipe.improved,
            profile=ProfileEntry(name=recipe.profile, limits=dict(recipe.limits))
            if recipe.limits
            else recipe.profile,
            answers={
                answer.key: AnswerEntry(
                    answer="accepted",
                    why=answer.why,
                    figure=answer.figure,
                    limit=answer.limit,
                    columns=answer.columns,
                )
                for answer in recipe.answers
            },
        )
    )
