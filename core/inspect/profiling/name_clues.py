"""Clues from the names of columns, individually and together."""

from __future__ import annotations

import re
from collections.abc import Iterable

from core.inspect.profiling import name_words as words
from core.inspect.profiling.known_variables import (
    Clue,
    clue_of_survey_name,
    is_known_place,
    is_known_visible,
)
from core.inspect.profiling.name_words import matches_words, words_of

# Minimum number of columns about firms in a file on firms.
_LEAST_OF_FIRMS = 2
_SPECIAL = (
    (Clue.REPLICATE, words.REPLICATE),
    (Clue.FIELDWORK, words.FIELDWORK),
    (Clue.LOCATION, words.LOCATION),
    (Clue.MEMBER, words.MEMBER),
)
# "... at the time of the interview" dates what a column holds and does not describe it.
_OCCASION = re.compile(
    r"\b(?:at(?: the)?(?: time| date| day| moment| start)?(?: of)?(?: the)?|during(?: the)?"
    r"|(?:zum zeitpunkt|am tag|bei) de[rs]|au (?:moment|jour) de l|en el momento de la) ?"
    r"(?:(?:survey )?interviews?|survey|fieldwork|befragung|enquete|entretien|entrevista)\b"
)
_SUBJECTS = (
    (Clue.MONEY, words.MONEY),
    (Clue.SENSITIVE, words.SENSITIVE),
    (Clue.QUASI, words.QUASI),
)


def about_firms(names: Iterable[str]) -> bool:
    """Check whether the column names indicate a file on firms."""
    firms = persons = 0
    for name in names:
        firms += matches_words(name, words.OF_FIRMS) or clue_of_survey_name(name) is Clue.FIRM
        persons += matches_words(name, words.OF_PERSONS)
    return firms >= _LEAST_OF_FIRMS and firms > 2 * persons


def is_place(name: str) -> bool:
    """Check whether a name indicates where somebody lives or works."""
    return is_known_place(name) or matches_words(name, words.WHERE)


def is_visible(name: str) -> bool:
    """Check whether a name indicates what is seen of a person, such as sex or age."""
    return is_known_visible(name) or matches_words(name, words.VISIBLE)


def is_counted(name: str) -> bool:
    """Check whether a name indicates a count, such as NUMBER_OF_CHILDREN."""
    parts = words_of(name)
    return len(parts) > 1 and parts[0] in ("number", "num", "no", "n", "anzahl", "nombre", "numero")


def clue_of(column: str, name: str, firms: bool) -> Clue | None:
    """Read the clue in a name; `column` is the bare name, `name` includes the label."""
    clue_of_survey = clue_of_survey_name(column)
    if clue_of_survey is not None:
        return Clue.FIRM if firms and clue_of_survey is Clue.MONEY else clue_of_survey
    if matches_words("".join(words_of(column)), words.MEMBER):
        return Clue.MEMBER
    name = _OCCASION.sub("", " ".join(words_of(name)))
    for clue, listed in _SPECIAL:
        if matches_words(name, listed):
            # Where a person was interviewed is as a rule where the person lives.
            return (
                Clue.QUASI if clue is Clue.FIELDWORK and matches_words(name, words.PLACE) else clue
            )
    is_weight = matches_words(name, words.WEIGHT) or any(
        words.WEIGHT_ENDING.search(word) for word in words_of(column)
    )
    if is_weight and not matches_words(name, words.WEIGHED):
        return Clue.WEIGHT
    if matches_words(name, words.IDENTIFIER):
        return Clue.IDENTIFIER
    if matches_words(name, words.DESIGN):
        return Clue.DESIGN
    if firms and matches_words(name, words.FIRM):
        return Clue.FIRM
    return next((clue for clue, listed in _SUBJECTS if matches_words(name, listed)), None)
