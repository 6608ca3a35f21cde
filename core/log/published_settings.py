"""The settings of a run that may be published with its release."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from core.conditions import rule_of
from core.encode.numbers import distinct_texts
from core.io.guessing.guess_missing import TEXT_CODES, USUAL_NUMBERS
from core.log.checklist_rows import public_answers
from core.log.declared.entries import Omitted
from core.log.privacy_entries import is_withheld
from core.model import (
    Attribute,
    Column,
    ColumnKind,
    Improvement,
    Method,
    Project,
    Recipe,
    Scale,
)
from core.model.preparing import Group, Preparing, Rare
from core.protect import METHODS
from core.rules import Membership, Rule, tests_of

# Settings of a column that may be left out.
_OMITTED = ("order", "mapping", "listed", "domain", "not_applicable")
DOMINANCE = "dominance"
"""The setting whose kind and numbers only the internal log has."""


def publish_project(
    project: Project, released: Sequence[Column]
) -> tuple[Project, tuple[Omitted, ...]]:
    """Select the publishable settings of a project, and name those left out.

    Left out are what narrows masked values down (dominance rules, secrets and seeds of the method,
    how rare joined categories were), mappings of cells, domains taken from the data, everything
    about columns that are not released, categories of an order and missing codes that do not occur
    in the released file, rules with texts that do not, and answers to internal questions. In a
    private release an order is a declared domain on which the claim rests, so it is kept. Scenarios
    without a k and population counts, which affect no run, are left out as well, and so are the
    names of the other scenarios: they say what the office fears.
    """
    released_columns, withheld = {column.name: column for column in released}, is_withheld(project)
    omitted = list[Omitted]()
    attributes = []
    for attribute in project.schema.attributes:
        published = _attribute(attribute, released_columns.get(attribute.name), withheld)
        # Settings of a column that is not released do not affect a repetition.
        omitted += [
            Omitted(attribute.name, setting)
            for setting in _OMITTED
            if attribute.name in released_columns
            and getattr(published, setting) != getattr(attribute, setting)
        ]
        attributes.append(published)
    options = project.source.options
    codes = publish_codes(options.missing, released)
    if codes != options.missing:
        omitted.append(Omitted(None, "missing"))
    # A text that does not occur there could be a category that only the original has.
    recipe = _without_originals(project.recipe)
    rules = _publish_rules(recipe, released_columns)
    if rules != recipe.rules:
        omitted.append(Omitted(None, "rules"))
    if recipe.merges is not None:
        omitted.append(Omitted(None, "merges"))
    prepare, method = _publish_steps(recipe), _without_secrets(recipe.method)
    if any(isinstance(step, Group) for step in prepare):
        omitted.append(Omitted(None, "prepare"))
    omitted += [Omitted(None, n) for n in recipe.method.parameters if n not in method.parameters]
    if recipe.dominance is not None:
        omitted += [Omitted(name, DOMINANCE) for name in recipe.dominance.columns]
    return replace(
        project,
        schema=replace(project.schema, attributes=tuple(attributes)),
        recipe=replace(
            recipe,
            method=method,
            dominance=None,
            # A reason may say something about the data.
            answers=() if withheld else public_answers(recipe.answers),
            rules=rules,
            scenarios=tuple(replace(s, name=s.key) for s in recipe.scenarios if s.k is not None),
            prepare=prepare,
            merges=None,
        ),
        source=replace(project.source, options=replace(options, missing=codes)),
    ), tuple(omitted)


def _publish_rules(recipe: Recipe, released: Mapping[str, Column]) -> tuple[str, ...]:
    return tuple(rule for rule in recipe.rules if _has_only_released_texts(rule_of(rule), released))


def _without_originals(recipe: Recipe) -> Recipe:
    """Take the files from a recipe that no run depends on, and the figures of trials.

    Exact counts of figures say more of the original than they seem to, and the number of records
    that were read may show how many were left out.
    """
    searches = tuple(Improvement(count=search.count) for search in recipe.improved)
    return replace(recipe, population=(), earlier_files=(), sources=(), improved=searches)


def _publish_steps(recipe: Recipe) -> tuple[Preparing, ...]:
    """Take reasons, joined categories and how rare they were from the preparing steps.

    A reason may say something about the data, and a category that was joined is one that only the
    original has: how many records it has at most is not for everybody.
    """
    return tuple(
        Group(step.column, ()) if isinstance(step, Group | Rare) else replace(step, why="")
        for step in recipe.active_preparing
    )


def _without_secrets(method: Method) -> Method:
    return Method(method.name, METHODS[method.name].without_secrets(method.parameters))


def _has_only_released_texts(rule: Rule, columns: Mapping[str, Column]) -> bool:
    return all(
        {value for value in test.values if isinstance(value, str)}
        <= set(distinct_texts(columns[test.column])[0])
        for test in tests_of(rule)
        if isinstance(test, Membership) and columns[test.column].kind is ColumnKind.TEXT
    )


def publish_codes(codes: Sequence[str], released: Sequence[Column]) -> tuple[str, ...]:
    """Choose the codes that are common or present in the released file; others may be amounts.

    They mean a missing value, or a question that was not asked.
    """
    usual = {"", *TEXT_CODES}
    for column in released:
        usual.update(column.missing_text[0] if column.missing_text else ())
    return tuple(code for code in codes if code in usual or _number_of(code) in USUAL_NUMBERS)


def _number_of(code: str) -> float | None:
    """Read a code as a number, whatever its decimal sign."""
    try:
        return float(code.replace(",", "."))
    except ValueError:
        return None


def _attribute(attribute: Attribute, column: Column | None, withheld: bool) -> Attribute:
    if column is None or not attribute.role.is_released:
        return Attribute(attribute.name, attribute.role, attribute.scale)
    codes = publish_codes(attribute.not_applicable, [column])
    published = replace(attribute, mapping=(), not_applicable=codes)
    if attribute.domain_from_data:
        published = replace(published, domain=None, listed=())
    if attribute.scale is Scale.ORDINAL and not withheld:
        occurring = set(distinct_texts(column)[0])
        published = replace(published, order=tuple(c for c in attribute.order if c in occurring))
    return published
