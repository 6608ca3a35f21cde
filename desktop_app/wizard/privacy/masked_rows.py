"""The rows of the table of masked columns, out of what the user has decided. Knows no Qt."""

from __future__ import annotations

from core.model import Attribute, Method, Scale
from core.protect import METHODS
from core.protect.privacy.budget import budget_of
from core.protect.privacy.grid import grid_of
from desktop_app.models.masked_columns import MaskedRow
from desktop_app.presenters.privacy_facts import PrivacyFacts
from desktop_app.state.draft import Draft
from desktop_app.state.masking import maskable, weights
from desktop_app.text import number, tr


def masked_rows(draft: Draft, facts: PrivacyFacts | None) -> tuple[MaskedRow, ...]:
    """Return a row for each column that can get noise.

    Parameters
    ----------
    draft : Draft
        Its method is a private one.
    facts : PrivacyFacts or None
        The latest; what they do not say is not known yet.
    """
    shares = weights(draft.method, draft.schema)
    budget = budget_of(with_defaults(draft.method), tuple(shares))
    return tuple(
        MaskedRow(
            attribute=a,
            masked=a.name in shares,
            weight=shares.get(a.name, 1.0),
            epsilon=budget.columns.get(a.name),
            error=facts.errors.get(a.name) if facts is not None else None,
            declared=facts.declared.get(a.name, 0) if facts is not None else 0,
            grid=_grid_text(a),
        )
        for a in maskable(draft.schema)
    )


def with_defaults(method: Method) -> Method:
    """Return a method with every parameter spelled out."""
    return Method(method.name, METHODS[method.name].complete(method.parameters))


def _grid_text(attribute: Attribute) -> str:
    if attribute.scale in (Scale.NOMINAL, Scale.ORDINAL):
        return ""
    grid = grid_of(attribute)
    if grid is None:
        return "–"
    step = float(grid.step)
    return tr("1 day") if attribute.scale is Scale.DATE and step == 1 else number(step)
