"""Prepares names for sentences: invisible characters are spelled out, long names shortened.

A column's name can be anything, including a line end or a character that reverses the direction of
writing. Readers of a sentence on a terminal, in a log or in a report must see what the name is, and
no name may look like another sentence.
"""

from __future__ import annotations

import json
import re
import unicodedata

LONGEST = 120
"""Characters of a name that a sentence holds; from a longer one the middle is left out."""

_KEPT_AT_EACH_END = 55

# Control characters, invisible marks such as those of direction, surrogates, line ends.
_UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")
# These join or separate letters of Arabic or Indian scripts and emoji, which need them.
_JOINERS = "\u200c\u200d"

_NOT_ASCII = re.compile(r"[^\n -~]")


def visible(text: str) -> str:
    """Replace each invisible character of a text by its escape."""
    if text.isprintable():
        return text
    shown = []
    for previous, sign in zip(" " + text, text, strict=False):
        joins = sign in _JOINERS
        unseen = previous.isascii() if joins else unicodedata.category(sign) in _UNSEEN
        shown.append(sign.encode("unicode_escape").decode("ascii") if unseen else sign)
    return "".join(shown)


def shorten(text: str) -> str:
    """Leave out the middle of a text that is too long for a sentence."""
    if len(text) <= LONGEST:
        return text
    return f"{text[:_KEPT_AT_EACH_END]} … {text[-_KEPT_AT_EACH_END:]}"


def visible_json(document: object, indent: int | None = None) -> str:
    """Write JSON for a terminal, with an escape for each character that cannot be seen."""
    written = json.dumps(document, ensure_ascii=False, indent=indent)
    return _NOT_ASCII.sub(
        lambda sign: sign[0] if sign[0].isprintable() else json.dumps(sign[0])[1:-1], written
    )
