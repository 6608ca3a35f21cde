"""How a recipe says what happens to records with missing values."""

from __future__ import annotations

from collections.abc import Mapping

from core.model import MissingPolicy, Recipe
from core.recipe.fields import Fields, is_number


def parse_missing(recipe: Fields) -> tuple[MissingPolicy, float | None]:
    """Return the policy under ``missing``, and the accepted share of records left out or ``None``.

    The value is the policy, or an object with ``policy`` and ``accept``.
    """
    if not isinstance(recipe.raw("missing"), Mapping):
        return _policy(recipe, "missing"), None
    fields = recipe.section("missing")
    policy, accepted = _policy(fields, "policy"), fields.raw("accept")
    fields.close()
    if accepted is None:
        return policy, None
    if is_number(accepted) and 0 <= accepted <= 1:
        if policy is MissingPolicy.LEAVE_OUT:
            return policy, float(accepted)
        fields.note("recipe-accept-leave-out", fields.path("accept"))
    else:
        fields.note("recipe-expects-share", fields.path("accept"))
    return policy, None


def missing_entry(recipe: Recipe) -> object:
    """Return the value of ``missing``."""
    if recipe.accepted_loss is None:
        return str(recipe.missing)
    return {"policy": str(recipe.missing), "accept": recipe.accepted_loss}


def _policy(fields: Fields, key: str) -> MissingPolicy:
    default = MissingPolicy.LEAVE_OUT
    return fields.choice(key, MissingPolicy, default) or default
