"""The part that says for each released column what it is still good for, with a small picture.

It is made of the release, of what was promised, and of whole per cents of what was kept.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.encode import numbers
from core.model import Column, Scale
from core.pipeline.report.bars import safe_bars
from core.pipeline.report.drawing import small
from core.pipeline.report.log import Log, entries, part
from core.pipeline.report.markup import Markup, join, tag
from core.pipeline.report.pictures import attribute_of, least_shown, slots_of
from core.pipeline.report.privacy import is_masked, is_private, is_withheld
from core.pipeline.report.slots import Slots
from core.pipeline.report.tallies import tally
from core.pipeline.report.words import say

_LONGEST_WORD = 14


def usefulness(log: Log, released: Sequence[Column]) -> Markup | None:
    """Return a row for each released column, or ``None`` if nothing was released."""
    found = {column.name: column for column in released}
    listed = [e for e in entries(part(log, "recipe"), "attributes") if e.get("name") in found]
    if not listed:
        return None
    bare = is_withheld(log)
    head = tag("tr", *_heads(bare))
    body = tag("tbody", *(_row(log, entry, found[str(entry["name"])]) for entry in listed))
    caption = tag("caption", say("dp-useful-caption" if bare else "useful-caption"))
    return join(
        tag("h3", say("useful"), id="useful"),
        tag("p", say("dp-useful-purpose" if bare else "useful-purpose"), class_="purpose"),
        tag("table", caption, tag("thead", head), body, id="useful-table"),
        tag("p", say("useful-whole-not-stated")) if entries(log, "not_stated") else None,
    )


def _heads(bare: bool) -> list[Markup]:
    titles = [tag("th", say("column"), scope="col"), tag("th", say("useful-picture"), scope="col")]
    for code in () if bare else ("useful-kept", "useful-mean", "useful-spread"):
        note = tag("small", say(f"{code}-means"))
        titles.append(tag("th", say(code), note, class_="figure", scope="col"))
    return titles


def _row(log: Log, entry: Log, column: Column) -> Markup:
    return tag(
        "tr",
        tag("th", column.name, tag("small", _kind(log, entry)), scope="row"),
        tag("td", _picture(log, entry, column)),
        *(() if is_withheld(log) else _figures(log, entry)),
    )


def _kind(log: Log, entry: Log) -> str:
    masked = "outcome-noise" if is_private(log) else "outcome-quasi-identifier"
    outcome = say(masked if is_masked(log, entry) else "outcome-other")
    scale = entry.get("scale")
    return f"{outcome}, {say(f'scale-{scale}')}" if scale in list(Scale) else outcome


def _figures(log: Log, entry: Log) -> list[Markup]:
    if not is_masked(log, entry):
        return [tag("td", say("useful-unchanged"), colspan=3)]
    if any(left.get("column") == entry.get("name") for left in entries(log, "not_stated")):
        return [tag("td", say("useful-not-stated"), colspan=3)]
    lost = _measure(log, "information-loss", entry)
    shown = (
        None if lost is None else 100.0 - lost,
        _measure(log, "mean-change", entry),
        _measure(log, "variance-change", entry),
    )
    return [tag("td", _whole(value), class_="figure") for value in shown]


def _measure(log: Log, name: str, entry: Log) -> float | None:
    for measure in entries(log, "measures"):
        if measure.get("name") == name and measure.get("attribute") == entry.get("name"):
            value = measure.get("value")
            return float(value) if isinstance(value, int | float) else None
    return None


def _whole(value: float | None) -> str:
    """Write a whole per cent: more would tell of the original more than a reader needs."""
    return "–" if value is None else f"{round(value):,} %"


def _picture(log: Log, entry: Log, column: Column) -> Markup | None:
    """Draw the released values alone; the original has no part in it."""
    least = least_shown(log)
    if int((~column.missing).sum()) < least:
        return None
    title = say("useful-picture-title", column=column.name)
    attribute = attribute_of(entry, column)
    if attribute.scale is Scale.NOMINAL or not _is_numeric(entry, column):
        found = tally(column, column, least)
        if len(found.bars) == 1 and (distinct := _distinct(column)) > 1:
            return tag("small", say("useful-all-rare", count=distinct))
        return small(title, found.bars, (_short(found.names[0]), _short(found.names[-1])))
    values = numbers(column, attribute)
    slots = slots_of(attribute, column.kind, values)
    counts = slots.count(values)
    bars = safe_bars(counts, counts, least)
    if attribute.scale is Scale.ORDINAL:
        order = attribute.order
        return small(title, bars, (_short(order[bars[0].first]), _short(order[bars[-1].last])))
    # Of a column that is published as it is, the ends would tell the outermost values.
    masked = is_masked(log, entry)
    return small(title, bars, _ends(slots) if masked else (say("useful-low"), say("useful-high")))


def _distinct(column: Column) -> int:
    return len(np.unique(column.values[~column.missing]))


def _is_numeric(entry: Log, column: Column) -> bool:
    return not column.categories or entry.get("scale") == Scale.ORDINAL


def _ends(slots: Slots) -> tuple[str, str]:
    ticks = slots.ticks
    return (ticks[0].text, ticks[-1].text) if len(ticks) > 1 else ("", "")


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_WORD else name[: _LONGEST_WORD - 1] + "…"
