"""Texts that a spreadsheet would run as formulas when it opens a CSV file.

Such a text starts with ``=``, ``+``, ``-``, ``@``, a tab or a carriage return and is not a number.
A guarded text has an additional leading apostrophe, which reading removes, so that any text is
restored exactly.
"""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa
import pyarrow.compute as pc

_RUN = r"^'*[=+\-@\t\r]"
_NUMBER = r"^'*[-+](?:[0-9.,]+(?:[eE][-+]?[0-9]+)?)?$"
_GUARDED = r"^'+[=+\-@\t\r]"


def _risky(texts: pa.Array, pattern: str) -> pa.Array:
    run = pc.match_substring_regex(texts, pattern)
    return pc.and_not(run, pc.match_substring_regex(texts, _NUMBER))


def runnable(texts: pa.Array) -> int:
    """Count the texts that a spreadsheet would run."""
    return int(pc.sum(_risky(texts, r"^[=+\-@\t\r]")).as_py() or 0)


def guard(texts: pa.Array) -> pa.Array:
    """Return the texts with an apostrophe before those that a spreadsheet would run."""
    return pc.if_else(_risky(texts, _RUN), pc.binary_join_element_wise("'", texts, ""), texts)


def guard_texts(texts: Sequence[str]) -> list[str]:
    """Guard Python texts as `guard` does."""
    with_guards: list[str] = guard(pa.array(texts, pa.string())).to_pylist()
    return with_guards


def remove_guards(texts: pa.Array) -> pa.Array:
    """Return the original of guarded texts."""
    return pc.if_else(_risky(texts, _GUARDED), pc.replace_substring_regex(texts, "^'", ""), texts)
