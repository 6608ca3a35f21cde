"""Compares the spellings of two words."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator


def folded(text: str) -> str:
    """Return a text without case, accents and punctuation, with single blanks between words."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    kept = (
        " " if not char.isalnum() else char for char in plain if not unicodedata.combining(char)
    )
    return " ".join("".join(kept).split())


def joined(code: str) -> str:
    """Return a code without case and punctuation, ``68.31`` as ``6831``; empty without digits."""
    kept = "".join(char for char in code.casefold() if char.isalnum())
    return kept if any(char.isdecimal() for char in kept) else ""


def pairs(text: str) -> Iterator[str]:
    """Yield the pairs of adjacent characters, with blanks at the ends."""
    padded = f" {text} "
    return (padded[i : i + 2] for i in range(len(padded) - 1))


def edits(a: str, b: str) -> int:
    """Return the number of insertions, deletions, replacements and swaps between two texts.

    The restricted Damerau-Levenshtein distance, in which no character is edited twice.
    """
    before, row = list[int](), list(range(len(b) + 1))
    for i, sign in enumerate(a, start=1):
        before, above, row = row, before, [i]
        for j, other in enumerate(b, start=1):
            least = min(row[j - 1] + 1, before[j] + 1, before[j - 1] + (sign != other))
            if i > 1 and j > 1 and sign == b[j - 2] and a[i - 2] == other:
                least = min(least, above[j - 2] + 1)
            row.append(least)
    return row[-1]


def likeness(a: str, b: str) -> float:
    """Return the similarity of two texts: 1 minus the edits per character of the longer one."""
    return 1.0 - edits(a, b) / max(len(a), len(b), 1)
