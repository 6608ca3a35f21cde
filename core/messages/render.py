"""Turns a code and its parameters into a sentence."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from core.errors import Problem
from core.messages.catalogue import CATALOGUE
from core.messages.languages import Language, current_language
from core.messages.visible import shorten, visible

# Parameters that contain another sentence, or a path that users may want to copy.
_WHOLE = frozenset({"said", "claim", "sentence", "folder"})

# Parameters that are the code of a phrase, or several.
_CODES = frozenset({"what", "span"})

# Parameters that are decimal numbers as texts, which must not be rounded.
_DECIMALS = frozenset({"epsilon", "epsilons", "spent"})

# Parameters that are days, such as 2026-11-28.
_DAYS = frozenset({"date"})

# Parameters that are figures, each as its entry in a recipe.
_FIGURES = frozenset({"figures"})
_MEDIAN, _OF_PAIRS = 0.5, frozenset({"ratio", "correlation"})

# Parameters that name columns.
_COLUMNS = ("column", "columns", "masked", "published")

_PLACE = re.compile(r"\{@([a-z_]+)\}")

# A rule of the recipe, counted from 0.
_RULE = re.compile(r"rules\[([0-9]{1,9})\]")


def _write_value(value: object, language: Language) -> str:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return language.number(value)
    if not isinstance(value, str) and isinstance(value, Iterable):
        return ", ".join(_write_value(item, language) for item in value)
    return visible(shorten(str(value)))


def text(
    code: str,
    params: Mapping[str, object] | None = None,
    language: Language | None = None,
) -> str:
    """Fill the text for `code`; raise ``KeyError`` for an unknown code.

    Names are inserted in visible form (`visible`) and shortened; sentences and paths are inserted
    in full. Without a `language` it is the current one (`in_language`).
    """
    language, params = language or current_language(), params or {}
    form = language.form(code, params.get("count"))
    values = {}
    for key, value in params.items():
        if key in _CODES:
            values[key] = ", ".join(text(code, None, language) for code in _texts_in(value))
        elif key in _FIGURES:
            values[key] = "; ".join(_figure_named(entry, language) for entry in _texts_in(value))
        elif key in _DAYS:
            values[key] = ", ".join(map(language.date, _texts_in(value)))
        elif key in _DECIMALS and not isinstance(value, int | float):
            values[key] = "; ".join(map(language.written, _texts_in(value)))
        else:
            values[key] = visible(str(value)) if key in _WHOLE else _write_value(value, language)
    places = {f"@{place}": language.place(place) for place in places_in(form)}
    return form.format_map({**values, **places})


def name_figure(entry: Mapping[str, Any], language: Language | None = None) -> str:
    """Name a figure by its entry in a recipe, as a phrase."""
    what, of = str(entry["what"]), entry["of"]
    of = [of] if isinstance(of, str) else of
    params = {"of": of, "on": entry.get("on"), "q": entry.get("q")}
    if what == "quantile" and entry["q"] == _MEDIAN:
        what = "median"
    elif what in _OF_PAIRS:
        params = {"of": of[:1], "to": of[1:]}
    elif what == "table":
        params = {"of": " × ".join(of)}
    title = text(f"figure-{what}", params, language)
    by = entry.get("by")
    return text("figure-by", {"figure": title, "by": by}, language) if by else title


def _figure_named(entry: str, language: Language) -> str:
    try:
        return name_figure(json.loads(entry), language)
    except (ValueError, LookupError, TypeError, AttributeError):
        # No run wrote it.
        return visible(shorten(entry))


def _texts_in(value: object) -> list[str]:
    if isinstance(value, Iterable) and not isinstance(value, str):
        return [str(item) for item in value]
    return [str(value)]


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


def sentence(problem: Problem, language: Language | None = None) -> str:
    """Write the sentence on a problem, preceded by its place if there is one.

    The place is a rule of the recipe, a column and a row. A sentence that itself names the column
    is not preceded by it.
    """
    words = text(problem.code, problem.params, language)
    where = problem.where
    is_named = where.column in columns_named(problem.code, problem.params)
    column = None if is_named else where.column
    if column is not None and where.row is not None:
        params = {"column": column, "row": where.row, "said": words}
        words = text("at-column-row", params, language)
    elif column is not None:
        words = text("at-column", {"column": column, "said": words}, language)
    elif where.row is not None:
        words = text("at-row", {"row": where.row, "said": words}, language)
    rule = _RULE.fullmatch(where.field or "")
    if rule is None:
        return words
    return text("at-rule", {"number": int(rule[1]) + 1, "said": words}, language)


def render(problems: Iterable[Problem]) -> str:
    """Write one line of plain English for each problem."""
    return "\n".join(sentence(problem) for problem in problems)
