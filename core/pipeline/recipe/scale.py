"""The ``scale`` of a recipe: the blocks into which a large file is cut."""

from __future__ import annotations

from core.model import BlockScale, Recipe
from core.pipeline.recipe.fields import Fields


def parse_scale(recipe: Fields) -> BlockScale | None:
    """Return the object under ``scale``; `core.pipeline.resolve` checks whether it fits."""
    if not recipe.has("scale"):
        recipe.raw("scale")
        return None
    fields = recipe.section("scale")
    block = fields.whole("block")
    if block is None:
        fields.note("recipe-expects-place", fields.path("block"))
    fields.close()
    return BlockScale(block or 0)


def scale_entry(recipe: Recipe) -> dict[str, object]:
    """Return the ``scale`` of a recipe, if it has one."""
    return {} if recipe.scale is None else {"scale": {"block": recipe.scale.block}}
