"""The ``scale`` of a recipe: the blocks into which a large file is cut."""

from __future__ import annotations

from core.model import BlockScale
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
