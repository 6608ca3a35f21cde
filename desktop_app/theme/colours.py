"""The two palettes: every colour of the window and its pictures has a name here."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Colours:
    """Named colours as ``#rrggbb``; text colours reach 4.5:1 on `window` and `surface`.

    Attributes
    ----------
    window, surface, sunken : str
        Background of the window, of fields and tables, and of strips that lie behind.
    border, strong_border : str
        Hairlines between areas; outlines of controls (3:1 on `surface`).
    text, muted : str
        Words, and words that matter less.
    accent, accent_text, accent_soft : str
        What acts; text upon it; a faint wash of it.
    good, caution, danger : str
        Verdicts; always beside a word or an icon.
    before, after : str
        The original data and the protected data in every picture.
    crowded : str
        Where most original records lie; protected data upon it stand out (2:1).
    selection, selection_text : str
        What is selected.
    series : tuple of str
        Further colours for pictures, which colour-blind readers can distinguish, too.
    """

    window: str
    surface: str
    sunken: str
    border: str
    strong_border: str
    text: str
    muted: str
    accent: str
    accent_text: str
    accent_soft: str
    good: str
    caution: str
    danger: str
    before: str
    after: str
    crowded: str
    selection: str
    selection_text: str
    series: tuple[str, ...]


LIGHT = Colours(
    window="#f4f5f7",
    surface="#ffffff",
    sunken="#e9ecf0",
    border="#d5dae1",
    strong_border="#838d9b",
    text="#1a2330",
    muted="#55606f",
    accent="#1d5fa8",
    accent_text="#ffffff",
    accent_soft="#e2ecf7",
    good="#1a6e3c",
    caution="#8a5200",
    danger="#b3261e",
    before="#78818e",
    after="#1d5fa8",
    crowded="#939ba7",
    selection="#cfe1f5",
    selection_text="#1a2330",
    series=("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00"),
)

DARK = Colours(
    window="#171a1f",
    surface="#1f2329",
    sunken="#121519",
    border="#363d47",
    strong_border="#76808d",
    text="#e6e9ed",
    muted="#a4aebb",
    accent="#72aaf0",
    accent_text="#0d1725",
    accent_soft="#22324a",
    good="#64c78d",
    caution="#e2ab50",
    danger="#f48b83",
    before="#98a1ad",
    after="#72aaf0",
    crowded="#626a76",
    selection="#2c476b",
    selection_text="#f2f5f8",
    series=("#56b4e9", "#e69f00", "#2ec4a0", "#e39ac4", "#8fd0ff", "#f0e442"),
)
