"""What a run does with each column, in a few lines. Knows no Qt."""

from __future__ import annotations

from markupsafe import Markup

from core.model import Attribute, DistanceScale, Project, Role
from core.protect import METHODS
from desktop_app.state.masking import masked_names
from desktop_app.text import list_names, tr

# A file of hundreds of columns still fits on the page.
_MOST = 60


def columns_text(project: Project) -> str:
    """List the columns by treatment, as rich text."""
    lines = []
    computed = {
        name: tr("{name} (computed from {source})", name=name, source=source)
        for name, source in project.recipe.computed_columns.items()
    }
    schema, recipe = project.schema, project.recipe
    noisy = METHODS[recipe.method.name].adds_noise
    left_out = {a.name for a in schema.attributes if not a.role.is_released}
    strata = set(recipe.strata) - left_out
    if noisy:
        masked = set(masked_names(recipe.method, schema))
    else:
        masked = {a.name for a in schema.with_role(Role.QUASI_IDENTIFIER)} - strata
    weight = ({recipe.weight} if recipe.weight else set()) - masked - left_out
    hidden = {a.name for a in schema.with_role(Role.CONFIDENTIAL)} - masked - strata - weight
    linked = set(schema.links)
    placed = masked | left_out | strata | weight | hidden | linked
    every = [attribute.name for attribute in schema.attributes]
    compared = [a for a in schema.attributes if a.name in masked and not a.has_usual_distance]
    for title, names in [
        (tr("Get noise") if noisy else tr("Masked"), [n for n in every if n in masked]),
        *_distance_lines(compared),
        (tr("Confidential, published as they are"), [n for n in every if n in hidden]),
        (tr("Strata, published as they are"), [n for n in every if n in strata]),
        (tr("Survey weight, published as it is"), [n for n in every if n in weight]),
        (tr("Published with new numbers"), [n for n in every if n in linked]),
        (tr("Other columns published as they are"), [n for n in every if n not in placed]),
        (tr("Left out"), [n for n in every if n in left_out]),
        (tr("Left out on the step Prepare"), list(recipe.columns_left_out)),
    ]:
        if names:
            text = list_names([computed.get(name, name) for name in names], _MOST)
            lines.append(tr("<b>{what}:</b> {columns}", what=title, columns=text))
    return Markup("<br>").join(lines)


def _distance_lines(compared: list[Attribute]) -> list[tuple[str, list[str]]]:
    """List the masked columns that are compared by another scale, or count less or more."""
    scales = {
        DistanceScale.LOG: tr("Compared by logarithms"),
        DistanceScale.ROOT: tr("Compared by square roots"),
    }
    return [
        *((title, [a.name for a in compared if a.distance is s]) for s, title in scales.items()),
        (tr("More important"), [a.name for a in compared if a.importance > 1]),
        (tr("Less important"), [a.name for a in compared if a.importance < 1]),
    ]
