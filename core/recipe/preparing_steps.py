"""The ``prepare`` of a recipe: how columns are recoded before anything else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum

from core.model import Preparing
from core.model.preparing import (
    Action,
    Age,
    Band,
    BandLabel,
    Drop,
    Group,
    Level,
    Period,
    Rare,
    Round,
    Span,
    TailCoding,
    TailValue,
)
from core.recipe.fields import Fields, is_number


class Do(StrEnum):
    """The name of a step in a recipe."""

    AGE = "age"
    TOP_CODE = "top-code"
    BOTTOM_CODE = "bottom-code"
    BAND = "band"
    ROUND = "round"
    LEVEL = "level"
    GROUP = "group"
    RARE = "rare"
    PERIOD = "period"
    DROP = "drop"


def parse_prepare(recipe: Fields) -> tuple[Preparing, ...]:
    """Return the list under ``prepare``; `core.prepare` checks whether it fits the file."""
    found = []
    for fields in recipe.sections("prepare", of_columns=False):
        do = fields.choice("do", Do)
        if do is None:
            continue
        action = _PARSE[do](fields)
        found.append(Preparing(action, fields.text("why", ""), fields.flag("off", False)))
        fields.close()
    return tuple(found)


def _tail(fields: Fields, bound: str, is_top: bool) -> Action:
    to = fields.choice("to", TailValue, TailValue.THRESHOLD) or TailValue.THRESHOLD
    return TailCoding(fields.text("column"), fields.number(bound), is_top, to)


def _band(fields: Fields) -> Action:
    label = fields.choice("label", BandLabel, BandLabel.RANGE) or BandLabel.RANGE
    column = fields.text("column")
    value = fields.raw("cuts")
    if isinstance(value, list) and value and all(map(is_number, value)):
        return Band(column, cuts=tuple(float(each) for each in value), label=label)
    if value is not None:
        fields.note("recipe-expects-numbers", fields.path("cuts"))
        return Band(column, label=label)
    origin = fields.number("from", 0.0)
    return Band(column, fields.number("width"), origin, label=label)


def _group(fields: Fields) -> Action:
    column, value = fields.text("column"), fields.raw("into")
    if isinstance(value, Mapping) and all(
        isinstance(old, list) and all(isinstance(each, str) for each in old)
        for old in value.values()
    ):
        return Group(column, tuple((str(new), tuple(old)) for new, old in value.items()))
    fields.note("recipe-expects-groups", fields.path("into"))
    return Group(column, ())


_PARSE: Mapping[Do, Callable[[Fields], Action]] = {
    Do.AGE: lambda fields: Age(fields.text("from"), fields.text("at"), fields.text("name")),
    Do.TOP_CODE: lambda fields: _tail(fields, "above", True),
    Do.BOTTOM_CODE: lambda fields: _tail(fields, "below", False),
    Do.BAND: _band,
    Do.ROUND: lambda fields: Round(fields.text("column"), fields.number("to")),
    Do.LEVEL: lambda fields: Level(fields.text("column"), _whole(fields, "level")),
    Do.GROUP: _group,
    Do.RARE: lambda fields: Rare(
        fields.text("column"), _whole(fields, "fewer_than"), fields.text("into")
    ),
    Do.PERIOD: lambda fields: Period(
        fields.text("column"), fields.choice("keep", Span) or Span.YEAR
    ),
    Do.DROP: lambda fields: Drop(fields.text("column")),
}


def _whole(fields: Fields, key: str) -> int:
    if not fields.has(key):
        fields.note("recipe-expects-whole", fields.path(key))
    return fields.whole(key) or 0


def preparing_entry(step: Preparing) -> dict[str, object]:
    """Return the entry of a step in a recipe."""
    entry = _action_entry(step.action)
    if step.why:
        entry["why"] = step.why
    if step.is_off:
        entry["off"] = True
    return entry


def _action_entry(action: Action) -> dict[str, object]:
    column = {"column": action.column}
    match action:
        case Age():
            return {"do": "age", "from": action.column, "at": action.at, "name": action.name}
        case TailCoding():
            do, key = ("top-code", "above") if action.is_top else ("bottom-code", "below")
            return {"do": do, **column, key: _plain(action.bound), "to": str(action.to)}
        case Band() if action.cuts:
            cuts = [_plain(cut) for cut in action.cuts]
            return {"do": "band", **column, "cuts": cuts, "label": str(action.label)}
        case Band():
            width, origin = _plain(action.width or 0.0), _plain(action.origin)
            ends = {"width": width, "from": origin}
            return {"do": "band", **column, **ends, "label": str(action.label)}
        case Round():
            return {"do": "round", **column, "to": _plain(action.to)}
        case Level():
            return {"do": "level", **column, "level": action.level}
        case Group():
            into = {new: list(members) for new, members in action.into}
            return {"do": "group", **column, "into": into}
        case Rare():
            rest = {"fewer_than": action.fewer_than, "into": action.into}
            return {"do": "rare", **column, **rest}
        case Period():
            return {"do": "period", **column, "keep": str(action.keep)}
        case Drop():
            return {"do": "drop", **column}


def _plain(value: float) -> float:
    """Return a number as people write it: 5 rather than 5.0."""
    return int(value) if float(value).is_integer() and abs(value) < 2.0**53 else value
