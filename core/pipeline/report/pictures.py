"""The part that shows each masked column before and after."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.encode import numbers, take
from core.model import Attribute, Column, ColumnKind, Dataset, Role, Scale
from core.pipeline.report.bars import safe_bars
from core.pipeline.report.calendar_slots import date_slots
from core.pipeline.report.drawing import histogram, legend, rows
from core.pipeline.report.log import Log, entries, part
from core.pipeline.report.markup import Markup, join, tag
from core.pipeline.report.privacy import is_private, withheld
from core.pipeline.report.slots import Slots, number_slots
from core.pipeline.report.tallies import tally
from core.pipeline.report.words import say

# Even where a method promises no k, a count of one or two would be a person's own.
_LEAST = 3


@dataclass(frozen=True, slots=True, eq=False)
class Masked:
    """One masked column, before and after."""

    attribute: Attribute
    before: Column
    after: Column


def pictures(
    log: Log, dataset: Dataset, released: Sequence[Column], kept: NDArray[np.int64]
) -> Markup | None:
    """Return the part, or ``None`` if no column was masked."""
    if is_private(log):
        return withheld()
    least = least_shown(log)
    masked = _masked(log, dataset, released, kept)
    if not masked:
        return None
    return join(
        tag("h3", say("pictures"), id="before-after"),
        tag("p", say("pictures-purpose", few=least - 1), class_="purpose"),
        legend(),
        tag("div", *(_figure(one, least) for one in masked), class_="pictures"),
    )


def least_shown(log: Log) -> int:
    """Return how many people an interval must hold to be shown by itself."""
    k = part(log, "recipe", "method").get("k")
    return max(k, _LEAST) if isinstance(k, int) else _LEAST


def _masked(
    log: Log, dataset: Dataset, released: Sequence[Column], kept: NDArray[np.int64]
) -> list[Masked]:
    found = {column.name: column for column in released}
    masked = []
    for entry in entries(part(log, "recipe"), "attributes"):
        name = str(entry.get("name"))
        if entry.get("role") == Role.QUASI_IDENTIFIER and name in found:
            original = take(dataset.column(name), kept)
            masked.append(Masked(attribute_of(entry, original), original, found[name]))
    return masked


def attribute_of(entry: Log, column: Column) -> Attribute:
    """Return the attribute with an order for text, so that both columns get the same ranks."""
    scale = Scale(str(entry.get("scale") or Scale.CONTINUOUS))
    order = tuple(str(category) for category in entry.get("order") or column.categories)
    if scale is Scale.ORDINAL and not order:
        scale = Scale.CONTINUOUS
    return Attribute(str(entry.get("name")), Role.QUASI_IDENTIFIER, scale, order)


def _figure(masked: Masked, least: int) -> Markup:
    missing = int(masked.before.missing.sum())
    note = None
    if missing:
        few = missing < least
        note = say("missing-few", k=least) if few else say("missing-before", count=missing)
    caption = tag("figcaption", note) if note else None
    return tag("figure", tag("h4", masked.attribute.name), _drawing(masked, least), caption)


def _drawing(masked: Masked, least: int) -> Markup:
    attribute = masked.attribute
    title = say("picture-title", column=attribute.name)
    if int((~masked.before.missing).sum()) < least:
        return tag("p", say("no-picture"), class_="note")
    if attribute.scale is Scale.NOMINAL:
        found = tally(masked.before, masked.after, least)
        return rows(title, found.bars, found.names)
    before, after = (numbers(c, attribute) for c in (masked.before, masked.after))
    slots = slots_of(attribute, masked.before.kind, before)
    bars = safe_bars(slots.count(before), slots.count(after), least)
    if attribute.scale is Scale.ORDINAL:
        return rows(title, bars, attribute.order)
    return histogram(title, bars, slots.ticks)


def slots_of(attribute: Attribute, kind: ColumnKind, values: NDArray[np.float64]) -> Slots:
    """Return the intervals that the values of an attribute are counted in."""
    if attribute.scale is Scale.ORDINAL:
        return Slots(np.arange(1, len(attribute.order), dtype=np.float64), ())
    present = values[~np.isnan(values)]
    if kind is ColumnKind.DATE:
        return date_slots(present)
    return number_slots(present, attribute.scale is Scale.INTEGER)
