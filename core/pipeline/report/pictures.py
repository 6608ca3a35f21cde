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
from core.pipeline.report.slots import Slots, number_slots
from core.pipeline.report.words import say

# Even where a method promises no k, a count of one or two would be a person's own.
_LEAST = 3


@dataclass(frozen=True, slots=True, eq=False)
class Masked:
    """One masked column as numbers, NaN where missing, before and after."""

    attribute: Attribute
    kind: ColumnKind
    before: NDArray[np.float64]
    after: NDArray[np.float64]


def pictures(
    log: Log, dataset: Dataset, released: Sequence[Column], kept: NDArray[np.int64]
) -> Markup | None:
    """Return the part, or ``None`` if no column was masked."""
    k = part(log, "recipe", "method").get("k")
    least = max(k, _LEAST) if isinstance(k, int) else _LEAST
    masked = _masked(log, dataset, released, kept)
    if not masked:
        return None
    return join(
        tag("h2", say("pictures")),
        tag("p", say("pictures-purpose", few=least - 1), class_="purpose"),
        legend(),
        tag("div", *(_figure(one, least) for one in masked), class_="pictures"),
    )


def _masked(
    log: Log, dataset: Dataset, released: Sequence[Column], kept: NDArray[np.int64]
) -> list[Masked]:
    found = {column.name: column for column in released}
    masked = []
    for entry in entries(part(log, "recipe"), "attributes"):
        name = str(entry.get("name"))
        if entry.get("role") == Role.QUASI_IDENTIFIER and name in found:
            original = take(dataset.column(name), kept)
            attribute = _attribute(name, entry, original)
            before, after = numbers(original, attribute), numbers(found[name], attribute)
            masked.append(Masked(attribute, original.kind, before, after))
    return masked


def _attribute(name: str, entry: Log, original: Column) -> Attribute:
    """Return the attribute with an order for text, so that both columns get the same ranks."""
    scale = Scale(str(entry.get("scale", Scale.CONTINUOUS)))
    order = tuple(str(category) for category in entry.get("order") or original.categories)
    if scale is Scale.ORDINAL and not order:
        scale = Scale.CONTINUOUS
    return Attribute(name, Role.QUASI_IDENTIFIER, scale, order)


def _figure(masked: Masked, least: int) -> Markup:
    name = masked.attribute.name
    missing = int(np.isnan(masked.before).sum())
    note = None
    if missing:
        few = missing < least
        note = say("missing-few", k=least) if few else say("missing-before", count=missing)
    caption = tag("figcaption", note) if note else None
    return tag("figure", tag("h3", name), _drawing(masked, least), caption)


def _drawing(masked: Masked, least: int) -> Markup:
    title = say("picture-title", column=masked.attribute.name)
    ordinal = masked.attribute.scale is Scale.ORDINAL
    present = masked.before[~np.isnan(masked.before)]
    if len(present) < least:
        return tag("p", say("no-picture"), class_="note")
    slots = _category_slots(masked.attribute) if ordinal else _slots(masked, present)
    bars = safe_bars(slots.count(masked.before), slots.count(masked.after), least)
    if ordinal:
        return rows(title, bars, masked.attribute.order)
    return histogram(title, bars, slots.ticks)


def _slots(masked: Masked, present: NDArray[np.float64]) -> Slots:
    if masked.kind is ColumnKind.DATE:
        return date_slots(present)
    return number_slots(present, masked.attribute.scale is Scale.INTEGER)


def _category_slots(attribute: Attribute) -> Slots:
    return Slots(np.arange(1, len(attribute.order), dtype=np.float64), ())
