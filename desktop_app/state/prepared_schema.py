"""What the columns mean after other preparing steps. Knows no Qt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.model import (
    CATEGORICAL,
    Attribute,
    CategoryChange,
    Column,
    ColumnKind,
    Dataset,
    Preparing,
    Scale,
    Schema,
)
from core.model.preparing import Band, BandLabel
from desktop_app.state.choices import COMPUTED_ROLES, first_order, possible_scales
from desktop_app.state.draft import Draft, suggestion
from desktop_app.state.prepared_file import PreparedFile
from desktop_app.state.steps import Step

if TYPE_CHECKING:
    from core.io import ColumnProfile


def before_preparing(draft: Draft, steps: Iterable[Preparing]) -> Draft:
    """Return the draft whose columns the steps will recode, with `steps`.

    What was set aside is known to the steps, such as the taxonomy of a column that was dropped;
    a column that becomes bands is ordinal, so that preparing gives it the order of the bands.
    """
    steps = tuple(steps)
    in_bands = _in_bands(steps)
    attributes_by_name = {a.name: a for a in (*draft.set_aside, *draft.schema.attributes)}
    attributes = [
        replace(a, scale=Scale.ORDINAL, order=())
        if a.name in in_bands and a.role in COMPUTED_ROLES
        else a
        for a in attributes_by_name.values()
    ]
    return replace(draft, prepare=steps, schema=Schema(tuple(attributes)))


def after_preparing(
    draft: Draft, bands: Schema, original: Dataset, prepared: PreparedFile
) -> Draft:
    """Return the draft that describes the columns that other steps gave.

    Parameters
    ----------
    draft : Draft
        The draft in force, with the new steps; its schema describes the columns in `original`.
    bands : Schema
        What preparing returned for `before_preparing`: with the orders of bands.
    original : Dataset
        The records as they are shown.
    prepared : PreparedFile
        The records as the new steps prepare them. If one of their columns is described for the
        first time, the step Columns is to be confirmed again.
    """
    attributes_before = {a.name: a for a in draft.schema.attributes}
    aside = {a.name: a for a in draft.set_aside}
    in_bands = _in_bands(draft.prepare)
    ordered = {a.name: a.order for a in bands.attributes if a.name in in_bands}
    added = draft.recipe.computed_columns
    recoded = {column.name for column in prepared.dataset.originals}
    attributes: list[Attribute] = []
    for profile, column in zip(prepared.profiles, prepared.dataset.columns, strict=True):
        name = profile.name
        attribute = attributes_before.get(name) or aside.get(name)
        if attribute is None:
            attributes.append(_new(profile, attributes_before.get(added.get(name, "")), aside))
            continue
        earlier = original.column(name) if name in original.names else None
        if name in aside and name not in recoded:
            # No step recodes it any more: what was said of it before holds again.
            attribute = _as_before(aside.pop(name), attribute, profile)
        elif attribute.scale is Scale.ORDINAL and not attribute.order:
            attribute = replace(attribute, order=ordered.get(name, ()))
        fits = attribute.scale is None or (
            attribute.scale in possible_scales(profile)
            and (not attribute.order or set(first_order(column)) <= set(attribute.order))
        )
        if not fits:
            aside.setdefault(name, attribute)
            order = ordered.get(name) or _join_order(attribute.order, earlier, column)
            attribute = _recoded(attribute, profile, order)
        attributes.append(attribute)
    gone = [a for name, a in attributes_before.items() if name not in prepared.dataset.names]
    aside = {**{a.name: a for a in gone}, **aside}
    present = {a.name: a for a in attributes}
    set_aside = tuple(a for name, a in aside.items() if present.get(name) != a)
    prepared_draft = replace(draft, schema=Schema(tuple(attributes)), set_aside=set_aside)
    if returned_columns(draft, prepared_draft):
        # What such a column is is suggested, and nobody has confirmed it.
        return replace(prepared_draft, confirmed=draft.confirmed - {Step.COLUMNS})
    return prepared_draft


def returned_columns(old_draft: Draft, new_draft: Draft) -> tuple[str, ...]:
    """Return the columns of `new_draft` that no step adds and of which `old_draft` says nothing."""
    known_names = {a.name for a in (*old_draft.schema.attributes, *old_draft.set_aside)}
    added = new_draft.recipe.computed_columns
    return tuple(
        a.name for a in new_draft.schema.attributes if a.name not in known_names | added.keys()
    )


def _in_bands(steps: Iterable[Preparing]) -> set[str]:
    """Return the columns whose numbers become categories."""
    bands = (step for step in steps if isinstance(step, Band) and not step.is_off)
    return {band.column for band in bands if band.label is BandLabel.RANGE}


def as_read(draft: Draft, read: Dataset) -> Draft:
    """Return the draft without steps: it describes the columns as they were read."""
    attributes_by_name = {a.name: a for a in (*draft.schema.attributes, *draft.set_aside)}
    schema = Schema(
        tuple(attributes_by_name[name] for name in read.names if name in attributes_by_name)
    )
    return replace(draft, schema=schema, prepare=())


def _as_before(stated: Attribute, now: Attribute, profile: ColumnProfile) -> Attribute:
    """Return what was said of a column before it was recoded, with its present role and answers."""
    attribute = replace(
        stated,
        role=now.role,
        not_applicable=now.not_applicable,
        known=now.known,
        sensitive=now.sensitive,
        place=now.place,
    )
    if attribute.scale is None and attribute.role in COMPUTED_ROLES:
        return replace(attribute, scale=possible_scales(profile)[0])
    return attribute


def _new(
    profile: ColumnProfile, source: Attribute | None, aside: Mapping[str, Attribute]
) -> Attribute:
    """Return what a new column means: an age identifies as the date of birth does."""
    suggested = suggestion(profile)
    source = source or aside.get(profile.name)
    if source is None or source.role not in COMPUTED_ROLES:
        return suggested
    return Attribute(profile.name, source.role, possible_scales(profile)[0])


def _recoded(attribute: Attribute, profile: ColumnProfile, order: tuple[str, ...]) -> Attribute:
    """Return what a recoded column means; its role stays, and what its cells cannot have goes."""
    scales = possible_scales(profile)
    scale = Scale.ORDINAL if order and Scale.ORDINAL in scales else attribute.scale
    if scale not in scales:
        scale = profile.suggested_scale if profile.suggested_scale in scales else scales[0]
    is_ordinal, is_nominal = scale is Scale.ORDINAL, scale is Scale.NOMINAL
    return Attribute(
        attribute.name,
        attribute.role,
        scale,
        order=(order or profile.suggested_order) if is_ordinal else (),
        taxonomy=attribute.taxonomy if is_nominal else None,
        mapping=attribute.mapping if is_nominal else (),
        not_applicable=attribute.not_applicable,
        known=attribute.known,
        sensitive=attribute.sensitive,
        place=attribute.place,
        importance=attribute.importance,
        change=attribute.change if scale in CATEGORICAL else CategoryChange.REPLACE,
    )


def _join_order(
    order: tuple[str, ...], old_column: Column | None, new_column: Column
) -> tuple[str, ...]:
    """Return the order in which joined categories keep the place of those that they replace.

    It is empty, so that the user says it, where categories were joined that are no neighbours.
    """
    if not order or old_column is None:
        return ()
    positions = {name: i for i, name in enumerate(order)}
    spans: dict[str, list[int]] = {}
    present = ~(old_column.missing | new_column.missing)
    old_names, had = _encode(old_column, present)
    new_names, has = _encode(new_column, present)
    pairs = np.unique(had * len(new_names) + has) if len(had) else had
    for pair in pairs:
        old, new = old_names[pair // len(new_names)], new_names[pair % len(new_names)]
        if old not in positions:
            return ()
        spans.setdefault(new, []).append(positions[old])
    ordered = sorted(spans, key=lambda name: min(spans[name]))
    ends = [(min(spans[name]), max(spans[name])) for name in ordered]
    if any(high >= low for (_, high), (low, _) in pairwise(ends)):
        return ()
    return tuple(ordered)


def _encode(column: Column, present: NDArray[np.bool_]) -> tuple[list[str], NDArray[np.int64]]:
    values = column.values[present]
    if column.kind is ColumnKind.TEXT:
        return list(column.categories), values.astype(np.int64)
    distinct, codes = np.unique(values, return_inverse=True)
    return [str(int(value)) for value in distinct], codes.astype(np.int64)
