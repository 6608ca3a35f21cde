"""Turns a code and its parameters into a sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from core.errors import Problem
from core.messages.catalogue import CATALOGUE
from core.messages.places import place_in_recipe
from core.messages.visible import shortened, visible

# Parameters that contain another sentence, or a path that users may want to copy.
_WHOLE = frozenset({"said", "claim", "sentence", "folder"})

# Parameters that are the code of a phrase.
_CODES = frozenset({"what"})

# Parameters that name columns.
_COLUMNS = ("column", "columns", "masked", "published")

_PLACE = re.compile(r"\{@([a-z_]+)\}")

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
NameOfPlace = Callable[[str], str]
"""Names where a setting is changed, such as ``missing_kept`` (`core.messages.places`)."""


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
    name_of_place: NameOfPlace = place_in_recipe,
) -> str:
    """Fill the text for `code`; raise ``KeyError`` for an unknown code.

    Names are inserted in visible form (`visible`) and shortened; sentences and paths are inserted
    in full. `name_of_place` names each ``{@place}`` where a setting is changed.
    """
    params = params or {}
    template, count = CATALOGUE[code], params.get("count")
    if template.one is None or not isinstance(count, int):
        form = translate(template.form(count))
    else:
        # The translation of a singular and plural is found under the plural.
        form = translate(template.other, count)
        if form == template.other:
            form = template.form(count)
    values = {}
    for key, value in params.items():
        if key in _CODES:
            values[key] = text(str(value), None, translate, number)
        else:
            values[key] = visible(str(value)) if key in _WHOLE else _shown(value, number)
    places = {f"@{place}": name_of_place(place) for place in places_in(form)}
    return form.format_map({**values, **places})


def places_in(form: str) -> list[str]:
    """List the places that a text names as ``{@place}``."""
    return _PLACE.findall(form)


def columns_named(code: str, params: Mapping[str, object] | None = None) -> frozenset[str]:
    """Collect the columns that the text for `code` names itself."""
    form, columns = CATALOGUE[code].other, set[str]()
    for field in _COLUMNS:
        names = (params or {}).get(field)
        if f"{{{field}}}" in form and isinstance(names, Iterable):
            columns |= {names} if isinstance(names, str) else {str(name) for name in names}
    return frozenset(columns)


def sentence(
    problem: Problem,
    translate: Translate = in_english,
    number: Number = plain_number,
    name_of_place: NameOfPlace = place_in_recipe,
) -> str:
    """Write the sentence on a problem, preceded by its place if there is one.

    The place is a rule of the recipe, a column and a row. A sentence that itself names the column
    is not preceded by it.
    """
    said = text(problem.code, problem.params, translate, number, name_of_place)
    where = problem.where
    is_named = where.column in columns_named(problem.code, problem.params)
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
    """Write one line of plain English for each problem."""
    return "\n".join(sentence(problem) for problem in problems)
