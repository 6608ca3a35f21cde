"""What holds of every sentence that a command says, whatever it was given."""

from __future__ import annotations

import re
import unicodedata

from tests.robustness.hostile.running import Ran
from tests.statuses import WRITTEN

LONGEST = 3000
_OF_T = re.compile(
    r"A t of \S+ changes nothing: from \S+ on the clusters are those of .*"
    r"|With t = \S+ no correlation of a masked column with the ranks of .*"
)
_ENDS = (".", "!", "?", "”", ")")
# Controls, signs without a shape such as marks of direction, halves of signs, line ends.
_SILENT = ("Cc", "Cf", "Cs", "Zl", "Zp")


def silent_signs(line: str) -> list[str]:
    """Return the signs that nobody sees; those that join Arabic letters or emoji are needed."""
    return [
        sign
        for before, sign in zip(" " + line, line, strict=False)
        if unicodedata.category(sign) in _SILENT
        and not (sign in "\u200c\u200d" and not before.isascii())
    ]


def sentence_faults(ran: Ran) -> list[str]:
    """Return what is wrong with the words on standard error; there are some unless all is well.

    Before any run it may be said what t does; that is no reason for a refusal.
    """
    lines = ran["err"].split("\n")
    faults = [] if lines.pop() == "" else ["no line end"]
    reasons = [line for line in lines if not _OF_T.fullmatch(line)]
    if bool(reasons) is (ran["status"] in WRITTEN):
        faults.append(f"{len(reasons)} sentences with status {ran['status']}")
    for line in lines:
        if ran["status"] == 2 and line.strip()[-1:] not in _ENDS:
            faults.append(f"no sentence: {line[:200]!r}")
        if len(line) > LONGEST:
            faults.append(f"{len(line)} signs: {line[:200]!r}")
        if silent_signs(line):
            faults.append(f"signs that nobody sees: {line[:200]!r}")
        if "Traceback" in line:
            faults.append("a traceback")
    return faults
