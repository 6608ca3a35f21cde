"""The ``figures`` of a recipe, which are compared between original and release."""

from __future__ import annotations

from core.model import Figure, FigureKind
from core.recipe.fields import Fields

_MEDIAN = 0.5


def parse_figures(recipe: Fields) -> tuple[Figure, ...]:
    """Return the list under ``figures``.

    `core.checklist.figure_problems` checks whether it fits the file.
    """
    found = []
    for fields in recipe.sections("figures", of_columns=False):
        what = fields.choice("what", FigureKind)
        if what is None:
            continue  # The other keys depend on the kind.
        named = fields.raw("of")
        of = (fields.text("of"),) if isinstance(named, str) or named is None else fields.texts("of")
        if what is FigureKind.REGRESSION:
            found.append(Figure(what, of, on=fields.texts("on")))
        else:
            q = fields.number("q", _MEDIAN) if what is FigureKind.QUANTILE else None
            found.append(Figure(what, of, by=fields.texts("by"), q=q))
        fields.close()
    return tuple(found)


def figure_entry(figure: Figure) -> dict[str, object]:
    """Return the entry of a figure in a recipe."""
    several = figure.what in (FigureKind.RATIO, FigureKind.TABLE) or len(figure.of) != 1
    entry: dict[str, object] = {
        "what": str(figure.what),
        "of": list(figure.of) if several else figure.of[0],
    }
    if figure.on:
        entry["on"] = list(figure.on)
    if figure.by:
        entry["by"] = list(figure.by)
    if figure.q is not None:
        entry["q"] = figure.q
    return entry
