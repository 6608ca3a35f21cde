"""Converts the JSON document of a recipe to a project."""

from __future__ import annotations

from pathlib import Path

from core.errors import Problem, Refused, Where
from core.io import WRITTEN_KINDS
from core.model import (
    BlockScale,
    FileKind,
    Formulas,
    Method,
    Project,
    ReadOptions,
    Recipe,
    Source,
    Target,
)
from core.recipe.attributes import parse_schema
from core.recipe.conditions import parse_dominance, parse_totals
from core.recipe.fields import Fields
from core.recipe.figure_requests import parse_figures
from core.recipe.file_name import is_fit_name
from core.recipe.fixed_columns import parse_columns
from core.recipe.missing_values import parse_missing
from core.recipe.preparing_steps import parse_prepare
from core.recipe.scenarios import parse_scenarios
from core.recipe.units import is_record, parse_unit

FORMAT = "statveil-recipe/1"
_MOST_SKIPPED = 10_000


def parse_project(
    found: object, folder: Path, input_override: Path | None = None, *, unfinished: bool = False
) -> Project:
    """Return the project in the JSON document `found`, whose paths start from `folder`.

    In an `unfinished` project, which is still being edited, the output name may be invalid.

    Raises
    ------
    Refused
        With one problem for each thing that is wrong with the recipe.
    """
    problems: list[Problem] = []
    recipe = Fields(found, "", problems)
    if recipe.text("format", "") != FORMAT:
        # The other problems of a different JSON file would only hide this one.
        raise Refused(Problem("recipe-format", Where(field="format"), {"format": FORMAT}))
    given = recipe.section("input")
    named = given.path_text("path", "" if input_override is not None else None)
    kind = given.choice("kind", FileKind) or FileKind.CSV
    options = parse_options(given.section("options", required=False))
    given.close()
    path = input_override.absolute() if input_override is not None else folder / named
    source = Source(str(path), kind, options)
    schema = parse_schema(recipe, folder)
    policy, accepted_loss = parse_missing(recipe)
    fields = recipe.section("method")
    # `resolve` checks the parameters against the method registry.
    name = fields.text("name")
    wishes = Recipe(
        method=Method(name, fields.rest()),
        target=_target(recipe.section("output", required=False), source, unfinished),
        missing=policy,
        keep_order=recipe.flag("keep_order", False),
        strata=recipe.texts("strata"),
        weight=recipe.text("weight", "") or None,
        insecure_test_seed=recipe.whole("insecure_test_seed"),
        dominance=parse_dominance(recipe),
        accepted_loss=accepted_loss,
        rules=recipe.texts("rules"),  # `core.conditions` parses and checks them
        unit=parse_unit(recipe),
        records_are_units=is_record(recipe),
        scenarios=parse_scenarios(recipe),
        figures=parse_figures(recipe),
        prepare=parse_prepare(recipe),
        totals=parse_totals(recipe),
        scale=_scale(recipe),
        answers=_parse_answers(recipe.section("answers", required=False)),
    )
    recipe.flag("public_report", True)  # of version 0.1; the public report is always written now
    recipe.raw("project")  # written by the window (project_file.py); runs do not depend on it
    recipe.close()
    if problems:
        raise Refused(*problems)
    return Project(source, schema, wishes)


def parse_options(fields: Fields) -> ReadOptions:
    """Return the layout of a file from an ``options`` object."""
    plain = ReadOptions()
    options = ReadOptions(
        encoding=fields.text("encoding", plain.encoding),
        delimiter=fields.text("delimiter", plain.delimiter),
        decimal=fields.text("decimal", plain.decimal),
        header=fields.flag("header", plain.header),
        sheet=fields.text("sheet", "") or None,
        missing=fields.texts("missing", plain.missing),
        thousands=fields.text("thousands", plain.thousands),
        dates=fields.text("dates", plain.dates),
        skip=_skip(fields),
        columns=parse_columns(fields),
        neutralised=fields.flag("neutralised", plain.neutralised),
    )
    if len(options.delimiter) != 1 or options.delimiter in '"\r\n':
        fields.note("recipe-delimiter", fields.path("delimiter"))
    if options.decimal not in (".", ",") or options.decimal == options.delimiter:
        fields.note("recipe-decimal", fields.path("decimal"))
    fields.close()
    return options


def _skip(fields: Fields) -> int:
    value = fields.raw("skip")
    if value is None:
        return 0
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST_SKIPPED:
        return value
    fields.note("recipe-skip", fields.path("skip"))
    return 0


def _target(fields: Fields, source: Source, unfinished: bool) -> Target:
    usual = source.kind.written_as
    kind = fields.choice("kind", FileKind, usual, among=WRITTEN_KINDS) or usual
    formulas = fields.choice("formulas", Formulas, Formulas.KEEP) or Formulas.KEEP
    name = fields.text("name", f"{Path(source.path).stem}_protected")
    if not (unfinished or is_fit_name(name)):
        fields.note("recipe-output-name", fields.path("name"))
    # The most records of a part of the protected file; none if it is one file.
    part = fields.whole("part")
    if part == 0:
        fields.note("recipe-expects-place", fields.path("part"))
    elif part is not None and not kind.has_parts:
        fields.note("recipe-output-part", fields.path("part"))
    fields.close()
    return Target(kind, name, formulas, part or None)


def _parse_answers(fields: Fields) -> tuple[tuple[str, str], ...]:
    """Return the accepted cautions with their reasons."""
    found = []
    for key, entry in fields.rest().items():
        answer = fields.section(key)
        given, why = answer.text("answer", ""), answer.text("why", "")
        if given != "accepted":
            fields.note("recipe-answer", fields.path(key))
        elif isinstance(entry, dict):
            found.append((key, why))
        answer.close()
    return tuple(sorted(found))


def _scale(recipe: Fields) -> BlockScale | None:
    """Return the object under ``scale``; `core.pipeline.resolve` checks whether it fits."""
    if recipe.raw("scale") is None:
        return None
    fields = recipe.section("scale")
    block = fields.whole("block")
    if block is None:
        fields.note("recipe-expects-place", fields.path("block"))
    fields.close()
    return BlockScale(block or 0)
