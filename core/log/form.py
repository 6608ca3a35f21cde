"""Checks that a log has the form in which Statveil writes it.

Code that reads a log relies on this form: every entry that it uses exists and has its type, even if
somebody edited the log and recomputed the hash chain. `core.verify` checks whether the
entries are true.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Collection, Mapping
from itertools import pairwise
from typing import Any

from core.errors import Problem, Refused, Where
from core.io import WRITTEN_KINDS
from core.log.log_kinds import INTERNAL, INTERNAL_FORMAT, PUBLIC
from core.model import ColumnKind, FigureKind
from core.model.preparing import PreparingLoss
from core.protect import METHODS
from core.recipe.preparing_steps import Do

Form = Callable[[object, str], str | None]
"""Returns the place of the first entry that is not as it has to be, or ``None``."""

_SECTIONS = frozenset(
    (
        "format",
        "program",
        "started",
        "finished",
        "recipe",
        "input",
        "taxonomies",
        "steps",
        "result",
        "measures",
        "not_stated",
        "files",
        "verification",
        "warnings",
        "seal",
        "readiness",
        "cautions",
        "sign_off",
        "figures",
        "omitted",
        "confidential",
        "compared",
        "prepared",
        "network",
    )
)
_MOST = 2**53
_LONGEST_NAME = 255
_HEXADECIMAL = re.compile(r"(?:[0-9a-f]{2})+")


def check_form(document: Mapping[str, Any]) -> None:
    """Raise `Refused` if a log lacks an entry or has one of another type.

    Raises
    ------
    Refused
        With the path of the first such entry.
    """
    unknown = [key for key in document if key not in _SECTIONS]
    if unknown:
        raise Refused(Problem("audit-malformed", Where(field=unknown[0]), {"section": unknown[0]}))
    # Only the internal log states both sides of the figures.
    is_internal = document.get("format") == INTERNAL_FORMAT
    figures = _or_none(_INTERNAL_FIGURES if is_internal else _PUBLIC_FIGURES)
    place = _LOG(document, "") or figures(document.get("figures"), "figures")
    prepared = document.get("prepared")
    if not place and prepared is not None:
        place = _PREPARED(prepared, "prepared")
        # The steps of the preparation must be those of the recipe.
        steps = document["recipe"].get("prepare")
        active = [s for s in steps if not s.get("off")] if isinstance(steps, list) else []
        if place is None and [s["step"] for s in prepared["steps"]] != active:
            place = "prepared.steps"
    if place is not None:
        raise Refused(Problem("audit-malformed", Where(field=place), {"section": place}))


def _that(holds: Callable[[object], bool]) -> Form:
    return lambda value, at: None if holds(value) else at


def _or_none(form: Form) -> Form:
    return lambda value, at: None if value is None else form(value, at)


def _any_of(choices: Collection[str]) -> Form:
    return _that(lambda value: isinstance(value, str) and value in choices)


def _each(form: Form) -> Form:
    def misfit(value: object, at: str) -> str | None:
        if not isinstance(value, list):
            return at
        found = (form(part, f"{at}[{i}]") for i, part in enumerate(value))
        return next((place for place in found if place is not None), None)

    return misfit


def _by_name(form: Form) -> Form:
    def misfit(value: object, at: str) -> str | None:
        if not isinstance(value, Mapping):
            return at
        found = (form(part, f"{at}.{key}") for key, part in value.items())
        return next((place for place in found if place is not None), None)

    return misfit


def _object(**forms: Form) -> Form:
    """Return the form of an object that has at least these keys."""

    def misfit(value: object, at: str) -> str | None:
        if not isinstance(value, Mapping):
            return at
        lead = f"{at}." if at else ""
        found = (form(value.get(key), f"{lead}{key}") for key, form in forms.items())
        return next((place for place in found if place is not None), None)

    return misfit


def _with(keys: Collection[str], form: Form) -> Form:
    """Return the form of an object that has these keys, even where their value is null."""

    def misfit(value: object, at: str) -> str | None:
        lacking = [key for key in keys if isinstance(value, Mapping) and key not in value]
        return f"{at}.{lacking[0]}" if lacking else form(value, at)

    return misfit


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


_TEXT = _that(lambda value: isinstance(value, str))
_WHOLE = _that(_is_whole)
_NUMBER = _that(_is_number)
_FILE_NAME = _that(
    lambda value: isinstance(value, str) and 0 < len(os.fsencode(value)) <= _LONGEST_NAME
)
_SALT = _that(lambda value: isinstance(value, str) and _HEXADECIMAL.fullmatch(value) is not None)
_DATE = _object(name=_TEXT, kind=_any_of([ColumnKind.DATE]), format=_TEXT)
_NO_DATE = _object(name=_TEXT, kind=_any_of(set(ColumnKind) - {ColumnKind.DATE}))


def _column(value: object, at: str) -> str | None:
    is_date = isinstance(value, Mapping) and value.get("kind") == ColumnKind.DATE
    return (_DATE if is_date else _NO_DATE)(value, at)


_PART = _object(name=_FILE_NAME, size=_WHOLE, sha256=_TEXT, blocks=_each(_TEXT))
_FILE = _object(
    name=_FILE_NAME,
    half=_or_none(_any_of((PUBLIC, INTERNAL))),
    size=_WHOLE,
    sha256=_TEXT,
    blocks=_each(_TEXT),
    parts=_or_none(_each(_PART)),
)
_PROTECTED_FILE = _object(
    kind=_any_of(WRITTEN_KINDS), options=_object(), columns=_each(_column), records_sha256=_TEXT
)


def _files(value: object, at: str) -> str | None:
    if not isinstance(value, list) or not value:
        return at
    return _each(_FILE)(value, at) or _PROTECTED_FILE(value[0], f"{at}[0]")


_POSITIVE = _that(lambda value: _is_whole(value) and value != 0)
_EXPOSURE = _object(
    records=_POSITIVE,
    groups=_POSITIVE,
    uniques=_WHOLE,
    k=_POSITIVE,
    p=_by_name(_WHOLE),
    t=_by_name(_NUMBER),
)
_BAR = _object(first=_WHOLE, last=_WHOLE, before=_WHOLE, after=_WHOLE)


def _bars(value: object, at: str) -> str | None:
    """Return the path of bars that cannot be drawn, because of gaps or without any record."""
    place = _each(_BAR)(value, at)
    if place is not None or not isinstance(value, list) or not value:
        return place
    upright = all(bar["first"] <= bar["last"] for bar in value)
    in_a_row = all(one["last"] + 1 == other["first"] for one, other in pairwise(value))
    filled = any(bar["before"] or bar["after"] for bar in value)
    return None if upright and in_a_row and filled else at


_COMPARED = _object(
    risk=_object(original=_EXPOSURE, release=_EXPOSURE),
    columns=_each(
        _object(
            name=_TEXT,
            missing=_or_none(_WHOLE),
            bars=_bars,
            names=_or_none(_each(_TEXT)),
            ticks=_each(_object(position=_NUMBER, text=_TEXT)),
        )
    ),
)

_CONDITION_FIGURES: dict[str, Form] = {
    "zeros": _object(before=_or_none(_WHOLE), after=_WHOLE, changed=_or_none(_WHOLE)),
    "not-applicable": _object(before=_or_none(_WHOLE), after=_WHOLE, changed=_or_none(_WHOLE)),
    "dominance": _object(groups=_POSITIVE, failing=_WHOLE),
    "rules": _object(before=_or_none(_WHOLE), unchecked=_WHOLE, after=_WHOLE),
    "totals": _object(
        domains=_WHOLE, apart=_or_none(_WHOLE), largest=_or_none(_WHOLE), failing=_WHOLE
    ),
    "units": _object(units=_POSITIVE, k=_POSITIVE, failing=_WHOLE),
    "members": _object(groups=_POSITIVE, k=_POSITIVE, failing=_WHOLE),
    "unit-columns": _object(units=_POSITIVE, differing=_WHOLE),
    "unit-closeness": _object(groups=_POSITIVE, failing=_WHOLE),
    "scenarios": _object(
        groups=_or_none(_POSITIVE), wanted=_POSITIVE, k=_or_none(_POSITIVE), failing=_WHOLE
    ),
}
_IS_HELD = _that(lambda value: isinstance(value, bool))
_NAMED_CONDITION = _object(condition=_any_of(_CONDITION_FIGURES), column=_TEXT, held=_IS_HELD)


def _condition(value: object, at: str) -> str | None:
    place = _NAMED_CONDITION(value, at)
    if place is not None or not isinstance(value, Mapping):
        return place
    form: Form = _CONDITION_FIGURES[value["condition"]]
    return form(value, at)


def _is_within(value: object, least: float, most: float) -> bool:
    return isinstance(value, int | float) and _is_number(value) and least <= value <= most


_SHARE = _that(lambda value: _is_within(value, 0, 1))
_FIGURE = _object(
    what=_any_of(set(FigureKind)),
    of=_that(lambda value: _TEXT(value, "") is None or _each(_TEXT)(value, "") is None),
    on=_or_none(_each(_TEXT)),
    by=_or_none(_each(_TEXT)),
    q=_or_none(_NUMBER),
)
_FIGURE_SIDE = _object(
    records=_WHOLE,
    missing=_WHOLE,
    not_applicable=_WHOLE,
    lacks=_or_none(_any_of(("log", "few", "collinear"))),
)
# Per cents are a hundred times as large.
_AMOUNT = _that(lambda value: _is_within(value, -1e300, 1e300))
_ESTIMATE = _object(
    value=_AMOUNT, low=_or_none(_AMOUNT), high=_or_none(_AMOUNT), records=_WHOLE, units=_WHOLE
)
_FIGURE_VALUE = _object(
    by=_by_name(_TEXT),
    of=_by_name(_TEXT),
    term=_or_none(_TEXT),
    original=_or_none(_ESTIMATE),
    released=_or_none(_ESTIMATE),
    difference=_or_none(_AMOUNT),
    overlap=_or_none(_SHARE),
    inside=_or_none(_IS_HELD),
    heaviest=_SHARE,
)
_INTERNAL_FIGURES = _each(
    _object(
        figure=_FIGURE,
        original=_FIGURE_SIDE,
        released=_FIGURE_SIDE,
        values=_each(_FIGURE_VALUE),
        small=_object(least=_WHOLE, values=_WHOLE, records=_WHOLE),
    )
)
_PUBLIC_FIGURES = _each(
    _object(figure=_FIGURE, overlap=_or_none(_WHOLE), counted=_WHOLE, values=_WHOLE)
)


_PREPARED = _object(
    steps=_each(
        _object(step=_object(do=_any_of(tuple(Do))), changed=_WHOLE, before=_WHOLE, after=_WHOLE)
    ),
    columns=_each(
        _object(
            name=_TEXT,
            loss=_NUMBER,
            measure=_any_of(tuple(PreparingLoss)),
            together=_or_none(_NUMBER),
        )
    ),
)


_LOG = _object(
    recipe=_object(method=_object(name=_any_of(METHODS))),
    omitted=_or_none(_each(_object(setting=_TEXT, column=_or_none(_TEXT)))),
    input=_object(
        name=_TEXT,
        rows=_WHOLE,
        columns=_WHOLE,
        size=_or_none(_WHOLE),
        sha256=_or_none(_TEXT),
        salt=_or_none(_SALT),
        commitment=_or_none(_TEXT),
    ),
    started=_TEXT,
    finished=_TEXT,
    network=_or_none(_any_of(("scheduler",))),
    steps=_each(_object(name=_TEXT, counts=_object())),
    result=_object(
        records=_WHOLE,
        k_reached=_or_none(_WHOLE),
        t_reached=_or_none(_by_name(_NUMBER)),
        clusters=_or_none(_WHOLE),
        sizes=_or_none(_object(min=_WHOLE, mean=_NUMBER, max=_WHOLE)),
        blocks=_or_none(_each(_object(columns=_each(_TEXT), smallest=_WHOLE))),
    ),
    measures=_each(
        _with(
            ("value", "attribute"),
            _object(name=_TEXT, value=_or_none(_NUMBER), attribute=_or_none(_TEXT)),
        )
    ),
    files=_files,
    compared=_or_none(_COMPARED),
    verification=_object(k=_WHOLE, t=_by_name(_NUMBER), conditions=_or_none(_each(_condition))),
    warnings=_each(_object()),
    not_stated=_or_none(_each(_object(column=_TEXT, reason=_TEXT))),
    taxonomies=_or_none(_each(_object(column=_TEXT))),
    cautions=_or_none(
        _each(_object(code=_TEXT, column=_or_none(_TEXT), text=_TEXT, public=_or_none(_TEXT)))
    ),
    readiness=_or_none(_object(open=_WHOLE)),
    sign_off=_or_none(_object(public=_that(lambda value: isinstance(value, bool)))),
)
