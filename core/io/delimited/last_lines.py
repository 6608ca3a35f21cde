"""Leaves out the last lines of a text, such as totals and footnotes below a table."""

from __future__ import annotations

import csv
import io
import re
from collections import deque
from collections.abc import Iterable, Iterator

from core.io.guessing.guess_rows_below import MOST_BELOW

_FILLED_LINE = re.compile(r"[^\r\n]*[^\s][^\r\n]*")
# Longer totals and notes are not looked for.
_TAIL_CHARACTERS = 1 << 14


def without_last_lines(texts: Iterable[str], count: int) -> Iterator[str]:
    """Yield texts of whole lines without the last `count` lines that are not blank."""
    if not count:
        yield from texts
        return
    pending = ""
    for text in texts:
        pending += text
        starts = deque((line.start() for line in _FILLED_LINE.finditer(pending)), maxlen=count)
        end = starts[0] if len(starts) == count else 0
        yield pending[:end]
        pending = pending[end:]


class Tail:
    """Remembers the last lines of a text that is read once."""

    def __init__(self) -> None:
        self._text = ""

    def watch(self, texts: Iterable[str]) -> Iterator[str]:
        """Yield the texts as they are."""
        for text in texts:
            self._text = self._text[-_TAIL_CHARACTERS:] + text[-_TAIL_CHARACTERS:]
            yield text

    def rows(self, delimiter: str) -> list[list[str]]:
        """Split the last lines into cells; the first of them may have been cut off."""
        lines = self._text.splitlines(keepends=True)[-MOST_BELOW:]
        try:
            return list(csv.reader(io.StringIO("".join(lines), newline=""), delimiter=delimiter))
        except csv.Error:
            return []
