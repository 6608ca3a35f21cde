"""Names as a sentence may hold them: what cannot be seen is spelled out, what is long is cut.

A column's name can be anything, a line end or a sign that turns the direction of writing
included. Whoever reads a sentence on a terminal, in a log or in a report must see what the
name is, and no name may pass itself off as another sentence.
"""

from __future__ import annotations

import unicodedata

LONGEST = 120
"""Characters of a name that a sentence holds; from a longer one the middle is left out."""

_KEPT_AT_EACH_END = 55

# Controls, marks without a shape such as those of direction, halves of characters, line ends.
_UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")
# They join or part letters of Arabic or Indian scripts and of emoji, which are wrong without.
_JOINERS = "\u200c\u200d"


def visible(text: str) -> str:
    """Return `text` with each character that has no shape spelled as its escape."""
    if text.isprintable():
        return text
    return "".join(
        _escape(sign) if _is_unseen(sign, before) else sign
        for before, sign in zip(" " + text, text, strict=False)
    )


def shortened(text: str) -> str:
    """Return `text`, without its middle if it is longer than a sentence can hold."""
    if len(text) <= LONGEST:
        return text
    return f"{text[:_KEPT_AT_EACH_END]} … {text[-_KEPT_AT_EACH_END:]}"


def _is_unseen(sign: str, before: str) -> bool:
    if sign in _JOINERS:
        return before.isascii()
    return unicodedata.category(sign) in _UNSEEN


def _escape(sign: str) -> str:
    return sign.encode("unicode_escape").decode("ascii")
