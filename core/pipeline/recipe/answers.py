"""The ``answers`` of a recipe: accepted cautions about its release."""

from __future__ import annotations

from core.pipeline.recipe.fields import Fields


def parse_answers(fields: Fields) -> tuple[tuple[str, str], ...]:
    """Return the accepted cautions with their reasons."""
    found = []
    for key, entry in fields.rest().items():
        answer = fields.section(key)
        given, why = answer.text("answer", ""), answer.text("why", "")
        if given != "accepted":
            fields.note("recipe-answer", fields.path(key))
        elif isinstance(entry, dict):
            found.append((key, why))
        answer.close()
    return tuple(sorted(found))
