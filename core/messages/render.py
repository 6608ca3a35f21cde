"""Turns a code and its parameters into a sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Protocol

from core.errors import Problem
from core.messages.catalogue import CATALOGUE
from core.messages.template import Template
from core.messages.visible import shortened, visible

# Parameters that contain another sentence, or a path that users may want to copy.
_WHOLE = frozenset({"said", "claim", "sentence", "folder"})

# Parameters that are the code of a phrase.
_CODES = frozenset({"what"})

# Parameters that name columns.
_COLUMNS = ("column", "columns", "masked", "published")

# A rule of the recipe, counted from 0.
_RULE = re.compile(r"rules\[([0-9]{1,9})\]")


class Translate(Protocol):
    """Looks up a text, and of a singular and plural the form that a language has for a count."""

    def __call__(self, text: str, count: int = -1, /) -> str:
        """Return the translation, or `text` itself if there is none; -1 where nothing counts."""


def in_english(text: str, count: int = -1, /) -> str:  # noqa: ARG001
    """Return `text` as it is."""
    return text


Number = Callable[[int | float], str]
NO_TEMPLATES: Mapping[str, Template] = MappingProxyType({})


def plain_number(value: int | float) -> str:
    """Return a number with thousands commas and at most six significant digits."""
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:,.0f}" if abs(value) >= 1e6 else f"{value:.6g}"


def _shown(value: object, number: Number) -> str:
    if isinstance(value, bool) or value is None:
        return str(value)
    if isinstance(value, int | float):
        return number(value)
    if isinstance(value, str):
        return visible(shortened(value))
    if isinstance(value, Iterable):
        return ", ".join(_shown(part, number) for part in value)
    return visible(shortened(str(value)))


def text(
    code: str,
    params: Mapping[str, object] | None = None,
    translate: Translate = in_english,
    number: Number = plain_number,
    instead: Mapping[str, Template] = NO_TEMPLATES,
) -> str:
    """Return the text for `code`; raise ``KeyError`` for an unknown code.

    Templates in `instead` take precedence over the catalogue. Names are inserted in visible form
    (`visible`) and shortened; sentences and paths are inserted in full.
    """
    params = params or {}
    template, count = instead.get(code) or CATALOGUE[code], params.get("count")
    if template.one is None or not isinstance(count, int):
        form = translate(template.form(count))
    else:
        # The translation of a singular and plural is found under the plural.
        form = translate(template.other, count)
        if form == template.other:
            form = template.form(count)
    shown = {}
    for key, value in params.items():
        if key in _CODES:
            shown[key] = text(str(value), None, translate, number, instead)
        else:
            shown[key] = visible(str(value)) if key in _WHOLE else _shown(value, number)
    return form.format_map(shown)


def columns_named(
    code: str,
    params: Mapping[str, object] | None = None,
    instead: Mapping[str, Template] = NO_TEMPLATES,
) -> frozenset[str]:
    """Return the columns that the text for `code` names itself."""
    form, found = (instead.get(code) or CATALOGUE[code]).other, set[str]()
    for field in _COLUMNS:
        named = (params or {}).get(field)
        if f"{{{field}}}" in form and isinstance(named, Iterable):
            found |= {named} if isinstance(named, str) else {str(name) for name in named}
    return frozenset(found)


def sentence(
    problem: Problem,
    translate: Translate = in_english,
    number: Number = plain_number,
    instead: Mapping[str, Template] = NO_TEMPLATES,
) -> str:
    """Return the sentence on a problem, preceded by its place if there is one.

    The place is a rule of the recipe, a column and a row. A sentence that itself names the column
    is not preceded by it.
    """
    said = text(problem.code, problem.params, translate, number, instead)
    where = problem.where
    is_named = where.column in columns_named(problem.code, problem.params, instead)
    column = None if is_named else where.column
    if column is not None and where.row is not None:
        params = {"column": column, "row": where.row, "said": said}
        said = text("at-column-row", params, translate, number)
    elif column is not None:
        said = text("at-column", {"column": column, "said": said}, translate, number)
    elif where.row is not None:
        said = text("at-row", {"row": where.row, "said": said}, translate, number)
    rule = _RULE.fullmatch(where.field or "")
    if rule is None:
        return said
    return text("at-rule", {"number": int(rule[1]) + 1, "said": said}, translate, number)


def render(problems: Iterable[Problem]) -> str:
    """Return one line of plain English for each problem."""
    return "\n".join(sentence(problem) for problem in problems)
