"""A file that is read again in another layout keeps what was decided of its columns."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from core.model import Attribute, Schema
from desktop_app.projects.opening import Opened
from desktop_app.state.choices import possible_scales
from desktop_app.state.draft import suggestion
from desktop_app.state.origin import Origin
from desktop_app.store import ProjectStore

if TYPE_CHECKING:
    from core.io import ColumnProfile


def with_decisions(opened: Opened, store: ProjectStore) -> Opened:
    """Return `opened` with the decisions of the open project, if it is the same file.

    A column that holds other things now, such as numbers in the place of texts, loses a scale
    that it can no longer have; the steps are to be confirmed again.
    """
    project, source = store.project, store.source
    if opened.project is not None or project is None or source is None:
        return opened
    if source.path != opened.source.path:
        return opened
    given = {attribute.name: attribute for attribute in project.schema.attributes}
    attributes = tuple(
        _fitting(given[p.name], p) if p.name in given else suggestion(p) for p in opened.profiles
    )
    kept = replace(project, source=opened.source, schema=Schema(attributes))
    draft, signed = store.draft, store.sign_off
    edited, aside = (draft.edited, draft.set_aside) if draft is not None else ((), ())
    origin = Origin(
        store.file,
        frozenset(),
        as_saved=False,
        edited=edited,
        sign_off=signed,
        set_aside=aside,
    )
    return replace(opened, project=kept, origin=origin)


def _fitting(attribute: Attribute, profile: ColumnProfile) -> Attribute:
    scales = possible_scales(profile)
    if attribute.scale is None or attribute.scale in scales:
        return attribute
    return Attribute(attribute.name, attribute.role, scales[0])
