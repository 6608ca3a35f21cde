"""Recognises ordered categories by name: education, Likert scales, bands, numbers in front."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.io.profiling.known_scales import LADDERS, NO_ANSWERS

_FEWEST = 3
_LEAST_SHARE = 2 / 3
_BELOW = re.compile(r"^(?:<=?|under|less than|below|up to)\s*(\d+)")
_ABOVE = re.compile(r"^(?:>=?|over|more than|above)\s*(\d+)|^(\d+)\s*(?:\+|and (?:more|over))")
_NUMBERED = re.compile(r"^(\d{1,3})\s*(?:[-–.:)=]\s*)?(?=[^\W\d_])")
_FROM = re.compile(r"^(\d+)\s*(?:-|–|to)\s*(\d+)\b")


@dataclass(frozen=True, slots=True)
class KnownOrder:
    """Categories in the order implied by their names.

    Attributes
    ----------
    scale : str
        The scale: a key into the window's names of scales.
    ordered : tuple of str
        The recognised categories, lowest first.
    unplaced : tuple of str
        The other categories, in the given order.
    """

    scale: str
    ordered: tuple[str, ...]
    unplaced: tuple[str, ...]


def known_order(categories: Sequence[str]) -> KnownOrder | None:
    """Return the order implied by the names of the categories, or ``None``.

    At least three categories and two thirds of all must be distinct steps of one scale. Bands of
    numbers (``18-24``, ``65+``, ``under 5``) are ordered by their bounds.
    """
    scales = {
        scale: {
            name: float(place) for place, names in enumerate(ladder) for name in names.split("|")
        }
        for scale, ladder in LADDERS.items()
        # Every category has a step of its own, so that many categories have none of these scales.
        if _LEAST_SHARE * len(categories) <= len(ladder)
    }
    plain = [_plain(category) for category in categories] if scales else []
    found = [_placed(name, categories, map(steps.get, plain)) for name, steps in scales.items()]
    found.append(_placed("bands", categories, map(_bound, categories)))
    known = [order for order in found if order is not None]
    return max(known, key=lambda order: len(order.ordered), default=None)


def numbered_order(categories: Sequence[str]) -> KnownOrder | None:
    """Return the order of categories that all begin with numbers (``1 none``), or ``None``.

    Those that mean "no answer" are not placed: ``9 don't know`` is not the highest of all.
    """
    numbers = [_NUMBERED.match(category.strip()) for category in categories]
    if any(number is None for number in numbers):
        return None
    places = (
        None if number is None or is_no_answer(category) else float(number[1])
        for category, number in zip(categories, numbers, strict=True)
    )
    return _placed("numbers", categories, places)


def is_no_answer(category: str) -> bool:
    """Return whether a category means that somebody did not know or did not answer."""
    text = category.strip()
    number = _NUMBERED.match(text)
    return _plain(text[number.end() :] if number else text) in NO_ANSWERS


def _plain(category: str) -> str:
    """Return a category without case, accents and punctuation."""
    text = (
        unicodedata.normalize("NFKD", category.replace("ß", "ss"))
        .encode("ascii", "ignore")
        .decode("ascii")
    )
    return " ".join(re.findall(r"[a-z]+|[0-9]+", text.lower()))


def _bound(category: str) -> float | None:
    """Return the lower bound of a band of numbers; ``None`` for other texts."""
    text = category.strip().lower().replace(",", "")
    if match := _BELOW.match(text):
        return float(match[1]) - 0.5
    if match := _ABOVE.match(text):
        return float(match[1] or match[2]) + 0.5
    match = _FROM.match(text)
    return float(match[1]) if match and int(match[1]) <= int(match[2]) else None


def _placed(
    scale: str, categories: Sequence[str], places: Iterable[float | None]
) -> KnownOrder | None:
    placed = list(zip(categories, places, strict=True))
    steps = [place for _, place in placed if place is not None]
    enough = len(steps) >= max(_FEWEST, _LEAST_SHARE * len(categories))
    if not enough or len(set(steps)) < len(steps):
        return None
    ordered = sorted((place, name) for name, place in placed if place is not None)
    unplaced = tuple(name for name, place in placed if place is None)
    return KnownOrder(scale, tuple(name for _, name in ordered), unplaced)
