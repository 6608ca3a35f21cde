"""Recognises ordered categories by name: known scales, bands, numbers in front."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

# The steps of each scale, lowest first; bars separate synonyms.
LADDERS: dict[str, tuple[str, ...]] = {
    "education": (
        "none|no education|no schooling|no formal education|never attended|illiterate|ohne",
        "pre primary|preschool|early childhood|kindergarten|isced 0|isced 0 1|isced 0 2",
        "primary|primary education|primary school|elementary|elementary school|isced 1|primaria",
        "incomplete secondary|some high school|isced 1 2",
        "lower secondary|lower secondary education|middle school|junior secondary|isced 2",
        "upper secondary|upper secondary education|secondary|secondary education|high school|"
        "hs grad|senior secondary|isced 3|isced 3 4|secundaria",
        "post secondary|post secondary non tertiary|some college|isced 4|vocational",
        "short cycle tertiary|associate|associate degree|associates|isced 5|isced 5 6|isced 5 8",
        "tertiary|tertiary education|bachelor|bachelors|bachelor s degree|university|college|"
        "higher education|isced 6|isced 6 8",
        "master|masters|master s degree|postgraduate|isced 7|isced 7 8",
        "doctorate|doctoral|phd|ph d|isced 8",
    ),
    "education-german": (
        "ohne|ohne abschluss|kein abschluss|keine|ohne schulabschluss|noch in ausbildung",
        "grundschule|volksschule|primarschule",
        "hauptschule|hauptschulabschluss|pflichtschule|mittelschule",
        "realschule|realschulabschluss|mittlere reife|mittlerer abschluss",
        "lehre|lehrabschluss|berufsausbildung|ausbildung|berufslehre",
        "abitur|matura|hochschulreife|fachhochschulreife|gymnasium",
        "meister|fachschule|hohere berufsbildung|techniker",
        "hochschule|fachhochschule|universitat|studium|hochschulabschluss|bachelor",
        "master|diplom|magister",
        "promotion|doktorat|doktor",
    ),
    "education-french": (
        "aucun diplome|sans diplome|aucun",
        "primaire|cep|certificat d etudes primaires|ecole primaire",
        "brevet|bepc|college|brevet des colleges",
        "cap|bep|cap bep|cap ou bep",
        "bac|baccalaureat|lycee",
        "bac 2|bts|dut|deug",
        "licence|bac 3|bac 4|maitrise",
        "bac 5|grande ecole",
        "doctorat",
    ),
    # The order of the Census Bureau’s Current Population Survey, as in the file Adult.
    "education-american": (
        "preschool|less than 1 st grade|no schooling",
        "1 st 4 th|1 st 2 nd 3 rd or 4 th grade",
        "5 th 6 th|5 th or 6 th grade",
        "7 th 8 th|7 th or 8 th grade",
        "9 th|9 th grade",
        "10 th|10 th grade",
        "11 th|11 th grade",
        "12 th|12 th grade|12 th grade no diploma",
        "hs grad|high school graduate",
        "some college|some college but no degree",
        "assoc voc|associate degree occupational vocational",
        "assoc acdm|associate degree academic program",
        "bachelors|bachelor s degree",
        "masters|master s degree",
        "prof school|professional school degree",
        "doctorate|doctorate degree",
    ),
    "agreement": (
        "strongly disagree|disagree strongly|totally disagree|stimme gar nicht zu",
        "disagree|tend to disagree|somewhat disagree|stimme nicht zu|stimme eher nicht zu",
        "neither|neutral|neither agree nor disagree|undecided|teils teils",
        "agree|tend to agree|somewhat agree|stimme zu|stimme eher zu",
        "strongly agree|agree strongly|totally agree|stimme voll zu",
    ),
    "satisfaction": (
        "very dissatisfied|very unsatisfied|completely dissatisfied|sehr unzufrieden",
        "dissatisfied|unsatisfied|fairly dissatisfied|rather dissatisfied|unzufrieden",
        "neither|neutral|neither satisfied nor dissatisfied|teils teils",
        "satisfied|fairly satisfied|rather satisfied|zufrieden",
        "very satisfied|completely satisfied|sehr zufrieden",
    ),
    "frequency": (
        "never|not at all|nie",
        "rarely|seldom|hardly ever|almost never|less often|selten",
        "sometimes|occasionally|manchmal",
        "often|frequently|usually|oft|haufig",
        "very often|almost always|sehr oft",
        "always|all the time|immer",
    ),
    "quality": (
        "very bad|very poor|sehr schlecht",
        "bad|poor|schlecht",
        "fair|average|satisfactory|mittelmassig",
        "good|gut",
        "very good|sehr gut",
        "excellent|ausgezeichnet",
    ),
    "level": (
        "none|zero|nil",
        "very low|lowest|very small|micro",
        "low|lower|small|niedrig|klein",
        "mid|middle|medium|moderate|mittel",
        "high|higher|large|big|hoch|gross",
        "very high|highest|very large",
    ),
    "difficulty": (
        "with great difficulty|very difficult|great difficulty",
        "with difficulty|difficult",
        "with some difficulty|some difficulty|fairly difficult",
        "fairly easily|fairly easy",
        "easily|easy",
        "very easily|very easy",
    ),
}

NO_ANSWERS = frozenset(
    {
        *("don t know", "dont know", "do not know", "dk", "no answer", "refused", "refusal"),
        *("not stated", "not known", "unknown", "not reported", "no response", "n a"),
        *("weiss nicht", "weiss ich nicht", "keine angabe", "k a", "ka", "unbekannt"),
        *("verweigert", "keine antwort", "ohne angabe"),
        *("ne sait pas", "nsp", "sans reponse", "non declare", "non renseigne", "refus", "inconnu"),
        *("no sabe", "no contesta", "ns nc", "non sa", "non risponde"),
    }
)
"""Words, as the steps above, that stand for a missing answer."""


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


def recognise_order(categories: Sequence[str]) -> KnownOrder | None:
    """Recognise the order implied by the names of the categories, or ``None``.

    At least three categories and two thirds of all must be distinct steps of one scale. Bands of
    numbers (``18-24``, ``65+``, ``under 5``) are ordered by their bounds.
    """
    scales = {
        scale: {name: float(step) for step, names in enumerate(ladder) for name in names.split("|")}
        for scale, ladder in LADDERS.items()
        # Every category has a step of its own, so that many categories have none of these scales.
        if _LEAST_SHARE * len(categories) <= len(ladder)
    }
    plain = [_plain(category) for category in categories] if scales else []
    candidates = [
        _order_by_steps(name, categories, map(steps.get, plain)) for name, steps in scales.items()
    ]
    candidates.append(_order_by_steps("bands", categories, map(_bound, categories)))
    orders = [order for order in candidates if order is not None]
    return max(orders, key=lambda order: len(order.ordered), default=None)


def read_numbered_order(categories: Sequence[str]) -> KnownOrder | None:
    """Find the order of categories that all begin with numbers (``1 none``), or ``None``.

    Those that mean "no answer" are not placed: ``9 don't know`` is not the highest of all.
    """
    numbers = [_NUMBERED.match(category.strip()) for category in categories]
    if any(number is None for number in numbers):
        return None
    places = (
        None if number is None or is_no_answer(category) else float(number[1])
        for category, number in zip(categories, numbers, strict=True)
    )
    return _order_by_steps("numbers", categories, places)


def is_no_answer(category: str) -> bool:
    """Check whether a category means that somebody did not know or did not answer."""
    text = category.strip()
    number = _NUMBERED.match(text)
    return _plain(text[number.end() :] if number else text) in NO_ANSWERS


def _plain(category: str) -> str:
    """Strip a category of case, accents and punctuation."""
    text = (
        unicodedata.normalize("NFKD", category.replace("ß", "ss"))
        .encode("ascii", "ignore")
        .decode("ascii")
    )
    return " ".join(re.findall(r"[a-z]+|[0-9]+", text.lower()))


def _bound(category: str) -> float | None:
    """Find the lower bound of a band of numbers; ``None`` for other texts."""
    text = category.strip().lower().replace(",", "")
    if match := _BELOW.match(text):
        return float(match[1]) - 0.5
    if match := _ABOVE.match(text):
        return float(match[1] or match[2]) + 0.5
    match = _FROM.match(text)
    return float(match[1]) if match and int(match[1]) <= int(match[2]) else None


def _order_by_steps(
    scale: str, categories: Sequence[str], places: Iterable[float | None]
) -> KnownOrder | None:
    steps_of_categories = list(zip(categories, places, strict=True))
    steps = [step for _, step in steps_of_categories if step is not None]
    enough = len(steps) >= max(_FEWEST, _LEAST_SHARE * len(categories))
    if not enough or len(set(steps)) < len(steps):
        return None
    ordered = sorted((step, name) for name, step in steps_of_categories if step is not None)
    unplaced = tuple(name for name, step in steps_of_categories if step is None)
    return KnownOrder(scale, tuple(name for _, name in ordered), unplaced)
