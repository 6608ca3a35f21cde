"""The colours and the font of a picture, as matplotlib wants them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ink:
    """What a picture is drawn with.

    Attributes
    ----------
    surface, text, muted, grid : str
        Background, letters, axes and their numbers, and helping lines, as ``#rrggbb``.
    before, after : str
        Original data (the neutral grey) and protected data (the accent).
    crowded : str
        The grey of most original records in one place, on which protected data stand out.
    selection : str
        What the user picked.
    limit : str
        A bound that was promised.
    family : str
        The font's family.
    size : float
        The size of text, in points.
    series : tuple of str
        Further colours, which colour-blind readers can distinguish, too.
    """

    surface: str
    text: str
    muted: str
    grid: str
    before: str
    after: str
    crowded: str
    selection: str
    limit: str
    family: str = "DejaVu Sans"
    size: float = 9.0
    series: tuple[str, ...] = ()
